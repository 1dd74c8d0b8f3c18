package dev.cif.spark.write;

import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.spark.read.FolderCondition;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.Set;

/** Deletion of whole folders of rows: DELETE by partition columns, and TRUNCATE. */
public final class FolderDelete {
  private FolderDelete() {}

  /** Deletes the rows that satisfy a condition, by one commit. */
  public static void run(TableFolder folder, FolderCondition condition) {
    try {
      if (folder.exists()) {
        TableInsert insert = TableInsert.of(folder.fs(), folder.root(), TableChange.newId());
        insert.replace(Replacement.of(condition).of(folder.root(), Set.of()));
      }
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
