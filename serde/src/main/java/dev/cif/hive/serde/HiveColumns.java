package dev.cif.hive.serde;

import dev.cif.hive.version.HiveFeatures;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * Columns of a table, from the properties by which Hive describes them to a SerDe.
 *
 * @param comments one for each column, or none at all
 */
record HiveColumns(List<String> names, List<TypeInfo> types, List<String> comments) {
  private static final String COMMENTS = "columns.comments";

  /**
   * Returns the columns of the rows that a SerDe describes. Spark gives the SerDe of a partition
   * the partition's own columns, which may be older than the table's. A reader's rows have the
   * table's, which the settings of the scan name.
   *
   * @param job null for none
   */
  static HiveColumns of(Configuration job, Properties properties) {
    HiveColumns own = of(properties);
    if (HiveFeatures.IS_3
        || job == null
        || job.get(ColumnProjectionUtils.READ_COLUMN_IDS_CONF_STR) == null
        || job.get(serdeConstants.LIST_COLUMNS) == null) {
      return own;
    }
    Properties scanned = new Properties();
    for (String name : List.of(serdeConstants.LIST_COLUMNS, serdeConstants.LIST_COLUMN_TYPES)) {
      scanned.setProperty(name, job.get(name, ""));
    }
    HiveColumns table = of(scanned);
    // The names are joined by commas, which a name may have.
    return table.names.size() == table.types.size() ? table : own;
  }

  private static HiveColumns of(Properties properties) {
    String types = properties.getProperty(serdeConstants.LIST_COLUMN_TYPES, "");
    String comments = properties.getProperty(COMMENTS, "");
    return new HiveColumns(
        ColumnNames.of(properties),
        types.isEmpty() ? List.of() : TypeInfoUtils.getTypeInfosFromTypeString(types),
        comments.isEmpty() ? List.of() : List.of(comments.split("\0")));
  }
}
