package dev.cif.hive.table;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ConstantValues;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Columns of a scan whose values are in the names of folders {@code key=value}. They belong to a
 * storage handler's table, for which Hive has no partitions. Immutable.
 */
public final class FolderColumns {
  /** Setting of a job: the table's folder and the names of the columns, one a line. */
  public static final String SETTING = "dev.cif.hive.folder-columns";

  private static final FolderColumns NONE = new FolderColumns(null, List.of());

  private final Path table;
  private final Set<String> names = new HashSet<>();

  private FolderColumns(Path table, List<String> names) {
    this.table = table;
    names.forEach(name -> this.names.add(CifSchema.foldCase(name)));
  }

  /** Returns the setting's value. */
  public static String setting(String location, List<String> names) {
    List<String> lines = new ArrayList<>(List.of(location));
    lines.addAll(names);
    return String.join("\n", lines);
  }

  /**
   * Returns the folder columns of a table.
   *
   * @param at the table's folder or one below; the settings of a job may be those of another
   *     table's scan
   */
  public static FolderColumns from(Configuration job, Path at) {
    String value = job.get(SETTING);
    if (value == null) {
      return NONE;
    }
    List<String> lines = List.of(value.split("\n"));
    Path table = new Path(lines.get(0));
    return isAtOrBelow(at, table) ? new FolderColumns(table, lines.subList(1, lines.size())) : NONE;
  }

  private static boolean isAtOrBelow(Path path, Path table) {
    String folder = table.toUri().getPath();
    String below = path.toUri().getPath();
    return below.startsWith(folder)
        && (below.length() == folder.length() || below.charAt(folder.length()) == '/');
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  public boolean have(String column) {
    return !names.isEmpty() && names.contains(CifSchema.foldCase(column));
  }

  public ColumnReader column(String name, CifType type, SplitReader split) throws CifException {
    FolderValues values = FolderValues.of(table, split.directory());
    return ColumnReader.constant(values.value(name, type), split.rows());
  }

  public Predicate decided(Predicate predicate, Path directory, Function<String, CifType> types)
      throws IOException {
    if (isEmpty()) {
      return predicate;
    }
    FolderValues values = FolderValues.of(table, directory);
    return ConstantValues.fold(
        predicate,
        path ->
            path.isWholeColumn() && have(path.column())
                ? values.value(path.column(), types.apply(path.column()))
                : null);
  }
}
