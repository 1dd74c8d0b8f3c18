package dev.cif.hive.scan;

import dev.cif.hive.version.HivePlans;
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

/** Plan of a task for the rows of its scan. */
final class TaskPlan {
  private TaskPlan() {}

  /**
   * Returns the operator that takes the rows of a task's scan. Returns null if the task has none or
   * several, or if the operator counts its rows. Also returns null if the operator follows the scan
   * of another table (a sort merge join's).
   */
  static TableScanOperator scan(Configuration job) {
    MapWork work = Utilities.getMergeWork(job) == null ? Utilities.getMapWork(job) : null;
    Collection<Operator<?>> roots = work == null ? List.of() : HivePlans.aliasToWork(work).values();
    return roots.size() == 1
            && roots.iterator().next() instanceof TableScanOperator scan
            && scan.getConf().getRowLimit() < 0
            && !scan.getConf().isGatherStats()
        ? scan
        : null;
  }

  /** Returns true if the operator can't notice missing rows. */
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
