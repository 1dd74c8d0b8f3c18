package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Output;
import java.util.Set;

/**
 * Encodes floats or doubles as decimal digits: finds their scale, and the corrections that the
 * digits need.
 */
final class DigitsEncoder {
  private static final int SAMPLE = 512;

  /** Bound of the digits: above, not every integer is a double. */
  private static final double MOST_DIGITS = 1L << 53;

  /**
   * Greatest correction, in units in the last place, that counts as a rounding. Larger ones count
   * as other numbers.
   */
  private static final long ROUNDING = 1 << 6;

  /** Estimated bits of a correction with its position. */
  private static final int BITS_OF_ROUNDING = 12;

  private static final int BITS_OF_OTHER = 72;

  /** Share of the numbers' plain size that digits must stay below to be worth a try. */
  private static final double WORTH = 0.9;

  private final long[] values;
  private final int from;
  private final int n;
  private final int width;

  private int scale = -1;

  /**
   * Creates an encoder of {@code values[from..from+n)}.
   *
   * @param values bits of the floats or doubles
   * @param width size of each number, 4 or 8 bytes
   */
  DigitsEncoder(long[] values, int from, int n, int width) {
    this.values = values;
    this.from = from;
    this.n = n;
    this.width = width;
  }

  /** Returns the encoded stream, or null if the values do not look like decimals. */
  Encoded encode(Goal goal, int depth) {
    findScale();
    if (scale < 0) {
      return null;
    }
    double power = DigitInts.power(scale);
    long[] digits = new long[n];
    long[] places = new long[n];
    long[] corrections = new long[n];
    int x = 0;
    long before = 0;
    for (int i = 0; i < n; i++) {
      long bits = values[from + i];
      long found = digits(bits, power);
      long correction = bits - DigitInts.bits(found, power, width);
      if (Math.abs(correction) > ROUNDING) {
        // The correction says everything, so digits that fit the neighbours pack best.
        found = before;
        correction = bits - DigitInts.bits(found, power, width);
      }
      if (correction != 0) {
        places[x] = i;
        corrections[x++] = correction;
      }
      digits[i] = found;
      before = found;
    }
    return write(digits, x, places, corrections, goal, depth);
  }

  private Encoded write(
      long[] digits, int x, long[] places, long[] corrections, Goal goal, int depth) {
    Encoded numbers = IntsEncoder.content(digits, 0, n, goal, depth + 1);
    double nanos = numbers.nanos() + n * DecodingTime.DIGITS;
    Output out = new Output(numbers.content().size() + 32);
    if (x == 0) {
      DigitInts.write(width, scale, numbers.content(), 0, null, null, out);
      return new Encoded(out, nanos, Set.of(StreamFeature.DIGITS));
    }
    Encoded where = IntsEncoder.numbers(places, x, goal.withoutCodec(), depth + 1);
    Encoded what = IntsEncoder.numbers(corrections, x, goal.withoutCodec(), depth + 1);
    DigitInts.write(width, scale, numbers.content(), x, where.content(), what.content(), out);
    nanos += where.nanos() + what.nanos() + x * DecodingTime.CORRECTION;
    return new Encoded(out, nanos, Set.of(StreamFeature.DIGITS));
  }

  /** Returns the digits of the decimal that is nearest to the number, or 0 if they are too many. */
  private long digits(long bits, double tens) {
    double number =
        width == Double.BYTES ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
    double digits = Math.rint(number * tens);
    return Math.abs(digits) <= MOST_DIGITS ? (long) digits : 0;
  }

  /**
   * Sets the scale with which a sample takes the fewest bits; leaves it at -1 if these are too
   * many.
   */
  private void findScale() {
    int count = Math.min(n, SAMPLE);
    double least = WORTH * width * Byte.SIZE * count;
    for (int s = 0; s <= DigitInts.MAX_SCALE; s++) {
      double tens = DigitInts.power(s);
      long low = Long.MAX_VALUE;
      long high = Long.MIN_VALUE;
      int exact = 0;
      int rounded = 0;
      for (int i = 0; i < count; i++) {
        long bits = values[from + (int) ((long) i * n / count)];
        long digits = digits(bits, tens);
        long correction = Math.abs(bits - DigitInts.bits(digits, tens, width));
        if (correction <= ROUNDING) {
          low = Math.min(low, digits);
          high = Math.max(high, digits);
          exact += correction == 0 ? 1 : 0;
          rounded += correction == 0 ? 0 : 1;
        }
      }
      int others = count - exact - rounded;
      double size = (double) rounded * BITS_OF_ROUNDING + (double) others * BITS_OF_OTHER;
      size += others == count ? 0 : (double) count * Bits.width(high - low);
      if (size < least) {
        least = size;
        scale = s;
      }
      if (exact == count) {
        // All numbers of the sample are exact; more digits add nothing.
        break;
      }
    }
  }
}
