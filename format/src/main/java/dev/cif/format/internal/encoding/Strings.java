package dev.cif.format.internal.encoding;

import dev.cif.format.vector.BytesVector;
import java.util.List;

/** Stream of byte strings that is decoded on demand, FORMAT.md section 6.2. */
public abstract class Strings {
  private static final List<String> NAMES =
      List.of("constant", "plain", "packed", "dictionary", "compressed", "symbols");

  private final int size;

  Strings(int size) {
    this.size = size;
  }

  /** Returns the number of values. */
  public final int size() {
    return size;
  }

  /**
   * Sets slots {@code at} to {@code at + count - 1} of the vector, which exist, to the values from
   * {@code from} on. Shares the stream's buffer with the vector where that saves a copy.
   */
  public abstract void read(int from, int count, BytesVector out, int at);

  /** Returns a copy of value {@code i}. */
  public abstract byte[] get(int i);

  /** Returns true if value {@code i} equals the bytes; decodes no more than that needs. */
  public abstract boolean equals(int i, byte[] bytes);

  /** Returns the id of the encoding. */
  public abstract int encoding();

  /** Returns the name of the encoding, or of the codec for a compressed stream. */
  public String name() {
    return NAMES.get(encoding());
  }

  /** Returns the entries of a dictionary stream, or null for other streams. */
  public Strings dictionary() {
    return null;
  }

  /** Returns the ids of a dictionary stream, or null for other streams. */
  public Ints ids() {
    return null;
  }
}
