package dev.cif.impala;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.TimestampValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * Split-directory of a table, with the values of the folders {@code key=value} above it.
 *
 * @param directory path of the split-directory
 * @param partition texts of the partition's values, by key in lower case; null for NULL
 */
record ImpalaSplit(Path directory, Map<String, String> partition) {
  /**
   * Makes a split with the values of the folders below the table's folder.
   *
   * @param described table file, which names the partition columns; null if there is none
   */
  static ImpalaSplit of(Path table, Path directory, DescribedTable described) {
    FolderValues folders =
        described == null ? FolderValues.of(table, directory) : described.valuesOf(directory);
    Collection<String> keys =
        described == null
            ? folders.keys()
            : described.partitionColumns().stream().map(Column::name).toList();
    Map<String, String> values = new LinkedHashMap<>();
    keys.forEach(key -> values.put(CifSchema.foldCase(key), folders.text(key)));
    return new ImpalaSplit(directory, values);
  }

  /** Returns true if an expression is a partition key. */
  boolean isKey(ColumnPath path) {
    return path.isWholeColumn() && partition.containsKey(CifSchema.foldCase(path.column()));
  }

  /**
   * Returns the value of a partition key.
   *
   * @return object of the class that {@link ImpalaType.Kind} names, null for NULL
   * @throws CifException if the text is not a value of the type
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
        TimestampValue timestamp = ImpalaLiterals.timestamp(text);
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
