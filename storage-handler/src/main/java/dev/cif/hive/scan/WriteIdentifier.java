package dev.cif.hive.scan;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.io.BucketIdentifier;
import org.apache.hadoop.hive.ql.io.orc.OrcRawRecordMerger.ReaderKey;

/**
 * ROW__ID of the rows of a split-directory, the same for all of them. In an insert-only table it
 * has the write id of the statement that wrote them, and the task's bucket. Queries get it if they
 * ask for it, as incremental rebuilds of materialised views do.
 */
public final class WriteIdentifier {
  /** Null if the rows have none: then ROW__ID is NULL. */
  private final BucketIdentifier written;

  private WriteIdentifier(BucketIdentifier written) {
    this.written = written;
  }

  /**
   * Returns the identifier of a split-directory, which may lie some folders below the one that Hive
   * has named.
   */
  public static WriteIdentifier of(Configuration job, Path split) {
    BucketIdentifier written = null;
    for (Path at = split; at != null && written == null; at = at.getParent()) {
      written = BucketIdentifier.from(job, at);
    }
    return new WriteIdentifier(written);
  }

  /** Returns ROW__ID for a reader of rows; null if it is NULL. */
  ReaderKey key() {
    return written == null
        ? null
        : new ReaderKey(written.getWriteId(), written.getBucketProperty(), 0, written.getWriteId());
  }

  /** Fills the column of a batch. */
  void fill(ColumnVector column) {
    StructColumnVector struct = (StructColumnVector) column;
    if (written == null) {
      struct.isRepeating = true;
      struct.noNulls = false;
      struct.isNull[0] = true;
      return;
    }
    long[] values = {written.getWriteId(), written.getBucketProperty(), 0};
    for (int i = 0; i < values.length; i++) {
      ((LongColumnVector) struct.fields[i]).fill(values[i]);
    }
  }
}
