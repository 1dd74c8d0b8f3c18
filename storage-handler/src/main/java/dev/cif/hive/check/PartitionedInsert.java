package dev.cif.hive.check;

import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.serde.ColumnNames;
import dev.cif.hive.table.PlannedWork;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.OperatorUtils;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.FileSinkDesc;
import org.apache.hadoop.hive.ql.plan.TableDesc;

/**
 * Has tasks of Hive find the values of dynamic partitions in their rows. These stand behind the
 * other columns, which Hive counts by the commas of a list of names. So an INSERT into a table of
 * any format fails where such a name has a comma or is blank; those into CIF tables get another
 * list.
 */
public final class PartitionedInsert {
  private PartitionedInsert() {}

  /** Looks at the plan of a statement. */
  public static void plan(List<Task<?>> roots) {
    for (BaseWork work : PlannedWork.of(roots)) {
      for (Operator<?> root : work.getAllRootOperators()) {
        for (FileSinkOperator sink : OperatorUtils.findOperators(root, FileSinkOperator.class)) {
          plan(sink.getConf());
        }
      }
    }
  }

  private static void plan(FileSinkDesc sink) {
    TableDesc into = sink.getTableInfo();
    if (sink.getDynPartCtx() == null
        || !CifSerDe.class.getName().equals(into.getSerdeClassName())) {
      return;
    }
    Properties table = into.getProperties();
    if (Utilities.getColumnNames(table).size() != ColumnNames.of(table).size()) {
      TableDesc counted = (TableDesc) into.clone();
      counted.setProperties(ColumnNames.counted(table));
      sink.setTableInfo(counted);
    }
  }
}
