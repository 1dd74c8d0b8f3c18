package dev.cif.hive.serde;

import java.util.List;
import java.util.Properties;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * Columns of a table, from the properties by which Hive describes them to a SerDe.
 *
 * @param comments one for each column, or none at all
 */
record HiveColumns(List<String> names, List<TypeInfo> types, List<String> comments) {
  private static final String COMMENTS = "columns.comments";

  static HiveColumns of(Properties properties) {
    String delimiter = properties.getProperty(serdeConstants.COLUMN_NAME_DELIMITER, ",");
    String names = properties.getProperty(serdeConstants.LIST_COLUMNS, "");
    String types = properties.getProperty(serdeConstants.LIST_COLUMN_TYPES, "");
    String comments = properties.getProperty(COMMENTS, "");
    return new HiveColumns(
        names.isEmpty() ? List.of() : List.of(names.split(delimiter)),
        types.isEmpty() ? List.of() : TypeInfoUtils.getTypeInfosFromTypeString(types),
        comments.isEmpty() ? List.of() : List.of(comments.split("\0")));
  }
}
