package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.version.Hive31;
import dev.cif.hive.version.HiveFeatures;
import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.ddl.DDLDesc;
import org.apache.hadoop.hive.ql.ddl.DDLTask;
import org.apache.hadoop.hive.ql.ddl.table.partition.exchange.AlterTableExchangePartitionsDesc;
import org.apache.hadoop.hive.ql.ddl.table.storage.archive.AlterTableArchiveDesc;
import org.apache.hadoop.hive.ql.exec.ArchiveUtils;
import org.apache.hadoop.hive.ql.exec.ExportTask;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.hooks.Entity;
import org.apache.hadoop.hive.ql.hooks.ReadEntity;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer.TableSpec;
import org.apache.hadoop.hive.ql.plan.api.StageType;

/**
 * Makes a table's changes part of folders that EXPORT, EXCHANGE PARTITION or ARCHIVE PARTITION is
 * about to take out of it: Hive takes them without the table's status files, and nobody could read
 * them.
 */
public final class FoldChangesTask extends HiveTask<FoldChangesWork> {
  private static final long serialVersionUID = 1L;

  /**
   * Puts the task before statements that need it.
   *
   * @param inputs what the statement reads
   */
  public static void postAnalyze(List<Task<?>> roots, Set<ReadEntity> inputs, Configuration conf) {
    for (int i = 0; i < roots.size(); i++) {
      Task<?> root = roots.get(i);
      FoldChangesWork work = work(root, inputs);
      ReplicationWork replication = Replication.before(root, inputs, conf);
      if (work != null) {
        roots.set(i, before(root, new FoldChangesTask(), work));
      } else if (replication != null) {
        roots.set(i, before(root, new ReplicationTask(), replication));
      }
    }
  }

  private static <W extends Serializable> Task<W> before(Task<?> root, Task<W> first, W work) {
    first.setWork(work);
    first.setId("Stage-CIF-FOLD");
    first.setRootTask(true);
    root.setRootTask(false);
    first.addDependentTask(root);
    return first;
  }

  /** Null if the statement takes nothing out of a CIF table. */
  private static FoldChangesWork work(Task<?> root, Set<ReadEntity> inputs) {
    if (root instanceof ExportTask export) {
      TableSpec spec = export.getWork().getTableSpec();
      return spec == null ? null : work(spec.tableHandle, spec.partSpec);
    }
    if (!HiveFeatures.IS_4) {
      Hive31.Exchanged exchanged = Hive31.exchanged(root);
      return exchanged == null ? null : work(exchanged.source(), exchanged.partitions());
    }
    if (!(root instanceof DDLTask ddl)) {
      return null;
    }
    DDLDesc statement = ddl.getWork().getDDLDesc();
    if (statement instanceof AlterTableExchangePartitionsDesc exchange) {
      return work(exchange.getSourceTable(), exchange.getPartitionSpecs());
    }
    if (statement instanceof AlterTableArchiveDesc archive) {
      for (ReadEntity input : inputs) {
        if (input.getType() == Entity.Type.TABLE) {
          return work(input.getTable(), archive.getPartitionSpec());
        }
      }
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
  protected int run(BooleanSupplier isShutdown) {
    try {
      Table table = getHive().getTable(work.database(), work.table());
      fold(conf, folders(getHive(), table, work.partitions()));
      return 0;
    } catch (IOException | HiveException | RuntimeException e) {
      setException(e);
      return 1;
    }
  }

  static void fold(Configuration conf, Set<Path> folders) throws IOException {
    for (Path folder : folders) {
      TableChange.fold(folder.getFileSystem(conf), folder);
    }
  }

  /** Returns the folders of partitions, or that of a table without partitions. */
  static Set<Path> folders(Hive hive, Table table, Map<String, String> partitions)
      throws HiveException {
    Set<Path> folders = new TreeSet<>();
    if (!table.isPartitioned()) {
      folders.add(table.getDataLocation());
      return folders;
    }
    for (Partition partition : hive.getPartitions(table, partitions)) {
      // The changes of an archived one became part of its files before.
      if (!ArchiveUtils.isArchived(partition)) {
        folders.add(partition.getDataLocation());
      }
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
