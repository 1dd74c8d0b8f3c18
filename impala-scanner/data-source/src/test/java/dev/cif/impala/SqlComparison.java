package dev.cif.impala;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.apache.impala.extdatasource.thrift.TComparisonOp;
import org.apache.impala.thrift.TColumnValue;

/**
 * A comparison as SQL defines it, written without the code under test.
 *
 * @param literal Boolean, Byte, Short, Integer, Long, Float, Double, BigDecimal, String, LocalDate
 *     or LocalDateTime
 */
record SqlComparison(String column, TComparisonOp op, Object literal) {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter TIMESTAMP_WITH_NANOS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSSSSS", Locale.ROOT);

  /** Returns the literal in the field in which Impala's planner sends it. */
  TColumnValue value() {
    TColumnValue to = new TColumnValue();
    if (literal instanceof Boolean v) {
      return to.setBool_val(v);
    } else if (literal instanceof Byte v) {
      return to.setByte_val(v);
    } else if (literal instanceof Short v) {
      return to.setShort_val(v);
    } else if (literal instanceof Integer v) {
      return to.setInt_val(v);
    } else if (literal instanceof Long v) {
      return to.setLong_val(v);
    } else if (literal instanceof Float || literal instanceof Double) {
      return to.setDouble_val(((Number) literal).doubleValue());
    } else if (literal instanceof LocalDate v) {
      return to.setDate_val((int) v.toEpochDay());
    } else if (literal instanceof LocalDateTime v) {
      return to.setString_val(
          v.format(v.equals(v.truncatedTo(ChronoUnit.SECONDS)) ? TIMESTAMP : TIMESTAMP_WITH_NANOS));
    }
    // Decimals travel as text, too.
    return to.setString_val(literal.toString());
  }

  boolean isTrue(Object value) {
    if (value == null) {
      // NULL compared with a value is unknown, but certainly distinct from it.
      return op == TComparisonOp.DISTINCT_FROM;
    }
    boolean unordered = isNan(value);
    int c = unordered ? 0 : order(value, literal);
    return switch (op) {
      case LT -> !unordered && c < 0;
      case LE -> !unordered && c <= 0;
      case EQ, NOT_DISTINCT -> !unordered && c == 0;
      case NE, DISTINCT_FROM -> unordered || c != 0;
      case GE -> !unordered && c >= 0;
      case GT -> !unordered && c > 0;
    };
  }

  private static boolean isNan(Object value) {
    return value instanceof Number n && Double.isNaN(n.doubleValue());
  }

  private static int order(Object a, Object b) {
    if (a instanceof Number x) {
      Number y = (Number) b;
      if (Double.isInfinite(x.doubleValue()) || Double.isInfinite(y.doubleValue())) {
        return Double.compare(x.doubleValue(), y.doubleValue());
      }
      return exact(x).compareTo(exact(y));
    }
    if (a instanceof String x) {
      byte[] left = x.getBytes(StandardCharsets.UTF_8);
      byte[] right = ((String) b).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < Math.min(left.length, right.length); i++) {
        if (left[i] != right[i]) {
          return Integer.compare(left[i] & 0xff, right[i] & 0xff);
        }
      }
      return Integer.compare(left.length, right.length);
    }
    @SuppressWarnings("unchecked")
    Comparable<Object> comparable = (Comparable<Object>) a;
    return comparable.compareTo(b);
  }

  private static BigDecimal exact(Number number) {
    if (number instanceof Float || number instanceof Double) {
      return new BigDecimal(number.doubleValue());
    }
    return new BigDecimal(number.toString());
  }
}
