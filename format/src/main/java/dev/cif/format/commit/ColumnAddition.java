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
   * @param added column that is new in the split; in a table with keys, by its key
   * @return false if the split has such a column already; the file is removed then
   * @throws CifException if the split has the column, with another type
   * @throws CifException if the split is not the one that the column was computed for
   * @throws CifException if its store does not replace files in one step
   */
  static boolean publish(FileSystem fs, Path directory, ChangedColumn added) throws IOException {
    String name = added.name();
    ColumnEntry file = added.file();
    try (SplitCommit change = SplitCommit.change(fs, directory, name)) {
      SchemaFile stored = change.old();
      SchemaFile old = PendingChanges.latest(fs, directory, stored, name);
      Path hidden = SplitFiles.file(directory, file.file());
      long length = change.length(file.file());
      Column there = ColumnPlaces.old(added, old.schema());
      if (there != null) {
        expectType(directory, name, there.type(), added.type());
        file.files()
            .filter(one -> change.length(one) >= 0)
            .forEach(one -> SplitFiles.deleteQuietly(fs, SplitFiles.file(directory, one)));
        return false;
      }
      checkSame(directory, name, old, added.rows(), added.sources());
      if (length >= 0 && length != file.length()) {
        throw CifException.at(hidden, name, -1, "the file is not as long as it was written");
      }
      Column column = new ColumnPlaces(stored).of(added, old.schema());
      List<Column> columns = new ArrayList<>(stored.schema().columns());
      columns.add(column);
      List<ColumnEntry> entries = new ArrayList<>(stored.entries());
      entries.add(change.place(file, column));
      // The files identify the change, since no other has them: another column may be added
      // meanwhile.
      change.replace(
          stored.withColumns(CifSchema.of(columns), entries),
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
    if (i >= 0) {
      expectType(directory, name, schema.column(i).type(), type);
    }
    return i >= 0;
  }

  private static void expectType(Path directory, String name, CifType there, CifType added)
      throws CifException {
    if (!there.equals(added)) {
      throw CifException.at(
          new Path(directory, SplitDirectories.SCHEMA_FILE),
          name,
          -1,
          "the split has the column already, of type "
              + there
              + ", not "
              + added
              + "; give the new column another name");
    }
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
