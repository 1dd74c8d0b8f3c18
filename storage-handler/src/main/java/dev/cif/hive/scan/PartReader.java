package dev.cif.hive.scan;

import java.io.IOException;
import org.apache.hadoop.hive.ql.io.AcidInputFormat.AcidRecordReader;
import org.apache.hadoop.io.NullWritable;

/** Reads the rows of a split-directory, or some of them, for Hive. */
public interface PartReader<T> extends AcidRecordReader<NullWritable, T> {
  /**
   * Returns true if {@link #next} has no more rows. The rows that it gave before are invalid then.
   */
  boolean isAtEnd() throws IOException;
}
