package dev.cif.format.internal.file;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.Column;
import dev.cif.format.SplitDirectories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Publishes a column file that lies in a split-directory under a hidden name: FORMAT.md section 2.
 */
public final class ColumnAddition {
  private ColumnAddition() {}

  /**
   * Gives the file its name and replaces the schema file by one that names it.
   *
   * @param file the column's file as it is; its name is hidden
   * @param rows of the column
   * @param sources files of the split that the column was computed from, with the CRC32C of their
   *     footers: the split must still have them
   * @return false if the split has such a column already; the file is removed then
   * @throws CifException if the split has a column of that name and another type, or is not the one
   *     that the column was computed for
   */
  public static boolean publish(
      FileSystem fs,
      Path directory,
      String name,
      CifType type,
      long rows,
      ColumnEntry file,
      Map<String, Integer> sources)
      throws IOException {
    SplitLock lock = SplitLock.acquire(fs, directory);
    try {
      SchemaFile old = SplitFiles.read(fs, directory);
      Path hidden = SplitFiles.file(directory, file.file());
      if (has(directory, old.schema(), name, type)) {
        SplitFiles.deleteQuietly(fs, hidden);
        return false;
      }
      checkSame(directory, name, old, rows, sources);
      if (fs.getFileStatus(hidden).getLen() != file.length()) {
        throw CifException.at(hidden, name, -1, "the file is not as long as it was written");
      }
      Column column = new Column(freeId(old.schema()), name, type);
      Path place = freePlace(fs, directory, column);
      if (!fs.rename(hidden, place)) {
        throw CifException.at(hidden, name, -1, "cannot be renamed to " + place.getName());
      }
      List<Column> columns = new ArrayList<>(old.schema().columns());
      columns.add(column);
      List<ColumnEntry> entries = new ArrayList<>(old.entries());
      entries.add(
          new ColumnEntry(
              place.getName(),
              file.length(),
              file.footerLength(),
              file.footerCrc(),
              file.rawBytes()));
      SplitFiles.replace(fs, directory, new SchemaFile(CifSchema.of(columns), rows, entries));
      return true;
    } finally {
      lock.close();
    }
  }

  /**
   * Whether a split has a column of that name and type.
   *
   * @throws CifException if it has one of that name and another type
   */
  public static boolean has(Path directory, CifSchema schema, String name, CifType type)
      throws CifException {
    int i = schema.indexOf(name);
    if (i >= 0 && !schema.column(i).type().equals(type)) {
      throw CifException.at(
          new Path(directory, SplitDirectories.SCHEMA_FILE),
          name,
          -1,
          "the split has the column already, of type "
              + schema.column(i).type()
              + ", not "
              + type
              + "; give the new column another name");
    }
    return i >= 0;
  }

  private static void checkSame(
      Path directory, String name, SchemaFile split, long rows, Map<String, Integer> sources)
      throws CifException {
    boolean same = split.rows() == rows;
    for (Map.Entry<String, Integer> source : sources.entrySet()) {
      same &=
          split.entries().stream()
              .anyMatch(
                  e -> e.file().equals(source.getKey()) && e.footerCrc() == source.getValue());
    }
    if (!same) {
      throw CifException.at(
          directory,
          name,
          -1,
          "the split was rewritten while the column was computed from it; compute it again");
    }
  }

  private static int freeId(CifSchema schema) {
    return schema.columns().stream().mapToInt(Column::id).max().orElse(0) + 1;
  }

  /** A file name that nothing has; one without a schema file that names it was left behind. */
  private static Path freePlace(FileSystem fs, Path directory, Column column) throws IOException {
    String name = SplitFiles.columnFile(column);
    Path place = SplitFiles.file(directory, name);
    for (int k = 1; fs.exists(place); k++) {
      place = SplitFiles.file(directory, name.replaceFirst("\\.col$", ".g" + k + ".col"));
    }
    return place;
  }
}
