package dev.cif.hive.scan;

import dev.cif.cache.ScanPlans;
import dev.cif.cache.Scans;
import dev.cif.format.read.SplitReader;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.table.TableProperties;
import dev.cif.hive.version.HivePlans;
import dev.cif.hive.version.HiveSettings;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.TableScanOperator;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.exec.mr.ExecDriver;
import org.apache.hadoop.hive.ql.exec.mr.MapredLocalTask;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.FetchWork;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.MapredLocalWork;
import org.apache.hadoop.hive.ql.plan.MergeJoinWork;
import org.apache.hadoop.hive.ql.plan.PartitionDesc;
import org.apache.hadoop.mapred.JobConf;

/** Scans of CIF tables in the plan of a query: the number of scans of each folder's columns. */
public final class QueryScans {
  /**
   * Setting, followed by the table's name, with the number of times that the job's query scans its
   * columns.
   */
  private static final String SETTING = "dev.cif.hive.scans.";

  private final Map<Path, Scans> scans = new LinkedHashMap<>();

  /** Table of each folder. */
  private final Map<Path, String> tables = new HashMap<>();

  private QueryScans() {}

  /** Returns the id of a job's query. */
  public static String query(Configuration job) {
    return HiveSettings.queryId(job);
  }

  /** Returns the scans of a query's tasks. */
  public static QueryScans of(List<Task<?>> roots, Configuration conf) throws IOException {
    QueryScans planned = new QueryScans();
    Deque<Task<?>> tasks = new ArrayDeque<>(roots);
    Set<Task<?>> seen = new HashSet<>();
    while (!tasks.isEmpty()) {
      Task<?> task = tasks.pop();
      if (seen.add(task)) {
        planned.add(task, conf);
        if (task.getDependentTasks() != null) {
          tasks.addAll(task.getDependentTasks());
        }
      }
    }
    return planned;
  }

  private void add(Task<?> task, Configuration conf) throws IOException {
    if (task instanceof TezTask tez) {
      for (BaseWork work : tez.getWork().getAllWork()) {
        add(work, conf);
      }
    } else if (task instanceof ExecDriver mr) {
      add(mr.getWork().getMapWork(), conf);
    } else if (task instanceof MapredLocalTask local) {
      add(local.getWork(), conf);
    }
  }

  private void add(BaseWork work, Configuration conf) throws IOException {
    if (work instanceof MergeJoinWork merge) {
      for (BaseWork one : merge.getBaseWorkList()) {
        add(one, conf);
      }
    } else if (work instanceof MapWork map) {
      for (Map.Entry<Path, List<String>> path : HivePlans.pathToAliases(map).entrySet()) {
        // Rows are read once for all aliases.
        Set<String> columns = new LinkedHashSet<>();
        path.getValue()
            .forEach(alias -> addColumns(HivePlans.aliasToWork(map).get(alias), columns));
        add(path.getKey(), HivePlans.pathToPartition(map).get(path.getKey()), columns, conf);
      }
      add(map.getMapRedLocalWork(), conf);
    }
  }

  /** Adds the tables that mr reads beside a scan, or before it; null adds nothing. */
  private void add(MapredLocalWork local, Configuration conf) throws IOException {
    if (local == null) {
      return;
    }
    for (Map.Entry<String, FetchWork> alias : local.getAliasToFetchWork().entrySet()) {
      FetchWork fetch = alias.getValue();
      Set<String> columns = new LinkedHashSet<>();
      addColumns(local.getAliasToWork().get(alias.getKey()), columns);
      if (fetch.getTblDir() != null) {
        PartitionDesc whole = new PartitionDesc(fetch.getTblDesc(), null);
        add(fetch.getTblDir(), whole, columns, conf);
      }
      for (int i = 0; fetch.getPartDir() != null && i < fetch.getPartDir().size(); i++) {
        add(fetch.getPartDir().get(i), fetch.getPartDesc().get(i), columns, conf);
      }
    }
  }

  private static void addColumns(Operator<?> root, Set<String> columns) {
    if (root instanceof TableScanOperator scan && scan.getNeededColumns() != null) {
      columns.addAll(scan.getNeededColumns());
    }
  }

  private void add(Path folder, PartitionDesc place, Set<String> columns, Configuration conf)
      throws IOException {
    if (place != null && CifTables.isCif(place.getInputFileFormatClass())) {
      Path qualified = folder.getFileSystem(conf).makeQualified(folder);
      scans.merge(qualified, Scans.once(columns), Scans::plus);
      tables.put(qualified, place.getTableName());
    }
  }

  /** Tells the cache of this process, and the jobs of the query, whose tasks may run in others. */
  public void tell(ScanPlans plans, HiveConf conf) {
    String query = query(conf);
    // Some partitions of a table may be scanned more often than others.
    Map<String, Scans> most = new HashMap<>();
    scans.forEach(
        (folder, its) -> {
          plans.planned(query, folder, its);
          most.merge(tables.get(folder), its, Scans::most);
        });
    most.forEach((table, its) -> conf.set(SETTING + table, its.toString()));
  }

  /**
   * Tells the cache that a task begins to read a split-directory, or rows of it.
   *
   * @param all scans that {@link #told} returns
   * @return null if the job reads without the cache
   */
  static ScanPlans.Reading opened(JobConf job, SplitReader split, TableScan table, Scans all)
      throws IOException {
    ScanPlans plans = ScanPlans.of(job);
    if (plans == null) {
      return null;
    }
    Path directory = split.directory();
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < table.columnCount(); i++) {
      if (table.isWanted(i) && !table.isInFolders(i)) {
        columns.add(table.name(i));
      }
    }
    return plans.opened(query(job), all, directory.getFileSystem(job), split, columns);
  }

  /**
   * Returns the scans of a table that a job was told, including the columns of other tasks.
   *
   * @return null if there are none, and if the job reads without the cache
   */
  static Scans told(JobConf job, Path directory) throws IOException {
    if (ScanPlans.of(job) == null) {
      return null;
    }
    String told = job.get(SETTING + TableProperties.of(job, directory).apply("name"));
    return told == null ? null : Scans.parse(told);
  }
}
