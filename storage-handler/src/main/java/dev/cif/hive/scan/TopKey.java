package dev.cif.hive.scan;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.TopOrder;
import dev.cif.format.schema.CifType;
import dev.cif.hive.version.HiveFeatures;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.TableScanOperator;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.TopNKeyDesc;

/**
 * Order of a query's LIMIT, if a task keeps the first keys of exactly the rows of its scan: Hive's
 * top-N key operator, directly after the scan. The operator does not tell the keys that it has
 * kept. The scan therefore tracks the keys itself, which it can't if the operator gets fewer rows
 * than the scan.
 */
final class TopKey {
  /** False before Hive 4. */
  private static final boolean IS_KNOWN =
      HiveFeatures.has("org.apache.hadoop.hive.ql.plan.TopNKeyDesc");

  private TopKey() {}

  /** Returns the order of the first column of a task's top-N key; null for none. */
  static TopOrder of(Configuration job, TableScan table) {
    TableScanOperator scan = IS_KNOWN ? TaskPlan.scan(job) : null;
    if (scan == null
        || scan.getNumChild() != 1
        || !(scan.getChildOperators().get(0).getConf() instanceof TopNKeyDesc keys)
        || keys.getTopN() < 1
        || !keys.getPartitionKeyColumns().isEmpty()
        || !(keys.getKeyColumns().get(0) instanceof ExprNodeColumnDesc key)) {
      return null;
    }
    int column = table.indexOf(key.getColumn());
    if (column < 0 || table.isInFolders(column) || !isOrderedAsInHive(table.type(column))) {
      return null;
    }
    return new TopOrder(
        ColumnPath.of(key.getColumn()),
        keys.getTopN(),
        keys.getColumnSortOrder().charAt(0) == '+',
        keys.getNullOrder().charAt(0) == 'a');
  }

  private static boolean isOrderedAsInHive(CifType type) {
    return switch (type.kind()) {
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, DECIMAL, STRING, VARCHAR, DATE, TIMESTAMP ->
          true;
      case FLOAT, DOUBLE, CHAR, BINARY, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> false;
    };
  }
}
