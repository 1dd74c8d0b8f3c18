package dev.cif.format.scan;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.Column;
import dev.cif.format.ReadOptions;
import dev.cif.format.SplitReader;
import dev.cif.format.internal.file.SplitFiles;
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
 * A table of which single rows are wanted, again and again, by the values of some columns: its key.
 * Folders {@code key=value} are compared first, then the least and largest values of
 * split-directories and of blocks, then filters (FORMAT.md section 5.3); of the blocks that are
 * left the columns of the key are read, and of other columns only the blocks with the rows that
 * were found. Footers of key columns and filters are kept from one look-up to the next, so that a
 * split-directory without the key is not opened. A key that the rows are sorted by, or that has
 * filters, leaves one block, or few.
 *
 * <p>A table is what it was when it was opened or {@linkplain #refresh refreshed}. Files stay open
 * between look-ups until it is closed: up to 8,192 of them, which take at most a sixteenth of the
 * heap and half of the process's descriptors. Folders count as columns, of type string.
 * Thread-safe.
 */
public final class Table implements Closeable {
  private static final int WINDOW_ROWS = 1024;

  /** About as many bytes of values are held at once. */
  private static final long WINDOW_BYTES = 8L << 20;

  /** Takes rows. */
  public interface Rows {
    /**
     * Takes a row.
     *
     * @param values one a column, null or a NULL value for NULL; valid during the call
     * @return whether more rows are wanted
     */
    boolean row(Value[] values) throws IOException;
  }

  private record Named(String name, CifType type) {}

  /**
   * The table at one time.
   *
   * @param columns by their names in lower case
   * @param readers of split-directories, for several look-ups
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
   * @param folder with split-directories at any depth
   * @param options {@link ReadOptions#schemaCacheSize} also bounds what is kept of footers and
   *     filters; with 0 no file stays open either
   * @throws CifException if there is no such folder, if a schema file is damaged, or if two
   *     split-directories have a column in types that do not go together
   */
  public static Table open(FileSystem fs, Path folder, ReadOptions options) throws IOException {
    Table table = new Table(fs, fs.makeQualified(folder), options);
    table.refresh();
    return table;
  }

  /** Sees what the table is by now. Look-ups that run meanwhile go on with what it was. */
  public void refresh() throws IOException {
    DataSet data = DataSet.read(fs, folder, options);
    Map<String, Named> columns = new LinkedHashMap<>();
    for (Column column : data.columns()) {
      columns.put(CifSchema.foldCase(column.name()), new Named(column.name(), column.type()));
    }
    for (String key : data.keys()) {
      columns.put(key, new Named(key, CifType.STRING));
    }
    AtomicLong room = new AtomicLong(options.schemaCacheSize());
    State before = state;
    state =
        new State(
            columns,
            Planner.visit(
                data.splits(), found -> TableSplit.open(found, data.folder(), options, room)),
            new TableReaders(options.schemaCacheSize() > 0));
    if (before != null) {
      before.readers.close();
    }
  }

  /** Closes the files that stay open between look-ups; those that run go on. */
  @Override
  public void close() {
    state.readers.close();
  }

  /** Names of the columns, the folders' last. */
  public List<String> columns() {
    return state.names();
  }

  /**
   * The type of a column, which may be wider than that of some split-directories.
   *
   * @param name ignoring case
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
   * A value of a column, for a key.
   *
   * @param text as Hive writes the value
   * @throws IllegalArgumentException if there is no such column, or if the text is none of its
   *     values
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
   * Gives the rows of some keys, in the order of the table; each once.
   *
   * @param keys values of columns, which a row has all of; literals as {@link Predicate} has them,
   *     none null. NULL equals no key; NaN equals NaN
   * @param columns what is given of the rows
   * @throws IllegalArgumentException if a key is empty, or names a column that is not there or a
   *     value that its type has not; likewise for columns
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
   * What is looked for in a split-directory.
   *
   * @param keys one of them
   * @param rows that may have one
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

  /** What is left of the keys in a split-directory whose folders may have them. */
  private List<Predicate> ofFolders(State now, TableSplit split, List<Map<String, Object>> keys)
      throws IOException {
    List<Predicate> left = new ArrayList<>();
    for (Map<String, Object> key : keys) {
      List<Predicate> conditions = new ArrayList<>();
      boolean mayHave = true;
      for (Map.Entry<String, Object> one : key.entrySet()) {
        if (split.schema().indexOf(one.getKey()) >= 0) {
          conditions.add(Predicate.compare(one.getKey(), Predicate.Op.EQ, one.getValue()));
        } else {
          mayHave =
              mayHave && isFolder(split, one.getKey(), type(now, one.getKey()), one.getValue());
        }
      }
      if (mayHave) {
        left.add(new Predicate.And(conditions));
      }
    }
    return left;
  }

  /** Whether a split-directory, which lacks a column, has the value from its folders. */
  private static boolean isFolder(TableSplit split, String column, CifType type, Object literal)
      throws IOException {
    ColumnVector value = split.folders().value(column, type);
    return !value.isNull(0) && Comparand.of(type, literal).order(value, 0) == 0;
  }

  /** Gives the rows of one split-directory; returns whether more are wanted. */
  private boolean read(
      State now, TableSplit split, Wanted wanted, List<ColumnPath> columns, Rows rows)
      throws IOException {
    SplitReader reader = now.readers.take(split);
    boolean isWell = false;
    try {
      boolean wantsMore = read(now, split, reader, wanted, columns, rows);
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
      State now,
      TableSplit split,
      SplitReader reader,
      Wanted wanted,
      List<ColumnPath> columns,
      Rows rows)
      throws IOException {
    Scan scan =
        Scan.of(reader)
            .types(types(now))
            .filterWithin(wanted.keys(), wanted.rows())
            .windowBytes(WINDOW_BYTES)
            .open();
    ColumnVector[] vectors = new ColumnVector[columns.size()];
    boolean[] areFolders = new boolean[vectors.length];
    for (int c = 0; c < vectors.length; c++) {
      String name = columns.get(c).column();
      areFolders[c] = split.schema().indexOf(name) < 0 && split.folders().has(name);
      vectors[c] = areFolders[c] ? split.folders().value(name, type(now, name)) : null;
    }
    Value[] values = new Value[vectors.length];
    while (scan.next(WINDOW_ROWS)) {
      for (int c = 0; c < vectors.length; c++) {
        vectors[c] = areFolders[c] ? vectors[c] : scan.column(columns.get(c)).values();
      }
      for (int i = 0; i < scan.count(); i++) {
        for (int c = 0; c < values.length; c++) {
          values[c] = Value.of(vectors[c], areFolders[c] ? 0 : i);
        }
        if (!rows.row(values)) {
          return false;
        }
      }
    }
    return true;
  }
}
