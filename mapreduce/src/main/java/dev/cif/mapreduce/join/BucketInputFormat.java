package dev.cif.mapreduce.join;

import dev.cif.format.scan.Predicate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Gives each map task bucket i of several tables together, in one call of the map function: a join
 * without a shuffle. Keys are the numbers of buckets, values {@link Buckets}. Tasks read locally if
 * the tables belong to one co-location group (docs/HDFS.md).
 *
 * <pre>{@code
 * job.setInputFormatClass(BucketInputFormat.class);
 * BucketInputFormat.addTable(job, "orders", orders, "o_id, o_date", "o_id");
 * BucketInputFormat.addTable(job, "items", items, "i_order, i_price", "i_order");
 * }</pre>
 *
 * <p>For {@code org.apache.hadoop.mapred} there is {@code dev.cif.mapred.BucketInputFormat}.
 */
public class BucketInputFormat extends InputFormat<IntWritable, Buckets> {

  /** Adds a table; see {@link BucketTables#add}. */
  public static void addTable(Job job, String name, Path path, String columns, String keys) {
    BucketTables.add(job.getConfiguration(), name, path, columns, keys);
  }

  /** Filters the rows of a table; see {@link BucketTables#setPredicate}. */
  public static void setPredicate(Job job, String table, Predicate predicate) {
    BucketTables.setPredicate(job.getConfiguration(), table, predicate);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration job = context.getConfiguration();
    TokenCache.obtainTokensForNamenodes(context.getCredentials(), BucketSplit.paths(job), job);
    return new ArrayList<>(BucketSplit.plan(job));
  }

  @Override
  public RecordReader<IntWritable, Buckets> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  /** Reader that gives the buckets once. */
  private static final class Reader extends RecordReader<IntWritable, Buckets> {
    private Buckets buckets;
    private boolean isGiven;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {
      buckets =
          new Buckets(
              context.getConfiguration(),
              (BucketSplit) split,
              (group, name, n) -> context.getCounter(group, name).increment(n),
              context);
    }

    @Override
    public boolean nextKeyValue() {
      boolean first = !isGiven;
      isGiven = true;
      return first;
    }

    @Override
    public IntWritable getCurrentKey() {
      return new IntWritable(buckets.bucket());
    }

    @Override
    public Buckets getCurrentValue() {
      return buckets;
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void close() throws IOException {
      if (buckets != null) {
        buckets.close();
      }
    }
  }
}
