package dev.cif.format.internal.summary;

import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;

/** Hashes of values for summaries, FORMAT.md section 5.4. */
final class ValueHash {
  /** Powers of ten that a double holds exactly. */
  private static final double[] EXACT_POWERS = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < EXACT_POWERS.length; i++) {
      EXACT_POWERS[i] = power;
      power *= 10;
    }
  }

  /** Least whole number above those that a double holds exactly. */
  private static final long EXACT_WHOLE = 1L << 53;

  private ValueHash() {}

  /** Returns the hash of a string. */
  static long of(BytesVector values, int i) {
    return Murmur64.of(values.data, values.starts[i], values.lengths[i]);
  }

  /** Adds the values of a vector of numbers or timestamps that are not NULL. */
  static void addAll(ColumnVector values, DistinctSketch to) {
    if (values instanceof LongVector v) {
      addLongs(v, to);
    } else if (values instanceof DecimalVector v) {
      for (int i = 0; i < v.size(); i++) {
        if (!v.isNull(i)) {
          to.add(ofDouble(number(v, i)));
        }
      }
    } else if (values instanceof DoubleVector v) {
      for (int i = 0; i < v.size(); i++) {
        if (!v.isNull(i)) {
          to.add(ofDouble(v.values[i]));
        }
      }
    } else {
      TimestampVector v = (TimestampVector) values;
      for (int i = 0; i < v.size(); i++) {
        if (!v.isNull(i)) {
          to.add(Murmur64.of(v.seconds[i]));
        }
      }
    }
  }

  private static void addLongs(LongVector v, DistinctSketch to) {
    long before = 0;
    boolean hasBefore = false;
    for (int i = 0; i < v.size(); i++) {
      if (v.isNull(i)) {
        continue;
      }
      // Neighbours are often equal, as in a sorted column.
      if (!hasBefore || v.values[i] != before) {
        before = v.values[i];
        hasBefore = true;
        to.add(Murmur64.of(before));
      }
    }
  }

  /** Any NaN is one value; -0.0 and 0.0 are two. */
  private static long ofDouble(double value) {
    return Murmur64.of(Double.doubleToLongBits(value));
  }

  /** Returns the double that is nearest to a decimal. */
  private static double number(DecimalVector v, int i) {
    long unscaled = v.low[i];
    int scale = v.type().scale();
    boolean isExact =
        v.high[i] == unscaled >> 63
            && Math.abs(unscaled) < EXACT_WHOLE
            && unscaled != Long.MIN_VALUE
            && scale < EXACT_POWERS.length;
    // The quotient of two exact doubles is rounded once.
    return isExact ? unscaled / EXACT_POWERS[scale] : v.decimal(i).doubleValue();
  }
}
