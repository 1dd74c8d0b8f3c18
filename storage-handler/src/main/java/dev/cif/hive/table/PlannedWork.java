package dev.cif.hive.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.mr.ExecDriver;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.plan.BaseWork;

/** Tasks of a planned statement, and the work that it gives to jobs. */
public final class PlannedWork {
  private PlannedWork() {}

  /** Returns all tasks of a plan, each once. */
  public static Set<Task<?>> tasks(List<Task<?>> roots) {
    Set<Task<?>> all = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(roots, all);
    return all;
  }

  private static void collect(List<Task<?>> tasks, Set<Task<?>> all) {
    for (Task<?> task : tasks == null ? List.<Task<?>>of() : tasks) {
      if (all.add(task)) {
        collect(task.getDependentTasks(), all);
      }
    }
  }

  /** Returns the vertices of Tez, and the map and reduce sides of MapReduce. */
  public static List<BaseWork> of(List<Task<?>> roots) {
    List<BaseWork> all = new ArrayList<>();
    for (TezTask task : Utilities.getTezTasks(roots)) {
      all.addAll(task.getWork().getAllWork());
    }
    for (ExecDriver task : Utilities.getMRTasks(roots)) {
      all.add(task.getWork().getMapWork());
      if (task.getWork().getReduceWork() != null) {
        all.add(task.getWork().getReduceWork());
      }
    }
    return all;
  }
}
