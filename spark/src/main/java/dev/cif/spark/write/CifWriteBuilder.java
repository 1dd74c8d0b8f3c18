package dev.cif.spark.write;

import dev.cif.format.schema.CifSchema;
import dev.cif.spark.read.FolderCondition;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;

/** Takes what a statement does with the rows that are there: keeps them, or replaces some. */
public final class CifWriteBuilder
    implements WriteBuilder, SupportsOverwriteV2, SupportsDynamicOverwrite {
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
    CifSchema schema = NewRows.stored(rows, keys);
    try {
      if (replacement != Replacement.ALL) {
        NewRows.expectFit(folder, schema, keys);
      }
      return new CifWrite(folder, rows, keys, schema, replacement);
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
