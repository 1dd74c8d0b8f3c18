package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs with bad input or bad output: refused when they are submitted, or nothing is left. */
class JobFailureTest {
  private static final String VICTIM = "test.victim";
  private static final int BAD_ROW = 70;

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path input;
  private Path output;
  private FileSystem fs;

  /** Removes the split-directory that another task is to read. */
  static final class VandalMapper
      extends Mapper<NullWritable, IndexedRecord, NullWritable, IndexedRecord> {
    @Override
    protected void setup(Context context) throws IOException {
      Path victim = new Path(context.getConfiguration().get(VICTIM));
      victim.getFileSystem(context.getConfiguration()).delete(victim, true);
    }
  }

  /** Gives one record a value of another type than its schema says. */
  static final class MisfitMapper
      extends Mapper<NullWritable, GenericRecord, NullWritable, IndexedRecord> {
    private int count;

    @Override
    protected void map(NullWritable key, GenericRecord row, Context context)
        throws IOException, InterruptedException {
      spoil(row, count++);
      context.write(key, row);
    }
  }

  /** Counterpart of {@link MisfitMapper} for the older interface. */
  static final class OldMisfitMapper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<
          NullWritable, GenericRecord, NullWritable, IndexedRecord> {
    private int count;

    @Override
    public void map(
        NullWritable key,
        GenericRecord row,
        OutputCollector<NullWritable, IndexedRecord> out,
        Reporter reporter)
        throws IOException {
      spoil(row, count++);
      out.collect(key, row);
    }
  }

  private static void spoil(GenericRecord row, int number) {
    if (number == BAD_ROW) {
      row.put("fetchTime", "noon");
    }
  }

  @BeforeEach
  void prepare() throws IOException {
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    input = new Path(new File(folder, "in").toURI());
    output = new Path(new File(folder, "out").toURI());
    fs = output.getFileSystem(conf);
    Crawl.write(conf, input, Crawl.rows(300), 3);
  }

  private Job job() throws IOException {
    return Crawl.copyJob(conf, input, output);
  }

  private JobConf olderJob() {
    return Crawl.olderCopyJob(conf, input, output);
  }

  private void expectNothingLeft() throws IOException {
    assertFalse(fs.exists(output));
    assertEquals(0, folder.list((dir, name) -> name.startsWith("_")).length);
  }

  @Test
  void unknownColumnIsRefusedWhenTheJobIsSubmitted() throws Exception {
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setColumns(job, "url, metadta");
    job.setOutputFormatClass(ColumnOutputFormat.class);
    ColumnOutputFormat.setOutputPath(job, output);
    ColumnOutputFormat.setSchema(job, Crawl.SCHEMA);
    CifException e = assertThrows(CifException.class, job::submit);
    assertTrue(e.getMessage().contains("[metadta]"), e.getMessage());
    assertTrue(e.getMessage().contains("[url, fetchTime, inlink, metadata, content]"));
    expectNothingLeft();

    JobConf older = olderJob();
    older.unset(ScanOptions.READ_SCHEMA);
    dev.cif.mapred.ColumnInputFormat.setColumns(older, "url, metadta");
    assertThrows(CifException.class, () -> JobClient.runJob(older));
    expectNothingLeft();
  }

  @Test
  void outputFolderThatExistsIsRefusedByTheOlderInterfaceToo() throws Exception {
    fs.mkdirs(output);
    assertThrows(FileAlreadyExistsException.class, () -> JobClient.runJob(olderJob()));
    assertEquals(0, fs.listStatus(output).length);
  }

  @Test
  void splitDirectoryThatDisappearsDuringTheJobFailsIt() throws Exception {
    Job job = job();
    List<ColumnSplit> splits = ColumnSplit.plan(job.getConfiguration(), new Path[] {input});
    // The largest input comes first, and this runner has one task after the other.
    long largest = splits.stream().mapToLong(ColumnSplit::getLength).max().orElseThrow();
    ColumnSplit later =
        splits.stream().filter(s -> s.getLength() < largest).findFirst().orElse(splits.get(2));
    job.getConfiguration().set(VICTIM, later.directories().get(0).toString());
    job.setMapperClass(VandalMapper.class);
    assertFalse(job.waitForCompletion(false));
    expectNothingLeft();
  }

  @Test
  void recordThatDoesNotFitFailsTheJobAndLeavesNothing() throws Exception {
    Job job = job();
    job.setMapperClass(MisfitMapper.class);
    assertFalse(job.waitForCompletion(false));
    expectNothingLeft();

    JobConf older = olderJob();
    older.setMapperClass(OldMisfitMapper.class);
    assertThrows(IOException.class, () -> JobClient.runJob(older));
    expectNothingLeft();
  }
}
