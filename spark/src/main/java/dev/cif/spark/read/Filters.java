package dev.cif.spark.read;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.TimestampValue;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Translates Spark's conditions. The result is true, false and NULL in the rows in which Spark's
 * is, except for parts that are {@linkplain Predicate#unknown unknown}.
 */
final class Filters {
  private static final long MICROS = 1_000_000;

  private final StructType table;

  /**
   * Creates a translator.
   *
   * @param table columns of the table
   */
  Filters(StructType table) {
    this.table = table;
  }

  /** Column or field with Spark's type. */
  private record Operand(ColumnPath path, DataType type) {
    boolean isTimestamp() {
      return type.equals(DataTypes.TimestampType) || type.equals(DataTypes.TimestampNTZType);
    }
  }

  /** Literal in the form of {@link Predicate}; null for NULL. */
  private record Value(Object value) {}

  /** Returns true if no part of a predicate is unknown, so that it decides each row. */
  static boolean isExact(Predicate predicate) {
    if (predicate instanceof Predicate.And and) {
      return and.conditions().stream().allMatch(Filters::isExact);
    }
    if (predicate instanceof Predicate.Or or) {
      return or.conditions().stream().allMatch(Filters::isExact);
    }
    if (predicate instanceof Predicate.Not not) {
      return isExact(not.condition());
    }
    return !(predicate instanceof Predicate.Unknown);
  }

  /** Returns the conjunction of some conditions. */
  Predicate all(org.apache.spark.sql.connector.expressions.filter.Predicate[] conditions) {
    List<Predicate> translated = new ArrayList<>();
    for (Expression condition : conditions) {
      translated.add(of(condition));
    }
    return Predicate.and(translated);
  }

  /** Returns the predicate of a condition. */
  Predicate of(Expression condition) {
    if (!(condition
        instanceof org.apache.spark.sql.connector.expressions.filter.Predicate predicate)) {
      return Predicate.unknown();
    }
    Expression[] parts = predicate.children();
    return switch (predicate.name()) {
      case "ALWAYS_TRUE" -> Predicate.constant(true);
      case "ALWAYS_FALSE" -> Predicate.constant(false);
      case "AND" -> Predicate.and(List.of(of(parts[0]), of(parts[1])));
      case "OR" -> Predicate.or(List.of(of(parts[0]), of(parts[1])));
      case "NOT" -> Predicate.not(of(parts[0]));
      case "IS_NULL" -> isNull(parts[0]);
      case "IS_NOT_NULL" -> Predicate.not(isNull(parts[0]));
      case "=" -> compare(parts, Op.EQ);
      case "<=>" -> compare(parts, Op.EQ_NULLSAFE);
      case "<>" -> compare(parts, Op.NE);
      case "<" -> compare(parts, Op.LT);
      case "<=" -> compare(parts, Op.LE);
      case ">" -> compare(parts, Op.GT);
      case ">=" -> compare(parts, Op.GE);
      case "IN" -> in(parts);
      case "STARTS_WITH" -> like(parts, "", "%");
      case "ENDS_WITH" -> like(parts, "%", "");
      case "CONTAINS" -> like(parts, "%", "%");
      default -> Predicate.unknown();
    };
  }

  private Predicate isNull(Expression of) {
    Operand operand = reference(of);
    return operand == null ? Predicate.unknown() : Predicate.isNull(operand.path);
  }

  private Predicate compare(Expression[] parts, Op op) {
    Operand left = number(parts[0]);
    Operand right = number(parts[1]);
    if (left != null && right != null) {
      return compareColumns(left, op, right);
    }
    Operand operand = operand(parts[0], parts[1]);
    if (operand == null) {
      return Predicate.unknown();
    }
    Value value = value((Literal<?>) parts[1]);
    return value == null ? Predicate.unknown() : compare(operand, op, value.value);
  }

  /** Returns a column or field with the type in which it is compared; null for others. */
  private Operand number(Expression side) {
    if (side instanceof Cast cast) {
      Operand inner = reference(cast.expression());
      boolean isWhole = inner != null && digits(inner.type) > 0 && digits(cast.dataType()) > 0;
      return isWhole && isExact(inner.type, cast.dataType())
          ? new Operand(inner.path, cast.dataType())
          : null;
    }
    return reference(side);
  }

  private static Predicate compareColumns(Operand left, Op op, Operand right) {
    boolean isSame = left.type.equals(right.type) && isComparable(left.type);
    return isSame && !left.isTimestamp() && op != Op.EQ_NULLSAFE
        ? new Predicate.CompareColumns(left.path, op, right.path)
        : Predicate.unknown();
  }

  private static boolean isComparable(DataType type) {
    return type instanceof DecimalType
        || List.of(
                DataTypes.BooleanType,
                DataTypes.ByteType,
                DataTypes.ShortType,
                DataTypes.IntegerType,
                DataTypes.LongType,
                DataTypes.FloatType,
                DataTypes.DoubleType,
                DataTypes.StringType,
                DataTypes.BinaryType,
                DataTypes.DateType,
                DataTypes.TimestampType,
                DataTypes.TimestampNTZType)
            .contains(type);
  }

  private static Predicate compare(Operand operand, Op op, Object literal) {
    ColumnPath path = operand.path;
    if (op == Op.EQ_NULLSAFE && literal == null) {
      return Predicate.isNull(path);
    }
    if (!operand.isTimestamp() || literal == null) {
      return Predicate.compare(path, op, literal);
    }
    // Spark sees the microsecond in which a value lies.
    TimestampValue first = (TimestampValue) literal;
    TimestampValue next = timestamp(first.seconds() * MICROS + first.nanos() / 1000 + 1);
    return switch (op) {
      case EQ -> within(path, first, next);
      case NE -> Predicate.not(within(path, first, next));
      case EQ_NULLSAFE ->
          Predicate.and(List.of(Predicate.not(Predicate.isNull(path)), within(path, first, next)));
      case LT -> Predicate.compare(path, Op.LT, first);
      case LE -> Predicate.compare(path, Op.LT, next);
      case GT -> Predicate.compare(path, Op.GE, next);
      case GE -> Predicate.compare(path, Op.GE, first);
    };
  }

  private static Predicate within(ColumnPath path, TimestampValue first, TimestampValue next) {
    return Predicate.and(
        List.of(Predicate.compare(path, Op.GE, first), Predicate.compare(path, Op.LT, next)));
  }

  private Predicate in(Expression[] parts) {
    List<Object> literals = new ArrayList<>();
    List<Predicate> any = new ArrayList<>();
    Operand operand = null;
    for (int i = 1; i < parts.length; i++) {
      operand = operand(parts[0], parts[i]);
      Value value = operand == null ? null : value((Literal<?>) parts[i]);
      if (value == null) {
        return Predicate.unknown();
      }
      if (value.value == null) {
        any.add(new Predicate.Null());
      } else if (operand.isTimestamp()) {
        any.add(compare(operand, Op.EQ, value.value));
      } else {
        literals.add(value.value);
      }
    }
    if (operand == null) {
      return Predicate.unknown();
    }
    if (!literals.isEmpty()) {
      any.add(Predicate.in(operand.path, literals));
    }
    return any.size() == 1 ? any.get(0) : Predicate.or(any);
  }

  private Predicate like(Expression[] parts, String before, String behind) {
    Operand operand = operand(parts[0], parts[1]);
    if (operand == null
        || !operand.type.equals(DataTypes.StringType)
        || !(((Literal<?>) parts[1]).value() instanceof UTF8String literal)) {
      return Predicate.unknown();
    }
    String text = literal.toString();
    if (!UTF8String.fromString(text).equals(literal)) {
      // A pattern is text, and the literal isn't.
      return Predicate.unknown();
    }
    return Predicate.like(operand.path, before + text.replaceAll("[%_\\\\]", "\\\\$0") + behind);
  }

  /**
   * Returns the column that is compared with a literal; null unless the comparison follows the
   * rules of {@link Predicate}.
   */
  private Operand operand(Expression side, Expression literal) {
    if (!(literal instanceof Literal<?> constant)) {
      return null;
    }
    if (side instanceof Cast cast) {
      Operand inner = reference(cast.expression());
      return inner != null
              && isExact(inner.type, cast.dataType())
              && constant.dataType().equals(cast.dataType())
          ? inner
          : null;
    }
    Operand operand = reference(side);
    return operand != null && isComparable(operand.type) && constant.dataType().equals(operand.type)
        ? operand
        : null;
  }

  /** Returns true if a cast keeps each number, so that the column itself compares the same. */
  private static boolean isExact(DataType from, DataType to) {
    boolean isInt =
        from.equals(DataTypes.ByteType)
            || from.equals(DataTypes.ShortType)
            || from.equals(DataTypes.IntegerType);
    if (isInt && to.equals(DataTypes.DoubleType)) {
      return true;
    }
    if (from.equals(DataTypes.FloatType)) {
      return to.equals(DataTypes.DoubleType);
    }
    return digits(from) > 0
        && digits(to) >= digits(from)
        && scale(to) >= scale(from)
        && digits(to) - scale(to) >= digits(from) - scale(from);
  }

  private static int digits(DataType type) {
    return type instanceof DecimalType decimal
        ? decimal.precision()
        : type.equals(DataTypes.ByteType)
            ? 3
            : type.equals(DataTypes.ShortType)
                ? 5
                : type.equals(DataTypes.IntegerType)
                    ? 10
                    : type.equals(DataTypes.LongType) ? 19 : 0;
  }

  private static int scale(DataType type) {
    return type instanceof DecimalType decimal ? decimal.scale() : 0;
  }

  /** Returns the column or field that an expression is; null if it is another. */
  private Operand reference(Expression expression) {
    if (!(expression instanceof NamedReference reference)) {
      return null;
    }
    String[] names = reference.fieldNames();
    StructField field = field(table, names[0]);
    List<ColumnPath.Step> steps = new ArrayList<>();
    for (int i = 1; i < names.length && field != null; i++) {
      field = field.dataType() instanceof StructType struct ? field(struct, names[i]) : null;
      steps.add(new ColumnPath.Step.Field(names[i]));
    }
    if (field == null) {
      return null;
    }
    ColumnPath path = new ColumnPath(String.join(".", names), names[0], steps);
    return new Operand(path, field.dataType());
  }

  private static StructField field(StructType struct, String name) {
    StructField alike = null;
    for (StructField field : struct.fields()) {
      if (field.name().equals(name)) {
        return field;
      }
      if (CifSchema.foldCase(field.name()).equals(CifSchema.foldCase(name))) {
        alike = field;
      }
    }
    return alike;
  }

  private static TimestampValue timestamp(long micros) {
    return new TimestampValue(
        Math.floorDiv(micros, MICROS), (int) Math.floorMod(micros, MICROS) * 1000);
  }

  /** Returns the value of a literal; null if it has no counterpart. */
  private static Value value(Literal<?> literal) {
    Object value = literal.value();
    DataType type = literal.dataType();
    if (value == null) {
      return new Value(null);
    }
    if (type.equals(DataTypes.TimestampType) || type.equals(DataTypes.TimestampNTZType)) {
      // The last microsecond that Spark can write has no next one.
      long micros = (Long) value;
      return micros == Long.MAX_VALUE ? null : new Value(timestamp(micros));
    }
    if (value instanceof UTF8String text) {
      return type.equals(DataTypes.StringType) ? new Value(text.getBytes()) : null;
    }
    if (value instanceof Decimal decimal) {
      return new Value(decimal.toJavaBigDecimal());
    }
    boolean isOf =
        value instanceof Boolean
            || value instanceof Byte
            || value instanceof Short
            || value instanceof Integer
            || value instanceof Long
            || value instanceof Float
            || value instanceof Double
            || value instanceof byte[];
    return isOf && isComparable(type) ? new Value(value) : null;
  }
}
