package dev.cif.hive;

import dev.cif.hive.alter.AlterHook;
import dev.cif.hive.update.FoldChangesTask;
import dev.cif.hive.update.UpdateHook;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.InvalidTableException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.AbstractSemanticAnalyzerHook;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.HiveParser;
import org.apache.hadoop.hive.ql.parse.HiveSemanticAnalyzerHookContext;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * Hive's compiler, taught the statements of CIF tables. Statements on other tables stay as they
 * are. Hive's setting {@code hive.semantic.analyzer.hook} names this class.
 *
 * <ul>
 *   <li>{@code UPDATE} writes columns, {@code DELETE} and {@code MERGE} say what there is.
 *   <li>{@code ALTER TABLE} keeps the keys of columns.
 *   <li>{@code INSERT} between bucketed tables is planned without an optimisation that needs files.
 *   <li>{@code EXPORT} and {@code EXCHANGE PARTITION} take the table's changes along.
 *   <li>{@code LOAD DATA} refuses files, and {@code cif.sort.by} never contradicts {@code SORTED
 *       BY}.
 * </ul>
 */
public final class CifHook extends AbstractSemanticAnalyzerHook {
  private final UpdateHook update = new UpdateHook();

  @Override
  public ASTNode preAnalyze(HiveSemanticAnalyzerHookContext context, ASTNode tree)
      throws SemanticException {
    DeleteCheck.check(tree, (HiveConf) context.getConf());
    BucketedInsert.plan(tree, (HiveConf) context.getConf());
    return update.preAnalyze(context, tree);
  }

  @Override
  public void postAnalyze(HiveSemanticAnalyzerHookContext context, List<Task<?>> rootTasks)
      throws SemanticException {
    LoadDataCheck.check(rootTasks, context.getConf());
    SortedByCheck.check(context.getOutputs());
    AlterHook.postAnalyze(rootTasks, (HiveConf) context.getConf());
    update.postAnalyze(context, rootTasks);
    FoldChangesTask.postAnalyze(rootTasks);
  }

  /** Returns true if a table is one of CIF: Hive's own, or the storage handler's. */
  public static boolean isCif(Table table) {
    if (table.isView()) {
      return false;
    }
    return table.isNonNative()
        ? table.getStorageHandler() instanceof CifStorageHandler
        : CifInputFormat.class.getName().equals(table.getSd().getInputFormat());
  }

  /** Returns the table that a statement names, if it is one of CIF; else null. */
  public static Table table(ASTNode name, HiveConf conf) throws SemanticException {
    Table table = anyTable(name, conf);
    return table != null && isCif(table) ? table : null;
  }

  /**
   * Returns the table or view that a statement names, whatever its format; null if there is none.
   */
  static Table anyTable(ASTNode name, HiveConf conf) throws SemanticException {
    try {
      return Hive.get(conf)
          .getTable(BaseSemanticAnalyzer.getQualifiedTableName(name).getNotEmptyDbTable(), false);
    } catch (InvalidTableException e) {
      return null;
    } catch (HiveException e) {
      throw new SemanticException(e);
    }
  }

  /** Returns the statement that EXPLAIN explains; any other as it is. */
  public static ASTNode unexplained(ASTNode statement) {
    return statement.getType() == HiveParser.TOK_EXPLAIN
        ? (ASTNode) statement.getChild(0)
        : statement;
  }
}
