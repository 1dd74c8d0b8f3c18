package dev.cif.format.schema;

import java.util.Arrays;

/**
 * Distinct values of a column, as a sketch that can be merged (FORMAT.md section 5.4): the hashes
 * of all while there are few, else the registers of HyperLogLog. Immutable; the arrays must not be
 * changed.
 */
public final class DistinctValues {
  /** Greatest number of hashes; of more values there are registers. */
  public static final int MOST_HASHES = 96;

  /** Number of registers. */
  public static final int REGISTERS = 1 << 10;

  /** Number of bits of a hash that choose its register. */
  private static final int INDEX_BITS = 10;

  /** Greatest value of a register. */
  public static final int MOST_REGISTER = Long.SIZE - INDEX_BITS + 1;

  /** Sketch of no values. */
  public static final DistinctValues NONE = ofHashes(new long[0]);

  private final long[] hashes;
  private final byte[] registers;

  private DistinctValues(long[] hashes, byte[] registers) {
    this.hashes = hashes;
    this.registers = registers;
  }

  /**
   * Creates the sketch of a few values.
   *
   * @param ascending their hashes, each once, ascending
   * @throws IllegalArgumentException if they are too many, or in another order
   */
  public static DistinctValues ofHashes(long[] ascending) {
    if (ascending.length > MOST_HASHES) {
      throw new IllegalArgumentException(
          ascending.length + " hashes, where at most " + MOST_HASHES + " can be");
    }
    for (int i = 1; i < ascending.length; i++) {
      if (ascending[i] <= ascending[i - 1]) {
        throw new IllegalArgumentException("hashes that are not in ascending order");
      }
    }
    return new DistinctValues(ascending, null);
  }

  /**
   * Creates the sketch of many values.
   *
   * @throws IllegalArgumentException if there are more or fewer registers, or if one is too large
   */
  public static DistinctValues ofRegisters(byte[] registers) {
    if (registers.length != REGISTERS) {
      throw new IllegalArgumentException(
          registers.length + " registers, where " + REGISTERS + " must be");
    }
    for (byte register : registers) {
      if (register < 0 || register > MOST_REGISTER) {
        throw new IllegalArgumentException(
            "a register of " + register + ", where " + MOST_REGISTER + " is the greatest");
      }
    }
    return new DistinctValues(null, registers);
  }

  /** Raises the register of a hash, if it is less than the hash demands. */
  public static void raise(byte[] registers, long hash) {
    int register = (int) hash & (REGISTERS - 1);
    int zeros = Math.min(Long.numberOfTrailingZeros(hash >>> INDEX_BITS), MOST_REGISTER - 1);
    if (registers[register] <= zeros) {
      registers[register] = (byte) (zeros + 1);
    }
  }

  /** Returns true if {@link #hashes} has all values. */
  public boolean isExact() {
    return hashes != null;
  }

  /**
   * Returns the hashes of all values, ascending.
   *
   * @throws IllegalStateException if there are too many
   */
  public long[] hashes() {
    if (hashes == null) {
      throw new IllegalStateException("more values than have hashes");
    }
    return hashes;
  }

  /** Returns the {@link #REGISTERS} registers, made from the hashes if there are no others. */
  public byte[] registers() {
    if (registers != null) {
      return registers;
    }
    byte[] made = new byte[REGISTERS];
    for (long hash : hashes) {
      raise(made, hash);
    }
    return made;
  }

  /** Returns the sketch of the values of both. */
  public DistinctValues merge(DistinctValues other) {
    if (isExact() && other.isExact()) {
      long[] all = Arrays.copyOf(hashes, hashes.length + other.hashes.length);
      System.arraycopy(other.hashes, 0, all, hashes.length, other.hashes.length);
      long[] union = Arrays.stream(all).sorted().distinct().toArray();
      if (union.length <= MOST_HASHES) {
        return new DistinctValues(union, null);
      }
    }
    byte[] merged = registers().clone();
    byte[] others = other.registers();
    for (int i = 0; i < REGISTERS; i++) {
      merged[i] = (byte) Math.max(merged[i], others[i]);
    }
    return new DistinctValues(null, merged);
  }

  /**
   * Returns the number of values: exactly, as long as there are hashes, else with a standard error
   * of about 3%.
   */
  public long estimate() {
    return isExact() ? hashes.length : Math.round(estimate(registers));
  }

  /**
   * Estimates as Otmar Ertl does in "New cardinality estimation algorithms for HyperLogLog
   * sketches" (2017), algorithm 6. It needs no tables, and is as good for few values as for many.
   */
  private static double estimate(byte[] registers) {
    int[] counts = new int[MOST_REGISTER + 1];
    for (byte register : registers) {
      counts[register]++;
    }
    double m = REGISTERS;
    double z = m * tau(1 - counts[MOST_REGISTER] / m);
    for (int k = MOST_REGISTER - 1; k >= 1; k--) {
      z = (z + counts[k]) / 2;
    }
    z += m * sigma(counts[0] / m);
    return m * m / (2 * Math.log(2) * z);
  }

  private static double sigma(double x) {
    if (x == 1) {
      return Double.POSITIVE_INFINITY;
    }
    double power = x;
    double weight = 1;
    double sum = x;
    double before;
    do {
      power *= power;
      before = sum;
      sum += power * weight;
      weight += weight;
    } while (sum != before);
    return sum;
  }

  private static double tau(double x) {
    if (x == 0 || x == 1) {
      return 0;
    }
    double root = x;
    double weight = 1;
    double sum = 1 - x;
    double before;
    do {
      root = Math.sqrt(root);
      before = sum;
      weight /= 2;
      sum -= (1 - root) * (1 - root) * weight;
    } while (sum != before);
    return sum / 3;
  }
}
