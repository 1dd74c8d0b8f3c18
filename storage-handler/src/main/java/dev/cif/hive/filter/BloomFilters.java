package dev.cif.hive.filter;

import dev.cif.format.scan.JoinKeys;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.hive.version.DynamicValues;
import dev.cif.hive.version.HiveSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.ObjectCache;
import org.apache.hadoop.hive.ql.exec.ObjectCacheFactory;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.plan.DynamicValue;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDynamicValueDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFInBloomFilter;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPAnd;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BinaryObjectInspector;
import org.apache.hive.common.util.BloomKFilter;

/**
 * Bloom filters of Tez's dynamic semi-joins, as filters of a scan. Another task of the query builds
 * such a filter from the keys on the other side of a join. Hive applies it once more to the rows
 * that it gets. Every row that Hive keeps must therefore pass here, and each type is hashed as Hive
 * hashes it.
 *
 * <p>Only filters on a plain column are taken, and only those that every row must pass: a filter
 * below OR excludes nothing.
 */
public final class BloomFilters {
  /** A filter, with the column whose values are looked up in it. */
  public record Filter(String column, JoinKeys keys) {}

  /**
   * Prefix of the names by which the scans of a vertex share filters, apart from Hive's own copies.
   */
  private static final String CACHE_PREFIX = "dev.cif.bloom.";

  private final Configuration job;
  private final Function<String, CifType> types;
  private final List<Filter> filters = new ArrayList<>();
  private boolean lackKeys;

  private BloomFilters(Configuration job, Function<String, CifType> types) {
    this.job = job;
    this.types = types;
  }

  /**
   * Returns the bloom filters that a job's filter refers to, as far as they are available.
   *
   * @param filter null for none
   * @param types function that returns the type of a column of the table's own; null for others
   */
  public static BloomFilters of(
      ExprNodeDesc filter, Configuration job, Function<String, CifType> types) throws IOException {
    BloomFilters filters = new BloomFilters(job, types);
    filters.take(filter);
    return filters;
  }

  public List<Filter> filters() {
    return filters;
  }

  /**
   * Returns true if the other side of a join has no key at all, so that no row can have a match.
   */
  public boolean lackKeys() {
    return lackKeys;
  }

  private void take(ExprNodeDesc node) throws IOException {
    if (!(node instanceof ExprNodeGenericFuncDesc call)) {
      return;
    }
    List<ExprNodeDesc> arguments = call.getChildren();
    if (call.getGenericUDF() instanceof GenericUDFOPAnd) {
      for (ExprNodeDesc argument : arguments) {
        take(argument);
      }
    } else if (call.getGenericUDF() instanceof GenericUDFInBloomFilter
        && arguments.size() == 2
        && arguments.get(1) instanceof ExprNodeDynamicValueDesc later) {
      take(arguments.get(0), later.getDynamicValue());
    }
  }

  private void take(ExprNodeDesc key, DynamicValue later) throws IOException {
    BloomKFilter filter;
    try {
      filter = load(later);
    } catch (RuntimeException e) {
      if (DynamicValues.isNotYet(e)) {
        return;
      }
      throw e;
    }
    if (filter == null || Arrays.stream(filter.getBitSet()).allMatch(bits -> bits == 0)) {
      lackKeys = true;
    } else if (key instanceof ExprNodeColumnDesc column) {
      CifType type = types.apply(column.getColumn());
      JoinKeys keys =
          type != null && type.equals(ColumnParts.type(column.getTypeInfo()))
              ? keys(filter, type)
              : null;
      if (keys != null) {
        filters.add(new Filter(column.getColumn(), keys));
      }
    }
  }

  /** Returns the filter that another task has built; null if it has seen no row. */
  private BloomKFilter load(DynamicValue later) throws IOException {
    later.setConf(job);
    Object value = later.getValue();
    if (value == null) {
      return null;
    }
    byte[] bytes =
        ((BinaryObjectInspector) later.getObjectInspector()).getPrimitiveJavaObject(value);
    ObjectCache cache = ObjectCacheFactory.getCache(job, HiveSettings.queryId(job), false, true);
    try {
      return cache == null
          ? deserialize(bytes)
          : cache.retrieve(CACHE_PREFIX + later.getId(), () -> deserialize(bytes));
    } catch (HiveException e) {
      throw new IOException("the bloom filter " + later.getId(), e);
    }
  }

  private static BloomKFilter deserialize(byte[] bytes) throws IOException {
    return BloomKFilter.deserialize(new ByteArrayInputStream(bytes));
  }

  /**
   * Returns keys that look values of a type up as in_bloom_filter does; null for a type that it
   * does not know.
   */
  static JoinKeys keys(BloomKFilter filter, CifType type) {
    return switch (type.kind()) {
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, DATE -> JoinKeys.ofIntegers(filter::testLong);
      case STRING, VARCHAR, CHAR, BINARY -> JoinKeys.ofTexts(filter::testBytes);
      case FLOAT, DOUBLE ->
          JoinKeys.ofType(
              type, (values, i) -> filter.testDouble(((DoubleVector) values).values[i]));
      case TIMESTAMP ->
          JoinKeys.ofType(
              type, (values, i) -> filter.testLong(millis((TimestampVector) values, i)));
      case DECIMAL -> decimals(filter, type);
      case TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> null;
    };
  }

  private static long millis(TimestampVector times, int i) {
    return times.seconds[i] * 1000 + times.nanos[i] / 1_000_000;
  }

  /**
   * Returns keys of decimals. If Hive reads a decimal as a scaled integer it may hash that, or the
   * decimal.
   */
  private static JoinKeys decimals(BloomKFilter filter, CifType type) {
    boolean isSmall = type.isDecimal64();
    HiveDecimalWritable decimal = new HiveDecimalWritable();
    byte[] bytes = new byte[HiveDecimal.SCRATCH_BUFFER_LEN_TO_BYTES];
    return JoinKeys.ofType(
        type,
        (values, i) -> {
          DecimalVector decimals = (DecimalVector) values;
          if (isSmall) {
            if (filter.testLong(decimals.low[i])) {
              return true;
            }
            decimal.setFromLongAndScale(decimals.low[i], type.scale());
          } else {
            decimal.set(HiveDecimal.create(decimals.unscaled(i), type.scale()));
          }
          int start = decimal.toBytes(bytes);
          return filter.testBytes(bytes, start, bytes.length - start);
        });
  }
}
