package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.TimestampValue;
import dev.cif.format.scan.ColumnPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * A split-directory of a table, and what the folders {@code key=value} above it say.
 *
 * @param directory the split-directory
 * @param partition the texts of the partition's values by key in lower case; null for NULL
 */
record TableSplit(Path directory, Map<String, String> partition) {
  /** The folder name that Hive gives to NULL. */
  private static final String NULL_FOLDER = "__HIVE_DEFAULT_PARTITION__";

  /** The split with the values of the folders below the table's own. */
  static TableSplit of(Path table, Path directory) {
    Map<String, String> values = new LinkedHashMap<>();
    Path folder = directory;
    for (int levels = directory.depth() - table.depth(); levels > 0; levels--) {
      String name = folder.getName();
      int equals = name.indexOf('=');
      if (equals > 0) {
        String value = unescape(name.substring(equals + 1));
        String key = CifSchema.foldCase(unescape(name.substring(0, equals)));
        // The folder nearest to the rows wins.
        values.putIfAbsent(key, value.equals(NULL_FOLDER) ? null : value);
      }
      folder = folder.getParent();
    }
    return new TableSplit(directory, values);
  }

  /** Hive writes characters that do not suit a file name as % and two hexadecimal digits. */
  private static String unescape(String name) {
    if (name.indexOf('%') < 0) {
      return name;
    }
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        out.write(high * 16 + low);
        i += 2;
      } else {
        out.write(bytes[i]);
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Whether an expression is a partition key. */
  boolean isKey(ColumnPath path) {
    return path.isWholeColumn() && partition.containsKey(CifSchema.foldCase(path.column()));
  }

  /**
   * The value of a partition key, an object as {@link ImpalaType.Kind} says, null for NULL.
   *
   * @throws CifException if the text is no value of the type
   */
  Object value(String key, ImpalaType type) throws IOException {
    String text = partition.get(CifSchema.foldCase(key));
    if (text == null) {
      return null;
    }
    try {
      return parsed(text, type);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw CifException.at(
          directory,
          null,
          -1,
          "the folder's "
              + key
              + "='"
              + text
              + "' is no "
              + type
              + "; declare the column as STRING, or rename the folder",
          e);
    }
  }

  private static Object parsed(String text, ImpalaType type) {
    switch (type.kind()) {
      case BOOLEAN:
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
          throw new IllegalArgumentException(text);
        }
        return text.equalsIgnoreCase("true") ? 1L : 0L;
      case TINYINT:
        return (long) Byte.parseByte(text);
      case SMALLINT:
        return (long) Short.parseShort(text);
      case INT:
        return (long) Integer.parseInt(text);
      case BIGINT:
        return Long.parseLong(text);
      case FLOAT:
        return (double) Float.parseFloat(text);
      case DOUBLE:
        return Double.parseDouble(text);
      case DECIMAL:
        return decimal(text, type);
      case STRING:
        return text.getBytes(StandardCharsets.UTF_8);
      case DATE:
        return Cells.date(LocalDate.parse(text).toEpochDay());
      case TIMESTAMP:
        TimestampValue timestamp = Literals.timestamp(text);
        if (timestamp == null) {
          throw new IllegalArgumentException(text);
        }
        return timestamp;
    }
    throw new AssertionError(type);
  }

  private static BigDecimal decimal(String text, ImpalaType type) {
    BigDecimal value = new BigDecimal(text);
    if (Math.abs((long) value.scale()) > 1000) {
      throw new ArithmeticException("exponent");
    }
    BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    if (scaled.precision() > type.precision()) {
      throw new ArithmeticException("too many digits");
    }
    return scaled;
  }
}
