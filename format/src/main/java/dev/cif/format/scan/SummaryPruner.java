package dev.cif.format.scan;

import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.BlockDescription;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.ValueSummary;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds split-directories of which no row satisfies a predicate, from the summaries in schema files
 * (FORMAT.md section 5.4): no column file is opened.
 */
public final class SummaryPruner {
  private SummaryPruner() {}

  /** Returns true if a predicate compares values, so that bounds may leave out rows. */
  public static boolean isOfUse(Predicate predicate) {
    boolean[] compares = {false};
    predicate.mapLeaves(
        leaf -> {
          compares[0] |= !(leaf instanceof Predicate.IsNull);
          return leaf;
        });
    return compares[0];
  }

  /**
   * Returns false if no row of a split satisfies a predicate by the bounds of whole columns.
   *
   * @param split split, open for reading: that of a plan may be older than its files
   * @param types types as which the columns are read
   */
  public static boolean mayMatch(SplitReader split, Predicate predicate, ColumnTypes types)
      throws IOException {
    if (split.rows() == 0 || split.rows() > Integer.MAX_VALUE) {
      return true;
    }
    Map<Integer, ColumnStatistics> known = new HashMap<>();
    for (ColumnPath path : predicate.paths()) {
      int column = split.schema().indexOf(path.column());
      if (column >= 0) {
        ValueSummary summary = path.isWholeColumn() ? summary(split, column) : null;
        if (summary == null) {
          return true;
        }
        known.put(column, summary.statistics());
      }
    }
    return !new BlockPruner(new Summaries(split, known), types).mayBeTrue(predicate).isEmpty();
  }

  /** Null if there is none that can be read: a scan can do without. */
  private static ValueSummary summary(SplitReader split, int column) {
    try {
      return split.summary(column);
    } catch (CifException e) {
      return null;
    }
  }

  /** Whole split as its only block. */
  private record WholeSplit(int rows, ColumnStatistics statistics) implements BlockDescription {
    @Override
    public long offset() {
      return 0;
    }

    @Override
    public int length() {
      return 0;
    }

    @Override
    public long firstRow() {
      return 0;
    }
  }

  /** Statistics of a split whose columns seem to have one block each. */
  private static final class Summaries extends SplitStatistics.OfOpen {
    private final Map<Integer, ColumnStatistics> known;

    Summaries(SplitReader split, Map<Integer, ColumnStatistics> known) {
      super(split);
      this.known = known;
    }

    @Override
    public ColumnDescription describe(int column) {
      ColumnStatistics statistics = known.get(column);
      WholeSplit all = new WholeSplit((int) rows(), statistics);
      return new ColumnDescription(Layout.AUTO, Compression.NONE, null, statistics, List.of(all));
    }
  }
}
