package dev.cif.hive.scan;

import dev.cif.hive.version.HiveFeatures;
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
 * ask for it, as incremental rebuilds of materialised views do. Before Hive 4 it is NULL.
 */
public final class WriteIdentifier {
  private static final boolean IS_KNOWN =
      HiveFeatures.has("org.apache.hadoop.hive.ql.io.BucketIdentifier");

  /** Write id and bucket; null if the rows have none: then ROW__ID is NULL. */
  private final long[] written;

  private WriteIdentifier(long[] written) {
    this.written = written;
  }

  /**
   * Returns the identifier of a split-directory, which may lie some folders below the one that Hive
   * has named.
   */
  public static WriteIdentifier of(Configuration job, Path split) {
    long[] written = null;
    for (Path at = split; IS_KNOWN && at != null && written == null; at = at.getParent()) {
      written = Hive4.written(job, at);
    }
    return new WriteIdentifier(written);
  }

  private static final class Hive4 {
    static long[] written(Configuration job, Path folder) {
      BucketIdentifier written = BucketIdentifier.from(job, folder);
      return written == null
          ? null
          : new long[] {written.getWriteId(), written.getBucketProperty()};
    }
  }

  /** Returns ROW__ID for a reader of rows; null if it is NULL. */
  ReaderKey key() {
    return written == null ? null : new ReaderKey(written[0], (int) written[1], 0, written[0]);
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
    for (int i = 0; i < written.length; i++) {
      ((LongColumnVector) struct.fields[i]).fill(written[i]);
    }
    ((LongColumnVector) struct.fields[written.length]).fill(0);
  }
}
