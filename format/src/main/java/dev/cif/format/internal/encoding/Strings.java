package dev.cif.format.internal.encoding;

import dev.cif.format.vector.BytesVector;
import java.util.List;

/** A stream of byte strings that is decoded on demand, FORMAT.md section 6.2. */
public abstract class Strings {
  private static final List<String> NAMES =
      List.of("constant", "plain", "packed", "dictionary", "compressed", "symbols");

  private final int size;

  Strings(int size) {
    this.size = size;
  }

  /** Number of values. */
  public final int size() {
    return size;
  }

  /**
   * Sets slots {@code at} to {@code at + count - 1} of the vector, which exist, to the values from
   * {@code from} on; shares the stream's buffer with the vector where that saves a copy.
   */
  public abstract void read(int from, int count, BytesVector out, int at);

  /** A copy of value {@code i}. */
  public abstract byte[] get(int i);

  /** Whether value {@code i} equals the bytes; decodes no more than that needs. */
  public abstract boolean equals(int i, byte[] bytes);

  /** The encoding's id. */
  public abstract int encoding();

  /** The encoding's name; of a compressed stream, the codec's. */
  public String name() {
    return NAMES.get(encoding());
  }

  /** The values of a dictionary stream, else null. */
  public Strings dictionary() {
    return null;
  }

  /** The ids of a dictionary stream, else null. */
  public Ints ids() {
    return null;
  }
}
