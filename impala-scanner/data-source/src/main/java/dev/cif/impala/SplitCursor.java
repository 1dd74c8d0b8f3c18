package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.ReadMetrics;
import dev.cif.format.RowRanges;
import dev.cif.format.SplitReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The wanted rows of one split, in order. Conditions' columns are read first, the others only where
 * rows survive. Not thread-safe.
 */
final class SplitCursor implements Closeable {
  /** Rows looked at in one go. */
  private static final int MAX_WINDOW = 1024;

  /** About as many bytes of values are held at once. */
  private static final long WINDOW_BYTES = 8L << 20;

  private final SplitReader reader;
  private final Map<OutputColumn, CellSource> sources = new HashMap<>();
  private final List<Conjunct> conjuncts = new ArrayList<>();
  private final List<List<CellSource>> conditions = new ArrayList<>();
  private final List<CellSource> outputs = new ArrayList<>();
  private final List<RowRanges.Range> ranges;
  private final int windowRows;

  private int range;
  private long next;
  private long window;
  private int windowSize;
  private int[] selected = new int[MAX_WINDOW];
  private int selectedCount;
  private int taken;

  /** Sources that hold the whole window. */
  private final Set<CellSource> readWhole = new HashSet<>();

  SplitCursor(
      Table table, TableSplit split, List<Conjunct> conjuncts, List<OutputColumn> outputColumns)
      throws IOException {
    this.reader = table.open(split);
    try {
      for (Conjunct conjunct : conjuncts) {
        List<CellSource> of = new ArrayList<>();
        for (Comparison c : conjunct.comparisons()) {
          of.add(source(table, split, new OutputColumn(c.column(), c.type())));
        }
        this.conjuncts.add(conjunct);
        this.conditions.add(of);
      }
      for (OutputColumn column : outputColumns) {
        outputs.add(source(table, split, column));
      }
      this.ranges =
          conjuncts.isEmpty()
              ? RowRanges.all(reader.rows()).ranges()
              : reader.select(Planner.onBlocks(split, conjuncts, table.settings())).ranges();
      this.next = ranges.isEmpty() ? 0 : ranges.get(0).from();
      this.windowRows = windowRows();
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private CellSource source(Table table, TableSplit split, OutputColumn column) throws IOException {
    OutputColumn known = new OutputColumn(column.name().toLowerCase(Locale.ROOT), column.type());
    CellSource source = sources.get(known);
    if (source == null) {
      ColumnExpression expression = table.settings().expression(column.name());
      if (expression.isWholeColumn() && split.hasKey(expression.column())) {
        Object value = split.value(expression.column(), column.type());
        source = new CellSource.Constant(value, split.directory().toString());
      } else {
        source = StoredCells.of(reader, expression, column.type(), table.settings());
      }
      sources.put(known, source);
    }
    return source;
  }

  private int windowRows() {
    long bytes = 1;
    for (CellSource source : sources.values()) {
      bytes += Math.max(0, source.bytesPerRow());
    }
    return (int) Math.max(1, Math.min(MAX_WINDOW, WINDOW_BYTES / bytes));
  }

  /**
   * Adds rows to a batch until it is full or the split is at its end.
   *
   * @return whether there may be more rows
   */
  boolean fill(Batch batch) throws IOException {
    while (batch.room() > 0) {
      if (taken == selectedCount && !nextWindow()) {
        return false;
      }
      int count = Math.min(batch.room(), selectedCount - taken);
      for (int k = 0; k < outputs.size() && count > 0; k++) {
        add(batch, k, count);
      }
      batch.addRows(count);
      taken += count;
    }
    return taken < selectedCount || hasRows();
  }

  private void add(Batch batch, int column, int count) throws IOException {
    CellSource source = outputs.get(column);
    boolean atHand = readWhole.contains(source);
    if (!atHand) {
      source.read(window, selected, taken, count);
    }
    for (int i = 0; i < count; i++) {
      Object value = source.get(atHand ? selected[taken + i] : i);
      try {
        batch.add(column, value);
      } catch (CifException e) {
        long row = window + selected[taken + i];
        throw new CifException(source.place() + ", row " + row + ": " + e.getMessage(), e);
      }
    }
  }

  private boolean hasRows() {
    return range < ranges.size();
  }

  /** Finds the wanted rows among the next ones; there may be none. */
  private boolean nextWindow() throws IOException {
    if (!hasRows()) {
      return false;
    }
    window = next;
    windowSize = (int) Math.min(windowRows, ranges.get(range).to() - next);
    next += windowSize;
    if (next == ranges.get(range).to()) {
      range++;
      next = hasRows() ? ranges.get(range).from() : next;
    }
    readWhole.clear();
    taken = 0;
    selectedCount = windowSize;
    for (int i = 0; i < windowSize; i++) {
      selected[i] = i;
    }
    for (int k = 0; k < conjuncts.size() && selectedCount > 0; k++) {
      narrow(conjuncts.get(k), conditions.get(k));
    }
    return true;
  }

  private void narrow(Conjunct conjunct, List<CellSource> of) throws IOException {
    int[] all = null;
    for (CellSource source : of) {
      if (readWhole.add(source)) {
        all = all == null ? firstRows(windowSize) : all;
        source.read(window, all, 0, windowSize);
      }
    }
    int kept = 0;
    for (int i = 0; i < selectedCount; i++) {
      boolean wanted = false;
      for (int k = 0; k < of.size() && !wanted; k++) {
        wanted = conjunct.comparisons().get(k).isTrue(of.get(k).get(selected[i]));
      }
      if (wanted) {
        selected[kept++] = selected[i];
      }
    }
    selectedCount = kept;
  }

  private static int[] firstRows(int count) {
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = i;
    }
    return rows;
  }

  ReadMetrics metrics() {
    return reader.metrics();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
