package dev.cif.hive.statistics;

import dev.cif.format.scan.ColumnSummaries;
import dev.cif.format.scan.FoundSplit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statistics of the columns of a table {@code STORED BY} CIF, for each plan anew: nobody tells Hive
 * when such a table changes. Those of a table that is as it was in the plan before are kept.
 */
public final class StoredByStatistics {
  private static final Logger LOG = LoggerFactory.getLogger(StoredByStatistics.class);

  private static final int MOST_TABLES = 100;

  /** Statistics of a table, and what it was then: its split-directories and columns. */
  private record Kept(
      List<String> splits, List<FieldSchema> columns, List<ColumnStatisticsObj> statistics) {}

  private static final Map<Path, Kept> KEPT =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Kept> eldest) {
          return size() > MOST_TABLES;
        }
      };

  private StoredByStatistics() {}

  /**
   * Returns the statistics of a table's columns. Those of a column without summaries, or in
   * folders, are the metastore's, which ANALYZE has computed.
   */
  public static List<ColumnStatisticsObj> of(Configuration conf, Table table) {
    List<ColumnStatisticsObj> all = new ArrayList<>();
    try {
      all.addAll(read(conf, table));
      Set<String> found =
          all.stream().map(ColumnStatisticsObj::getColName).collect(Collectors.toSet());
      List<String> others =
          table.getCols().stream()
              .filter(HiveStatistics::has)
              .map(FieldSchema::getName)
              .filter(name -> !found.contains(name))
              .toList();
      if (!others.isEmpty()) {
        all.addAll(
            Hive.get()
                .getTableColumnStatistics(table.getDbName(), table.getTableName(), others, false));
      }
    } catch (IOException | HiveException e) {
      // The query itself will report it.
      LOG.warn("Not all statistics of {}", table.getFullyQualifiedName(), e);
    }
    return all;
  }

  private static List<ColumnStatisticsObj> read(Configuration conf, Table table)
      throws IOException {
    FolderStatistics folders = new FolderStatistics(conf, table);
    List<FoundSplit> splits = folders.splits(null);
    if (splits.size() > ColumnSummaries.MOST_SPLITS) {
      return List.of();
    }
    List<String> now = splits.stream().map(split -> split.listed().stamp()).toList();
    List<FieldSchema> columns = FolderStatistics.columns(table);
    synchronized (KEPT) {
      Kept kept = KEPT.get(table.getPath());
      if (kept != null && kept.splits().equals(now) && kept.columns().equals(columns)) {
        return kept.statistics();
      }
    }
    List<ColumnStatisticsObj> statistics = folders.read(splits, columns);
    synchronized (KEPT) {
      KEPT.put(table.getPath(), new Kept(now, columns, statistics));
    }
    return statistics;
  }
}
