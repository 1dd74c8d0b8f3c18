package dev.cif.hive.describe;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.schema.CifException;
import dev.cif.hive.table.PlannedWork;
import dev.cif.hive.version.HiveFeatures;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.security.AccessControlException;

/** Has each statement that changes what a CIF table is write its table file, as its last task. */
public final class TableFileHook {
  private static final Closeable NOTHING = () -> {};

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
      Set<Task<?>> all = PlannedWork.tasks(roots);
      for (Task<?> task : all) {
        TableFileWork work = HiveFeatures.IS_4 ? ChangedTables.of(task, conf) : null;
        if (work != null) {
          works.put(work.name(), work);
        }
        if (task.getDependentTasks() == null || task.getDependentTasks().isEmpty()) {
          leaves.add(task);
        }
      }
      if (!HiveFeatures.IS_4) {
        ChangedTables31.of(all, outputs, conf).forEach(work -> works.put(work.name(), work));
      }
      // An INSERT may have many partitions of one table.
      for (Map.Entry<String, Table> written : written(outputs).entrySet()) {
        Table table = written.getValue();
        if (!works.containsKey(written.getKey()) && isOld(table, conf)) {
          works.put(
              written.getKey(),
              new TableFileWork(table.getDbName(), table.getTableName(), false, false));
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

  /** Returns the tables whose rows a statement writes, by their names. */
  private static Map<String, Table> written(Set<WriteEntity> outputs) {
    Map<String, Table> tables = new HashMap<>();
    for (WriteEntity output : outputs) {
      Table table = output.getTable();
      if (table != null && !output.getWriteType().name().startsWith("DDL")) {
        tables.put(table.getDbName() + "." + table.getTableName(), table);
      }
    }
    return tables;
  }

  /**
   * Returns true if a table has a file that says something else than the metastore.
   *
   * @throws HiveException if the file is damaged, or newer than the metastore's table
   */
  static boolean isOld(Table table, HiveConf conf) throws HiveException, IOException {
    if (!HiveDescription.isKept(table)) {
      return false;
    }
    try {
      return new TableFileSync(Hive.get(conf), conf, table).isOld();
    } catch (CifException e) {
      throw new SemanticException(
          e.getMessage()
              + "; if it is damaged, remove it: the next statement that writes the table writes it"
              + " anew",
          e);
    }
  }

  /**
   * Holds off other statements that change what a table is, while one reads and stores it. A table
   * without a table file, or in a folder that the user may not write, is not held.
   */
  public static Closeable lock(String name, HiveConf conf) throws HiveException, IOException {
    Table table = Hive.get(conf).getTable(name, false);
    if (table == null || !HiveDescription.isKept(table)) {
      return NOTHING;
    }
    Path folder = table.getDataLocation();
    FileSystem fs = folder.getFileSystem(conf);
    try {
      return fs.exists(TableFiles.file(folder)) ? TableFiles.lock(fs, folder) : NOTHING;
    } catch (AccessControlException e) {
      return NOTHING;
    }
  }
}
