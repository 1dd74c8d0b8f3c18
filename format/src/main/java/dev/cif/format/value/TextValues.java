package dev.cif.format.value;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Parses values of primitive types from text. It never rounds, cuts or guesses: text that is not
 * exactly a value of the type raises an {@link IllegalArgumentException} that says so.
 */
public final class TextValues {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ISO_LOCAL_DATE.withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[' ']")
          .appendOffset("+HH:MM", "Z")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  /** Numbers of Java's source code, such as 1f and 0x1p3, which are none elsewhere. */
  private static final Pattern JAVAS_OWN = Pattern.compile("[xX]|[dDfF]$");

  private static final int LONGEST_NUMBER = 1000;

  private TextValues() {}

  /** Returns a date such as {@code 2020-12-31}. */
  public static LocalDate date(String text) {
    try {
      return LocalDate.parse(text.trim(), DATE);
    } catch (DateTimeException e) {
      throw unfit(text, "date, such as 2020-12-31", e);
    }
  }

  /**
   * Returns a wall-clock time such as {@code 2020-12-31 23:59:59.123456789}, or from a date alone.
   */
  public static TimestampValue timestamp(String text) {
    try {
      var parsed = TIMESTAMP.parseBest(text.trim(), LocalDateTime::from, LocalDate::from);
      LocalDateTime time =
          parsed instanceof LocalDate day ? day.atStartOfDay() : (LocalDateTime) parsed;
      return new TimestampValue(
          time.toEpochSecond(ZoneOffset.UTC), time.get(ChronoField.NANO_OF_SECOND));
    } catch (DateTimeException e) {
      throw unfit(text, "timestamp, such as 2020-12-31 23:59:59.5", e);
    }
  }

  /**
   * Returns a moment such as {@code 2020-12-31 23:59:59.5Z}, or with an offset. Without one it is
   * UTC.
   */
  public static TimestampValue instant(String text) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text.trim(), INSTANT);
      return new TimestampValue(time.toEpochSecond(), time.getNano());
    } catch (DateTimeException e) {
      return timestamp(text);
    }
  }

  /** Appends the value of the text. */
  public static void append(String text, ColumnVector out) {
    CifType type = out.type();
    switch (type.physical()) {
      case INT -> ((LongVector) out).append(integer(text, type));
      case FLOAT, DOUBLE -> ((DoubleVector) out).append(floating(text, type));
      case DECIMAL -> decimal(number(text, type), (DecimalVector) out);
      case BYTES -> bytes(text, (BytesVector) out);
      case TIMESTAMP -> {
        TimestampValue time = type.kind() == Kind.TIMESTAMP ? timestamp(text) : instant(text);
        ((TimestampVector) out).append(time.seconds(), time.nanos());
      }
      case LIST, MAP, STRUCT, UNION ->
          throw new IllegalArgumentException("no value of type " + type + " can be read from text");
    }
  }

  private static long integer(String text, CifType type) {
    return switch (type.kind()) {
      case BOOLEAN -> bool(text);
      case DATE -> date(text).toEpochDay();
      case TINYINT, SMALLINT, INT, BIGINT -> {
        try {
          yield inRange(Long.parseLong(text.trim()), type);
        } catch (NumberFormatException e) {
          throw unfit(text, type.toString(), e);
        }
      }
      case FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR, BINARY -> throw new AssertionError(type);
      case TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> throw new AssertionError(type);
    };
  }

  private static long bool(String text) {
    switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true":
      case "t":
      case "1":
        return 1;
      case "false":
      case "f":
      case "0":
        return 0;
      default:
        throw unfit(text, "boolean", null);
    }
  }

  /** Returns the number, or throws if it is outside the integer type. */
  public static long inRange(long number, CifType type) {
    boolean fits =
        switch (type.kind()) {
          case TINYINT -> number == (byte) number;
          case SMALLINT -> number == (short) number;
          case INT -> number == (int) number;
          case BOOLEAN, BIGINT, FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR, BINARY, DATE -> true;
          case TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> true;
        };
    if (!fits) {
      throw unfit(Long.toString(number), type.toString(), null);
    }
    return number;
  }

  private static double floating(String text, CifType type) {
    String number = text.trim();
    if (JAVAS_OWN.matcher(number).find()) {
      throw unfit(text, type.toString(), null);
    }
    double value;
    try {
      value = type.kind() == Kind.FLOAT ? Float.parseFloat(number) : Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw unfit(text, type.toString(), e);
    }
    if (Double.isInfinite(value) && !number.endsWith("Infinity")) {
      throw unfit(text, type + ": it is out of range", null);
    }
    return value;
  }

  private static BigDecimal number(String text, CifType type) {
    try {
      String digits = text.trim();
      // The time that BigDecimal takes grows with the square of the length.
      return digits.length() > LONGEST_NUMBER ? tooLong(text, type) : new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw unfit(text, type.toString(), e);
    }
  }

  private static BigDecimal tooLong(String text, CifType type) {
    throw unfit(text, type + ": it has " + text.length() + " characters", null);
  }

  /** Appends a decimal, if the type holds it without rounding. */
  public static void decimal(BigDecimal value, DecimalVector out) {
    BigInteger unscaled = unscaled(value, out.type());
    if (unscaled == null) {
      throw unfit(value.toString(), out.type().toString(), null);
    }
    out.append(unscaled);
  }

  /** The decimal's digits at the type's scale; null if the type cannot hold it exactly. */
  public static BigInteger unscaled(BigDecimal value, CifType type) {
    if (value.signum() == 0) {
      return BigInteger.ZERO;
    }
    long whole = value.precision() - (long) value.scale();
    long dropped = value.scale() - (long) type.scale();
    // Both bound the digits that are written out: 1e999999999 and 1e-999999999 are legal text.
    if (whole > type.precision() - type.scale() || dropped >= value.precision()) {
      return null;
    }
    try {
      return value.setScale(type.scale(), RoundingMode.UNNECESSARY).unscaledValue();
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static void bytes(String text, BytesVector out) {
    CifType type = out.type();
    if (type.kind() == Kind.BINARY) {
      try {
        out.append(Base64.getDecoder().decode(text.trim()));
      } catch (IllegalArgumentException e) {
        throw unfit(text, "base64 for binary", e);
      }
      return;
    }
    String value = type.kind() == Kind.CHAR ? text.replaceAll(" +$", "") : text;
    if (type.kind() != Kind.STRING && value.codePointCount(0, value.length()) > type.length()) {
      throw unfit(text, type + ": it is too long", null);
    }
    out.append(value);
  }

  private static IllegalArgumentException unfit(String text, String wanted, Exception cause) {
    String shown = text.length() > 60 ? text.substring(0, 60) + "..." : text;
    return new IllegalArgumentException("'" + shown + "' is no " + wanted, cause);
  }
}
