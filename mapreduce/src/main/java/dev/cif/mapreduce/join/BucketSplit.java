package dev.cif.mapreduce.join;

import dev.cif.mapreduce.scan.ColumnSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Corresponding buckets of several tables: the input of one map task, for both interfaces of
 * Hadoop.
 */
public final class BucketSplit extends InputSplit
    implements Writable, org.apache.hadoop.mapred.InputSplit {
  private int bucket;
  private int count;
  private List<String> names = List.of();
  private List<ColumnSplit> tables = List.of();

  /** Creates a split for Hadoop, which then calls {@link #readFields}. */
  public BucketSplit() {}

  BucketSplit(int bucket, int count, List<String> names, List<ColumnSplit> tables) {
    this.bucket = bucket;
    this.count = count;
    this.names = names;
    this.tables = tables;
  }

  /**
   * Returns a split for each bucket of the job's tables.
   *
   * @throws dev.cif.format.schema.CifException if a setting ({@link BucketTables}) is not valid, or
   *     the tables do not correspond: different numbers or types of keys, a bucket that is missing
   *     or has two files
   */
  public static List<BucketSplit> plan(Configuration job) throws IOException {
    return BucketPlan.of(job);
  }

  /** Returns the folders of the job's tables. */
  public static Path[] paths(Configuration job) throws IOException {
    return BucketPlan.paths(job);
  }

  /** Returns the number of the bucket, from 0. */
  public int bucket() {
    return bucket;
  }

  /** Returns the number of buckets of each table. */
  public int count() {
    return count;
  }

  List<String> names() {
    return names;
  }

  public ColumnSplit table(String name) {
    return tables.get(names.indexOf(name));
  }

  /** Returns the bytes of the files of the wanted columns of all tables. */
  @Override
  public long getLength() {
    return tables.stream().mapToLong(ColumnSplit::getLength).sum();
  }

  /**
   * Returns the hosts that have the bucket of every table; if there are none, those of the largest
   * one.
   */
  @Override
  public String[] getLocations() {
    ColumnSplit largest =
        tables.stream().max(Comparator.comparingLong(ColumnSplit::getLength)).orElse(null);
    if (largest == null) {
      return new String[0];
    }
    List<String> hosts = new ArrayList<>(Arrays.asList(largest.getLocations()));
    tables.forEach(table -> hosts.retainAll(Arrays.asList(table.getLocations())));
    return hosts.isEmpty() ? largest.getLocations() : hosts.toArray(new String[0]);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, bucket);
    WritableUtils.writeVInt(out, count);
    WritableUtils.writeVInt(out, names.size());
    for (int i = 0; i < names.size(); i++) {
      Text.writeString(out, names.get(i));
      tables.get(i).write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    bucket = WritableUtils.readVInt(in);
    count = WritableUtils.readVInt(in);
    int size = WritableUtils.readVInt(in);
    names = new ArrayList<>();
    tables = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      names.add(Text.readString(in));
      ColumnSplit table = new ColumnSplit();
      table.readFields(in);
      tables.add(table);
    }
  }

  @Override
  public String toString() {
    return "bucket " + bucket + " of " + names;
  }
}
