package dev.cif.spark.write;

import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.spark.read.FolderCondition;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/** Deletion of whole folders of rows: DELETE by partition columns, and TRUNCATE. */
public final class FolderDelete {
  private FolderDelete() {}

  /** Deletes the rows that satisfy a condition, by one commit. */
  public static void run(TableFolder folder, StructType columns, FolderCondition condition) {
    try {
      if (folder.exists()) {
        if (folder.metastore() != null) {
          folder.metastore().forgetStatistics(folder.fs(), columns, partition -> true);
        }
        TableInsert insert = TableInsert.of(folder.fs(), folder.root(), TableChange.newId());
        insert.replace(Replacement.of(condition).of(folder.root(), Set.of()));
      }
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
