package dev.cif.hive;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.RecordReader;

/** Reads the rows of a split-directory, or some of them, for Hive. */
interface PartReader<T> extends RecordReader<NullWritable, T> {
  /**
   * Returns true if {@link #next} would return no row. The row that it returned before becomes
   * invalid.
   */
  boolean isAtEnd() throws IOException;
}
