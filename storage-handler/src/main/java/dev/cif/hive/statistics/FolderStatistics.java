package dev.cif.hive.statistics;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.ColumnSummaries;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ValueSummary;
import dev.cif.hive.serde.HiveTypes;
import dev.cif.hive.table.HiveTableColumns;
import dev.cif.hive.table.PartitionColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Statistics of the columns of a table, or of one of its partitions. */
final class FolderStatistics {
  private final Configuration conf;
  private final Table table;
  private final TableColumns columns;
  private final ReadOptions options;

  /**
   * Creates the statistics of a table's folders.
   *
   * @throws CifException if a property of the table is not allowed
   */
  FolderStatistics(Configuration conf, Table table) throws CifException {
    this.conf = conf;
    this.table = table;
    columns = tableColumns(table);
    options = ReadOptions.from(conf);
  }

  /**
   * Returns names, types and defaults of a table's columns.
   *
   * @throws CifException if a property of the table is not allowed
   */
  static TableColumns tableColumns(Table table) throws CifException {
    List<FieldSchema> all = table.getCols();
    return HiveTableColumns.ofTable(
        table.getFullyQualifiedName(),
        all.stream().map(FieldSchema::getName).toList(),
        all.stream().map(FolderStatistics::type).toList(),
        table.getParameters()::get);
  }

  /** Returns CIF's type of a column. */
  static CifType type(FieldSchema column) {
    return HiveTypes.toCif(TypeInfoUtils.getTypeInfoFromTypeString(column.getType()));
  }

  /** Returns the columns with files of which Hive keeps statistics. */
  static List<FieldSchema> columns(Table table) {
    List<String> inFolders = PartitionColumns.names(table.getProperty(PartitionColumns.PROPERTY));
    return table.getCols().stream()
        .filter(column -> HiveStatistics.has(column) && !inFolders.contains(column.getName()))
        .toList();
  }

  /**
   * Finds the split-directories of a partition.
   *
   * @param partition null for a table without partitions
   */
  List<FoundSplit> splits(Partition partition) throws IOException {
    Path folder = partition == null ? table.getDataLocation() : partition.getDataLocation();
    return SplitFinder.find(
        List.of(new SplitFinder.Root(folder.getFileSystem(conf), folder)), options);
  }

  /**
   * Reads the statistics of some columns.
   *
   * @return statistics of those that have summaries in all split-directories
   */
  List<ColumnStatisticsObj> read(List<FoundSplit> splits, List<FieldSchema> wanted)
      throws IOException {
    Map<String, CifType> types = new HashMap<>();
    wanted.forEach(column -> types.put(column.getName(), type(column)));
    Map<String, ValueSummary> summaries = ColumnSummaries.read(splits, options, columns, types);
    List<ColumnStatisticsObj> statistics = new ArrayList<>();
    for (FieldSchema column : wanted) {
      ValueSummary summary = summaries.get(column.getName());
      if (summary != null) {
        statistics.add(HiveStatistics.of(column, summary));
      }
    }
    return statistics;
  }
}
