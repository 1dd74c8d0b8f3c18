package dev.cif.hive.statistics;

import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.DistinctValues;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.schema.ValueSummary;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.hadoop.hive.common.ndv.hll.HyperLogLog;
import org.apache.hadoop.hive.metastore.api.BinaryColumnStatsData;
import org.apache.hadoop.hive.metastore.api.BooleanColumnStatsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.Date;
import org.apache.hadoop.hive.metastore.api.DateColumnStatsData;
import org.apache.hadoop.hive.metastore.api.Decimal;
import org.apache.hadoop.hive.metastore.api.DecimalColumnStatsData;
import org.apache.hadoop.hive.metastore.api.DoubleColumnStatsData;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.LongColumnStatsData;
import org.apache.hadoop.hive.metastore.api.StringColumnStatsData;
import org.apache.hadoop.hive.metastore.api.Timestamp;
import org.apache.hadoop.hive.metastore.api.TimestampColumnStatsData;
import org.apache.hadoop.hive.metastore.api.utils.DecimalUtils;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector.PrimitiveCategory;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Summaries of values as Hive's metastore has them. */
final class HiveStatistics {
  private HiveStatistics() {}

  /** Returns true if Hive keeps statistics of a column's type. */
  static boolean has(FieldSchema column) {
    return TypeInfoUtils.getTypeInfoFromTypeString(column.getType()) instanceof PrimitiveTypeInfo p
        && p.getPrimitiveCategory() != PrimitiveCategory.TIMESTAMPLOCALTZ;
  }

  /** Returns the statistics of a column of a type for which {@link #has} is true. */
  static ColumnStatisticsObj of(FieldSchema column, ValueSummary summary) {
    TypeInfo type = TypeInfoUtils.getTypeInfoFromTypeString(column.getType());
    ColumnStatisticsData data =
        switch (((PrimitiveTypeInfo) type).getPrimitiveCategory()) {
          case BOOLEAN -> ofBooleans(summary);
          case BYTE, SHORT, INT, LONG -> ofLongs(summary);
          case FLOAT, DOUBLE -> ofDoubles(summary);
          case DECIMAL -> ofDecimals(summary);
          case DATE -> ofDates(summary);
          case TIMESTAMP -> ofTimestamps(summary);
          case BINARY -> ofBinaries(summary);
          default -> ofTexts(summary);
        };
    return new ColumnStatisticsObj(column.getName(), column.getType(), data);
  }

  /** Returns the sketch of the distinct values in Hive's form. */
  private static HyperLogLog sketch(DistinctValues values) {
    HyperLogLog.HyperLogLogBuilder builder = HyperLogLog.builder().setSizeOptimized();
    if (values.isExact()) {
      HyperLogLog few = builder.build();
      for (long hash : values.hashes()) {
        few.add(hash);
      }
      return few;
    }
    HyperLogLog many = builder.setEncoding(HyperLogLog.EncodingType.DENSE).build();
    many.setHLLDenseRegister(values.registers());
    return many;
  }

  private static ColumnStatisticsData ofBooleans(ValueSummary summary) {
    ColumnStatistics rows = summary.statistics();
    return ColumnStatisticsData.booleanStats(
        new BooleanColumnStatsData(
            summary.trues(), rows.rows() - rows.nulls() - summary.trues(), rows.nulls()));
  }

  private static ColumnStatisticsData ofLongs(ValueSummary summary) {
    ColumnStatistics rows = summary.statistics();
    HyperLogLog sketch = sketch(summary.distinct());
    LongColumnStatsData data =
        new LongColumnStatsData(rows.nulls(), sketch.estimateNumDistinctValues());
    data.setBitVectors(sketch.serialize());
    if (rows.min() != null) {
      data.setLowValue((Long) rows.min());
      data.setHighValue((Long) rows.max());
    }
    return ColumnStatisticsData.longStats(data);
  }

  private static ColumnStatisticsData ofDates(ValueSummary summary) {
    ColumnStatistics rows = summary.statistics();
    HyperLogLog sketch = sketch(summary.distinct());
    DateColumnStatsData data =
        new DateColumnStatsData(rows.nulls(), sketch.estimateNumDistinctValues());
    data.setBitVectors(sketch.serialize());
    if (rows.min() != null) {
      data.setLowValue(new Date((Long) rows.min()));
      data.setHighValue(new Date((Long) rows.max()));
    }
    return ColumnStatisticsData.dateStats(data);
  }

  private static ColumnStatisticsData ofTimestamps(ValueSummary summary) {
    ColumnStatistics rows = summary.statistics();
    HyperLogLog sketch = sketch(summary.distinct());
    TimestampColumnStatsData data =
        new TimestampColumnStatsData(rows.nulls(), sketch.estimateNumDistinctValues());
    data.setBitVectors(sketch.serialize());
    if (rows.min() != null) {
      data.setLowValue(new Timestamp(((TimestampValue) rows.min()).seconds()));
      data.setHighValue(new Timestamp(((TimestampValue) rows.max()).seconds()));
    }
    return ColumnStatisticsData.timestampStats(data);
  }

  private static ColumnStatisticsData ofDoubles(ValueSummary summary) {
    ColumnStatistics rows = summary.statistics();
    HyperLogLog sketch = sketch(summary.distinct());
    DoubleColumnStatsData data =
        new DoubleColumnStatsData(rows.nulls(), sketch.estimateNumDistinctValues());
    data.setBitVectors(sketch.serialize());
    if (rows.min() != null) {
      data.setLowValue((Double) rows.min());
      data.setHighValue((Double) rows.max());
    }
    return ColumnStatisticsData.doubleStats(data);
  }

  private static ColumnStatisticsData ofDecimals(ValueSummary summary) {
    ColumnStatistics rows = summary.statistics();
    HyperLogLog sketch = sketch(summary.distinct());
    DecimalColumnStatsData data =
        new DecimalColumnStatsData(rows.nulls(), sketch.estimateNumDistinctValues());
    data.setBitVectors(sketch.serialize());
    if (rows.min() != null) {
      data.setLowValue(decimal((BigDecimal) rows.min()));
      data.setHighValue(decimal((BigDecimal) rows.max()));
    }
    return ColumnStatisticsData.decimalStats(data);
  }

  private static Decimal decimal(BigDecimal value) {
    return DecimalUtils.getDecimal(
        ByteBuffer.wrap(value.unscaledValue().toByteArray()), (short) value.scale());
  }

  private static ColumnStatisticsData ofTexts(ValueSummary summary) {
    HyperLogLog sketch = sketch(summary.distinct());
    StringColumnStatsData data =
        new StringColumnStatsData(
            summary.longest(),
            averageLength(summary),
            summary.statistics().nulls(),
            sketch.estimateNumDistinctValues());
    data.setBitVectors(sketch.serialize());
    return ColumnStatisticsData.stringStats(data);
  }

  private static ColumnStatisticsData ofBinaries(ValueSummary summary) {
    return ColumnStatisticsData.binaryStats(
        new BinaryColumnStatsData(
            summary.longest(), averageLength(summary), summary.statistics().nulls()));
  }

  /** Returns the bytes of all values by all rows, as NULL has the length 0 for Hive. */
  private static double averageLength(ValueSummary summary) {
    ColumnStatistics rows = summary.statistics();
    // NULL has one byte in rawBytes.
    return rows.rows() == 0 ? 0 : (double) (summary.rawBytes() - rows.nulls()) / rows.rows();
  }
}
