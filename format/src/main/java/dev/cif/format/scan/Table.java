package dev.cif.format.scan;

import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.value.TextValues;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Table whose rows are looked up repeatedly by the values of some columns, the key.
 *
 * <p>A look-up prunes in steps: by folders {@code key=value}, by the bounds of split-directories
 * and blocks, and by filters (FORMAT.md section 5.3). Of the remaining blocks it reads the columns
 * of the key. Of other columns it reads only the blocks with matching rows. A key that the rows are
 * sorted by, or that has filters, leaves one block, or few.
 *
 * <p>Footers of key columns and filters are kept between look-ups, so that a split-directory
 * without the key is not opened. Files stay open between look-ups until the table is closed. These
 * are up to 8,192, and take at most a sixteenth of the heap and half of the process's descriptors.
 *
 * <p>A table shows the state in which it was opened or {@linkplain #refresh refreshed}. Folders
 * count as columns, of type string unless a table file says otherwise (section 2.4). Of a
 * transactional table it shows what counts by the metastore that the file system's configuration
 * names. Thread-safe.
 */
public final class Table implements Closeable {
  private static final int WINDOW_ROWS = 1024;

  /** Approximate size in bytes of the values that are held at once. */
  private static final long WINDOW_BYTES = 8L << 20;

  /** Receiver of rows. */
  public interface Rows {
    /**
     * Receives a row.
     *
     * @param values values of the columns, null or a NULL value for NULL; valid during the call
     * @return true if more rows are wanted
     */
    boolean row(Value[] values) throws IOException;
  }

  private record Named(String name, CifType type) {}

  /**
   * State of the table at one time.
   *
   * @param columns columns by their names in lower case
   * @param splits split-directories of the table
   * @param readers readers of split-directories, shared by look-ups
   */
  private record State(Map<String, Named> columns, List<TableSplit> splits, TableReaders readers) {
    List<String> names() {
      return columns.values().stream().map(Named::name).toList();
    }
  }

  private final FileSystem fs;
  private final Path folder;
  private final ReadOptions options;
  private volatile State state;

  private Table(FileSystem fs, Path folder, ReadOptions options) {
    this.fs = fs;
    this.folder = folder;
    this.options = options;
  }

  /**
   * Opens a table: reads its schema files.
   *
   * @param folder folder with split-directories at any depth
   * @param options options; {@link ReadOptions#schemaCacheSize} also limits the memory for footers
   *     and filters, and with 0 no file stays open
   * @throws CifException if there is no such folder, if a schema file is damaged, or if two
   *     split-directories have a column in incompatible types
   */
  public static Table open(FileSystem fs, Path folder, ReadOptions options) throws IOException {
    Table table = new Table(fs, fs.makeQualified(folder), options);
    table.refresh();
    return table;
  }

  /** Updates the table to its current state. Concurrent look-ups continue with the old state. */
  public void refresh() throws IOException {
    DataSet data = DataSet.readCommitted(fs, folder, options);
    Map<String, Named> columns = new LinkedHashMap<>();
    for (Column column : data.columns()) {
      columns.put(CifSchema.foldCase(column.name()), new Named(column.name(), column.type()));
    }
    for (Column folder : data.folders()) {
      columns.put(CifSchema.foldCase(folder.name()), new Named(folder.name(), folder.type()));
    }
    AtomicLong room = new AtomicLong(options.schemaCacheSize());
    State before = state;
    state =
        new State(
            columns,
            Planner.visit(
                data.splits(),
                found -> TableSplit.open(found, data.columnsOf(found.directory()), options, room)),
            new TableReaders(options.schemaCacheSize() > 0));
    if (before != null) {
      before.readers.close();
    }
  }

  /** Closes the files that stay open between look-ups. Running look-ups continue. */
  @Override
  public void close() {
    state.readers.close();
  }

  /** Returns the names of the columns, those of folders last. */
  public List<String> columns() {
    return state.names();
  }

  /**
   * Returns the type of a column, which may be wider than that of some split-directories.
   *
   * @param name name of the column, ignoring case
   * @throws IllegalArgumentException if there is no such column
   */
  public CifType type(String name) {
    return type(state, name);
  }

  private CifType type(State now, String name) {
    Named column = now.columns.get(CifSchema.foldCase(name));
    if (column == null) {
      List<String> some = now.names().stream().limit(100).toList();
      throw new IllegalArgumentException(folder + " has no column '" + name + "'; it has " + some);
    }
    return column.type();
  }

  /**
   * Parses a value of a column, for a key.
   *
   * @param text text of the value in Hive's form
   * @throws IllegalArgumentException if there is no such column, or the text is none of its values
   */
  public Object literal(String column, String text) {
    CifType type = type(column);
    if (!type.kind().isPrimitive()) {
      throw notComparable(column, text, type);
    }
    ColumnVector value = ColumnVector.create(type);
    try {
      TextValues.append(text, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(column + "=" + text + ": " + e.getMessage(), e);
    }
    return Comparand.literal(value, 0);
  }

  private static IllegalArgumentException notComparable(
      String column, Object literal, CifType type) {
    return new IllegalArgumentException(
        column + "=" + literal + ": the column is of type " + type + ", which has no such value");
  }

  /**
   * Passes the rows with one of some keys on, in the order of the table; each once.
   *
   * @param keys keys, each the values of columns that a row must have; literals as in {@link
   *     Predicate}, none null. NULL equals no key; NaN equals NaN.
   * @param columns columns that are passed on
   * @throws IllegalArgumentException if a key is empty, or names a missing column or a value that
   *     its type lacks
   * @throws IllegalArgumentException if one of {@code columns} is missing
   * @throws CifException if data is damaged, or was replaced since the table was opened
   */
  public void lookup(List<Map<String, Object>> keys, List<ColumnPath> columns, Rows rows)
      throws IOException {
    State now = state;
    Set<String> keyColumns = new LinkedHashSet<>();
    for (Map<String, Object> key : keys) {
      expectKey(now, key);
      keyColumns.addAll(key.keySet());
    }
    for (ColumnPath column : columns) {
      CifType type = type(now, column.column());
      if (column.typeIn(type) == null) {
        throw new IllegalArgumentException(
            column.text() + ": " + type + " has no field '" + column.missingField(type) + "'");
      }
    }
    List<TableSplit> near = new ArrayList<>();
    for (TableSplit split : now.splits) {
      if (!ofFolders(now, split, keys).isEmpty()) {
        near.add(split);
      }
    }
    List<TableSplit> unknown = near.stream().filter(split -> !split.knows(keyColumns)).toList();
    Planner.visit(
        unknown,
        split -> {
          split.learn(keyColumns);
          return null;
        });
    boolean areFiltersRead = near.stream().allMatch(split -> split.hasFilters(keyColumns));
    List<Wanted> all =
        areFiltersRead ? List.of() : Planner.visit(near, split -> wanted(now, split, keys));
    for (int i = 0; i < near.size(); i++) {
      Wanted some = areFiltersRead ? wanted(now, near.get(i), keys) : all.get(i);
      if (!some.rows().isEmpty() && !read(now, near.get(i), some, columns, rows)) {
        return;
      }
    }
  }

  /**
   * Keys to look up in a split-directory.
   *
   * @param keys predicate that is true for rows with one of the keys
   * @param rows rows that may have one
   */
  private record Wanted(Predicate keys, RowRanges rows) {}

  private Wanted wanted(State now, TableSplit split, List<Map<String, Object>> keys)
      throws IOException {
    List<Predicate> wanted = new ArrayList<>();
    RowRanges rows = RowRanges.all(0);
    BlockPruner statistics = new BlockPruner(split, types(now));
    FilterPruner filters = new FilterPruner(split, types(now), statistics);
    for (Predicate key : ofFolders(now, split, keys)) {
      RowRanges ofKey = filters.mayBeTrue(key, statistics.mayBeTrue(key));
      if (!ofKey.isEmpty()) {
        wanted.add(key);
        rows = rows.union(ofKey);
      }
    }
    return new Wanted(new Predicate.Or(wanted), rows);
  }

  private void expectKey(State now, Map<String, Object> key) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a key without a column");
    }
    key.forEach(
        (column, literal) -> {
          CifType type = type(now, column);
          if (literal == null || Comparand.of(type, literal) == null) {
            throw notComparable(column, literal, type);
          }
        });
  }

  private ColumnTypes types(State now) {
    return (column, stored) -> type(now, column);
  }

  /** Returns the conditions that remain of the keys whose values of folders and defaults match. */
  private List<Predicate> ofFolders(State now, TableSplit split, List<Map<String, Object>> keys) {
    List<Predicate> left = new ArrayList<>();
    for (Map<String, Object> key : keys) {
      List<Predicate> conditions = new ArrayList<>();
      boolean mayHave = true;
      for (Map.Entry<String, Object> one : key.entrySet()) {
        if (split.schema().indexOf(one.getKey()) >= 0) {
          conditions.add(Predicate.compare(one.getKey(), Predicate.Op.EQ, one.getValue()));
        } else {
          mayHave =
              mayHave && isConstant(split, one.getKey(), type(now, one.getKey()), one.getValue());
        }
      }
      if (mayHave) {
        left.add(new Predicate.And(conditions));
      }
    }
    return left;
  }

  /** Returns true if a column without a file has the value in all rows of a split-directory. */
  private static boolean isConstant(TableSplit split, String column, CifType type, Object literal) {
    ColumnVector value = split.defaultOf(column);
    return value != null && !value.isNull(0) && Comparand.of(type, literal).order(value, 0) == 0;
  }

  /** Passes the rows of one split-directory on. Returns true if more are wanted. */
  private boolean read(
      State now, TableSplit split, Wanted wanted, List<ColumnPath> columns, Rows rows)
      throws IOException {
    SplitReader reader = now.readers.take(split);
    boolean isWell = false;
    try {
      boolean wantsMore = read(now, reader, wanted, columns, rows);
      isWell = true;
      return wantsMore;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      if (isWell) {
        now.readers.giveBack(split, reader);
      } else {
        SplitFiles.closeQuietly(reader);
      }
    }
  }

  private boolean read(
      State now, SplitReader reader, Wanted wanted, List<ColumnPath> columns, Rows rows)
      throws IOException {
    Scan scan =
        Scan.of(reader)
            .types(types(now))
            .filterWithin(wanted.keys(), wanted.rows())
            .windowBytes(WINDOW_BYTES)
            .open();
    ColumnVector[] vectors = new ColumnVector[columns.size()];
    Value[] values = new Value[vectors.length];
    while (scan.next(WINDOW_ROWS)) {
      for (int c = 0; c < vectors.length; c++) {
        vectors[c] = scan.column(columns.get(c)).values();
      }
      for (int i = 0; i < scan.count(); i++) {
        for (int c = 0; c < values.length; c++) {
          values[c] = Value.of(vectors[c], i);
        }
        if (!rows.row(values)) {
          return false;
        }
      }
    }
    return true;
  }
}
