package dev.cif.format.scan;

import dev.cif.format.BlockPlace;
import dev.cif.format.ColumnOptions;
import dev.cif.format.SplitReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * What reading some columns of a split-directory takes; divided among tasks by {@link #divide}.
 *
 * @param directory the split-directory
 * @param rows its rows
 * @param length bytes of the columns' files
 * @param rawBytes bytes of their values before encoding
 * @param places where the largest of these files is; of no columns, of all files; none if every
 *     host is as near
 */
public record SplitWork(
    Path directory, long rows, long length, long rawBytes, List<BlockPlace> places) {

  /** Blocks of narrow columns, as they are written by default, begin at multiples of it. */
  private static final int STEP = ColumnOptions.DEFAULT.blockRows();

  /**
   * The work of reading some columns.
   *
   * @param columns positions in the split's schema
   */
  public static SplitWork of(SplitReader split, List<Integer> columns) throws IOException {
    return new SplitWork(
        split.directory(),
        split.rows(),
        columns.stream().mapToLong(split::fileLength).sum(),
        columns.stream().mapToLong(split::rawBytes).sum(),
        split.places(columns));
  }

  /** All of it for one task. */
  public PlannedSplit whole() {
    return part(0, rows);
  }

  /**
   * Parts of about so much work each. They begin where blocks do, if they are long enough, so that
   * next to nothing is decoded by two tasks. At least one, also of a split without rows.
   *
   * @param size bytes before encoding, at least 1
   */
  public List<PlannedSplit> divide(long size) {
    long count = Math.max(1, Math.min(rows, (rawBytes + size - 1) / size));
    long step = rows / count >= STEP ? STEP : 1;
    List<PlannedSplit> parts = new ArrayList<>();
    long from = 0;
    for (long i = 1; i < count; i++) {
      long to = Math.round((double) rows * i / count / step) * step;
      if (to > from) {
        parts.add(part(from, to));
        from = to;
      }
    }
    parts.add(part(from, rows));
    return parts;
  }

  private PlannedSplit part(long from, long to) {
    return new PlannedSplit(
        directory,
        from,
        to,
        rows,
        before(from, length),
        share(from, to, length),
        share(from, to, rawBytes),
        hosts(from, to));
  }

  /** Of a number of bytes those of the rows before one, if all are of one size. */
  private long before(long row, long bytes) {
    return row == 0 ? 0 : (long) ((double) bytes * row / rows);
  }

  /** Of a number of bytes those of some rows; of the last rows, what is left. */
  private long share(long from, long to, long bytes) {
    return (to == rows ? bytes : before(to, bytes)) - before(from, bytes);
  }

  private List<String> hosts(long from, long to) {
    long all = places.stream().mapToLong(BlockPlace::length).sum();
    long start = before(from, all);
    long end = start + Math.max(1, share(from, to, all));
    Set<String> hosts = new LinkedHashSet<>();
    for (BlockPlace place : places) {
      if (place.offset() < end && place.offset() + place.length() > start) {
        hosts.addAll(place.hosts());
      }
    }
    return List.copyOf(hosts);
  }
}
