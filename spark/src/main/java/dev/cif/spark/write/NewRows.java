package dev.cif.spark.write;

import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.SchemaUnion;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Rules for rows that a statement adds to a table. */
final class NewRows {
  private static final String ADVICE =
      "cast the column to a type that goes with those of the table's files";

  private NewRows() {}

  /** Returns the order by folders, in which a task writes one split-directory at a time. */
  static SortOrder[] ordering(List<String> keys) {
    return keys.stream()
        .map(key -> Expressions.sort(TableFolder.reference(key), SortDirection.ASCENDING))
        .toArray(SortOrder[]::new);
  }

  /**
   * Returns the columns that are in files.
   *
   * @param rows columns of the rows, those that are folders included
   * @param keys columns that are folders
   * @throws IllegalArgumentException if there are none, or a type has no counterpart
   */
  static CifSchema stored(StructType rows, List<String> keys) {
    List<StructField> stored = TableFolder.stored(rows, keys);
    if (stored.isEmpty()) {
      throw new IllegalArgumentException(
          "rows need a column beside those that are folders: " + keys);
    }
    return SparkTypes.schema(stored);
  }

  /**
   * Checks that new rows stand for old ones without loss: the table has all columns of its files.
   *
   * @throws CifException if a column is missing
   */
  static void expectAllColumns(TableFolder folder, CifSchema schema) throws IOException {
    DescribedTable described = folder.described();
    boolean isOfFiles = described == null && folder.metastore() == null && folder.exists();
    if (described != null) {
      expectAll(described.folder(), described.columns(), schema);
    } else if (isOfFiles && folder.columnProperties().isEmpty()) {
      DataSet data = folder.dataSet();
      expectAll(data.folder(), data.columns(), schema);
    }
  }

  private static void expectAll(Path root, List<Column> columns, CifSchema schema)
      throws CifException {
    for (Column column : columns) {
      if (schema.indexOf(column.name()) < 0) {
        throw CifException.at(
            root,
            column.name(),
            -1,
            "the table lacks this column, whose values the new rows would lose; add it first");
      }
    }
  }

  /**
   * Checks that the new rows go with those that stay.
   *
   * @param schema columns in files
   * @param keys columns that are folders, from the outermost on
   * @throws CifException if a column has another type, or other columns are folders
   */
  static void expectFit(TableFolder folder, CifSchema schema, List<String> keys)
      throws IOException {
    DescribedTable described = folder.described();
    if (described != null) {
      described.keyed(schema);
      expectFolders(
          described.folder(), described.partitionColumns().stream().map(Column::name), keys);
      return;
    }
    if (!folder.exists() || !folder.columnProperties().isEmpty()) {
      // Files may name columns that have keys otherwise.
      return;
    }
    DataSet data = folder.dataSet();
    if (data.splits().isEmpty()) {
      return;
    }
    List<String> names = data.columns().stream().map(Column::name).toList();
    SchemaUnion union = new SchemaUnion(ADVICE);
    union.add(
        data.folder(), CifSchema.of(names, data.columns().stream().map(Column::type).toList()));
    union.add(new Path(data.folder(), "<new rows>"), schema);
    boolean isClean = keys.stream().noneMatch(key -> TableFolder.has(names, key));
    if (!isClean) {
      throw CifException.at(
          data.folder(),
          null,
          -1,
          "the folder is divided by " + data.keys() + ", and the new rows by " + keys);
    }
    expectFolders(data.folder(), data.keys().stream(), keys);
  }

  private static void expectFolders(Path root, Stream<String> folders, List<String> keys)
      throws CifException {
    List<String> wanted = folders.map(CifSchema::foldCase).toList();
    if (!keys.stream().map(CifSchema::foldCase).toList().equals(wanted)) {
      throw CifException.at(
          root, null, -1, "the folder is divided by " + wanted + ", and the new rows by " + keys);
    }
  }
}
