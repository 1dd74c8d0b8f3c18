package dev.cif.hive;

import dev.cif.hive.alter.AlterHook;
import dev.cif.hive.update.UpdateHook;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.AbstractSemanticAnalyzerHook;
import org.apache.hadoop.hive.ql.parse.HiveSemanticAnalyzerHookContext;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * Hook of Hive's compiler for CIF tables. It plans {@code UPDATE} by column, and {@code ALTER
 * TABLE} by the columns' keys. It refuses LOAD DATA of files, and a {@code cif.sort.by} that
 * contradicts {@code SORTED BY}. It is meant for Hive's setting {@code
 * hive.semantic.analyzer.hook}. Statements on other tables stay unchanged.
 */
public final class CifHook extends AbstractSemanticAnalyzerHook {
  private final UpdateHook update = new UpdateHook();

  @Override
  public ASTNode preAnalyze(HiveSemanticAnalyzerHookContext context, ASTNode tree)
      throws SemanticException {
    return update.preAnalyze(context, tree);
  }

  @Override
  public void postAnalyze(HiveSemanticAnalyzerHookContext context, List<Task<?>> rootTasks)
      throws SemanticException {
    LoadDataCheck.check(rootTasks, context.getConf());
    SortedByCheck.check(context.getOutputs());
    AlterHook.postAnalyze(rootTasks, (HiveConf) context.getConf());
    update.postAnalyze(rootTasks, context.getOutputs());
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
}
