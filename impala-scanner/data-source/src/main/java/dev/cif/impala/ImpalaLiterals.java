package dev.cif.impala;

import dev.cif.format.schema.TimestampValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.apache.impala.thrift.TColumnValue;

/**
 * Conversion of the literals in Impala's conditions. Impala reveals a literal's type only by the
 * field that it is in, and compares column and literal in a common type. A literal is accepted if
 * that type cannot change the result. Otherwise Impala evaluates the condition.
 */
final class ImpalaLiterals {
  private static final int MAX_DIGITS = 38;

  /**
   * Maximum length of a decimal in Impala's text: 38 digits with a sign, a point and an exponent.
   */
  private static final int MAX_DECIMAL_TEXT = 64;

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd")
          .optionalStart()
          .appendPattern(" HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .optionalEnd()
          .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private ImpalaLiterals() {}

  /** Returns the literal as a value of the column's type, or null if its meaning is not certain. */
  static Object of(ImpalaType column, TColumnValue value, InitString settings) {
    switch (column.kind()) {
      case BOOLEAN:
        return value.isSetBool_val() ? (Long) (value.isBool_val() ? 1L : 0L) : null;
      case TINYINT:
      case SMALLINT:
      case INT:
      case BIGINT:
        return integer(value);
      case FLOAT:
        // Impala compares as float or as double. Both give the same result if the literal is a
        // float.
        Double real = real(value);
        return real != null && real.floatValue() == real ? real : null;
      case DOUBLE:
        return real(value);
      case DECIMAL:
        return value.isSetString_val() ? decimal(column, value.getString_val()) : null;
      case STRING:
        boolean intact = value.isSetString_val() && Utf8.isIntact(value.getString_val());
        return intact ? value.getString_val().getBytes(StandardCharsets.UTF_8) : null;
      case DATE:
        return value.isSetDate_val() ? Cells.date(value.getDate_val()) : null;
      case TIMESTAMP:
        boolean wanted = settings.timestampPredicates() && value.isSetString_val();
        return wanted ? timestamp(value.getString_val()) : null;
    }
    throw new AssertionError(column);
  }

  private static Long integer(TColumnValue value) {
    if (value.isSetByte_val()) {
      return (long) value.getByte_val();
    }
    if (value.isSetShort_val()) {
      return (long) value.getShort_val();
    }
    if (value.isSetInt_val()) {
      return (long) value.getInt_val();
    }
    return value.isSetLong_val() ? (Long) value.getLong_val() : null;
  }

  private static Double real(TColumnValue value) {
    return value.isSetDouble_val() && !Double.isNaN(value.getDouble_val())
        ? (Double) value.getDouble_val()
        : null;
  }

  /**
   * Returns a decimal, or null. Impala compares decimals exactly as long as 38 digits hold both
   * sides.
   */
  private static BigDecimal decimal(ImpalaType column, String text) {
    BigDecimal value;
    try {
      value = text.length() > MAX_DECIMAL_TEXT ? null : new BigDecimal(text);
    } catch (NumberFormatException e) {
      return null;
    }
    if (value == null || Math.abs((long) value.scale()) > MAX_DIGITS) {
      return null;
    }
    int whole = Math.max(column.precision() - column.scale(), value.precision() - value.scale());
    int fraction = Math.max(column.scale(), value.scale());
    return whole + fraction <= MAX_DIGITS ? value : null;
  }

  static TimestampValue timestamp(String text) {
    try {
      Instant time = LocalDateTime.parse(text, TIMESTAMP).toInstant(ZoneOffset.UTC);
      return Cells.timestamp(new TimestampValue(time.getEpochSecond(), time.getNano()));
    } catch (DateTimeException e) {
      return null;
    }
  }
}
