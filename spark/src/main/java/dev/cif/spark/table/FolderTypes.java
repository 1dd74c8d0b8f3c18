package dev.cif.spark.table;

import dev.cif.format.scan.FolderValues;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.TextValues;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Types of columns that are folders {@code key=value}, where nobody names them. A type is chosen
 * only if it writes each text again as it is: a folder {@code 007} is text.
 */
final class FolderTypes {
  private static final String SETTING = "spark.sql.sources.partitionColumnTypeInference.enabled";

  private FolderTypes() {}

  /** Returns INT, BIGINT, DATE or STRING: the first that has all values of the key. */
  static DataType of(Path table, List<FoundSplit> splits, String key) {
    if (!Boolean.parseBoolean(SQLConf.get().getConfString(SETTING, "true"))) {
      return DataTypes.StringType;
    }
    boolean isInt = true;
    boolean isLong = true;
    boolean isDate = true;
    boolean hasText = false;
    Path last = null;
    for (FoundSplit split : splits) {
      Path folder = split.directory().getParent();
      if (folder.equals(last)) {
        continue;
      }
      last = folder;
      String text = FolderValues.of(table, split.directory()).text(key);
      if (text != null) {
        hasText = true;
        isInt = isInt && isNumber(text, CifType.INT);
        isLong = isLong && isNumber(text, CifType.BIGINT);
        isDate = isDate && isDate(text);
      }
    }
    if (!hasText) {
      return DataTypes.StringType;
    }
    return isInt
        ? DataTypes.IntegerType
        : isLong ? DataTypes.LongType : isDate ? DataTypes.DateType : DataTypes.StringType;
  }

  private static boolean isNumber(String text, CifType type) {
    try {
      long number = Long.parseLong(text);
      return Long.toString(TextValues.inRange(number, type)).equals(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isDate(String text) {
    try {
      return TextValues.date(text).toString().equals(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
