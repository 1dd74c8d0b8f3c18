package dev.cif.format.commit;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Publishes a column file that is in a split-directory under a hidden name, FORMAT.md section 2.
 */
final class ColumnAddition {
  private ColumnAddition() {}

  /**
   * Renames the file and replaces the schema file by one that names it. Can be repeated if it
   * fails.
   *
   * @param rows number of rows of the column
   * @param file entry of the column's file under its hidden name
   * @param sources places of the columns that this one was computed from, with the CRC32C of their
   *     footers; the split must still have them
   * @return false if the split has such a column already; the file is removed then
   * @throws CifException if the split has a column of that name and another type
   * @throws CifException if the split is not the one that the column was computed for
   * @throws CifException if its store does not replace files in one step
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
    try (SplitCommit change = SplitCommit.change(fs, directory, name)) {
      SchemaFile stored = change.old();
      SchemaFile old = PendingChanges.latest(fs, directory, stored, name);
      Path hidden = SplitFiles.file(directory, file.file());
      long length = change.length(file.file());
      if (has(directory, old.schema(), name, type)) {
        file.files()
            .filter(one -> change.length(one) >= 0)
            .forEach(one -> SplitFiles.deleteQuietly(fs, SplitFiles.file(directory, one)));
        return false;
      }
      checkSame(directory, name, old, rows, sources);
      if (length >= 0 && length != file.length()) {
        throw CifException.at(hidden, name, -1, "the file is not as long as it was written");
      }
      Column column = new Column(PendingChanges.freeId(stored), name, type);
      List<Column> columns = new ArrayList<>(stored.schema().columns());
      columns.add(column);
      List<ColumnEntry> entries = new ArrayList<>(stored.entries());
      entries.add(change.place(file, column));
      // The files identify the change, since no other has them: another column may be added
      // meanwhile.
      change.replace(
          new SchemaFile(CifSchema.of(columns), rows, entries, stored.changes())
              .withSortedBy(stored.sortedBy()),
          now -> now.entries().containsAll(entries),
          () -> {});
      return true;
    }
  }

  /**
   * Returns true if a split has a column of that name and type.
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

  /** Checks that a split is the one that a column was computed for. */
  static void checkSame(
      Path directory, String name, SchemaFile split, long rows, Map<String, Integer> sources)
      throws CifException {
    boolean same = split.rows() == rows;
    for (Map.Entry<String, Integer> source : sources.entrySet()) {
      same &=
          split.entries().stream()
              .anyMatch(
                  e -> e.place().equals(source.getKey()) && e.footerCrc() == source.getValue());
    }
    if (!same) {
      throw CifException.at(
          directory,
          name,
          -1,
          "the split was rewritten while the column was computed from it; compute it again");
    }
  }
}
