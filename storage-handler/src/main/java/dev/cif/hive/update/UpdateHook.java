package dev.cif.hive.update;

import dev.cif.hive.table.CifTables;
import dev.cif.hive.table.PlannedWork;
import dev.cif.hive.version.HivePlans;
import dev.cif.hive.version.HiveSettings;
import dev.cif.hive.version.HiveToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.OperatorUtils;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.HiveSemanticAnalyzerHookContext;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.serde.serdeConstants;

/**
 * Makes Hive plan an UPDATE, a DELETE or a MERGE of a CIF table. One object for each statement; not
 * thread-safe.
 */
public final class UpdateHook {
  private RowStatement statement;
  private boolean isExplained;

  /**
   * Returns the statement to analyse instead of one that changes rows of a CIF table, and any other
   * unchanged.
   */
  public ASTNode preAnalyze(HiveSemanticAnalyzerHookContext context, ASTNode tree)
      throws SemanticException {
    statement = null;
    ASTNode change = CifTables.unexplained(tree);
    // Each statement has its own.
    HiveConf conf = (HiveConf) context.getConf();
    RowStatement found = RowStatement.of(change, conf);
    if (found == null) {
      return tree;
    }
    if (HiveToken.KW_ANALYZE.childOf(tree) != null) {
      // Hive runs the text of what is explained, and this tree has that of another.
      throw found.refused("EXPLAIN ANALYZE would run it; EXPLAIN it, or run it");
    }
    found.expectNothingHidden(context.getCommand(), conf);
    found.expectNoReplication(conf);
    // Each split-directory is written by one task, which says so in a file of its own.
    conf.setBoolean(CifTables.WHOLE, found.needsOrder());
    HiveSettings.mergeNoFiles(conf);
    // For rights: subqueries may read more of the table than the statement says itself.
    conf.setBoolean(HiveSettings.NOTE_READ_COLUMNS, true);
    if (!found.isScan()) {
      HiveSettings.joinWithVirtualColumns(conf);
    }
    // For Hive the query writes no table.
    conf.setBoolean(HiveSettings.READ_ONLY_TRANSACTIONS, false);
    ASTNode query = found.query(conf);
    statement = found;
    isExplained = change != tree;
    if (isExplained) {
      tree.setChild(0, query);
      return tree;
    }
    return query;
  }

  /** Has the statement ask for its rights, and adds its first and its last task to the plan. */
  public void postAnalyze(HiveSemanticAnalyzerHookContext context, List<Task<?>> roots)
      throws SemanticException {
    if (statement == null) {
      return;
    }
    String hidden = StatementRights.hiddenIn(context);
    if (hidden != null) {
      throw statement.refused(hidden);
    }
    statement.rights().demand(context, isExplained);
    if (!isExplained) {
      check(roots);
      UpdateTransaction.join(statement.table());
      addTasks(roots, statement.work());
    }
    statement = null;
  }

  private static void addTasks(List<Task<?>> roots, UpdateWork work) {
    List<Task<?>> leaves = new ArrayList<>();
    collectLeaves(roots, leaves);
    CommitTask commit = new CommitTask();
    commit.setWork(work);
    commit.setId("Stage-CIF-COMMIT");
    leaves.forEach(leaf -> leaf.addDependentTask(commit));
    BeginTask begin = new BeginTask();
    begin.setWork(work);
    begin.setId("Stage-CIF-BEGIN");
    begin.setRootTask(true);
    for (Task<?> root : roots) {
      root.setRootTask(false);
      begin.addDependentTask(root);
    }
    roots.clear();
    roots.add(begin);
  }

  private static void collectLeaves(List<Task<?>> tasks, List<Task<?>> leaves) {
    for (Task<?> task : tasks) {
      if (task.getDependentTasks() == null || task.getDependentTasks().isEmpty()) {
        if (!leaves.contains(task)) {
          leaves.add(task);
        }
      } else {
        collectLeaves(task.getDependentTasks(), leaves);
      }
    }
  }

  /**
   * Checks that rows reach the writer in the scan's order, and that values have the columns' types.
   */
  private void check(List<Task<?>> roots) throws SemanticException {
    List<BaseWork> all = PlannedWork.of(roots);
    if (all.isEmpty()) {
      // Hive knows that no row passes.
      return;
    }
    boolean isOneScan = all.size() == 1 && all.get(0) instanceof MapWork;
    if (statement.needsOrder() && statement.isScan() && !isOneScan) {
      throw statement.refused(
          "Hive would move rows between tasks for this statement; write a simpler one");
    }
    for (BaseWork work : all) {
      if (work instanceof MapWork map) {
        statement.expectNoArchive(HivePlans.pathToAliases(map).keySet());
      }
      for (Operator<?> root : work.getAllRootOperators()) {
        for (FileSinkOperator sink : OperatorUtils.findOperators(root, FileSinkOperator.class)) {
          Properties output = sink.getConf().getTableInfo().getProperties();
          if (UpdateOutputFormat.class.getName().equals(outputFormat(sink))) {
            statement.checkTypes(output.getProperty(serdeConstants.LIST_COLUMN_TYPES));
          }
        }
      }
    }
  }

  private static String outputFormat(FileSinkOperator sink) {
    return sink.getConf().getTableInfo().getOutputFileFormatClassName();
  }
}
