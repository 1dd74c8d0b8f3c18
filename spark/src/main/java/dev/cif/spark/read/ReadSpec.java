package dev.cif.spark.read;

import dev.cif.format.read.ColumnDefaults;
import dev.cif.format.read.TableColumns;
import dev.cif.format.read.TableProperties;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.ConstantValues;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.spark.table.RowAddress;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Columns and rows that a query reads of a table. Immutable.
 *
 * @param root qualified path of the table's folder
 * @param table all columns of the table
 * @param read columns that are read, structs with the fields that are read; may have those of
 *     {@link RowAddress}
 * @param keys columns that are folders
 * @param filter condition on each row
 * @param prune condition on blocks, for rows that a join drops
 * @param limit number of rows that are enough for each task; 0 for all
 * @param properties keys and defaults of columns, as properties of the table
 */
record ReadSpec(
    String root,
    StructType table,
    StructType read,
    List<String> keys,
    Predicate filter,
    Predicate prune,
    int limit,
    Map<String, String> properties)
    implements Serializable {

  boolean isKey(String column) {
    return TableFolder.has(keys, column);
  }

  boolean hasFilter() {
    return !filter.paths().isEmpty() || !filter.isPossible();
  }

  /** Returns true if a column that is read is part of the address of rows. */
  boolean isAddress(String column) {
    return RowAddress.is(table, column);
  }

  /**
   * Returns true if the address of rows is read. A task has whole split-directories then, so that
   * it can write columns for them.
   */
  boolean hasAddress() {
    return Arrays.stream(read.fieldNames()).anyMatch(this::isAddress);
  }

  /** Returns the fields that are in files. */
  List<StructField> stored() {
    return TableFolder.stored(read, keys).stream().filter(f -> !isAddress(f.name())).toList();
  }

  /** Returns true if a column has a value in split-directories that lack it. */
  boolean hasDefault(String column) {
    return property(ColumnDefaults.property(column)) != null;
  }

  /** Returns a property of the table; Spark writes names of options in small letters. */
  private String property(String name) {
    return properties.get(name.toLowerCase(Locale.ROOT));
  }

  /** Returns the columns that a task opens, those of the filter included. */
  TableColumns columns() {
    Set<String> names = new LinkedHashSet<>();
    stored().forEach(field -> names.add(field.name()));
    Predicate.and(List.of(filter, prune)).paths().forEach(path -> names.add(path.column()));
    names.removeIf(this::isKey);
    List<StructField> files = TableFolder.stored(table, keys);
    return TableColumns.fromProperties(
            files.stream().map(StructField::name).toList(),
            files.stream().map(field -> SparkTypes.cif(field.dataType())).toList(),
            this::property)
        .only(names);
  }

  /** Returns the types in which columns of the table are read, structs with all fields. */
  ColumnTypes types() {
    Map<String, CifType> types = new HashMap<>();
    for (StructField field : table.fields()) {
      types.put(CifSchema.foldCase(field.name()), SparkTypes.cif(field.dataType()));
    }
    return (column, stored) -> types.getOrDefault(CifSchema.foldCase(column), stored);
  }

  /**
   * Returns the value of a column that is a folder: a vector of one value.
   *
   * @throws CifException if the folder's text is no value of the column's type
   */
  ColumnVector folder(String column, FolderValues folders) throws CifException {
    CifType type = types().of(column, null);
    // A table file gives the folders' types, whatever their names are (FORMAT.md section 2.4).
    return properties.containsKey(TableProperties.REVISION)
        ? folders.valueOrNull(column, type)
        : folders.value(column, type);
  }

  /** Returns a condition with those on folders decided. */
  Predicate folded(Predicate condition, FolderValues folders) throws IOException {
    return ConstantValues.fold(condition, path -> constant(path, folders));
  }

  private ColumnVector constant(ColumnPath path, FolderValues folders) throws IOException {
    return isKey(path.column()) && path.isWholeColumn() ? folder(path.column(), folders) : null;
  }

  FolderValues folders(Path directory) {
    return FolderValues.of(new Path(root), directory);
  }
}
