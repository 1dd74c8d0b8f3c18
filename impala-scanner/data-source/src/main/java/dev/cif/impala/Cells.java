package dev.cif.impala;

import dev.cif.format.schema.TimestampValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigDecimal;
import java.time.LocalDate;

/** Conversion between vectors and the objects that {@link ImpalaType.Kind} names, null for NULL. */
final class Cells {
  /** First day of Impala's dates. */
  private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();

  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  /** First second of Impala's timestamps. */
  private static final long FIRST_SECOND = LocalDate.of(1400, 1, 1).toEpochDay() * 86_400;

  private static final long END_SECOND = (LAST_DAY + 1) * 86_400;

  private Cells() {}

  /** Returns value {@code i} of a vector. {@link CifTypes#isReadableAs} must allow its type. */
  static Object get(ImpalaType type, ColumnVector vector, int i) {
    if (vector.isNull(i)) {
      return null;
    }
    switch (type.kind()) {
      case FLOAT:
      case DOUBLE:
        return nearestDouble(vector, i);
      case DECIMAL:
        return decimal(vector, i).setScale(type.scale());
      case STRING:
        return ((BytesVector) vector).bytes(i);
      case TIMESTAMP:
        TimestampVector v = (TimestampVector) vector;
        return new TimestampValue(v.seconds[i], v.nanos[i]);
      default:
        return ((LongVector) vector).values[i];
    }
  }

  /** Returns a number as the nearest double. */
  static double nearestDouble(ColumnVector vector, int i) {
    if (vector instanceof DoubleVector v) {
      return v.values[i];
    }
    return vector instanceof LongVector v
        ? (double) v.values[i]
        : ((DecimalVector) vector).decimal(i).doubleValue();
  }

  private static BigDecimal decimal(ColumnVector vector, int i) {
    return vector instanceof LongVector v
        ? BigDecimal.valueOf(v.values[i])
        : ((DecimalVector) vector).decimal(i);
  }

  /** Returns a vector of one value. */
  static ColumnVector vector(ImpalaType type, Object value) {
    ColumnVector vector = ColumnVector.create(CifTypes.of(type));
    if (value == null) {
      vector.appendNull();
    } else if (vector instanceof LongVector v) {
      v.append((Long) value);
    } else if (vector instanceof DoubleVector v) {
      v.append((Double) value);
    } else if (vector instanceof DecimalVector v) {
      v.append(((BigDecimal) value).unscaledValue());
    } else if (vector instanceof BytesVector v) {
      v.append((byte[]) value);
    } else {
      TimestampValue t = (TimestampValue) value;
      ((TimestampVector) vector).append(t.seconds(), t.nanos());
    }
    return vector;
  }

  /** Returns the day, or null beyond Impala's calendar. */
  static Long date(long day) {
    return day >= FIRST_DAY && day <= LAST_DAY ? day : null;
  }

  /** Returns the moment, or null beyond Impala's calendar. */
  static TimestampValue timestamp(TimestampValue value) {
    return isTimestamp(value.seconds()) ? value : null;
  }

  static boolean isTimestamp(long seconds) {
    return seconds >= FIRST_SECOND && seconds < END_SECOND;
  }
}
