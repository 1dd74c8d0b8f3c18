package dev.cif.hive.write;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns of rows that are inserted: those in files, and those in the names of folders. Immutable.
 */
public final class InsertColumns {
  private final CifSchema all;
  private final CifSchema inFiles;
  private final int[] filePositions;
  private final int[] folderPositions;

  /**
   * Divides the columns of a table.
   *
   * @param all columns of the rows
   * @param folders names of those in folders, ignoring case, from the outermost folder on
   */
  public InsertColumns(CifSchema all, List<String> folders) {
    this.all = all;
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Column column = all.column(i);
      if (folders.stream().noneMatch(column.name()::equalsIgnoreCase)) {
        names.add(column.name());
        types.add(column.type());
        positions.add(i);
      }
    }
    inFiles = CifSchema.of(names, types);
    filePositions = positions.stream().mapToInt(i -> i).toArray();
    folderPositions = folders.stream().mapToInt(all::indexOf).filter(i -> i >= 0).toArray();
  }

  CifSchema inFiles() {
    return inFiles;
  }

  /** Returns the positions in a row of the columns that files hold. */
  int[] filePositions() {
    return filePositions;
  }

  /**
   * Returns the positions in a row of the columns that name folders, from the outermost folder on.
   */
  public int[] folderPositions() {
    return folderPositions;
  }

  public Column column(int position) {
    return all.column(position);
  }
}
