package dev.cif.hive.filter;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.TimestampValue;
import dev.cif.hive.version.DynamicValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.ql.plan.DynamicValue;
import org.apache.hadoop.hive.ql.plan.ExprNodeConstantDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDynamicValueDesc;
import org.apache.hadoop.hive.serde2.objectinspector.ConstantObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.io.BytesWritable;

/**
 * Converts the literals of a query's filter to the classes of {@link
 * dev.cif.format.scan.Predicate}. It takes only literals that Hive compares with a type's values as
 * CIF does. If the types differ, Hive converts both sides to a third; literals for which that may
 * change the result are left out.
 *
 * <p>Some literals are computed by another part of the query (Tez's dynamic semi-join reduction),
 * and may not be available yet.
 */
final class FilterLiterals {
  /** Number of digits of a bigint, at most. */
  private static final int BIGINT_DIGITS = 19;

  /** Largest number up to which all whole numbers are floats. */
  private static final long EXACT_FLOAT = 1 << 24;

  private final Configuration job;

  /**
   * Creates a converter.
   *
   * @param job configuration through which computed literals are found
   */
  FilterLiterals(Configuration job) {
    this.job = job;
  }

  /** Returns the literal compared with values of a type; null if there is none. */
  Object of(CifType type, ExprNodeDesc expression) {
    List<Object> one = of(type, List.of(expression));
    return one == null ? null : one.get(0);
  }

  /**
   * Returns all literals compared with values of a type, none of them NULL; null if one can't be
   * taken.
   */
  List<Object> of(CifType type, List<ExprNodeDesc> expressions) {
    List<Object> literals = new ArrayList<>();
    List<CifType> types = new ArrayList<>(List.of(type));
    for (ExprNodeDesc given : expressions) {
      ExprNodeDesc expression = converted(given, type);
      Object value = value(expression);
      CifType ofValue = value == null ? null : ColumnParts.type(expression.getTypeInfo());
      Object literal = ofValue == null ? null : literal(value);
      if (literal == null || !isComparedExactly(type, ofValue, literal)) {
        return null;
      }
      types.add(ofValue);
      literals.add(isFloating(type) ? (Double) ((Number) literal).doubleValue() : literal);
    }
    return haveCommonType(types) ? literals : null;
  }

  /**
   * Converts a text that is compared with dates or timestamps to their type; returns any other
   * literal unchanged.
   */
  private static ExprNodeDesc converted(ExprNodeDesc expression, CifType type) {
    boolean isTime = type.kind() == Kind.DATE || type.kind() == Kind.TIMESTAMP;
    if (!isTime
        || !(expression instanceof ExprNodeConstantDesc constant)
        || !(constant.getValue() instanceof String)) {
      return expression;
    }
    ConstantObjectInspector text = constant.getWritableObjectInspector();
    PrimitiveTypeInfo wanted = TypeInfoFactory.getPrimitiveTypeInfo(type.toString());
    Object value =
        ObjectInspectorConverters.getConverter(
                text, PrimitiveObjectInspectorFactory.getPrimitiveJavaObjectInspector(wanted))
            .convert(text.getWritableConstantValue());
    return new ExprNodeConstantDesc(wanted, value);
  }

  /**
   * Returns the value of a constant; null for NULL, for other expressions, and for values that are
   * not available yet.
   */
  private Object value(ExprNodeDesc expression) {
    if (expression instanceof ExprNodeConstantDesc constant) {
      return constant.getValue();
    }
    if (!(expression instanceof ExprNodeDynamicValueDesc later)) {
      return null;
    }
    DynamicValue value = later.getDynamicValue();
    value.setConf(job);
    try {
      return value.getLiteral();
    } catch (RuntimeException e) {
      if (DynamicValues.isNotYet(e)) {
        // The task that computes the literal has not ended.
        return null;
      }
      throw e;
    }
  }

  /** Returns a value in CIF's classes; null if there is none. */
  private static Object literal(Object value) {
    if (value instanceof String || value instanceof HiveVarchar) {
      return value.toString();
    }
    if (value instanceof HiveChar text) {
      return text.getStrippedValue().toString();
    }
    if (value instanceof Date date) {
      return (long) date.toEpochDay();
    }
    if (value instanceof Timestamp time) {
      return new TimestampValue(time.toEpochSecond(), time.getNanos());
    }
    if (value instanceof HiveDecimal decimal) {
      return decimal.bigDecimalValue();
    }
    if (value instanceof Float || value instanceof Double) {
      double number = ((Number) value).doubleValue();
      return Double.isNaN(number) ? null : number;
    }
    if (value instanceof BytesWritable bytes) {
      return bytes.copyBytes();
    }
    // Integers, Boolean and bytes are of CIF's classes already.
    boolean isLiteral =
        value instanceof Number || value instanceof Boolean || value instanceof byte[];
    return isLiteral ? value : null;
  }

  static boolean isFloating(CifType type) {
    return type.kind() == Kind.FLOAT || type.kind() == Kind.DOUBLE;
  }

  private static boolean isComparedExactly(CifType type, CifType ofLiteral, Object literal) {
    Kind other = ofLiteral.kind();
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INT -> isExactNumber(ofLiteral) || other == Kind.DOUBLE;
      case BIGINT, DECIMAL -> isExactNumber(ofLiteral);
      case FLOAT ->
          isFloating(ofLiteral)
              || (ofLiteral.isInteger() && Math.abs(((Number) literal).longValue()) <= EXACT_FLOAT);
      case DOUBLE -> isFloating(ofLiteral) || isExactNumber(ofLiteral);
      case CHAR -> {
        // Other texts are compared with the value without its trailing spaces, but keep their own.
        yield other == Kind.CHAR || (isText(other) && !literal.toString().endsWith(" "));
      }
      case STRING, VARCHAR -> isText(other);
      case BOOLEAN, BINARY, DATE, TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION ->
          other == type.kind();
    };
  }

  private static boolean isText(Kind kind) {
    return kind == Kind.STRING || kind == Kind.VARCHAR;
  }

  private static boolean isExactNumber(CifType type) {
    return type.isInteger() || type.kind() == Kind.DECIMAL;
  }

  /** Returns true if no value changes in the common type that Hive finds for all of them. */
  private static boolean haveCommonType(List<CifType> types) {
    int digits = 0;
    int scale = 0;
    for (CifType type : types) {
      boolean isDecimal = type.kind() == Kind.DECIMAL;
      scale = Math.max(scale, isDecimal ? type.scale() : 0);
      digits = Math.max(digits, isDecimal ? type.precision() - type.scale() : BIGINT_DIGITS);
    }
    boolean isDouble = !isFloating(types.get(0)) && types.stream().anyMatch(t -> isFloating(t));
    return scale == 0 || (!isDouble && digits + scale <= HiveDecimal.MAX_PRECISION);
  }
}
