package dev.cif.hive.update;

import dev.cif.format.commit.ChangeHistory;
import dev.cif.hive.table.CifTables;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.ddl.DDLTask;
import org.apache.hadoop.hive.ql.ddl.table.execute.AlterTableExecuteDesc;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.hooks.WriteEntity.WriteType;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec.ExecuteOperationType;
import org.apache.hadoop.hive.ql.parse.AlterTableExecuteSpec.RollbackSpec;
import org.apache.hadoop.hive.ql.parse.HiveSemanticAnalyzerHookContext;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * {@code ALTER TABLE ... EXECUTE ROLLBACK} of a CIF table, which Hive 4 has for tables of some
 * storage handlers: takes back the changes since a time, or a number of them.
 */
public final class Rollback {
  private Rollback() {}

  /**
   * Plans such a statement.
   *
   * @param isExplained whether the statement is explained only
   * @throws SemanticException if it is another EXECUTE, or the table's changes can't be taken back
   */
  public static void postAnalyze(
      HiveSemanticAnalyzerHookContext context, List<Task<?>> roots, boolean isExplained)
      throws SemanticException {
    for (int i = 0; i < roots.size(); i++) {
      if (roots.get(i) instanceof DDLTask ddl
          && ddl.getWork().getDDLDesc() instanceof AlterTableExecuteDesc execute) {
        Table table = table(execute, (HiveConf) context.getConf());
        if (table != null) {
          String hidden = StatementRights.hidden(table, context.getCommand());
          if (hidden != null) {
            throw refused(table, hidden);
          }
          RollbackWork work = work(table, execute, context.getConf());
          rights(table, work).demand(context, isExplained);
          roots.set(i, task(work, ddl));
        }
      }
    }
  }

  /** Returns the table, if it is one of CIF that can be rolled back; null for one of another. */
  private static Table table(AlterTableExecuteDesc execute, HiveConf conf)
      throws SemanticException {
    try {
      Hive hive = Hive.get(conf);
      Table table = hive.getTable(execute.getDbTableName(), false);
      if (table == null || !CifTables.isCif(table)) {
        return null;
      }
      String replicated = Replication.refusal(hive, table);
      if (replicated != null) {
        throw refused(table, replicated);
      }
      return table;
    } catch (HiveException e) {
      throw e instanceof SemanticException refused ? refused : new SemanticException(e);
    }
  }

  private static SemanticException refused(Table table, String reason) {
    return new SemanticException(
        "ALTER TABLE "
            + table.getFullyQualifiedName()
            + " EXECUTE: "
            + reason
            + "; nothing was changed");
  }

  private static RollbackWork work(Table table, AlterTableExecuteDesc execute, Configuration conf)
      throws SemanticException {
    AlterTableExecuteSpec<?> spec = execute.getExecuteSpec();
    if (spec.getOperationType() != ExecuteOperationType.ROLLBACK) {
      throw refused(
          table,
          "a CIF table has ROLLBACK('time') and ROLLBACK(number of changes), and no other;"
              + " 'bin/cif vacuum' removes files of old changes");
    }
    if (AcidUtils.isTransactionalTable(table)) {
      throw refused(table, "it is transactional; set the columns by another UPDATE");
    }
    RollbackSpec rollback = (RollbackSpec) spec.getOperationParams();
    boolean isTime = rollback.getRollbackType() == RollbackSpec.RollbackType.TIME;
    if (!isTime && rollback.getParam() < 1) {
      throw refused(table, rollback.getParam() + " is no number of changes");
    }
    RollbackWork work =
        new RollbackWork(
            table.getDbName(),
            table.getTableName(),
            table.getDataLocation().toString(),
            isTime ? 0 : rollback.getParam(),
            isTime ? rollback.getParam() : 0,
            false);
    return work.withRows(hasRows(table.getDataLocation(), work, conf));
  }

  /** Returns true if one of the changes that are to be taken back has deleted rows. */
  private static boolean hasRows(Path folder, RollbackWork work, Configuration conf)
      throws SemanticException {
    try {
      return RollbackTask.newest(ChangeHistory.of(folder.getFileSystem(conf), folder), work)
          .stream()
          .anyMatch(RollbackTask::isOfRows);
    } catch (IOException e) {
      throw new SemanticException(e.getMessage(), e);
    }
  }

  /** Deleted rows that come back need the privilege by which they went. */
  private static StatementRights rights(Table table, RollbackWork work) {
    StatementRights rights = new StatementRights(table, Set.of()).write(WriteType.UPDATE, Set.of());
    return work.hasRows() ? rights.write(WriteType.DELETE, Set.of()) : rights;
  }

  private static RollbackTask task(RollbackWork work, DDLTask ddl) {
    RollbackTask task = new RollbackTask();
    task.setWork(work);
    task.setId(ddl.getId());
    task.setRootTask(true);
    return task;
  }
}
