package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.record.Record;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.write.ColumnOutputCommitter;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the output of jobs: whole and once if they succeed, else nothing. */
class OutputTest {
  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path input;
  private Path output;
  private FileSystem fs;
  private List<GenericRecord> rows;

  @BeforeEach
  void prepare() throws IOException {
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    input = new Path(new File(folder, "in").toURI());
    output = new Path(new File(folder, "out").toURI());
    fs = output.getFileSystem(conf);
    rows = Crawl.throughAvro(new File(folder, "crawl.avro"), Crawl.rows(300));
  }

  private List<IndexedRecord> read(Path place) throws IOException {
    return Scans.crawl(conf, place);
  }

  private Job job() throws IOException {
    return Crawl.copyJob(conf, input, output);
  }

  @Test
  void copyOfACrawlIsTheCrawl() throws Exception {
    Crawl.write(conf, input, rows, 3);
    Job job = job();
    assertTrue(job.waitForCompletion(false));
    assertEquals(3, SplitDirectories.listStrictly(fs, output).size());
    assertEquals(rows, read(output));
    assertTrue(fs.exists(new Path(output, "_SUCCESS")));
    assertEquals(List.of(), hiddenFolders());
  }

  @Test
  void copyThroughTheOldInterfaceIsTheCrawl() throws Exception {
    Crawl.write(conf, input, rows, 3);
    JobConf job = Crawl.olderCopyJob(conf, input, output);
    assertTrue(JobClient.runJob(job).isSuccessful());
    assertEquals(rows, read(output));
    assertEquals(List.of(), hiddenFolders());
  }

  /** The rows of one split-directory as they stand there. */
  private List<IndexedRecord> stored(Path place) throws IOException {
    Configuration job = new Configuration(conf);
    job.set(ScanOptions.RECORD, "eager");
    ScanOptions.setReadSchema(job, Crawl.SCHEMA);
    return Scans.read(job, place);
  }

  @Test
  void tasksSortTheirRowsInBothInterfaces() throws Exception {
    Crawl.write(conf, input, rows, 1);
    conf.set("cif.sort.by", "url desc");
    conf.set("cif.write.memory", "100000");
    List<GenericRecord> expected = new ArrayList<>(rows);
    expected.sort(
        Comparator.comparing(row -> row.get("url").toString(), Comparator.reverseOrder()));
    assertNotEquals(rows, expected);
    assertTrue(job().waitForCompletion(false));
    assertEquals(expected, stored(output));
    fs.delete(output, true);
    assertTrue(JobClient.runJob(Crawl.olderCopyJob(conf, input, output)).isSuccessful());
    assertEquals(expected, stored(output));
  }

  @Test
  void anOrderThatDoesNotFitIsRefusedBeforeTheJobRuns() throws Exception {
    Crawl.write(conf, input, rows, 1);
    conf.set("cif.sort.by", "nix");
    Job job = job();
    String message =
        assertThrows(CifException.class, () -> job.waitForCompletion(false)).getMessage();
    assertTrue(message.contains("cif.sort.by is 'nix': column 'nix': there is no such"), message);
    assertFalse(fs.exists(output));
  }

  /** Local files whose folders can be marked. */
  public static final class MarkedFiles extends LocalFileSystem {
    private static final Set<String> MARKS = ConcurrentHashMap.newKeySet();

    @Override
    public void setXAttr(Path path, String name, byte[] value) {
      MARKS.add(path.getName() + " " + name + " " + new String(value, StandardCharsets.US_ASCII));
    }
  }

  @Test
  void tasksOfAGroupMarkTheirSplitsWithTheirNumbers() throws Exception {
    Crawl.write(conf, input, rows, 2);
    conf.setClass("fs.file.impl", MarkedFiles.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.set("cif.placement.group", "crawl");
    Set<String> marks =
        Set.of(
            "part-m-00000 user.cif.placement.group crawl/0",
            "part-m-00001 user.cif.placement.group crawl/1");
    MarkedFiles.MARKS.clear();
    assertTrue(job().waitForCompletion(false));
    assertEquals(marks, MarkedFiles.MARKS);
    MarkedFiles.MARKS.clear();
    fs.delete(output, true);
    assertTrue(JobClient.runJob(Crawl.olderCopyJob(conf, input, output)).isSuccessful());
    assertEquals(
        marks.stream().map(mark -> mark.replace("-m-", "-")).collect(Collectors.toSet()),
        MarkedFiles.MARKS);
  }

  /** Fails behind the first rows of each task. */
  static final class FailingMapper
      extends Mapper<NullWritable, IndexedRecord, NullWritable, IndexedRecord> {
    private int count;

    @Override
    protected void map(NullWritable key, IndexedRecord row, Context context)
        throws IOException, InterruptedException {
      context.write(key, row);
      if (++count == 20) {
        throw new IOException("as the test wants it");
      }
    }
  }

  @Test
  void jobThatFailsLeavesNothing() throws Exception {
    Crawl.write(conf, input, rows, 3);
    Job job = job();
    job.setMapperClass(FailingMapper.class);
    assertFalse(job.waitForCompletion(false));
    assertFalse(fs.exists(output));
    assertEquals(List.of(), hiddenFolders());
  }

  @Test
  void largeOutputOfATaskBecomesSeveralSplitDirectories() throws IOException {
    Configuration options = new Configuration(conf);
    options.set("cif.block.rows", "100");
    options.set(OutputOptions.SPLIT_SIZE, "1");
    List<GenericRecord> many = Crawl.throughAvro(new File(folder, "many.avro"), Crawl.rows(2500));
    Crawl.write(options, output, many, 1);
    List<String> names =
        SplitDirectories.listStrictly(fs, output).stream().map(Path::getName).toList();
    assertEquals(List.of("s0", "s0-1", "s0-2"), names);
    assertEquals(many, read(output));
  }

  /** Gives a one for the second inlink of each row. */
  static final class InlinkMapper extends Mapper<NullWritable, Record, Text, IntWritable> {
    @Override
    protected void map(NullWritable key, Record row, Context context)
        throws IOException, InterruptedException {
      String last = ((List<?>) row.get("inlink")).get(1).toString();
      context.write(new Text(last), new IntWritable(1));
    }
  }

  @Test
  void reducersWriteRecordsOfTheirOwn() throws Exception {
    Crawl.write(conf, input, rows, 2);
    Job job = job();
    job.setMapperClass(InlinkMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setReducerClass(CountReducer.class);
    job.setNumReduceTasks(2);
    ColumnOutputFormat.setSchema(job, CountReducer.SCHEMA);
    assertTrue(job.waitForCompletion(false));
    Map<String, Object> counts = new TreeMap<>();
    Scans.read(conf, output).forEach(r -> counts.put(r.get(0).toString(), r.get(1)));
    assertEquals(Map.of("http://b/0", 100, "http://b/1", 100, "http://b/2", 100), counts);
    List<String> names =
        SplitDirectories.listStrictly(fs, output).stream().map(Path::getName).toList();
    assertEquals(List.of("part-r-00000", "part-r-00001"), names);
  }

  private List<String> hiddenFolders() {
    String[] names = folder.list((dir, name) -> name.startsWith("_"));
    return List.of(names);
  }

  @Test
  void outputFolderThatExistsIsRefused() throws Exception {
    Crawl.write(conf, input, rows, 1);
    fs.mkdirs(output);
    Job job = job();
    assertThrows(FileAlreadyExistsException.class, job::submit);
  }

  private TaskAttemptContext attempt(Job job, int task, int attempt) {
    return new TaskAttemptContextImpl(
        job.getConfiguration(), new TaskAttemptID("cif", 7, TaskType.MAP, task, attempt));
  }

  /** Writes rows as an attempt does, up to its commit. */
  private static ColumnOutputCommitter run(TaskAttemptContext attempt, List<GenericRecord> rows)
      throws Exception {
    ColumnOutputFormat format = new ColumnOutputFormat();
    ColumnOutputCommitter committer = (ColumnOutputCommitter) format.getOutputCommitter(attempt);
    committer.setupTask(attempt);
    RecordWriter<Object, IndexedRecord> out = format.getRecordWriter(attempt);
    for (GenericRecord row : rows) {
      out.write(null, row);
    }
    out.close(attempt);
    return committer;
  }

  @Test
  void ofRetriesAndSpeculativeAttemptsOneCopyIsLeft() throws Exception {
    Job job = job();
    job.getConfiguration().setInt("mapreduce.fileoutputcommitter.algorithm.version", 2);
    TaskAttemptContext first = attempt(job, 0, 0);
    TaskAttemptContext second = attempt(job, 0, 1);
    TaskAttemptContext other = attempt(job, 1, 0);
    ColumnOutputCommitter ofJob = new ColumnOutputCommitter(output, first);
    ofJob.setupJob(first);
    ColumnOutputCommitter lost = run(first, rows.subList(0, 200));
    run(second, rows.subList(0, 200)).commitTask(second);
    run(other, rows.subList(200, 300)).commitTask(other);
    assertFalse(fs.exists(output), "visible before the job's commit");
    lost.abortTask(first);
    ofJob.commitJob(first);
    assertEquals(rows, read(output));
  }

  @Test
  void attemptWhoseCommitIsRepeatedLeavesOneCopy() throws Exception {
    Job job = job();
    TaskAttemptContext first = attempt(job, 0, 0);
    TaskAttemptContext second = attempt(job, 0, 1);
    ColumnOutputCommitter ofJob = new ColumnOutputCommitter(output, first);
    ofJob.setupJob(first);
    run(first, rows).commitTask(first);
    // The node that committed is lost, and the task runs again.
    run(second, rows).commitTask(second);
    ofJob.commitJob(first);
    assertEquals(rows, read(output));
  }

  @Test
  void killedJobLeavesNothing() throws Exception {
    Job job = job();
    TaskAttemptContext first = attempt(job, 0, 0);
    ColumnOutputCommitter ofJob = new ColumnOutputCommitter(output, first);
    ofJob.setupJob(first);
    run(first, rows).commitTask(first);
    ofJob.abortJob(first, JobStatus.State.KILLED);
    assertFalse(fs.exists(output));
    assertEquals(List.of(), hiddenFolders());
  }

  @Test
  void recordThatDoesNotFitFailsWithItsFieldAndLeavesNothing() throws Exception {
    Configuration job = new Configuration(conf);
    OutputOptions.setSchema(job, Crawl.SCHEMA);
    ColumnTaskWriter out = ColumnTaskWriter.open(job, output);
    out.write(rows.get(0));
    GenericRecord bad = GenericData.get().deepCopy(Crawl.SCHEMA, rows.get(1));
    bad.put("fetchTime", "noon");
    CifException e = assertThrows(CifException.class, () -> out.write(bad));
    assertTrue(e.getMessage().contains("fetchTime"), e.getMessage());
    assertTrue(e.getMessage().contains("row 1"), e.getMessage());
    assertThrows(CifException.class, () -> out.write(rows.get(2)));
    assertThrows(CifException.class, out::close);
    assertFalse(SplitDirectories.isSplitDirectory(fs, output));
  }
}
