package dev.cif.hive.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.mr.ExecDriver;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.plan.BaseWork;

/** Work that a planned statement gives to jobs. */
public final class PlannedWork {
  private PlannedWork() {}

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
