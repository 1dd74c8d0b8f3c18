package dev.cif.spark.read;

import dev.cif.format.scan.Predicate;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/** Scan of a query, planned when Spark first asks. On the driver. */
final class CifScan implements Scan, Batch, SupportsReportStatistics, SupportsRuntimeV2Filtering {
  private static final String MOST_BYTES = "spark.sql.files.maxPartitionBytes";
  private static final String OPEN_COST = "spark.sql.files.openCostInBytes";

  /** Size of a row beside its values, as Spark's own estimates have it. */
  private static final int ROW_BYTES = 8;

  /** Size of rows in memory relative to files of other formats, about. */
  private static final int EXPANSION = 3;

  private final TableFolder folder;
  private final boolean mayLack;
  private final String pushed;
  private ReadSpec spec;

  /** Plan for {@link #spec}; null until asked for. */
  private ScanPlan plan;

  /**
   * Creates a scan.
   *
   * @param mayLack true if the table's folder need not exist, and then has no rows
   * @param pushed text of what was pushed down
   */
  CifScan(TableFolder folder, ReadSpec spec, boolean mayLack, String pushed) {
    this.pushed = pushed;
    this.folder = folder;
    this.spec = spec;
    this.mayLack = mayLack;
  }

  private static long bytes(String setting, String byDefault) {
    return JavaUtils.byteStringAsBytes(SQLConf.get().getConfString(setting, byDefault));
  }

  private static ScanPlan.Sizes sizes() {
    return new ScanPlan.Sizes(
        bytes(MOST_BYTES, "128m"),
        bytes(OPEN_COST, "4m"),
        SparkSession.active().sparkContext().defaultParallelism());
  }

  private ScanPlan plan() {
    if (plan == null) {
      try {
        plan =
            mayLack ? ScanPlan.empty(spec) : ScanPlan.of(spec, folder, bytes(MOST_BYTES, "128m"));
      } catch (IOException e) {
        throw TableFolder.unchecked(e);
      }
    }
    return plan;
  }

  @Override
  public StructType readSchema() {
    return spec.read();
  }

  @Override
  public String description() {
    return "cif " + spec.root() + ", pushed " + pushed;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return plan().partitions(sizes());
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    SparkContext spark = SparkSession.active().sparkContext();
    return new CifReaderFactory(
        spec,
        JavaSparkContext.fromSparkContext(spark)
            .broadcast(new SerializableConfiguration(folder.conf())));
  }

  /**
   * Returns the number of rows, statistics of columns if Spark's optimizer goes by costs, and the
   * size of files that Spark would expect for the rows. By that Spark chooses the side of a join
   * that it sends to all tasks. The size of our own files would not do: a few megabytes of
   * ascending keys are many rows.
   */
  @Override
  public Statistics estimateStatistics() {
    ScanPlan now = plan();
    OptionalLong rows = now.rows();
    long inMemory = rows.orElse(0) * (ROW_BYTES + readSchema().defaultSize());
    long size = Math.max(1, Math.max(now.bytes(), inMemory / EXPANSION));
    Map<NamedReference, ColumnStatistics> columns = columnStatistics(now);
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of(size);
      }

      @Override
      public OptionalLong numRows() {
        return rows;
      }

      @Override
      public Map<NamedReference, ColumnStatistics> columnStats() {
        return columns;
      }
    };
  }

  /** Returns the statistics of columns; none where Spark would not use them, as by default. */
  private Map<NamedReference, ColumnStatistics> columnStatistics(ScanPlan now) {
    if (!SQLConf.get().cboEnabled() && !SQLConf.get().planStatsEnabled()) {
      return Map.of();
    }
    try {
      return ColumnFigures.of(spec.read().fields(), now.summaries(folder.readOptions()));
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadCounts.all();
  }

  /** Returns the columns by whose values of a join split-directories and blocks are left out. */
  @Override
  public NamedReference[] filterAttributes() {
    List<NamedReference> columns = new ArrayList<>();
    for (StructField field : spec.read().fields()) {
      boolean isComplex =
          field.dataType() instanceof StructType
              || field.dataType() instanceof ArrayType
              || field.dataType() instanceof MapType;
      if (!isComplex && !spec.isAddress(field.name())) {
        columns.add(TableFolder.reference(field.name()));
      }
    }
    return columns.toArray(NamedReference[]::new);
  }

  @Override
  public void filter(org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    Predicate found = new Filters(spec.table()).all(predicates);
    spec =
        new ReadSpec(
            spec.root(),
            spec.table(),
            spec.read(),
            spec.keys(),
            spec.filter(),
            Predicate.and(List.of(spec.prune(), found)),
            spec.limit(),
            spec.properties());
    plan = null;
  }

  /** Returns true for a scan of the same rows and columns, whose result Spark may use twice. */
  @Override
  public boolean equals(Object o) {
    return o instanceof CifScan scan
        && scan.spec.equals(spec)
        && scan.folder.options().equals(folder.options());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(new Object[] {spec.root(), spec.read()});
  }
}
