package dev.cif.format.read;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.WantedColumns;
import dev.cif.format.vector.ColumnVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;

/**
 * Columns of a table that are wanted of its splits, FORMAT.md sections 2.4, 3 and 3.1. If they have
 * keys, or are those of a table file, a {@link SplitReader} opened with them has the table's
 * columns only, under the table's names. Immutable.
 */
public final class TableColumns {
  /** All columns of a split, under the split's names. */
  public static final TableColumns STORED = of(List.of(), null, Map.of());

  private final Map<String, String> names;
  private final ColumnKeys keys;
  private final Map<String, ColumnVector> defaults;

  /** True if a split has the named columns only; always if they have keys. */
  private final boolean areAll;

  /** Columns that are wanted of schema files; null for all. */
  private final WantedColumns wanted;

  private TableColumns(
      Map<String, String> names,
      ColumnKeys keys,
      Map<String, ColumnVector> defaults,
      boolean areAll,
      WantedColumns wanted) {
    this.names = names;
    this.keys = keys;
    this.defaults = defaults;
    this.areAll = areAll || keys != null;
    this.wanted = wanted;
  }

  /**
   * Returns columns that are matched by their keys, or by name.
   *
   * @param names names of the columns, or of those that matter
   * @param keys keys of the columns; null to match by name
   * @param defaults values of columns in splits that lack them, by name: vectors of one value
   */
  public static TableColumns of(
      List<String> names, ColumnKeys keys, Map<String, ColumnVector> defaults) {
    Map<String, String> byName = new HashMap<>();
    names.forEach(name -> byName.put(CifSchema.foldCase(name), name));
    Map<String, ColumnVector> byColumn = new HashMap<>();
    defaults.forEach((name, value) -> byColumn.put(CifSchema.foldCase(name), value));
    return new TableColumns(byName, keys, byColumn, false, null);
  }

  /**
   * Returns columns with the keys and defaults that a table's properties give.
   *
   * @param names names of the columns, or of those that matter
   * @param types types of the first of them; the others have no default
   * @param properties properties of the table
   * @throws IllegalArgumentException naming the property that is not allowed
   */
  public static TableColumns fromProperties(
      List<String> names, List<CifType> types, UnaryOperator<String> properties) {
    return of(
        names, ColumnKeys.fromProperties(properties), ColumnDefaults.of(names, types, properties));
  }

  /**
   * Returns the columns of a table file. Other columns of a split are not seen.
   *
   * @throws IllegalArgumentException if a default is no value of its column's type
   */
  public static TableColumns of(TableDescription table) {
    TableColumns columns =
        fromProperties(table.names(), table.types(), TableProperties.of(table)::get);
    return new TableColumns(columns.names, columns.keys, columns.defaults, true, null);
  }

  /**
   * Returns a copy with more columns, which have no file and one value in all rows.
   *
   * @param constants values by column: vectors of one value, which may be NULL
   */
  public TableColumns with(Map<String, ColumnVector> constants) {
    Map<String, ColumnVector> all = new HashMap<>(defaults);
    constants.forEach(
        (name, value) -> {
          if (!value.isNull(0)) {
            all.put(CifSchema.foldCase(name), value);
          }
        });
    return new TableColumns(names, keys, all, areAll, wanted);
  }

  /**
   * Returns a copy for a reader that asks for these columns only. It may not see others, and opens
   * a split of many columns in less time.
   *
   * @param some names, ignoring case; if empty, all are wanted
   */
  public TableColumns only(Collection<String> some) {
    Set<String> folded = new HashSet<>();
    some.forEach(name -> folded.add(CifSchema.foldCase(name)));
    if (folded.isEmpty()) {
      return this;
    }
    return new TableColumns(
        names,
        keys,
        defaults,
        areAll,
        keys == null ? new WantedColumns(folded, Set.of()) : keys.wanted(folded));
  }

  /** Returns the columns that are wanted of schema files; null for all. */
  WantedColumns wanted() {
    return wanted;
  }

  /** Returns the key of a column, ignoring case; null if it has none. */
  public String key(String name) {
    return keys == null ? null : keys.key(name);
  }

  /**
   * Returns the value of a column in every row of a split that lacks it; null for NULL.
   *
   * @param name name of the column, ignoring case
   */
  public ColumnVector valueOf(String name) {
    return defaults.isEmpty() ? null : defaults.get(CifSchema.foldCase(name));
  }

  /**
   * Returns the table's names for the columns of a split; null for a column that the table lacks.
   *
   * @param directory split-directory, for errors
   * @throws CifException if two columns of the split may be the same one of the table
   */
  public List<String> namesOf(Path directory, CifSchema split) throws CifException {
    if (keys == null) {
      return split.columns().stream()
          .map(column -> areAll ? names.get(CifSchema.foldCase(column.name())) : column.name())
          .toList();
    }
    try {
      return Arrays.asList(keys.match(split, names));
    } catch (IllegalArgumentException e) {
      throw CifException.at(
          directory,
          null,
          -1,
          e.getMessage() + "; write the split again, or move it out of the table",
          e);
    }
  }

  /** Returns the content of a split that belongs to the table. */
  SchemaFile seen(Path directory, SchemaFile file) throws CifException {
    if (!areAll) {
      return file;
    }
    List<String> tableNames = namesOf(directory, file.schema());
    List<Column> columns = new ArrayList<>();
    List<ColumnEntry> entries = new ArrayList<>();
    for (int i = 0; i < tableNames.size(); i++) {
      if (tableNames.get(i) != null) {
        Column stored = file.schema().column(i);
        columns.add(new Column(stored.id(), tableNames.get(i), stored.type(), stored.key()));
        entries.add(file.entries().get(i));
      }
    }
    return file.withColumns(CifSchema.of(columns), entries);
  }
}
