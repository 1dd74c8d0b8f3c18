package dev.cif.hive.scan;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.plan.LimitDesc;
import org.apache.hadoop.hive.ql.plan.SelectDesc;

/**
 * Number of rows that a task takes of its scan: those of a LIMIT with no filter or join before it.
 */
final class RowsNeeded {
  private static final int LONGEST_CHAIN = 64;

  private RowsNeeded() {}

  /** Returns the number of rows that are enough; Long.MAX_VALUE if it isn't known. */
  static long of(Configuration job) {
    Operator<?> at = TaskPlan.scan(job);
    for (int i = 0; i < LONGEST_CHAIN && at != null && at.getNumChild() == 1; i++) {
      at = at.getChildOperators().get(0);
      if (at.getConf() instanceof LimitDesc limit) {
        long skipped = limit.getOffset() == null ? 0 : limit.getOffset();
        return skipped + limit.getLimit();
      }
      if (!(at.getConf() instanceof SelectDesc select) || !TaskPlan.isPure(select)) {
        break;
      }
    }
    return Long.MAX_VALUE;
  }
}
