package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifSchema;
import dev.cif.mapreduce.record.Record;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counters of jobs add up to what is in the files, whichever columns and rows were read. */
class CountersTest {
  private static final int ROWS = 400;
  private static final int SPLITS = 2;
  private static final int COLUMNS = 40;

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path input;

  /** Asks for the first column in every row, for the second in every tenth, for no other. */
  static final class SomeMapper extends Mapper<NullWritable, Record, NullWritable, NullWritable> {
    @Override
    protected void map(NullWritable key, Record row, Context context) {
      ask(row);
    }
  }

  /** Counterpart of {@link SomeMapper} for the older interface. */
  static final class OldSomeMapper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<NullWritable, Record, NullWritable, NullWritable> {
    @Override
    public void map(
        NullWritable key,
        Record row,
        OutputCollector<NullWritable, NullWritable> out,
        Reporter reporter) {
      ask(row);
    }
  }

  private static void ask(Record row) {
    if ((Integer) row.get("c0") % 10 == 0) {
      row.get("c1");
    }
  }

  @BeforeEach
  void write() throws IOException {
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    input = new Path(new File(folder, "in").toURI());
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("wide").fields();
    for (int c = 0; c < COLUMNS; c++) {
      fields.requiredInt("c" + c);
    }
    Schema schema = fields.endRecord();
    for (int s = 0; s < SPLITS; s++) {
      List<GenericRecord> rows = new ArrayList<>();
      for (int i = 0; i < ROWS / SPLITS; i++) {
        GenericRecord row = new GenericData.Record(schema);
        for (int c = 0; c < COLUMNS; c++) {
          row.put(c, s * (ROWS / SPLITS) + i);
        }
        rows.add(row);
      }
      Scans.write(new Path(input, "s" + s), schema, rows);
    }
  }

  private Job job() throws IOException {
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    job.setMapperClass(SomeMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    return job;
  }

  /** The bytes of a column's files. */
  private long length(String column) throws IOException {
    FileSystem fs = input.getFileSystem(conf);
    long length = 0;
    for (Path directory : SplitDirectories.list(fs, input)) {
      try (SplitReader reader = SplitReader.open(fs, directory)) {
        length += reader.fileLength(reader.schema().indexOf(CifSchema.foldCase(column)));
      }
    }
    return length;
  }

  private static Map<String, Long> group(Counters counters, String group) {
    Map<String, Long> values = new HashMap<>();
    counters.getGroup(group).forEach(c -> values.put(c.getName(), c.getValue()));
    return values;
  }

  private void expectColumn(Map<String, Long> counters, String column, long read)
      throws IOException {
    assertEquals(read, counters.get(column + ": rows read"), column);
    assertEquals(read, counters.get(column + ": values decoded"), column);
    assertEquals(ROWS - read, counters.get(column + ": values skipped"), column);
    long bytes = counters.get(column + ": bytes read");
    assertEquals(read > 0, bytes > 0, column);
    assertEquals(length(column), bytes + counters.get(column + ": bytes skipped"), column);
  }

  @Test
  void columnsAreCountedWhetherTheyWereReadOrNot() throws Exception {
    Job job = job();
    assertTrue(job.waitForCompletion(false));
    Map<String, Long> columns = group(job.getCounters(), ScanCounters.COLUMNS);
    expectColumn(columns, "c0", ROWS);
    expectColumn(columns, "c1", ROWS / 10);
    expectColumn(columns, "c2", 0);
    Map<String, Long> totals = group(job.getCounters(), ScanCounters.TOTAL);
    assertEquals(ROWS, totals.get("rows"));
    assertEquals(2L * SPLITS, totals.get("files opened"));
    assertEquals(ROWS + ROWS / 10, totals.get("values decoded"));
    assertEquals((long) COLUMNS * ROWS - ROWS - ROWS / 10, totals.get("values skipped"));
    assertTrue(totals.get("bytes read") > 0);
    assertEquals(totals.get("bytes read"), totals.get("bytes read locally"));
  }

  @Test
  void columnCacheIsReadWithoutStorage() throws Exception {
    conf.set("cif.cache.size", "1048576");
    FileSystem fs = input.getFileSystem(conf);
    for (Path directory : SplitDirectories.list(fs, input)) {
      try (SplitReader reader = SplitReader.open(fs, directory, ReadOptions.from(conf))) {
        reader.column("c0").statistics();
      }
    }
    Job job = job();
    assertTrue(job.waitForCompletion(false));
    Map<String, Long> columns = group(job.getCounters(), ScanCounters.COLUMNS);
    assertEquals(ROWS, columns.get("c0: values decoded"));
    assertEquals(0, columns.get("c0: bytes read"));
    assertTrue(columns.get("c1: bytes read") > 0);
  }

  @Test
  void wideTableStaysBelowHadoopsLimitOfCounters() throws Exception {
    Job job = job();
    assertTrue(job.waitForCompletion(false));
    assertEquals(
        5 * ScanOptions.DEFAULT_COUNTED_COLUMNS,
        group(job.getCounters(), ScanCounters.COLUMNS).size());

    Job few = job();
    few.getConfiguration().set(ScanOptions.COUNTED_COLUMNS, "1");
    assertTrue(few.waitForCompletion(false));
    assertEquals(5, group(few.getCounters(), ScanCounters.COLUMNS).size());
  }

  @Test
  void olderInterfaceCountsTheSame() throws Exception {
    JobConf job = new JobConf(conf);
    job.setInputFormat(dev.cif.mapred.ColumnInputFormat.class);
    dev.cif.mapred.ColumnInputFormat.addInputPath(job, input);
    job.setMapperClass(OldSomeMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormat(org.apache.hadoop.mapred.lib.NullOutputFormat.class);
    org.apache.hadoop.mapred.Counters counters = JobClient.runJob(job).getCounters();
    Map<String, Long> columns = new HashMap<>();
    counters.getGroup(ScanCounters.COLUMNS).forEach(c -> columns.put(c.getName(), c.getValue()));
    expectColumn(columns, "c0", ROWS);
    expectColumn(columns, "c1", ROWS / 10);
    expectColumn(columns, "c2", 0);
  }

  @Test
  void predicateOfAJobPrunesSplitDirectoriesAndItsTasks() throws Exception {
    Job job = job();
    Predicate high = Predicate.compare("c3", Predicate.Op.GE, (long) ROWS - 5);
    ColumnInputFormat.setPredicate(job, high, true);
    assertTrue(job.waitForCompletion(false));
    Map<String, Long> columns = group(job.getCounters(), ScanCounters.COLUMNS);
    assertEquals(5, group(job.getCounters(), ScanCounters.TOTAL).get("rows"));
    // The first split-directory has no such row, and is in no task's input.
    assertEquals(5, columns.get("c0: rows read"));
    assertEquals(ROWS / SPLITS - 5, columns.get("c0: values skipped"));
  }
}
