package dev.cif.hive.statistics;

import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.table.PlannedWork;
import dev.cif.hive.version.HiveSettings;
import dev.cif.hive.version.HiveToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.exec.MoveTask;
import org.apache.hadoop.hive.ql.exec.StatsTask;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer.TableSpec;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.plan.BasicStatsWork;
import org.apache.hadoop.hive.ql.plan.LoadTableDesc;
import org.apache.hadoop.hive.ql.plan.StatsWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statistics of columns without a scan, in Hive 4: {@code ANALYZE TABLE ... FOR COLUMNS} takes them
 * from schema files, and so does an INSERT for which Hive gathers none, as that into a table with a
 * map, an array or a struct. Transactional tables are left to Hive. Each session has its own.
 */
public final class StatisticsHook {
  private static final Logger LOG = LoggerFactory.getLogger(StatisticsHook.class);

  /** Greatest number of partitions whose statistics are held in memory at a time. */
  private static final int MOST_PARTITIONS = 1_000;

  /** Statistics that the statement at hand is asked for; null if it is no such statement. */
  private List<ColumnStatistics> asked;

  /**
   * Returns the statement to analyse instead of an ANALYZE whose answer schema files have, and any
   * other unchanged.
   */
  public ASTNode preAnalyze(ASTNode tree, HiveConf conf) throws SemanticException {
    asked = null;
    if (!HiveToken.TOK_ANALYZE.is(tree) || HiveToken.KW_COLUMNS.childOf(tree) == null) {
      return tree;
    }
    Table table = CifTables.table((ASTNode) tree.getChild(0).getChild(0), conf);
    // Histograms are made of values.
    if (table == null || !isKept(table) || HiveSettings.makesHistograms(conf)) {
      return tree;
    }
    try {
      asked = statistics(table, tree, conf);
    } catch (IOException e) {
      // The scan reports it, unless it does without what is damaged.
      LOG.warn("No statistics from schema files of {}", table.getFullyQualifiedName(), e);
    }
    while (asked != null && tree.getChildCount() > 1) {
      // Without FOR COLUMNS it counts rows and bytes.
      tree.deleteChild(1);
    }
    return tree;
  }

  /** Returns null if schema files do not have all that is asked for. */
  private static List<ColumnStatistics> statistics(Table table, ASTNode tree, HiveConf conf)
      throws SemanticException, IOException {
    List<FieldSchema> columns = columns(table, (ASTNode) tree.getChild(2));
    if (columns.isEmpty()) {
      return null;
    }
    List<Partition> partitions = partitions(table, (ASTNode) tree.getChild(0), conf);
    if (partitions.size() > MOST_PARTITIONS) {
      return null;
    }
    FolderStatistics folders = new FolderStatistics(conf, table);
    List<ColumnStatistics> all = new ArrayList<>();
    for (Partition partition : partitions) {
      List<ColumnStatisticsObj> found = folders.read(folders.splits(partition), columns);
      if (found.size() < columns.size()) {
        return null;
      }
      all.add(StatisticsTask.of(table, partition, found));
    }
    return all;
  }

  /**
   * Returns the columns that are named, or all; none if Hive has to say what is wrong with them.
   */
  private static List<FieldSchema> columns(Table table, ASTNode names) {
    List<FieldSchema> all = FolderStatistics.columns(table);
    if (names == null) {
      return all;
    }
    List<FieldSchema> named = new ArrayList<>();
    for (int i = 0; i < names.getChildCount(); i++) {
      String name =
          HiveNames.lowerCase(BaseSemanticAnalyzer.unescapeIdentifier(names.getChild(i).getText()));
      all.stream().filter(column -> column.getName().equals(name)).forEach(named::add);
    }
    return named.size() == names.getChildCount() ? named : List.of();
  }

  /** Returns the partitions that a statement names, or all; null alone for a table without. */
  private static List<Partition> partitions(Table table, ASTNode name, HiveConf conf)
      throws SemanticException {
    if (!table.isPartitioned()) {
      return Collections.singletonList(null);
    }
    try {
      List<Partition> named = new TableSpec(Hive.get(conf), conf, name, true, false).partitions;
      return named == null ? Hive.get(conf).getPartitions(table) : named;
    } catch (HiveException e) {
      throw new SemanticException(e.getMessage(), e);
    }
  }

  private static boolean isKept(Table table) {
    return CifTables.isCif(table)
        && !table.isNonNative()
        && !table.isTemporary()
        && !AcidUtils.isTransactionalTable(table);
  }

  /** Adds a task to a plan after which Hive would have no statistics of columns. */
  public void postAnalyze(List<Task<?>> roots, HiveConf conf) {
    boolean gathers = HiveSettings.gathersColumnStatistics(conf);
    Set<Task<?>> all = PlannedWork.tasks(roots);
    for (Task<?> task : all) {
      if (task instanceof StatsTask statistics) {
        StatisticsWork work = work(statistics.getWork(), gathers);
        if (work != null) {
          add(statistics, work, all);
        }
      }
    }
    asked = null;
  }

  /** Returns null if Hive does what is to be done. */
  private StatisticsWork work(StatsWork statistics, boolean gathers) {
    if (asked != null) {
      return new StatisticsWork(statistics.getFullTableName(), asked, null);
    }
    BasicStatsWork counts = statistics.getBasicStatsWork();
    boolean isInsert =
        counts != null && (counts.getLoadTableDesc() != null || counts.getLoadFileDesc() != null);
    if (!isInsert || !gathers || statistics.hasColStats() || !isKept(statistics.getTable())) {
      return null;
    }
    LoadTableDesc load = counts.getLoadTableDesc();
    boolean isStatic =
        load != null
            && load.getDPCtx() == null
            && load.getPartitionSpec() != null
            && !load.getPartitionSpec().isEmpty();
    Map<String, String> partition = isStatic ? load.getPartitionSpec() : null;
    return new StatisticsWork(
        statistics.getFullTableName(),
        null,
        partition == null ? null : new LinkedHashMap<>(partition));
  }

  private static void add(StatsTask before, StatisticsWork work, Set<Task<?>> all) {
    StatisticsTask task = new StatisticsTask();
    task.setWork(work);
    task.setId("Stage-CIF-STATISTICS");
    before.addDependentTask(task);
    for (Task<?> other : all) {
      if (other instanceof MoveTask) {
        // It tells which partitions it found, if the statistics are behind it.
        task.subscribeFeed(other);
      }
    }
  }
}
