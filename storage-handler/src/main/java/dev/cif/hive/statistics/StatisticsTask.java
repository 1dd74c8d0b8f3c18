package dev.cif.hive.statistics;

import dev.cif.format.scan.ColumnSummaries;
import dev.cif.format.scan.FoundSplit;
import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.SetPartitionsStatsRequest;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.api.StageType;

/**
 * Writes statistics of columns into the metastore: last task of an ANALYZE, which knows them, and
 * of an INSERT, which reads those of the folders that it wrote.
 */
final class StatisticsTask extends HiveTask<StatisticsWork> {
  private static final long serialVersionUID = 1L;

  private static final String ENGINE = "hive";

  /** Partitions that the statement wrote to; null if Hive has told of none. */
  private transient Collection<Partition> written;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    if (work.known() != null) {
      try {
        write(work.known());
        return 0;
      } catch (HiveException e) {
        setException(e);
        return 1;
      }
    }
    try {
      write(read());
    } catch (IOException | HiveException | RuntimeException e) {
      // The rows are there.
      LOG.error("{} has no statistics of its columns", work.table(), e);
      console.printError(
          "CIF: statistics of the columns of "
              + work.table()
              + " are as they were; ANALYZE TABLE ... FOR COLUMNS renews them: "
              + e.getMessage());
    }
    return 0;
  }

  private void write(List<ColumnStatistics> statistics) throws HiveException {
    if (!statistics.isEmpty()) {
      getHive().setPartitionColumnStatistics(new SetPartitionsStatsRequest(statistics));
    }
  }

  private List<ColumnStatistics> read() throws IOException, HiveException {
    Hive hive = getHive();
    Table table = hive.getTable(work.table());
    Collection<Partition> partitions = Collections.singletonList(null);
    if (written != null) {
      partitions = written;
    } else if (work.partition() != null) {
      partitions = List.of(hive.getPartition(table, work.partition(), false));
    } else if (table.isPartitioned()) {
      return List.of();
    }
    FolderStatistics folders = new FolderStatistics(conf, table);
    List<FieldSchema> columns = FolderStatistics.columns(table);
    List<ColumnStatistics> all = new ArrayList<>();
    int left = ColumnSummaries.MOST_SPLITS;
    for (Partition partition : partitions) {
      List<FoundSplit> splits = folders.splits(partition);
      left -= splits.size();
      if (left < 0) {
        return List.of();
      }
      List<ColumnStatisticsObj> found = folders.read(splits, columns);
      if (!found.isEmpty()) {
        all.add(of(table, partition, found));
      }
    }
    return all;
  }

  /**
   * Returns statistics with their place.
   *
   * @param partition null for those of the table
   */
  static ColumnStatistics of(
      Table table, Partition partition, List<ColumnStatisticsObj> statistics) {
    ColumnStatisticsDesc place =
        new ColumnStatisticsDesc(partition == null, table.getDbName(), table.getTableName());
    place.setCatName(table.getCatName());
    if (partition != null) {
      place.setPartName(partition.getName());
    }
    ColumnStatistics all = new ColumnStatistics(place, statistics);
    all.setEngine(ENGINE);
    return all;
  }

  @Override
  @SuppressWarnings("unchecked")
  protected void receiveFeed(FeedType type, Object value) {
    if (type == FeedType.DYNAMIC_PARTITIONS) {
      written = (Collection<Partition>) value;
    }
  }

  @Override
  public StageType getType() {
    return StageType.STATS;
  }

  @Override
  public String getName() {
    return "CIF_COLUMN_STATISTICS";
  }
}
