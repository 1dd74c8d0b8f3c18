package dev.cif.mapreduce.join;

import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.TaskScan;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Progressable;

/**
 * Corresponding buckets of the job's tables: the value that {@link BucketInputFormat} gives a map
 * function. They are read one after the other or together. Not thread-safe.
 */
public final class Buckets implements Closeable {
  private final Configuration job;
  private final BucketSplit split;
  private final ScanCounters.Sink counters;
  private final Progressable task;
  private final List<BucketRows> opened = new ArrayList<>();

  /**
   * Creates the buckets of a split; opens nothing yet.
   *
   * @param task receiver of progress reports while rows are read
   */
  public Buckets(
      Configuration job, BucketSplit split, ScanCounters.Sink counters, Progressable task) {
    this.job = job;
    this.split = split;
    this.counters = counters;
    this.task = task;
  }

  /** Returns the number of the bucket, from 0. */
  public int bucket() {
    return split.bucket();
  }

  /** Returns the names of the tables. */
  public List<String> tables() {
    return split.names();
  }

  /**
   * Opens the rows of a table's bucket, from the first on. They are closed with the task if not
   * before.
   *
   * @throws CifException if the job has no such table, or a setting of its scan is not valid
   */
  public BucketRows rows(String table) throws IOException {
    if (!split.names().contains(table)) {
      throw new CifException("the job has no table '" + table + "'; it has " + split.names());
    }
    BucketTables tables = new BucketTables(job);
    Configuration conf = tables.of(table);
    TaskScan scan = TaskScan.open(conf, split.table(table), counters, false);
    BucketRows rows = new BucketRows(tables, split, table, scan, task);
    opened.add(rows);
    return rows;
  }

  /** Joins tables that are sorted by their keys, ascending. */
  public MergeJoin merge(String... tables) throws IOException {
    List<BucketRows> inputs = new ArrayList<>();
    for (String table : tables) {
      inputs.add(rows(table));
    }
    return new MergeJoin(inputs);
  }

  /** Reads a table's bucket into memory, to look up the rows of a key. */
  public HashJoin hash(String table) throws IOException {
    try (BucketRows rows = rows(table)) {
      return new HashJoin(rows);
    }
  }

  @Override
  public void close() throws IOException {
    for (BucketRows rows : opened) {
      rows.close();
    }
  }
}
