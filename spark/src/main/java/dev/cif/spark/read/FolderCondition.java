package dev.cif.spark.read;

import dev.cif.format.scan.ConstantValues;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifType;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Condition on columns that are folders, which all rows of a split-directory satisfy or none. */
public final class FolderCondition {
  private final Predicate condition;
  private final StructType table;

  private FolderCondition(Predicate condition, StructType table) {
    this.condition = condition;
    this.table = table;
  }

  /**
   * Returns the conjunction of some conditions; null if they are on other columns as well, or have
   * a part that is not translated.
   *
   * @param keys columns that are folders
   */
  public static FolderCondition of(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] conditions,
      StructType table,
      List<String> keys) {
    Predicate condition = new Filters(table).all(conditions);
    boolean isOfFolders =
        condition.paths().stream().allMatch(path -> TableFolder.has(keys, path.column()));
    return isOfFolders && Filters.isExact(condition) ? new FolderCondition(condition, table) : null;
  }

  /**
   * Returns true if rows with these values of folders satisfy the condition.
   *
   * @throws dev.cif.format.schema.CifException if a text is no value of its column's type
   */
  public boolean holds(FolderValues folders) throws IOException {
    return ConstantValues.fold(condition, path -> folders.value(path.column(), type(path.column())))
        .isPossible();
  }

  /** Returns true if rows of a split-directory satisfy the condition. */
  public boolean holds(Path root, Path split) throws IOException {
    return holds(FolderValues.of(root, split));
  }

  private CifType type(String column) {
    for (StructField field : table.fields()) {
      if (TableFolder.has(List.of(field.name()), column)) {
        return SparkTypes.cif(field.dataType());
      }
    }
    throw new IllegalArgumentException(column);
  }
}
