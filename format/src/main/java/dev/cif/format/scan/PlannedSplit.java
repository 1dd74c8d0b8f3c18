package dev.cif.format.scan;

import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Snapshot;
import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Rows {@code from} to {@code to - 1} of a split-directory, for one task.
 *
 * <p>{@code start}, {@code length} and {@code rawBytes} are positions in the concatenated files of
 * the wanted columns. They assume that all rows have one size, and that pruned rows are cut out.
 *
 * @param directory split-directory
 * @param snapshot changes that count
 * @param from first row
 * @param to first row behind the range; {@link #UNKNOWN} for all rows
 * @param rows number of rows of the split-directory when it was planned; {@link #UNKNOWN} if it was
 *     planned from a listing, which has no rows
 * @param start offset of the rows in the files in bytes
 * @param length size of the rows in the files in bytes
 * @param rawBytes size of the wanted values before encoding in bytes
 * @param hosts hosts of this part of the largest of these files; empty if every host is equally
 *     near
 */
public record PlannedSplit(
    Path directory,
    Snapshot snapshot,
    long from,
    long to,
    long rows,
    long start,
    long length,
    long rawBytes,
    List<String> hosts)
    implements Serializable {
  /** Number of rows that nobody has looked up. */
  public static final long UNKNOWN = -1;

  /**
   * Checks that a split still has the rows for which it was planned; columns may have been added.
   *
   * @param rows planned number of rows; {@link #UNKNOWN} if any number is right
   * @throws CifException if the split was replaced
   */
  public static void expectRows(SplitReader split, long rows) throws CifException {
    if (rows != UNKNOWN && split.rows() != rows) {
      throw CifException.at(
          split.directory(),
          null,
          -1,
          "the split has "
              + split.rows()
              + " rows, and had "
              + rows
              + " when the query was planned: it was replaced meanwhile; run the query again");
    }
  }
}
