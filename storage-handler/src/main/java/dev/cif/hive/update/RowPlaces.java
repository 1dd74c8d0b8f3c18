package dev.cif.hive.update;

import dev.cif.hive.serde.CifRowToWrite;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BooleanObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.LongObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;

/** The first columns of the query that a {@link RowStatement} becomes. Not thread-safe. */
final class RowPlaces {
  /** Start of a URI. */
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/");

  /** Folder of the table. */
  private final String folder;

  private StructObjectInspector inspector;
  private List<? extends StructField> fields;

  /** Name that the query has for the split-directory of the last row, and its path. */
  private String name;

  private String path;

  /**
   * Creates the places of a query's rows.
   *
   * @param folder folder of the table
   */
  RowPlaces(String folder) {
    this.folder = folder;
  }

  /**
   * Returns SQL for a name of a row's split-directory: the path below the table's folder, or the
   * whole one if it is elsewhere. Names are sorted, and shorter than paths.
   *
   * @param file SQL for the whole path
   * @param folder folder of the table
   */
  static String nameOf(String file, String folder) {
    int length = folder.length() + 1;
    if (folder.codePointCount(0, folder.length()) != folder.length()) {
      // Hive's functions don't agree on the number of such characters.
      return file;
    }
    return String.format(
        Locale.ROOT,
        "IF(substr(%1$s, 1, %2$d) = %3$s, substr(%1$s, %4$d), %1$s)",
        file,
        length,
        HiveSql.literal(folder + "/"),
        length + 1);
  }

  private void look(CifRowToWrite row) {
    if (row.inspector() != inspector) {
      inspector = row.inspector();
      fields = inspector.getAllStructFieldRefs();
    }
  }

  /** Returns the path of the row's split-directory; null for a row of the source alone. */
  String split(CifRowToWrite row) {
    look(row);
    String given =
        ((StringObjectInspector) fields.get(0).getFieldObjectInspector())
            .getPrimitiveJavaObject(inspector.getStructFieldData(row.row(), fields.get(0)));
    if (given == null) {
      return null;
    }
    if (!given.equals(name)) {
      boolean isWhole = given.startsWith("/") || SCHEME.matcher(given).lookingAt();
      path = isWhole ? given : folder + "/" + given;
      name = given;
    }
    return path;
  }

  /** Returns the row's number in the split-directory. */
  long row(CifRowToWrite row) {
    look(row);
    return ((LongObjectInspector) fields.get(1).getFieldObjectInspector())
        .get(inspector.getStructFieldData(row.row(), fields.get(1)));
  }

  /** Returns true if the condition of a MERGE's clause holds for the row; they stand next. */
  boolean holds(CifRowToWrite row, int clause) {
    look(row);
    StructField field = fields.get(RowStatement.PLACES + clause);
    Object holds = inspector.getStructFieldData(row.row(), field);
    return holds != null && ((BooleanObjectInspector) field.getFieldObjectInspector()).get(holds);
  }
}
