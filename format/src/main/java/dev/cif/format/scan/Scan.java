package dev.cif.format.scan;

import dev.cif.format.read.DeletedRows;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scan of the wanted rows of one split-directory, window by window. It first prunes blocks by their
 * statistics. Then it reads the columns of the filter for the rows of a window, and other columns
 * only where rows survive (late materialisation).
 *
 * <p>{@link #next} moves to the next window. {@link #row(int)} returns the numbers of the surviving
 * rows, for readers of {@link #split}. A {@link #column} returns their values, and reuses those
 * that the filter has decoded. Not thread-safe. Does not close the split.
 */
public final class Scan {
  /** Builder of a scan, created by {@link #of}. */
  public static final class Builder {
    private final SplitReader split;
    private ColumnTypes types = ColumnTypes.STORED;
    private ColumnView.Provider views = path -> null;
    private Predicate prune = Predicate.constant(true);
    private Predicate filter;
    private boolean isCoarse = true;
    private final List<Join> joins = new ArrayList<>();
    private TopOrder top;
    private long from;
    private long to = Long.MAX_VALUE;
    private long windowBytes = Long.MAX_VALUE;
    private boolean mayStop;

    /** Rows that may be wanted; null for all. */
    private RowRanges within;

    private Builder(SplitReader split) {
      this.split = split;
    }

    /** Sets the types as which predicates and {@link Scan#column} read columns. */
    public Builder types(ColumnTypes types) {
      this.types = types;
      return this;
    }

    /** Sets views, which predicates and {@link Scan#column} see in place of the values. */
    public Builder views(ColumnView.Provider views) {
      this.views = views;
      return this;
    }

    /** Prunes blocks in which no row can satisfy the predicate. */
    public Builder prune(Predicate predicate) {
      prune = predicate;
      return this;
    }

    /** Prunes blocks, and then drops rows that do not satisfy the predicate. */
    public Builder filter(Predicate predicate) {
      prune = predicate;
      filter = predicate;
      isCoarse = false;
      return this;
    }

    /**
     * Drops rows as {@link #filter} does, but blocks are pruned already.
     *
     * @param rows rows that may satisfy the predicate
     */
    Builder filterWithin(Predicate predicate, RowRanges rows) {
      filter = predicate;
      isCoarse = false;
      within = rows;
      return this;
    }

    /**
     * Drops rows that do not satisfy the predicate if that saves reading: for an engine that
     * filters again. Unlike {@link #filter}, it prunes no blocks.
     */
    public Builder prefilter(Predicate predicate) {
      filter = predicate.paths().isEmpty() ? null : predicate;
      isCoarse = true;
      return this;
    }

    /**
     * Drops rows that a join will drop if that saves reading: for an engine that joins by itself.
     * Combines only with an earlier {@link #prefilter}, or with none.
     *
     * @param keys keys that have a match; NULL has none
     */
    public Builder semiJoin(ColumnPath path, JoinKeys keys) {
      joins.add(new Join(path, keys));
      return this;
    }

    /**
     * Drops rows and prunes blocks behind the first values seen so far, if that saves reading. It
     * is for an engine that sorts by itself, and takes each row of the scan. Combines only with an
     * earlier {@link #prefilter}, or with none, and not with {@link #views}.
     */
    public Builder top(TopOrder order) {
      top = order;
      return this;
    }

    /** Restricts the scan to rows {@code from} to {@code to - 1}. */
    public Builder rows(long from, long to) {
      this.from = from;
      this.to = to;
      return this;
    }

    /** Limits windows by the size in bytes of the requested columns, before encoding. */
    public Builder windowBytes(long bytes) {
      windowBytes = bytes;
      return this;
    }

    /** Declares that the reader may stop early, so that no rows are announced for prefetching. */
    public Builder mayStop() {
      mayStop = true;
      return this;
    }

    /**
     * Opens the scan. Reads the footers of the columns by which blocks can be pruned, but no block.
     *
     * @throws CifException if a column can't be read as its type, or its file is damaged
     */
    public Scan open() throws IOException {
      return new Scan(this);
    }
  }

  /** Selectivity from which a prefilter pays: it must drop at least three rows of four. */
  private static final int COARSE = 4;

  /** Greatest size of a window relative to the limit, if few rows survive. */
  private static final int WIDEST = 16;

  /** Greatest size of such a window in bytes of the requested columns, before encoding. */
  private static final long WIDEST_BYTES = 1 << 20;

  /** Greatest number of rows of a window where rows are deleted. */
  private static final int LISTED_ROWS = 1 << 16;

  /** Least number of neighbouring deleted rows that are passed over without a window. */
  private static final int LONG_RUN = 1024;

  /** Greatest number of windows between two prunings by the first values. */
  private static final int LATEST_CUT = 64;

  private record Join(ColumnPath path, JoinKeys keys) {}

  private record Key(String column, List<ColumnPath.Step> steps) {}

  private final SplitReader split;
  private final ColumnTypes types;
  private final ColumnView.Provider views;
  private final long windowBytes;
  private final Map<Key, ScanColumn> columns = new HashMap<>();
  private final RowFilter filter;
  private final List<SemiJoin> joins = new ArrayList<>();
  private final TopValues top;
  private final boolean isCoarse;

  /** Column that the filter reads in each of its windows; null for none. */
  private ScanColumn leading;

  /** Deleted rows from the window on; null if there are none. */
  private final DeletedRows.Cursor deleted;

  /** True if requested columns are read in all rows that statistics leave. */
  private final boolean readsAll;

  /** True if the columns of the filter are known. */
  private final boolean isOpen;

  /** Rows that statistics did not prune; fewer once {@link #top} has learnt values. */
  private volatile RowRanges rows;

  private List<RowRanges.Range> ranges;

  /** Index in {@link #ranges} of the range of the window, or of the next one. */
  private int range;

  private long bytesOfRow;

  private final Window window = new Window();

  /** Back-off of a prefilter that dropped too few rows. */
  private final Backoff rest = new Backoff();

  /** Windows until the next pruning by first values, and the last such interval. */
  private int untilCut = 1;

  private int cutAfter = 1;

  /** Wanted number of rows of the filter's next window. */
  private int wide;

  private long passed;
  private long filtered;

  private Scan(Builder wishes) throws IOException {
    split = wishes.split;
    types = wishes.types;
    views = wishes.views;
    windowBytes = wishes.windowBytes;
    long end = Math.min(wishes.to, split.rows());
    RowRanges left = wishes.within == null ? select(split, wishes.prune, types) : wishes.within;
    DeletedRows none = split.deletedRows();
    deleted = none.isEmpty() ? null : none.cursor();
    rows = without(none, left.intersect(RowRanges.between(wishes.from, end)));
    ranges = rows.ranges();
    filter = wishes.filter == null ? null : new RowFilter(wishes.filter, this::source);
    isCoarse = wishes.isCoarse;
    for (Join join : wishes.joins) {
      ScanColumn column = column(join.path());
      if (!join.keys().fit(column.type())) {
        throw new IllegalArgumentException("keys of a join by " + column.type());
      }
      joins.add(new SemiJoin(column, join.keys()));
    }
    top = wishes.top == null ? null : new TopValues(column(wishes.top.path()), wishes.top);
    readsAll = filter == null && joins.isEmpty() && top == null && !wishes.mayStop;
    isOpen = true;
    // The effect of the first values is not known yet.
    if (top == null && !wishes.mayStop) {
      columns.values().forEach(column -> column.expect(rows));
    }
  }

  /** Returns some rows without long runs of deleted ones. */
  private static RowRanges without(DeletedRows deleted, RowRanges rows) {
    if (deleted.count() < LONG_RUN) {
      return rows;
    }
    List<RowRanges.Range> live = new ArrayList<>();
    long[] from = {0};
    deleted.forEachRun(
        LONG_RUN,
        (first, behind) -> {
          live.add(new RowRanges.Range(from[0], first));
          from[0] = behind;
        });
    live.add(new RowRanges.Range(from[0], Long.MAX_VALUE));
    return rows.intersect(RowRanges.of(live));
  }

  /** Returns the builder of a scan of an open split. */
  public static Builder of(SplitReader split) {
    return new Builder(split);
  }

  /** Returns the rows that may satisfy a predicate by footers, statistics of parts and filters. */
  public static RowRanges select(SplitReader split, Predicate predicate, ColumnTypes types)
      throws IOException {
    SplitStatistics known = new SplitStatistics.OfOpen(split);
    BlockPruner statistics = new BlockPruner(known, types);
    RowRanges rows = statistics.mayBeTrue(predicate);
    RowRanges left = new FilterPruner(known, types, statistics).mayBeTrue(predicate, rows);
    split.countFilteredOut(rows.count() - left.count());
    return left;
  }

  private RowFilter.Source source(ColumnPath path) throws IOException {
    boolean isFirst = columns.isEmpty();
    ScanColumn column = type(path) == null ? null : column(path);
    if (isFirst) {
      leading = column;
    }
    return column;
  }

  private CifType type(ColumnPath path) {
    int i = split.schema().indexOf(path.column());
    ColumnVector constant = i < 0 ? split.defaultOf(path.column()) : null;
    CifType ofConstant = constant == null ? null : constant.type();
    return types.of(path.column(), i < 0 ? ofConstant : split.schema().column(i).type());
  }

  /** Returns the values of a path in the surviving rows; the same object for every call. */
  public ScanColumn column(ColumnPath path) throws IOException {
    Key key = new Key(CifSchema.foldCase(path.column()), path.steps());
    ScanColumn column = columns.get(key);
    if (column == null) {
      CifType type = type(path);
      if (type == null) {
        throw CifException.at(split.directory(), path.column(), -1, "the split lacks the column");
      }
      column = new ScanColumn(new PathReader(split, path, type), views.of(path), window);
      columns.put(key, column);
      bytesOfRow += column.bytesOfRow();
      if (isOpen && readsAll) {
        column.expect(rows);
      }
    }
    return column;
  }

  /** Returns the split of these rows. */
  public SplitReader split() {
    return split;
  }

  /**
   * Returns a part of the filter that can't be decided, so that too many rows survive; null if
   * there is none.
   */
  public Predicate undecided() {
    return filter == null ? null : filter.undecided();
  }

  /**
   * Moves to the next window in which rows survive.
   *
   * @param limit greatest number of surviving rows
   * @return false at the end
   */
  public boolean next(int limit) throws IOException {
    int most = (int) Math.max(1, Math.min(limit, windowBytes / Math.max(1, bytesOfRow)));
    if (deleted != null) {
      // The rows of a window are listed one by one.
      most = Math.min(most, LISTED_ROWS);
    }
    long affordable = Math.min(windowBytes, WIDEST_BYTES) / Math.max(1, bytesOfRow);
    int widest = (int) Math.min((long) limit * WIDEST, affordable);
    do {
      leaveOutBehind();
      boolean filters = (filter != null || !joins.isEmpty() || top != null) && !rest.takes();
      if (!advance(filters ? Math.max(most, Math.min(wide, widest)) : most)) {
        return false;
      }
      if (filters && leading != null) {
        // Ends at the block's end, so that texts are searched without a copy.
        long first = window.first();
        window.cut((int) Math.min(window.size(), leading.endOfBlock(first) - first));
      }
      narrow(filters, most);
    } while (window.count() == 0);
    return true;
  }

  /** Prunes blocks behind the window whose values lie beyond the known first values. */
  private void leaveOutBehind() throws IOException {
    Predicate bound = top == null || --untilCut > 0 ? null : top.bound();
    if (bound != null) {
      cutAfter = Math.min(2 * cutAfter, LATEST_CUT);
      untilCut = cutAfter;
      RowRanges before = RowRanges.between(0, window.end());
      rows = rows.intersect(before.union(select(split, bound, types)));
      ranges = rows.ranges();
      range = 0;
    }
  }

  private void narrow(boolean filters, int most) throws IOException {
    int size = window.size();
    int[] selected = null;
    int live = size;
    if (deleted != null && deleted.hasWithin(window.first(), window.end())) {
      selected = window.numbers();
      live = deleted.live(window.first(), size, selected);
    }
    if (filters) {
      int left = survivors(selected == null ? window.all() : selected, live);
      // The next window should leave half as many rows as may survive.
      wide = (int) Math.min(Integer.MAX_VALUE, (long) size * most / Math.max(1, 2 * left));
      boolean isWhole = left == size || (isCoarse && live == size && (long) left * COARSE > size);
      rest.tried(isCoarse && isWhole);
      if (!isWhole) {
        window.keep(left);
      }
      window.shorten(most);
    } else if (live < size) {
      window.keep(live);
    }
    filtered += window.size() - window.count();
  }

  private boolean advance(int limit) {
    passed += window.size();
    long first = nextRow();
    boolean isEnd = range == ranges.size();
    window.moveTo(first, isEnd ? 0 : (int) Math.min(limit, ranges.get(range).to() - first));
    columns.values().forEach(ScanColumn::forget);
    return !isEnd;
  }

  /**
   * Returns the first row behind the window that statistics did not prune; at the end, the number
   * of rows.
   */
  public long nextRow() {
    long behind = window.end();
    while (range < ranges.size() && behind >= ranges.get(range).to()) {
      range++;
    }
    return range < ranges.size() ? Math.max(behind, ranges.get(range).from()) : split.rows();
  }

  /** Narrows some rows of the window by filter, joins and first values. */
  private int survivors(int[] selected, int count) throws IOException {
    int left = filter == null ? count : filter.narrow(selected, count);
    for (int j = 0; j < joins.size() && left > 0; j++) {
      left = joins.get(j).narrow(selected, left);
    }
    if (top != null && left > 0) {
      left = top.narrow(selected, left);
    }
    return left;
  }

  /** Returns the number of surviving rows of the window: at least one after {@link #next}. */
  public int count() {
    return window.count();
  }

  /** Returns the number, in the split, of the {@code i}-th surviving row. */
  public long row(int i) {
    return window.row(i);
  }

  /** Returns the number of consecutive surviving rows from the {@code i}-th on. */
  public int run(int i) {
    return window.run(i);
  }

  /** Returns the rows that statistics did not prune. */
  public RowRanges chosen() {
    return rows;
  }

  /** Returns the number of rows that statistics did not prune. */
  public long rowsChosen() {
    return rows.count();
  }

  /** Returns the number of rows of {@link #rowsChosen} that lie before the window. */
  public long rowsPassed() {
    return passed;
  }

  /**
   * Returns the number of rows before {@link #nextRow} that were deleted, or that the filter and
   * semi-joins have dropped.
   */
  public long rowsFiltered() {
    return filtered;
  }

  /**
   * Returns the number of rows for which semi-joins found no match, even if they were not dropped.
   */
  public long rowsWithoutMatch() {
    return joins.stream().mapToLong(SemiJoin::dropped).sum();
  }
}
