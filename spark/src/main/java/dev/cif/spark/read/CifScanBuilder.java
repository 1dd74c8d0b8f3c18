package dev.cif.spark.read;

import dev.cif.format.scan.Predicate;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/** Takes what Spark pushes down to a scan: conditions, columns, and a limit of rows. */
public final class CifScanBuilder
    implements ScanBuilder,
        SupportsPushDownRequiredColumns,
        SupportsPushDownV2Filters,
        SupportsPushDownLimit,
        SupportsPushDownAggregates {
  private final TableFolder folder;
  private final StructType table;
  private final List<String> keys;
  private final boolean mayLack;
  private StructType read;
  private Predicate filter = Predicate.constant(true);
  private org.apache.spark.sql.connector.expressions.filter.Predicate[] pushed = {};
  private int limit;

  /** Scan of aggregates that footers tell; null if there are none. */
  private Scan aggregates;

  /**
   * Creates a builder of scans that read all.
   *
   * @param table columns of the table
   * @param keys columns that are folders
   * @param mayLack true if the table's folder need not exist, and then has no rows
   */
  public CifScanBuilder(TableFolder folder, StructType table, List<String> keys, boolean mayLack) {
    this.folder = folder;
    this.table = table;
    this.keys = List.copyOf(keys);
    this.mayLack = mayLack;
    read = table;
    SparkTypes.schema(Arrays.asList(table.fields()));
  }

  @Override
  public void pruneColumns(StructType required) {
    read = required;
  }

  /** Takes the conditions, and returns those that Spark must evaluate again. */
  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushPredicates(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    Filters filters = new Filters(table);
    List<Predicate> conditions = new ArrayList<>();
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> again = new ArrayList<>();
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> taken = new ArrayList<>();
    for (var predicate : predicates) {
      Predicate condition = filters.of(predicate);
      if (!Filters.isExact(condition)) {
        again.add(predicate);
      }
      if (!condition.paths().isEmpty() || Filters.isExact(condition)) {
        conditions.add(condition);
        taken.add(predicate);
      }
    }
    filter = conditions.size() == 1 ? conditions.get(0) : Predicate.and(conditions);
    pushed = taken.toArray(org.apache.spark.sql.connector.expressions.filter.Predicate[]::new);
    return again.toArray(org.apache.spark.sql.connector.expressions.filter.Predicate[]::new);
  }

  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushedPredicates() {
    return pushed.clone();
  }

  /** Takes a limit for each task, so that Spark limits the rows of all once more. */
  @Override
  public boolean pushLimit(int rows) {
    limit = rows;
    return true;
  }

  @Override
  public boolean supportCompletePushDown(Aggregation aggregation) {
    return pushAggregation(aggregation);
  }

  /** Takes aggregates if footers tell them all; Spark pushes none beside a filter of its own. */
  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    if (mayLack) {
      return false;
    }
    try {
      aggregates = FooterAggregates.of(spec(), folder, aggregation);
      return aggregates != null;
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }

  private ReadSpec spec() throws IOException {
    String root = folder.root().toString();
    return new ReadSpec(
        root,
        table,
        read,
        keys,
        filter,
        Predicate.constant(true),
        limit,
        folder.columnProperties());
  }

  @Override
  public Scan build() {
    try {
      String text = Arrays.toString(pushed) + (limit > 0 ? ", limit " + limit : "");
      return aggregates == null ? new CifScan(folder, spec(), mayLack, text) : aggregates;
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
