package dev.cif.format.scan;

import dev.cif.format.CifException;
import dev.cif.format.Snapshot;
import dev.cif.format.SplitReader;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Rows {@code from} to {@code to - 1} of a split-directory, for a task to read.
 *
 * @param directory the split-directory
 * @param snapshot the changes that count
 * @param from first row
 * @param to first row behind them; {@link #UNKNOWN} for all
 * @param rows those of the split-directory when it was planned; {@link #UNKNOWN} if it was planned
 *     from a listing, which tells no rows
 * @param start where they begin in the files of the wanted columns, if these are laid end to end,
 *     all rows are of one size, and those that do not matter are cut out
 * @param length bytes of these files, likewise
 * @param rawBytes bytes of the wanted values before encoding, likewise
 * @param hosts those that hold this part of the largest of these files; none if every host is as
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
    List<String> hosts) {
  /** Stands for a number of rows that nobody has looked up. */
  public static final long UNKNOWN = -1;

  /**
   * Checks that a split still has the rows for which it was planned; columns may have been added.
   *
   * @param rows those that it had; {@link #UNKNOWN} if any are right
   * @throws CifException if it was replaced
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
