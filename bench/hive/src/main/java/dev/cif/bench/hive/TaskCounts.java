package dev.cif.bench.hive;

import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.tez.common.counters.CounterGroup;
import org.apache.tez.common.counters.DAGCounter;
import org.apache.tez.common.counters.TezCounter;
import org.apache.tez.common.counters.TezCounters;

/** Hook that Hive calls after each query; it takes Tez's counters. */
public final class TaskCounts implements ExecuteWithHookContext {
  /**
   * Counters of a query.
   *
   * @param tasks number of tasks that Tez ran
   * @param rows number of rows that its maps got from their scans
   */
  record Count(long tasks, long rows) {}

  private static Count last = new Count(0, 0);

  /** Returns the counters of the last statement; zeros if it ran no task. */
  static synchronized Count take() {
    Count count = last;
    last = new Count(0, 0);
    return count;
  }

  private static synchronized void tell(Count count) {
    last = count;
  }

  @Override
  public void run(HookContext context) {
    long tasks = 0;
    long rows = 0;
    for (TezTask task : Utilities.getTezTasks(context.getQueryPlan().getRootTasks())) {
      TezCounters counters = task.getTezCounters();
      if (counters != null) {
        tasks += counters.findCounter(DAGCounter.TOTAL_LAUNCHED_TASKS).getValue();
        rows += rows(counters);
      }
    }
    tell(new Count(tasks, rows));
  }

  private static long rows(TezCounters counters) {
    long rows = 0;
    for (CounterGroup group : counters) {
      for (TezCounter counter : group) {
        if (counter.getName().startsWith("RECORDS_IN_Map")) {
          rows += counter.getValue();
        }
      }
    }
    return rows;
  }
}
