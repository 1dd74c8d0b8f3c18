package dev.cif.spark.write;

import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifType;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Path of the folders {@code key=value} that a row belongs into. Immutable. */
public final class FolderPath {
  private static final long MICROS = 1_000_000;

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  /**
   * Key of a folder.
   *
   * @param position position of the column in rows
   */
  private record Key(String name, int position, CifType type) {}

  private final List<Key> keys;

  private FolderPath(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Returns the paths of rows.
   *
   * @param names columns that are folders, from the outermost on
   * @throws IllegalArgumentException if there is no such column, or its values name no folder
   */
  public static FolderPath of(StructType rows, List<String> names) {
    List<Key> keys = new ArrayList<>();
    for (String name : names) {
      int before = keys.size();
      for (int i = 0; i < rows.fields().length; i++) {
        StructField field = rows.fields()[i];
        if (TableFolder.has(List.of(field.name()), name)) {
          keys.add(new Key(name, i, type(field)));
        }
      }
      if (keys.size() == before) {
        throw new IllegalArgumentException("the rows lack the partition column '" + name + "'");
      }
    }
    return new FolderPath(keys);
  }

  private static CifType type(StructField field) {
    CifType type = SparkTypes.cif(field.dataType());
    if (!type.kind().isPrimitive() || type.kind() == CifType.Kind.BINARY) {
      throw new IllegalArgumentException(
          "values of column '" + field.name() + "', of type " + type + ", name no folders");
    }
    return type;
  }

  /** Returns the path of a row; empty if there are no keys. */
  public String of(InternalRow row) {
    if (keys.isEmpty()) {
      return "";
    }
    StringBuilder path = new StringBuilder();
    for (Key key : keys) {
      path.append(path.length() == 0 ? "" : "/");
      path.append(FolderValues.folder(key.name, text(row, key.position, key.type)));
    }
    return path.toString();
  }

  private static String text(InternalRow row, int i, CifType type) {
    if (row.isNullAt(i)) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.toString(row.getBoolean(i));
      case TINYINT -> Byte.toString(row.getByte(i));
      case SMALLINT -> Short.toString(row.getShort(i));
      case INT -> Integer.toString(row.getInt(i));
      case BIGINT -> Long.toString(row.getLong(i));
      case FLOAT -> Float.toString(row.getFloat(i));
      case DOUBLE -> Double.toString(row.getDouble(i));
      case DECIMAL ->
          row.getDecimal(i, type.precision(), type.scale()).toJavaBigDecimal().toPlainString();
      case STRING -> row.getUTF8String(i).toString();
      case DATE -> LocalDate.ofEpochDay(row.getInt(i)).toString();
      case TIMESTAMP -> time(row.getLong(i));
      case TIMESTAMP_LTZ -> time(row.getLong(i)) + "Z";
      case VARCHAR, CHAR, BINARY, ARRAY, MAP, STRUCT, UNION -> throw new AssertionError(type);
    };
  }

  private static String time(long micros) {
    int nanos = (int) Math.floorMod(micros, MICROS) * 1000;
    long seconds = Math.floorDiv(micros, MICROS);
    return LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC).format(TIME);
  }
}
