package dev.cif.format.value;

import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.TimestampValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
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
      case INT:
        ((LongVector) out).append(integer(text, type));
        break;
      case FLOAT:
      case DOUBLE:
        ((DoubleVector) out).append(floating(text, type));
        break;
      case DECIMAL:
        decimal(number(text, type), (DecimalVector) out);
        break;
      case BYTES:
        bytes(text, (BytesVector) out);
        break;
      case TIMESTAMP:
        TimestampValue time = type.kind() == Kind.TIMESTAMP ? timestamp(text) : instant(text);
        ((TimestampVector) out).append(time.seconds(), time.nanos());
        break;
      default:
        throw new IllegalArgumentException("no value of type " + type + " can be read from text");
    }
  }

  private static long integer(String text, CifType type) {
    switch (type.kind()) {
      case BOOLEAN:
        return bool(text);
      case DATE:
        return date(text).toEpochDay();
      default:
        try {
          return inRange(Long.parseLong(text.trim()), type);
        } catch (NumberFormatException e) {
          throw unfit(text, type.toString(), e);
        }
    }
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
          default -> true;
        };
    if (!fits) {
      throw unfit(Long.toString(number), type.toString(), null);
    }
    return number;
  }

  private static double floating(String text, CifType type) {
    try {
      return type.kind() == Kind.FLOAT
          ? Float.parseFloat(text.trim())
          : Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      throw unfit(text, type.toString(), e);
    }
  }

  private static BigDecimal number(String text, CifType type) {
    try {
      return new BigDecimal(text.trim());
    } catch (NumberFormatException e) {
      throw unfit(text, type.toString(), e);
    }
  }

  /** Appends a decimal, or throws if the type can't hold it without rounding. */
  public static void decimal(BigDecimal value, DecimalVector out) {
    CifType type = out.type();
    try {
      // Bounds the digits before they are expanded: 1e999999999 is legal text.
      if (value.signum() != 0 && value.precision() - (long) value.scale() > type.precision()) {
        throw unfit(value.toString(), type.toString(), null);
      }
      BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
      if (scaled.precision() <= type.precision()) {
        out.append(scaled.unscaledValue());
        return;
      }
    } catch (ArithmeticException e) {
      throw unfit(value.toString(), type.toString(), e);
    }
    throw unfit(value.toString(), type.toString(), null);
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
    out.append(value.getBytes(StandardCharsets.UTF_8));
  }

  private static IllegalArgumentException unfit(String text, String wanted, Exception cause) {
    String shown = text.length() > 60 ? text.substring(0, 60) + "..." : text;
    return new IllegalArgumentException("'" + shown + "' is no " + wanted, cause);
  }
}
