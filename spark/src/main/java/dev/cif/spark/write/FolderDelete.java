package dev.cif.spark.write;

import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.spark.read.FolderCondition;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructType;

/** Deletion of whole folders of rows: DELETE by partition columns, and TRUNCATE. */
public final class FolderDelete {
  private FolderDelete() {}

  /** Deletes the rows that satisfy a condition, by one commit. */
  public static void run(TableFolder folder, StructType columns, FolderCondition condition) {
    run(folder, columns, Replacement.of(condition), Set.of(), partition -> true);
  }

  /**
   * Deletes the rows of some folders, by one commit.
   *
   * @param paths paths below the table's folder, such as {@code day=1/hour=2}
   */
  public static void run(TableFolder folder, StructType columns, Set<String> paths) {
    Predicate<Path> isOne = partition -> paths.stream().anyMatch(path -> ends(partition, path));
    run(folder, columns, Replacement.DYNAMIC, paths, isOne);
  }

  private static boolean ends(Path partition, String path) {
    return partition.toString().endsWith("/" + path);
  }

  private static void run(
      TableFolder folder,
      StructType columns,
      Replacement replacement,
      Set<String> paths,
      Predicate<Path> changed) {
    try {
      if (folder.exists()) {
        if (folder.metastore() != null) {
          folder.metastore().forgetStatistics(folder.fs(), columns, changed);
        }
        TableInsert insert = TableInsert.of(folder.fs(), folder.root(), TableChange.newId());
        insert.replace(replacement.of(folder.root(), paths));
      }
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
