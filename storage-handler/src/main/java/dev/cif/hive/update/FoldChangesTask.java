package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import dev.cif.hive.table.CifTables;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.ddl.DDLTask;
import org.apache.hadoop.hive.ql.ddl.table.partition.exchange.AlterTableExchangePartitionsDesc;
import org.apache.hadoop.hive.ql.exec.ExportTask;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer.TableSpec;
import org.apache.hadoop.hive.ql.plan.api.StageType;

/**
 * Makes a table's changes part of folders that EXPORT or EXCHANGE PARTITION is about to take out of
 * it: Hive takes them without the table's status files, and nobody could read them.
 */
public final class FoldChangesTask extends Task<FoldChangesWork> {
  private static final long serialVersionUID = 1L;

  /** Puts the task before statements that need it. */
  public static void postAnalyze(List<Task<?>> roots) {
    for (int i = 0; i < roots.size(); i++) {
      Task<?> root = roots.get(i);
      FoldChangesWork work = work(root);
      if (work != null) {
        FoldChangesTask fold = new FoldChangesTask();
        fold.setWork(work);
        fold.setId("Stage-CIF-FOLD");
        fold.setRootTask(true);
        root.setRootTask(false);
        fold.addDependentTask(root);
        roots.set(i, fold);
      }
    }
  }

  /** Null if the statement takes nothing out of a CIF table. */
  private static FoldChangesWork work(Task<?> root) {
    if (root instanceof ExportTask export) {
      TableSpec spec = export.getWork().getTableSpec();
      return spec == null ? null : work(spec.tableHandle, spec.partSpec);
    }
    if (root instanceof DDLTask ddl
        && ddl.getWork().getDDLDesc() instanceof AlterTableExchangePartitionsDesc exchange) {
      return work(exchange.getSourceTable(), exchange.getPartitionSpecs());
    }
    return null;
  }

  private static FoldChangesWork work(Table table, Map<String, String> partitions) {
    return CifTables.isCif(table)
        ? new FoldChangesWork(
            table.getDbName(),
            table.getTableName(),
            partitions == null ? Map.of() : Map.copyOf(partitions))
        : null;
  }

  @Override
  public int execute() {
    try {
      for (Path folder : folders()) {
        TableChange.fold(folder.getFileSystem(conf), folder);
      }
      return 0;
    } catch (IOException | HiveException | RuntimeException e) {
      setException(e);
      return 1;
    }
  }

  private Set<Path> folders() throws HiveException {
    Table table = getHive().getTable(work.database(), work.table());
    Set<Path> folders = new TreeSet<>();
    if (!table.isPartitioned()) {
      folders.add(table.getDataLocation());
      return folders;
    }
    for (Partition partition : getHive().getPartitions(table, work.partitions())) {
      folders.add(partition.getDataLocation());
    }
    return folders;
  }

  @Override
  public StageType getType() {
    return StageType.DDL;
  }

  @Override
  public String getName() {
    return "CIF_FOLD_CHANGES";
  }
}
