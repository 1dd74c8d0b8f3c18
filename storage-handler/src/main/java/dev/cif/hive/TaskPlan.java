package dev.cif.hive;

import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.TableScanOperator;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDescUtils;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.SelectDesc;

/** What a task does with the rows of its scan. */
final class TaskPlan {
  private TaskPlan() {}

  /**
   * The operator that takes the rows of a task's scan; null if the task has none, or several, or if
   * it stands behind the scan of another table (a sort merge join's), or counts its rows.
   */
  static TableScanOperator scan(Configuration job) {
    MapWork work = Utilities.getMergeWork(job) == null ? Utilities.getMapWork(job) : null;
    Collection<Operator<?>> roots = work == null ? List.of() : work.getAliasToWork().values();
    return roots.size() == 1
            && roots.iterator().next() instanceof TableScanOperator scan
            && scan.getConf().getRowLimit() < 0
            && !scan.getConf().isGatherStats()
        ? scan
        : null;
  }

  /** Whether the operator can't tell which rows are missing. */
  static boolean isPure(SelectDesc select) {
    if (select.isSelStarNoCompute()) {
      return true;
    }
    for (ExprNodeDesc expression : select.getColList()) {
      if (!ExprNodeDescUtils.isDeterministic(expression)) {
        return false;
      }
    }
    return true;
  }
}
