package dev.cif.mapred;

import dev.cif.format.scan.Predicate;
import dev.cif.mapreduce.join.BucketSplit;
import dev.cif.mapreduce.join.BucketTables;
import dev.cif.mapreduce.join.Buckets;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Gives each map task corresponding buckets of several tables in jobs of {@code
 * org.apache.hadoop.mapred}, with the same settings and limits as {@link
 * dev.cif.mapreduce.join.BucketInputFormat}.
 */
public class BucketInputFormat implements InputFormat<IntWritable, Buckets> {

  /** Adds a table; see {@link BucketTables#add}. */
  public static void addTable(JobConf job, String name, Path path, String columns, String keys) {
    BucketTables.add(job, name, path, columns, keys);
  }

  /** Filters the rows of a table; see {@link BucketTables#setPredicate}. */
  public static void setPredicate(JobConf job, String table, Predicate predicate) {
    BucketTables.setPredicate(job, table, predicate);
  }

  @Override
  public InputSplit[] getSplits(JobConf job, int hint) throws IOException {
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), BucketSplit.paths(job), job);
    return BucketSplit.plan(job).toArray(new InputSplit[0]);
  }

  @Override
  public RecordReader<IntWritable, Buckets> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) {
    return new Reader(new Buckets(job, (BucketSplit) split, reporter::incrCounter, reporter));
  }

  /** Reader that gives the buckets once. */
  private static final class Reader implements RecordReader<IntWritable, Buckets> {
    private final Buckets buckets;
    private boolean isGiven;

    Reader(Buckets buckets) {
      this.buckets = buckets;
    }

    @Override
    public boolean next(IntWritable key, Buckets value) {
      boolean first = !isGiven;
      isGiven = true;
      key.set(buckets.bucket());
      return first;
    }

    @Override
    public IntWritable createKey() {
      return new IntWritable();
    }

    @Override
    public Buckets createValue() {
      return buckets;
    }

    @Override
    public long getPos() {
      return isGiven ? 1 : 0;
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void close() throws IOException {
      buckets.close();
    }
  }
}
