package dev.cif.hive.statistics;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.scan.Planner;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.hive.table.PartitionColumns;
import dev.cif.hive.version.HiveSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.Date;
import org.apache.hadoop.hive.metastore.api.DateColumnStatsData;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.LongColumnStatsData;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.thrift.TException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Statistics of a table's rows, from schema files, footers and names of folders. */
public final class TableStatistics {
  private static final Logger LOG = LoggerFactory.getLogger(TableStatistics.class);

  /** Pattern of a column whose least or greatest value, or number of values, a query asks for. */
  private static final Pattern ASKED =
      Pattern.compile("(?i)\\b(?:min|max|count)\\s*\\(\\s*(?:\\w+\\s*\\.\\s*)?`?(\\w+)`?\\s*\\)");

  private final Configuration conf;
  private final Table table;

  /** Creates the statistics of a table at this moment. */
  public TableStatistics(Configuration conf, Table table) {
    this.conf = conf;
    this.table = table;
  }

  private DataSet data() throws IOException {
    Map<String, CifType> types = new HashMap<>();
    for (FieldSchema column : table.getCols()) {
      types.put(CifSchema.foldCase(column.getName()), FolderStatistics.type(column));
    }
    org.apache.hadoop.fs.Path folder = table.getPath();
    return DataSet.read(
        folder.getFileSystem(conf),
        folder,
        ReadOptions.from(conf),
        FolderStatistics.tableColumns(table),
        types::get);
  }

  /** Returns rows, files and bytes, by Hive's names; nothing if they can't be read. */
  public Map<String, String> basic() {
    try {
      return basic(data());
    } catch (IOException e) {
      // The query itself will report it.
      LOG.warn("No statistics of {}", table.getFullyQualifiedName(), e);
      return new HashMap<>();
    }
  }

  private static Map<String, String> basic(DataSet data) {
    Map<String, String> statistics = new HashMap<>();
    statistics.put(StatsSetupConst.ROW_COUNT, Long.toString(data.rows()));
    statistics.put(StatsSetupConst.RAW_DATA_SIZE, Long.toString(data.rawBytes()));
    statistics.put(StatsSetupConst.TOTAL_SIZE, Long.toString(data.bytes()));
    statistics.put(StatsSetupConst.NUM_FILES, Long.toString(data.files()));
    return statistics;
  }

  /**
   * Gives Hive's planner the figures to answer an aggregation over the whole table without a job:
   * the count of rows, and the exact bounds of columns that the query asks for. Hive takes the
   * latter from the metastore, so they are written there.
   *
   * @return false if the table can't be read
   */
  public boolean prepareAnswer() {
    try {
      DataSet data = data();
      Map<String, String> parameters = table.getParameters();
      parameters.putAll(basic(data));
      parameters.remove(StatsSetupConst.COLUMN_STATS_ACCURATE);
      StatsSetupConst.setBasicStatsState(parameters, StatsSetupConst.TRUE);
      List<ColumnStatisticsObj> exact = new ArrayList<>();
      for (FieldSchema column : asked()) {
        Bounds bounds = bounds(data, column);
        if (bounds != null) {
          exact.add(bounds.toHive(column));
        }
      }
      if (!exact.isEmpty()) {
        write(exact);
        StatsSetupConst.setColumnStatsState(
            parameters, exact.stream().map(ColumnStatisticsObj::getColName).toList());
      }
      return true;
    } catch (IOException | HiveException | TException e) {
      LOG.warn("No answer from metadata of {}", table.getFullyQualifiedName(), e);
      return false;
    }
  }

  private void write(List<ColumnStatisticsObj> statistics) throws HiveException, TException {
    Hive.get().getMSC().updateTableColumnStatistics(StatisticsTask.of(table, null, statistics));
    // Hive caches the metastore's answers for a statement.
    String query = HiveSettings.queryId(Hive.get().getConf());
    Map<Object, Object> read = SessionState.get().getQueryCache(query);
    if (read != null) {
      read.clear();
    }
  }

  /**
   * Returns columns of integers and dates that the query's text names as an aggregate's only
   * argument.
   */
  private List<FieldSchema> asked() throws HiveException {
    String query = Hive.get().getConf().getQueryString();
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = ASKED.matcher(query == null ? "" : query);
    while (matcher.find()) {
      names.add(CifSchema.foldCase(matcher.group(1)));
    }
    return table.getCols().stream()
        .filter(
            column -> names.contains(column.getName()) && isCounted(FolderStatistics.type(column)))
        .toList();
  }

  /**
   * Returns true for types whose bounds Hive takes from metadata. Floating point is excluded: NaN
   * has no bounds.
   */
  private static boolean isCounted(CifType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT, DATE -> true;
      case BOOLEAN, FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR, BINARY, TIMESTAMP -> false;
      case TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> false;
    };
  }

  /**
   * Exact statistics of a column.
   *
   * @param min null if there are no values or all are NULL
   */
  private record Bounds(long rows, long nulls, Long min, Long max) {
    Bounds and(Bounds other) {
      return new Bounds(
          rows + other.rows,
          nulls + other.nulls,
          min == null || (other.min != null && other.min < min) ? other.min : min,
          max == null || (other.max != null && other.max > max) ? other.max : max);
    }

    /**
     * Returns an upper limit of the number of distinct values: no more than there are, or than fit
     * between the bounds.
     */
    private long distinct() {
      long span = max - min + 1;
      return span <= 0 ? rows - nulls : Math.min(rows - nulls, span);
    }

    ColumnStatisticsObj toHive(FieldSchema column) {
      ColumnStatisticsData data;
      if (column.getType().equals("date")) {
        DateColumnStatsData dates = new DateColumnStatsData(nulls, distinct());
        dates.setLowValue(new Date(min));
        dates.setHighValue(new Date(max));
        data = ColumnStatisticsData.dateStats(dates);
      } else {
        LongColumnStatsData longs = new LongColumnStatsData(nulls, distinct());
        longs.setLowValue(min);
        longs.setHighValue(max);
        data = ColumnStatisticsData.longStats(longs);
      }
      return new ColumnStatisticsObj(column.getName(), column.getType(), data);
    }
  }

  /**
   * Returns the bounds of a column over all split-directories; null if they are not exactly known.
   */
  private Bounds bounds(DataSet data, FieldSchema column) throws IOException {
    boolean isInFolders =
        PartitionColumns.names(table.getProperty(PartitionColumns.PROPERTY))
            .contains(column.getName());
    ReadOptions options = ReadOptions.from(conf);
    TableColumns columns = FolderStatistics.tableColumns(table);
    List<Bounds> all =
        Planner.visit(
            data.splits(),
            split -> {
              try (SplitReader reader = split.open(options, columns)) {
                return isInFolders ? ofFolder(data, reader, column) : ofFile(reader, column);
              }
            });
    Bounds sum = new Bounds(0, 0, null, null);
    for (Bounds one : all) {
      if (one == null) {
        return null;
      }
      sum = sum.and(one);
    }
    // Given no bounds, the metastore would keep the old ones.
    return sum.min == null ? null : sum;
  }

  private static Bounds ofFolder(DataSet data, SplitReader split, FieldSchema column)
      throws IOException {
    FolderValues values = FolderValues.of(data.folder(), split.directory());
    return ofConstant(
        split.liveRows(), values.value(column.getName(), FolderStatistics.type(column)));
  }

  /** Returns the bounds of a column of one value; null is NULL. */
  private static Bounds ofConstant(long rows, ColumnVector value) {
    if (rows == 0 || value == null || value.isNull(0)) {
      return new Bounds(rows, rows, null, null);
    }
    long number = ((LongVector) value).values[0];
    return new Bounds(rows, 0, number, number);
  }

  private static Bounds ofFile(SplitReader split, FieldSchema column) throws IOException {
    int i = split.schema().indexOf(column.getName());
    if (i < 0) {
      return ofConstant(split.liveRows(), split.defaultOf(column.getName()));
    }
    if (split.liveRows() < split.rows()) {
      // The bounds may be those of deleted rows.
      return null;
    }
    CifType stored = split.schema().column(i).type();
    boolean isDate = stored.kind() == CifType.Kind.DATE;
    if (!isCounted(stored) || isDate != column.getType().equals("date")) {
      return null;
    }
    ColumnStatistics statistics = split.describe(i).statistics();
    if (statistics.nulls() == statistics.rows()) {
      return new Bounds(statistics.rows(), statistics.nulls(), null, null);
    }
    boolean isExact = statistics.minExact() && statistics.maxExact();
    return isExact && statistics.min() instanceof Long min && statistics.max() instanceof Long max
        ? new Bounds(statistics.rows(), statistics.nulls(), min, max)
        : null;
  }
}
