package dev.cif.format.scan;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.SplitReader;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The rows of one split-directory that are wanted: moves over them window by window. Blocks are
 * left out by their statistics first; then the columns of the filter are read for the rows of a
 * window, and others only where rows survive (late materialisation).
 *
 * <p>{@link #next} moves; {@link #row(int)} gives the numbers of the rows that survive, for readers
 * of {@link #split}; a {@link #column} gives their values, and shares what the filter has decoded.
 * Not thread-safe. Does not close the split.
 */
public final class Scan {
  /** What a scan is to do; made by {@link #of}. */
  public static final class Builder {
    private final SplitReader split;
    private ColumnTypes types = ColumnTypes.STORED;
    private Views views = path -> null;
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

    /** The types as which columns are read, by predicates and by {@link Scan#column}. */
    public Builder types(ColumnTypes types) {
      this.types = types;
      return this;
    }

    /** What predicates and {@link Scan#column} see in place of values as they are read. */
    public Builder views(Views views) {
      this.views = views;
      return this;
    }

    /** Leaves out blocks in which no row can satisfy the predicate. */
    public Builder prune(Predicate predicate) {
      prune = predicate;
      return this;
    }

    /** Leaves out blocks, and then rows that do not satisfy the predicate. */
    public Builder filter(Predicate predicate) {
      prune = predicate;
      filter = predicate;
      isCoarse = false;
      return this;
    }

    /**
     * As {@link #filter}, but blocks are left out already.
     *
     * @param rows that may satisfy the predicate
     */
    Builder filterWithin(Predicate predicate, RowRanges rows) {
      filter = predicate;
      isCoarse = false;
      within = rows;
      return this;
    }

    /**
     * Leaves out rows that do not satisfy the predicate where that saves reading: for an engine
     * that filters again. Other than {@link #filter}, it leaves out no block.
     */
    public Builder prefilter(Predicate predicate) {
      filter = predicate.paths().isEmpty() ? null : predicate;
      isCoarse = true;
      return this;
    }

    /**
     * Leaves out rows that a join will drop, where that saves reading: for an engine that joins by
     * itself. Goes with {@link #prefilter}, which comes first, or with none.
     *
     * @param keys those that have a match, which NULL has not
     */
    public Builder semiJoin(ColumnPath path, JoinKeys keys) {
      joins.add(new Join(path, keys));
      return this;
    }

    /**
     * Leaves out rows and blocks that come behind the first values of the rows before, where that
     * saves reading: for an engine that sorts by itself, and takes each row that the scan gives.
     * Goes with {@link #prefilter}, which comes first, or with none, and without {@link #views}.
     */
    public Builder top(TopOrder order) {
      top = order;
      return this;
    }

    /** Keeps to rows {@code from} to {@code to - 1}. */
    public Builder rows(long from, long to) {
      this.from = from;
      this.to = to;
      return this;
    }

    /** Bounds windows by the size of the columns that were asked for, before encoding. */
    public Builder windowBytes(long bytes) {
      windowBytes = bytes;
      return this;
    }

    /** Says that the rows may not be read to their end, so that none are expected to be. */
    public Builder mayStop() {
      mayStop = true;
      return this;
    }

    /**
     * Reads the footers of the columns by which blocks can be left out, no block.
     *
     * @throws CifException if a column can't be read as its type, or its file is damaged
     */
    public Scan open() throws IOException {
      return new Scan(this);
    }
  }

  /** Gives what is to be seen of values. */
  public interface Views {
    /**
     * The view of a path: turns a vector of values into another of the same type, in place or not;
     * null for the values themselves. It may only turn values into NULL unless the predicate that
     * prunes does without the column.
     */
    UnaryOperator<ColumnVector> of(ColumnPath path);
  }

  /** A prefilter that leaves over more than one row in so many is none. */
  private static final int COARSE = 4;

  /** So many times the limit are looked at in one go where few rows survive. */
  private static final int WIDEST = 16;

  /** And so many bytes of the columns that were asked for, before encoding. */
  private static final long WIDEST_BYTES = 1 << 20;

  /** After at most so many windows blocks are left out by the first values that are known. */
  private static final int LATEST_CUT = 64;

  private record Join(ColumnPath path, JoinKeys keys) {}

  private record Key(String column, List<ColumnPath.Step> steps) {}

  private final SplitReader split;
  private final ColumnTypes types;
  private final Views views;
  private final long windowBytes;
  private final Map<Key, Column> columns = new HashMap<>();
  private final RowFilter filter;
  private final List<SemiJoin> joins = new ArrayList<>();
  private final TopValues top;
  private final boolean isCoarse;

  /** The column that the filter reads in each window that it has; null for none. */
  private Column leading;

  /** Whether columns that are asked for are read in all rows that statistics leave. */
  private final boolean readsAll;

  /** Whether the columns of the filter are known. */
  private final boolean isOpen;

  /** The rows that were not left out by statistics; fewer when {@link #top} has learnt. */
  private volatile RowRanges rows;

  private List<RowRanges.Range> ranges;

  /** Of {@link #ranges}, the one in which the window is, or that follows. */
  private int range;

  private long bytesOfRow;

  private long first;
  private int size;
  private int[] selected = new int[0];
  private int count;

  /** Whether all rows of the window survive; {@link #selected} says nothing then. */
  private boolean isWhole = true;

  /** Of a prefilter that was none. */
  private final Rest rest = new Rest();

  /** In how many windows blocks are left out again, and how many that were the last time. */
  private int untilCut = 1;

  private int cutAfter = 1;

  /** How many rows the next window of a filter should have. */
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
    rows = left.intersect(RowRanges.between(wishes.from, end));
    ranges = rows.ranges();
    filter = wishes.filter == null ? null : new RowFilter(wishes.filter, this::source);
    isCoarse = wishes.isCoarse;
    for (Join join : wishes.joins) {
      Column column = column(join.path());
      if (!join.keys().fit(column.type())) {
        throw new IllegalArgumentException("keys of a join by " + column.type());
      }
      joins.add(new SemiJoin(column, join.keys()));
    }
    top = wishes.top == null ? null : new TopValues(column(wishes.top.path()), wishes.top);
    readsAll = filter == null && joins.isEmpty() && top == null && !wishes.mayStop;
    isOpen = true;
    // What the first values leave out is not known yet.
    if (top == null && !wishes.mayStop) {
      columns.values().forEach(this::expect);
    }
  }

  /** Says that all rows of a column are read that statistics leave. */
  private void expect(Column column) {
    rows.ranges().forEach(column.reader::expect);
  }

  /** A scan of a split that is open. */
  public static Builder of(SplitReader split) {
    return new Builder(split);
  }

  /** The rows that may satisfy a predicate, by footers, statistics of parts and filters. */
  public static RowRanges select(SplitReader split, Predicate predicate, ColumnTypes types)
      throws IOException {
    SplitStatistics known = SplitStatistics.of(split);
    BlockPruner statistics = new BlockPruner(known, types);
    RowRanges rows = statistics.mayBeTrue(predicate);
    RowRanges left = new FilterPruner(known, types, statistics).mayBeTrue(predicate, rows);
    split.countFilteredOut(rows.count() - left.count());
    return left;
  }

  /** Values that a path has in every row. */
  public interface Constants {
    /** A vector whose first value is that of the path; null if its values differ. */
    ColumnVector of(ColumnPath path) throws IOException;
  }

  /** The predicate with those conditions decided that are on constants alone. */
  public static Predicate fold(Predicate predicate, Constants constants) throws IOException {
    try {
      return predicate.mapLeaves(leaf -> RowFilter.fold(leaf, constants));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private RowFilter.Source source(ColumnPath path) throws IOException {
    boolean isFirst = columns.isEmpty();
    Column column = type(path) == null ? null : column(path);
    if (isFirst) {
      leading = column;
    }
    return column;
  }

  private CifType type(ColumnPath path) {
    int stored = split.schema().indexOf(path.column());
    return types.of(path.column(), stored < 0 ? null : split.schema().column(stored).type());
  }

  /** The values of a path in the rows that survive; the same one for every call. */
  public Column column(ColumnPath path) throws IOException {
    Key key = new Key(CifSchema.foldCase(path.column()), path.steps());
    Column column = columns.get(key);
    if (column == null) {
      CifType type = type(path);
      if (type == null) {
        throw CifException.at(split.directory(), path.column(), -1, "the split lacks the column");
      }
      column = new Column(new PathReader(split, path, type), views.of(path));
      columns.put(key, column);
      bytesOfRow += column.reader.bytesOfRow();
      if (isOpen && readsAll) {
        expect(column);
      }
    }
    return column;
  }

  /** The split whose rows these are. */
  public SplitReader split() {
    return split;
  }

  /** A part of the filter that can't be decided, so that too many rows survive; null for none. */
  public Predicate undecided() {
    return filter == null ? null : filter.undecided();
  }

  /**
   * Moves to the next window in which rows survive.
   *
   * @param limit how many rows may survive, at most
   * @return false at the end
   */
  public boolean next(int limit) throws IOException {
    int most = (int) Math.max(1, Math.min(limit, windowBytes / Math.max(1, bytesOfRow)));
    long affordable = Math.min(windowBytes, WIDEST_BYTES) / Math.max(1, bytesOfRow);
    int widest = (int) Math.min((long) limit * WIDEST, affordable);
    do {
      leaveOutBehind();
      boolean filters = (filter != null || !joins.isEmpty() || top != null) && !rest.takes();
      if (!advance(filters ? Math.max(most, Math.min(wide, widest)) : most)) {
        return false;
      }
      if (filters && leading != null) {
        // Texts of one block are searched where they stand.
        size = (int) Math.min(size, leading.reader.endOfBlock(first) - first);
      }
      narrow(filters, most);
    } while (count == 0);
    return true;
  }

  /** Leaves out blocks behind the window that lie beyond the first values that are known. */
  private void leaveOutBehind() throws IOException {
    Predicate bound = top == null || --untilCut > 0 ? null : top.bound();
    if (bound != null) {
      cutAfter = Math.min(2 * cutAfter, LATEST_CUT);
      untilCut = cutAfter;
      RowRanges before = RowRanges.between(0, first + size);
      rows = rows.intersect(before.union(select(split, bound, types)));
      ranges = rows.ranges();
      range = 0;
    }
  }

  private void narrow(boolean filters, int most) throws IOException {
    isWhole = !filters;
    if (filters) {
      count = survivors();
      // The next window is to leave over half as many as may survive.
      wide = (int) Math.min(Integer.MAX_VALUE, (long) size * most / Math.max(1, 2 * count));
      isWhole = count == size || (isCoarse && (long) count * COARSE > size);
      rest.tried(isCoarse && isWhole);
      shorten(most);
    }
    if (isWhole) {
      count = size;
    }
    filtered += size - count;
  }

  /** Ends the window where more rows would survive than may. */
  private void shorten(int most) {
    if (isWhole && size > most) {
      isWhole = false;
      size = most;
      count = most;
      for (int i = 0; i < most; i++) {
        selected[i] = i;
      }
    } else if (!isWhole && count > most) {
      size = selected[most];
      count = most;
    }
  }

  private boolean advance(int limit) {
    passed += size;
    first = nextRow();
    size = 0;
    count = 0;
    columns.values().forEach(Column::forget);
    if (range == ranges.size()) {
      return false;
    }
    size = (int) Math.min(limit, ranges.get(range).to() - first);
    return true;
  }

  /** The first row behind the window that was not left out by statistics; at the end, the rows. */
  public long nextRow() {
    long behind = first + size;
    while (range < ranges.size() && behind >= ranges.get(range).to()) {
      range++;
    }
    return range < ranges.size() ? Math.max(behind, ranges.get(range).from()) : split.rows();
  }

  private int survivors() throws IOException {
    if (selected.length < size) {
      selected = new int[size];
    }
    for (int i = 0; i < size; i++) {
      selected[i] = i;
    }
    int left = filter == null ? size : filter.narrow(selected, size);
    for (int j = 0; j < joins.size() && left > 0; j++) {
      left = joins.get(j).narrow(selected, left);
    }
    if (top != null && left > 0) {
      left = top.narrow(selected, left);
    }
    return left;
  }

  /** How many rows of the window survive: at least one after {@link #next}. */
  public int count() {
    return count;
  }

  /** The number, in the split, of the {@code i}-th row that survives. */
  public long row(int i) {
    return first + (isWhole ? i : selected[i]);
  }

  /** How many rows survive in one piece from the {@code i}-th on. */
  public int run(int i) {
    return isWhole ? count - i : PathReader.endOfRun(selected, i, count) - i;
  }

  /** The rows that were not left out by statistics. */
  public RowRanges chosen() {
    return rows;
  }

  /** How many rows were not left out by statistics. */
  public long rowsChosen() {
    return rows.count();
  }

  /** Of {@link #rowsChosen}, those that lie before the window. */
  public long rowsPassed() {
    return passed;
  }

  /** Of those before {@link #nextRow}, how many the filter and semi-joins have left out. */
  public long rowsFiltered() {
    return filtered;
  }

  /**
   * How many rows semi-joins have found to have no match, whether they were then left out or not.
   */
  public long rowsWithoutMatch() {
    return joins.stream().mapToLong(SemiJoin::dropped).sum();
  }

  /** The values of a path in the rows of the window that survive. */
  public final class Column implements RowFilter.Source {
    private final PathReader reader;
    private final UnaryOperator<ColumnVector> view;

    /** What was read of the window; null for nothing. */
    private ColumnVector values;

    /** Whether {@link #values} are those of all rows. */
    private boolean isWindow;

    private Column(PathReader reader, UnaryOperator<ColumnVector> view) {
      this.reader = reader;
      this.view = view == null ? UnaryOperator.identity() : view;
    }

    private void forget() {
      values = null;
      isWindow = false;
    }

    /** The type of the values. */
    @Override
    public CifType type() {
      return reader.type();
    }

    @Override
    public ColumnVector window() throws IOException {
      if (!isWindow) {
        values = view.apply(reader.read(first, size));
        isWindow = true;
      }
      return values;
    }

    /**
     * The values, one for each row that survives; those of the window before are gone.
     *
     * @throws CifException if they are damaged
     */
    public ColumnVector values() throws IOException {
      if (values == null || (isWindow && count < values.size())) {
        if (isWindow) {
          values.select(0, selected, count);
        } else if (isWhole) {
          values = view.apply(reader.read(first, count));
        } else {
          values = view.apply(reader.read(first, selected, count));
        }
        isWindow = false;
      }
      return values;
    }
  }
}
