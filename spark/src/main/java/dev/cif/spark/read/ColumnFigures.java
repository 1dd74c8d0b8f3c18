package dev.cif.spark.read;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ValueSummary;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.types.StructField;

/**
 * Statistics of a column for Spark's optimizer, from the summaries in schema files (FORMAT.md
 * section 5.4). Immutable.
 */
final class ColumnFigures implements ColumnStatistics {
  private final ValueSummary summary;
  private final Object min;
  private final Object max;
  private final boolean isText;

  private ColumnFigures(ValueSummary summary, CifType type) throws IOException {
    this.summary = summary;
    isText = type.physical() == CifType.Physical.BYTES;
    Object least = summary.statistics().min();
    boolean isBounded = least != null && !isText;
    min = isBounded ? FooterAggregates.internal(least, type) : null;
    max = isBounded ? FooterAggregates.internal(summary.statistics().max(), type) : null;
  }

  /**
   * Returns the statistics of columns.
   *
   * @param summaries summaries by the columns' names in lower case
   */
  static Map<NamedReference, ColumnStatistics> of(
      StructField[] columns, Map<String, ValueSummary> summaries) throws IOException {
    Map<NamedReference, ColumnStatistics> all = new HashMap<>();
    for (StructField column : columns) {
      ValueSummary summary = summaries.get(CifSchema.foldCase(column.name()));
      if (summary != null) {
        CifType type = SparkTypes.cif(column.dataType());
        all.put(TableFolder.reference(column.name()), new ColumnFigures(summary, type));
      }
    }
    return all;
  }

  @Override
  public OptionalLong distinctCount() {
    return OptionalLong.of(summary.distinct().estimate());
  }

  @Override
  public OptionalLong nullCount() {
    return OptionalLong.of(summary.statistics().nulls());
  }

  @Override
  public Optional<Object> min() {
    return Optional.ofNullable(min);
  }

  @Override
  public Optional<Object> max() {
    return Optional.ofNullable(max);
  }

  @Override
  public OptionalLong avgLen() {
    long nulls = summary.statistics().nulls();
    long values = summary.statistics().rows() - nulls;
    return isText && values > 0
        ? OptionalLong.of((summary.rawBytes() - nulls + values - 1) / values)
        : OptionalLong.empty();
  }

  @Override
  public OptionalLong maxLen() {
    return isText ? OptionalLong.of(summary.longest()) : OptionalLong.empty();
  }
}
