package dev.cif.hive;

import dev.cif.hive.alter.AlterHook;
import dev.cif.hive.check.BucketedInsert;
import dev.cif.hive.check.LoadDataCheck;
import dev.cif.hive.check.PartitionedInsert;
import dev.cif.hive.check.SortedByCheck;
import dev.cif.hive.describe.TableFileHook;
import dev.cif.hive.statistics.StatisticsHook;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.update.FoldChangesTask;
import dev.cif.hive.update.Rollback;
import dev.cif.hive.update.UpdateHook;
import dev.cif.hive.version.HiveFeatures;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.AbstractSemanticAnalyzerHook;
import org.apache.hadoop.hive.ql.parse.HiveSemanticAnalyzerHookContext;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * Hive's compiler, taught the statements of CIF tables. Statements on other tables stay as they
 * are. Hive's setting {@code hive.semantic.analyzer.hook} names this class.
 *
 * <ul>
 *   <li>{@code UPDATE} writes columns, {@code DELETE} lists of rows, and {@code MERGE} both.
 *   <li>{@code ALTER TABLE} keeps the keys of columns, in Hive 4; in 3.1 columns go by their names.
 *   <li>{@code ALTER TABLE ... EXECUTE ROLLBACK} takes these back, in Hive 4.
 *   <li>{@code INSERT} between bucketed tables is planned without an optimisation that needs files.
 *   <li>{@code INSERT} with dynamic partitions takes columns whose names have commas.
 *   <li>{@code EXPORT}, {@code EXCHANGE PARTITION}, {@code ARCHIVE PARTITION} and {@code REPL DUMP}
 *       take the table's changes along.
 *   <li>What changes a table's columns, properties or places of partitions writes its table file,
 *       for readers without a metastore (FORMAT.md section 2.4).
 *   <li>{@code ANALYZE TABLE ... FOR COLUMNS} reads schema files alone, in Hive 4, and an {@code
 *       INSERT} into a table with nested columns keeps statistics of the others.
 *   <li>{@code LOAD DATA} refuses files, and {@code cif.sort.by} never contradicts {@code SORTED
 *       BY}.
 * </ul>
 */
public final class CifHook extends AbstractSemanticAnalyzerHook {
  private final UpdateHook update = new UpdateHook();
  private final StatisticsHook statistics = new StatisticsHook();
  private boolean isExplained;

  @Override
  public ASTNode preAnalyze(HiveSemanticAnalyzerHookContext context, ASTNode tree)
      throws SemanticException {
    isExplained = CifTables.unexplained(tree) != tree;
    BucketedInsert.plan(tree, (HiveConf) context.getConf());
    ASTNode changed = update.preAnalyze(context, tree);
    return HiveFeatures.IS_4
        ? statistics.preAnalyze(changed, (HiveConf) context.getConf())
        : changed;
  }

  @Override
  public void postAnalyze(HiveSemanticAnalyzerHookContext context, List<Task<?>> rootTasks)
      throws SemanticException {
    LoadDataCheck.check(rootTasks, context.getConf());
    SortedByCheck.check(context.getOutputs());
    PartitionedInsert.plan(rootTasks);
    if (HiveFeatures.IS_4) {
      AlterHook.postAnalyze(rootTasks, (HiveConf) context.getConf());
      Rollback.postAnalyze(context, rootTasks, isExplained);
    }
    update.postAnalyze(context, rootTasks);
    FoldChangesTask.postAnalyze(rootTasks, context.getInputs(), context.getConf());
    if (!isExplained) {
      if (HiveFeatures.IS_4) {
        statistics.postAnalyze(rootTasks, (HiveConf) context.getConf());
      }
      TableFileHook.postAnalyze(rootTasks, context.getOutputs(), (HiveConf) context.getConf());
    }
  }
}
