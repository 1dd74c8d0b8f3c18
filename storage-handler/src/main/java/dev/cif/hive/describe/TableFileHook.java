package dev.cif.hive.describe;

import dev.cif.format.schema.CifException;
import dev.cif.hive.describe.TableFileSync.State;
import dev.cif.hive.version.HiveFeatures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/** Has each statement that changes what a CIF table is write its table file, as its last task. */
public final class TableFileHook {
  private TableFileHook() {}

  /**
   * Adds the last task to a plan that needs it.
   *
   * @throws SemanticException if the metastore has an older state of a table than its file, so that
   *     a change could give a column's number to another
   */
  public static void postAnalyze(List<Task<?>> roots, Set<WriteEntity> outputs, HiveConf conf)
      throws SemanticException {
    Map<String, TableFileWork> works = new HashMap<>();
    List<Task<?>> leaves = new ArrayList<>();
    try {
      for (Task<?> task : all(roots)) {
        TableFileWork work = HiveFeatures.IS_4 ? ChangedTables.of(task, conf) : null;
        if (work != null) {
          works.put(work.database() + "." + work.table(), work);
        }
        if (task.getDependentTasks() == null || task.getDependentTasks().isEmpty()) {
          leaves.add(task);
        }
      }
      for (WriteEntity output : outputs) {
        Table table = output.getTable();
        String name = table == null ? null : table.getDbName() + "." + table.getTableName();
        boolean isWritten = table != null && !output.getWriteType().name().startsWith("DDL");
        if (isWritten && !works.containsKey(name) && isOld(table, conf)) {
          works.put(name, new TableFileWork(table.getDbName(), table.getTableName(), false, false));
        }
      }
    } catch (HiveException | IOException | IllegalArgumentException e) {
      throw new SemanticException(e.getMessage(), e);
    }
    for (TableFileWork work : works.values()) {
      TableFileTask task = new TableFileTask();
      task.setWork(work);
      task.setId("Stage-CIF-TABLE-FILE");
      leaves.forEach(leaf -> leaf.addDependentTask(task));
    }
  }

  private static List<Task<?>> all(List<Task<?>> roots) {
    List<Task<?>> all = new ArrayList<>();
    collect(roots, all);
    return all;
  }

  private static void collect(List<Task<?>> tasks, List<Task<?>> all) {
    for (Task<?> task : tasks == null ? List.<Task<?>>of() : tasks) {
      if (!all.contains(task)) {
        all.add(task);
        collect(task.getDependentTasks(), all);
      }
    }
  }

  /**
   * Returns true if a table has a file that says something else than the metastore.
   *
   * @throws SemanticException if the file is newer
   */
  static boolean isOld(Table table, HiveConf conf) throws HiveException, IOException {
    if (!HiveDescription.isKept(table)) {
      return false;
    }
    TableFileSync sync = new TableFileSync(Hive.get(conf), conf, table);
    State state;
    try {
      state = sync.state();
    } catch (CifException e) {
      throw new SemanticException(
          e.getMessage()
              + "; if it is damaged, remove it: the next statement that writes the table writes it"
              + " anew",
          e);
    }
    if (state == State.NEWER) {
      throw new SemanticException(sync.advice());
    }
    return state == State.OLD;
  }
}
