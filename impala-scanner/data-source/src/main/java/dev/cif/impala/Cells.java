package dev.cif.impala;

import dev.cif.format.TimestampValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * Turns stored values into those that Impala is to see: objects as {@link ImpalaType.Kind} says,
 * null for NULL.
 */
final class Cells {
  /** Impala's dates. */
  private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();

  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  /** Impala's timestamps. */
  private static final long FIRST_SECOND = LocalDate.of(1400, 1, 1).toEpochDay() * 86_400;

  private static final long END_SECOND = (LAST_DAY + 1) * 86_400;

  private final ImpalaType type;
  private final Settings.InvalidUtf8 invalidUtf8;

  Cells(ImpalaType type, Settings.InvalidUtf8 invalidUtf8) {
    this.type = type;
    this.invalidUtf8 = invalidUtf8;
  }

  /** Value {@code i} of a vector of a type that {@link CifTypes#isReadableAs} allows. */
  Object get(ColumnVector vector, int i) {
    if (vector.isNull(i)) {
      return null;
    }
    switch (type.kind()) {
      case FLOAT:
      case DOUBLE:
        return vector instanceof LongVector v ? (double) v.values[i] : real(vector, i);
      case DECIMAL:
        return decimal(vector, i);
      case STRING:
        return text(((BytesVector) vector).bytes(i));
      case DATE:
        return date(((LongVector) vector).values[i]);
      case TIMESTAMP:
        TimestampVector v = (TimestampVector) vector;
        return timestamp(new TimestampValue(v.seconds[i], v.nanos[i]));
      default:
        return ((LongVector) vector).values[i];
    }
  }

  private static double real(ColumnVector vector, int i) {
    return ((DoubleVector) vector).values[i];
  }

  private BigDecimal decimal(ColumnVector vector, int i) {
    BigDecimal value =
        vector instanceof LongVector v
            ? BigDecimal.valueOf(v.values[i])
            : ((DecimalVector) vector).decimal(i);
    return value.setScale(type.scale());
  }

  /** Bytes as they are, or as text that Impala's interface can carry. */
  private byte[] text(byte[] bytes) {
    if (invalidUtf8 == Settings.InvalidUtf8.ERROR || Utf8.isValid(bytes)) {
      return bytes;
    }
    return invalidUtf8 == Settings.InvalidUtf8.NULL ? null : Utf8.replaced(bytes);
  }

  /** The day, or null beyond Impala's calendar. */
  static Long date(long day) {
    return day >= FIRST_DAY && day <= LAST_DAY ? day : null;
  }

  /** The moment, or null beyond Impala's calendar. */
  static TimestampValue timestamp(TimestampValue value) {
    return value.seconds() >= FIRST_SECOND && value.seconds() < END_SECOND ? value : null;
  }
}
