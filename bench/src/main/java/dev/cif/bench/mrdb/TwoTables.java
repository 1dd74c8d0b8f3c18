package dev.cif.bench.mrdb;

import dev.cif.bench.data.UserVisits;
import dev.cif.bench.formats.FieldValues;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.formats.ForwardingReader;
import dev.cif.format.scan.Predicate;
import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.TaskReporter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Gives a job the rows of two tables of one format, each by the format's own input format with
 * settings of its own. A task reads one table, which its split names.
 */
final class TwoTables extends InputFormat<Object, Object> {
  private static final String STORAGE = "mrdb.format";
  private static final String FOLDER = "mrdb.folder.";
  private static final String INDEX = "mrdb.index";

  /** Columns of rankings that the join reads: its key, then the rank. */
  private static final String[] OF_RANKINGS = {"pageURL", "pageRank"};

  /** Columns of visits that the join reads: the key, then the address, the revenue, and the day. */
  private static final String[] OF_VISITS = {"destURL", "sourceIP", "adRevenue", "visitDate"};

  /**
   * Sets a job up.
   *
   * @param rankings folder of rankings, or null to read the visits alone
   * @param visits folder of visits, or null to read the rankings alone
   * @param byIndex true to prune blocks of visits by their statistics
   */
  static void set(Job job, FileFormat format, Path rankings, Path visits, boolean byIndex) {
    Configuration conf = job.getConfiguration();
    conf.set(STORAGE, format.name());
    if (rankings != null) {
      conf.set(FOLDER + MrdbData.RANKINGS, rankings.toString());
    }
    if (visits != null) {
      conf.set(FOLDER + MrdbData.VISITS, visits.toString());
    }
    conf.setBoolean(INDEX, byIndex);
    job.setInputFormatClass(TwoTables.class);
  }

  private static FileFormat format(Configuration conf) {
    return FileFormats.named(conf.get(STORAGE));
  }

  private static int[] fields(String table, Schema schema) {
    String[] names = table.equals(MrdbData.VISITS) ? OF_VISITS : OF_RANKINGS;
    int[] fields = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      fields[i] = schema.getField(names[i]).pos();
    }
    return fields;
  }

  /** Returns a map function's access to its table's fields. */
  static FieldValues values(TaskAttemptContext context, String table) throws IOException {
    Schema schema = MrdbData.schema(table);
    Configuration conf = context.getConfiguration();
    return format(conf).values(conf, schema, fields(table, schema));
  }

  /** Sets up one table's settings, and returns its input format. */
  private static InputFormat<?, ?> format(Job own, String table) throws IOException {
    Configuration conf = own.getConfiguration();
    // The job's map function reads more than column files.
    conf.setInt("cif.mapreduce.threads", 1);
    Schema schema = MrdbData.schema(table);
    Class<? extends InputFormat<?, ?>> type =
        format(conf).read(own, new Path(conf.get(FOLDER + table)), schema, fields(table, schema));
    if (table.equals(MrdbData.VISITS) && conf.getBoolean(INDEX, false)) {
      ColumnInputFormat.setPredicate(own, week(), false);
    }
    return ReflectionUtils.newInstance(type, conf);
  }

  /** Returns the predicate for the days whose visits are joined. */
  static Predicate week() {
    return Predicate.between("visitDate", UserVisits.FROM.toEpochDay(), UserVisits.TO.toEpochDay());
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException, InterruptedException {
    List<InputSplit> splits = new ArrayList<>();
    for (String table : List.of(MrdbData.RANKINGS, MrdbData.VISITS)) {
      if (context.getConfiguration().get(FOLDER + table) != null) {
        Job own = Job.getInstance(context.getConfiguration());
        for (InputSplit split : format(own, table).getSplits(own)) {
          splits.add(new TwoTableSplit(table, split));
        }
      }
    }
    return splits;
  }

  @Override
  @SuppressWarnings("unchecked") // The map functions take what the formats give.
  public RecordReader<Object, Object> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException, InterruptedException {
    TwoTableSplit ofTable = (TwoTableSplit) split;
    Job own = Job.getInstance(context.getConfiguration());
    InputFormat<?, ?> format = format(own, ofTable.table());
    TaskAttemptContext ownContext =
        new TaskAttemptContextImpl(
            own.getConfiguration(), context.getTaskAttemptID(), new TaskReporter(context));
    return new Reader(
        (RecordReader<Object, Object>) format.createRecordReader(ofTable.split(), ownContext),
        ownContext);
  }

  /** A format's reader, with the settings of its table. */
  private static final class Reader extends ForwardingReader<Object, Object> {
    private final TaskAttemptContext own;

    Reader(RecordReader<Object, Object> reader, TaskAttemptContext own) {
      super(reader);
      this.own = own;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      super.initialize(((TwoTableSplit) split).split(), own);
    }
  }
}
