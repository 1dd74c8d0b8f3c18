package dev.cif.format.scan;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.read.BlockHosts;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Work of reading some columns of a split-directory, which {@link #divide} divides among tasks.
 *
 * @param directory split-directory
 * @param snapshot changes that count
 * @param rows number of rows; {@link PlannedSplit#UNKNOWN} if it was not opened
 * @param chosen rows that may matter; null if it was not opened
 * @param deleted number of rows that are deleted, in all of the split-directory
 * @param length size of the columns in bytes, see {@link SplitReader#columnLength}
 * @param rawBytes size of their values before encoding in bytes
 * @param largest name of the largest of these files, or of all files if there are no columns; null
 *     for none
 * @param places places of the blocks of that file; empty if every host is equally near
 */
public record SplitWork(
    Path directory,
    Snapshot snapshot,
    long rows,
    RowRanges chosen,
    long deleted,
    long length,
    long rawBytes,
    String largest,
    List<BlockHosts> places) {

  /**
   * Number of rows between the starts of blocks of narrow columns, as they are written by default.
   */
  private static final int STEP = ColumnOptions.DEFAULT.blockRows();

  /**
   * Returns the work of reading some columns whose places are unknown. There is none if all rows
   * are deleted.
   *
   * @param columns positions in the split's schema
   * @param chosen rows that may matter
   */
  public static SplitWork of(SplitReader split, List<Integer> columns, RowRanges chosen) {
    return new SplitWork(
        split.directory(),
        split.snapshot(),
        split.rows(),
        split.liveRows() == 0 ? RowRanges.all(0) : chosen,
        split.rows() - split.liveRows(),
        columns.stream().mapToLong(split::columnLength).sum(),
        columns.stream().mapToLong(split::rawBytes).sum(),
        split.largestFile(columns),
        List.of());
  }

  /** Returns the estimated work of a split-directory that is not opened; it is not divided. */
  static SplitWork estimate(FoundSplit split, long length, long rawBytes, String largest) {
    Path directory = split.listed().directory();
    return new SplitWork(
        directory,
        split.snapshot(),
        PlannedSplit.UNKNOWN,
        null,
        0,
        length,
        rawBytes,
        largest,
        List.of());
  }

  SplitWork at(List<BlockHosts> places) {
    return new SplitWork(
        directory, snapshot, rows, chosen, deleted, length, rawBytes, largest, places);
  }

  private boolean isOpened() {
    return rows != PlannedSplit.UNKNOWN;
  }

  /** Returns the least number of rows that may matter and are not deleted. */
  public long leastRows() {
    return Math.max(0, chosen.count() - deleted);
  }

  /** Returns all rows for one task. */
  public PlannedSplit whole() {
    return new PlannedSplit(
        directory, snapshot, 0, rows, rows, 0, length, rawBytes, hosts(0, rows));
  }

  /** Returns the share of the bytes before encoding of the rows that may matter. */
  public long chosenBytes() {
    return isOpened() ? share(chosen.count(), rawBytes) : rawBytes;
  }

  /** Returns the share of the files' bytes of the rows that may matter. */
  public long chosenLength() {
    return isOpened() ? share(chosen.count(), length) : length;
  }

  /**
   * Divides the rows that may matter into parts of similar work; returns none if there are none.
   * Long parts begin where blocks do, so that two tasks decode almost nothing twice.
   *
   * @param size approximate size of a part before encoding in bytes, at least 1
   */
  public List<PlannedSplit> divide(long size) {
    if (!isOpened()) {
      return List.of(whole());
    }
    long all = chosen.count();
    long count = Math.max(1, Math.min(all, (chosenBytes() + size - 1) / size));
    long step = all / count >= STEP ? STEP : 1;
    List<PlannedSplit> parts = new ArrayList<>();
    Cursor from = new Cursor(0, 0);
    for (long i = 1; i <= count; i++) {
      Cursor to =
          i == count ? new Cursor(rows, all) : cut(Math.round((double) all * i / count), step);
      if (to.chosen > from.chosen) {
        parts.add(part(from, to));
        from = to;
      }
    }
    return parts;
  }

  /** Row, with the number of chosen rows before it. */
  private record Cursor(long row, long chosen) {}

  /** Returns a cut near the chosen row of this number. */
  private Cursor cut(long number, long step) {
    long passed = 0;
    for (RowRanges.Range range : chosen.ranges()) {
      long count = range.to() - range.from();
      if (number < passed + count) {
        long row = Math.round((double) (range.from() + number - passed) / step) * step;
        row = Math.max(range.from(), Math.min(row, range.to()));
        return new Cursor(row, passed + row - range.from());
      }
      passed += count;
    }
    return new Cursor(rows, passed);
  }

  private PlannedSplit part(Cursor from, Cursor to) {
    long start = share(from.chosen, length);
    return new PlannedSplit(
        directory,
        snapshot,
        from.row,
        to.row,
        rows,
        start,
        share(to.chosen, length) - start,
        share(to.chosen, rawBytes) - share(from.chosen, rawBytes),
        hosts(from.row, to.row));
  }

  /** Returns the share of {@code some} rows in a number of bytes. */
  private long share(long some, long bytes) {
    return some == rows ? bytes : (long) ((double) bytes * some / rows);
  }

  private List<String> hosts(long from, long to) {
    if (places.size() < 2) {
      return places.isEmpty() ? List.of() : places.get(0).hosts();
    }
    long all = places.stream().mapToLong(BlockHosts::length).sum();
    long start = from == 0 ? 0 : share(from, all);
    long end = Math.max(start + 1, share(to, all));
    Set<String> hosts = new LinkedHashSet<>();
    for (BlockHosts place : places) {
      if (place.offset() < end && place.offset() + place.length() > start) {
        hosts.addAll(place.hosts());
      }
    }
    return List.copyOf(hosts);
  }
}
