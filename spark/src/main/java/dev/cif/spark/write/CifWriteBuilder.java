package dev.cif.spark.write;

import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.SchemaUnion;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.spark.read.FolderCondition;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Takes what a statement does with the rows that are there: keeps them, or replaces some. */
public final class CifWriteBuilder
    implements WriteBuilder, SupportsOverwriteV2, SupportsDynamicOverwrite {
  private static final String ADVICE =
      "cast the column to a type that goes with those of the table's files";

  private static final String OVERWRITE_MODE = "partitionOverwriteMode";

  private final TableFolder folder;
  private final List<String> keys;
  private final LogicalWriteInfo info;
  private Replacement replacement = Replacement.NONE;

  /**
   * Creates the builder of a write that keeps all rows.
   *
   * @param keys columns that are folders, from the outermost on
   */
  public CifWriteBuilder(TableFolder folder, List<String> keys, LogicalWriteInfo info) {
    this.folder = folder;
    this.keys = List.copyOf(keys);
    this.info = info;
  }

  /** Replaces all rows; of a save in dynamic mode, those of the folders that get rows. */
  @Override
  public WriteBuilder truncate() {
    boolean isSave = FolderSave.isDirect(folder.options());
    String mode =
        folder
            .options()
            .getOrDefault(
                OVERWRITE_MODE,
                SQLConf.get().getConfString("spark.sql.sources." + OVERWRITE_MODE, "static"));
    boolean isDynamic = isSave && !keys.isEmpty() && mode.equalsIgnoreCase("dynamic");
    replacement = isDynamic ? Replacement.DYNAMIC : Replacement.ALL;
    return this;
  }

  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    replacement = keys.isEmpty() ? Replacement.ALL : Replacement.DYNAMIC;
    return this;
  }

  /** Returns true if the conditions are on columns that are folders, which alone decide then. */
  @Override
  public boolean canOverwrite(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    return condition(predicates) != null;
  }

  private FolderCondition condition(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    return FolderCondition.of(predicates, info.schema(), keys);
  }

  @Override
  public WriteBuilder overwrite(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    if (predicates.length == 1 && predicates[0].name().equals("ALWAYS_TRUE")) {
      return truncate();
    }
    FolderCondition condition = condition(predicates);
    if (condition == null) {
      throw new IllegalArgumentException(
          "rows of a CIF table are overwritten by its partition columns " + keys + " only");
    }
    replacement = Replacement.of(condition);
    return this;
  }

  @Override
  public Write build() {
    StructType rows = info.schema();
    List<StructField> stored = TableFolder.stored(rows, keys);
    if (stored.isEmpty()) {
      throw new IllegalArgumentException(
          "rows need a column beside those that are folders: " + keys);
    }
    CifSchema schema = SparkTypes.schema(stored);
    try {
      if (replacement != Replacement.ALL) {
        expectFit(schema);
      }
      return new CifWrite(folder, rows, keys, schema, replacement);
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }

  /**
   * Checks that the new rows go with those that stay.
   *
   * @throws CifException if a column has another type, or other columns are folders
   */
  private void expectFit(CifSchema schema) throws IOException {
    DescribedTable described = folder.described();
    if (described != null) {
      described.keyed(schema);
      expectFolders(described.folder(), described.partitionColumns().stream().map(Column::name));
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
    expectFolders(data.folder(), data.keys().stream());
  }

  private void expectFolders(Path root, Stream<String> folders) throws CifException {
    List<String> wanted = folders.map(CifSchema::foldCase).toList();
    if (!keys.stream().map(CifSchema::foldCase).toList().equals(wanted)) {
      throw CifException.at(
          root, null, -1, "the folder is divided by " + wanted + ", and the new rows by " + keys);
    }
  }
}
