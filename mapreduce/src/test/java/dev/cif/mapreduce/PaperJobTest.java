package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.mapreduce.record.Record;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The job of the paper's figure 1, through both of Hadoop's interfaces, in local mode. */
class PaperJobTest {
  private static final int ROWS = 2000;
  private static final int SPLITS = 3;

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Set<String> expected;
  private org.apache.hadoop.fs.Path input;
  private org.apache.hadoop.fs.Path output;

  /**
   * Returns the value that the paper's map function finds in a row, or null; the same for every
   * kind of record.
   */
  private static String contentType(GenericRecord row) {
    if (!row.get("url").toString().contains(Crawl.PATTERN)) {
      return null;
    }
    Map<?, ?> metadata = (Map<?, ?>) row.get("metadata");
    return metadata.get("content-type").toString();
  }

  static final class TypeMapper extends Mapper<NullWritable, Record, Text, NullWritable> {
    @Override
    protected void map(NullWritable key, Record row, Context context)
        throws IOException, InterruptedException {
      String type = contentType(row);
      if (type != null) {
        context.write(new Text(type), NullWritable.get());
      }
    }
  }

  static final class OldTypeMapper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<NullWritable, Record, Text, NullWritable> {
    @Override
    public void map(
        NullWritable key, Record row, OutputCollector<Text, NullWritable> out, Reporter reporter)
        throws IOException {
      String type = contentType(row);
      if (type != null) {
        out.collect(new Text(type), NullWritable.get());
      }
    }
  }

  static final class OldDistinctReducer extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, NullWritable, Text, NullWritable> {
    @Override
    public void reduce(
        Text type,
        Iterator<NullWritable> ones,
        OutputCollector<Text, NullWritable> out,
        Reporter reporter)
        throws IOException {
      out.collect(type, NullWritable.get());
    }
  }

  /** The job's answer, found without it in rows that Avro has read. */
  static Set<String> typesOf(List<GenericRecord> rows) {
    Set<String> types = new TreeSet<>();
    for (GenericRecord row : rows) {
      if (row.get("url").toString().contains(Crawl.PATTERN)) {
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) row.get("metadata")).entrySet()) {
          if (entry.getKey().toString().equals("content-type")) {
            types.add(entry.getValue().toString());
          }
        }
      }
    }
    return types;
  }

  @BeforeEach
  void writeCrawl() throws IOException {
    List<GenericRecord> rows = Crawl.rows(ROWS);
    expected = typesOf(Crawl.throughAvro(new File(folder, "crawl.avro"), rows));
    conf.set("cif.layout.metadata", "dcsl");
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    input = new org.apache.hadoop.fs.Path(new File(folder, "crawl").toURI());
    output = new org.apache.hadoop.fs.Path(new File(folder, "types").toURI());
    Crawl.write(conf, input, rows, SPLITS);
  }

  private Set<String> answers() throws IOException {
    Set<String> lines = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of(output.toUri()))) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("part-")).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  private Job newJob(String kind) throws IOException {
    Job job = Job.getInstance(conf);
    job.getConfiguration().set(ScanOptions.RECORD, kind);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setColumns(job, "url, metadata");
    job.setMapperClass(TypeMapper.class);
    job.setReducerClass(DistinctReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    TextOutputFormat.setOutputPath(job, output);
    return job;
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void distinctTypesAreThoseThatAvroFinds(String kind) throws Exception {
    Job job = newJob(kind);
    assertTrue(job.waitForCompletion(false));
    assertEquals(expected, answers());
    assertEquals(
        ROWS, job.getCounters().findCounter(ScanCounters.TOTAL, ScanCounters.ROWS).getValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void oldInterfaceFindsTheSame(String kind) throws Exception {
    JobConf job = new JobConf(conf);
    job.set(ScanOptions.RECORD, kind);
    job.setInputFormat(dev.cif.mapred.ColumnInputFormat.class);
    dev.cif.mapred.ColumnInputFormat.addInputPath(job, input);
    dev.cif.mapred.ColumnInputFormat.setColumns(job, "url, metadata");
    job.setMapperClass(OldTypeMapper.class);
    job.setReducerClass(OldDistinctReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(job, output);
    RunningJob done = JobClient.runJob(job);
    assertTrue(done.isSuccessful());
    assertEquals(expected, answers());
    Counters counters = done.getCounters();
    assertEquals(ROWS, counters.findCounter(ScanCounters.TOTAL, ScanCounters.ROWS).getValue());
    String metadata = ScanCounters.ofColumn("metadata", ScanCounters.ROWS_READ);
    assertEquals(
        kind.equals("lazy") ? ROWS / 16 : ROWS,
        counters.findCounter(ScanCounters.COLUMNS, metadata).getValue());
  }

  /**
   * Checks that only url and metadata are opened in each split, and that metadata is decoded on a
   * match.
   */
  @ParameterizedTest
  @CsvSource({"lazy,125", "eager,6000"})
  void countersTellWhatWasDecoded(String kind, long mostOfMetadata) throws Exception {
    Job job = newJob(kind);
    assertTrue(job.waitForCompletion(false));
    assertEquals(
        2L * SPLITS,
        job.getCounters().findCounter(ScanCounters.TOTAL, ScanCounters.FILES_OPENED).getValue());
    assertEquals(ROWS, ofColumn(job, "url", ScanCounters.ROWS_READ));
    assertEquals(ROWS, ofColumn(job, "url", ScanCounters.VALUES_DECODED));
    long rowsOfMetadata = kind.equals("lazy") ? ROWS / 16 : ROWS;
    assertEquals(rowsOfMetadata, ofColumn(job, "metadata", ScanCounters.ROWS_READ));
    long decoded = ofColumn(job, "metadata", ScanCounters.VALUES_DECODED);
    assertTrue(decoded >= rowsOfMetadata, "decoded " + decoded);
    assertTrue(decoded <= 2 * mostOfMetadata, "decoded " + decoded);
  }

  private static long ofColumn(Job job, String column, String counter) throws IOException {
    return job.getCounters()
        .findCounter(ScanCounters.COLUMNS, ScanCounters.ofColumn(column, counter))
        .getValue();
  }
}
