package dev.cif.hive.statistics;

import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.DistinctValues;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.schema.ValueSummary;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
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
          case BYTE, SHORT, INT, LONG ->
              ColumnStatisticsData.longStats(
                  bounded(
                      summary,
                      LongColumnStatsData::new,
                      LongColumnStatsData::setBitVectors,
                      LongColumnStatsData::setLowValue,
                      LongColumnStatsData::setHighValue,
                      Long.class::cast));
          case FLOAT, DOUBLE ->
              ColumnStatisticsData.doubleStats(
                  bounded(
                      summary,
                      DoubleColumnStatsData::new,
                      DoubleColumnStatsData::setBitVectors,
                      DoubleColumnStatsData::setLowValue,
                      DoubleColumnStatsData::setHighValue,
                      Double.class::cast));
          case DECIMAL ->
              ColumnStatisticsData.decimalStats(
                  bounded(
                      summary,
                      DecimalColumnStatsData::new,
                      DecimalColumnStatsData::setBitVectors,
                      DecimalColumnStatsData::setLowValue,
                      DecimalColumnStatsData::setHighValue,
                      bound -> decimal((BigDecimal) bound)));
          case DATE ->
              ColumnStatisticsData.dateStats(
                  bounded(
                      summary,
                      DateColumnStatsData::new,
                      DateColumnStatsData::setBitVectors,
                      DateColumnStatsData::setLowValue,
                      DateColumnStatsData::setHighValue,
                      bound -> new Date((Long) bound)));
          case TIMESTAMP ->
              ColumnStatisticsData.timestampStats(
                  bounded(
                      summary,
                      TimestampColumnStatsData::new,
                      TimestampColumnStatsData::setBitVectors,
                      TimestampColumnStatsData::setLowValue,
                      TimestampColumnStatsData::setHighValue,
                      bound -> new Timestamp(((TimestampValue) bound).seconds())));
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

  /** Returns statistics of one of the types that have bounds: Thrift gives them no common class. */
  private static <D, V> D bounded(
      ValueSummary summary,
      BiFunction<Long, Long, D> ofNullsAndDistinct,
      BiConsumer<D, byte[]> setSketch,
      BiConsumer<D, V> setLow,
      BiConsumer<D, V> setHigh,
      Function<Object, V> toHive) {
    ColumnStatistics rows = summary.statistics();
    HyperLogLog sketch = sketch(summary.distinct());
    D data = ofNullsAndDistinct.apply(rows.nulls(), sketch.estimateNumDistinctValues());
    setSketch.accept(data, sketch.serialize());
    if (rows.min() != null) {
      setLow.accept(data, toHive.apply(rows.min()));
      setHigh.accept(data, toHive.apply(rows.max()));
    }
    return data;
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
