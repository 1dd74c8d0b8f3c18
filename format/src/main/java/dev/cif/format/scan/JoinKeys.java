package dev.cif.format.scan;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import java.io.IOException;
import java.util.Arrays;

/**
 * Keys of the other side of a join, which an engine holds and {@link Scan.Builder#semiJoin} filters
 * by. Not thread-safe.
 */
public abstract class JoinKeys {
  /** Test if an integer is among the keys. */
  public interface IntegerTest {
    boolean isKey(long value) throws IOException;
  }

  /** Test if a text is among the keys. */
  public interface TextTest {
    boolean isKey(byte[] data, int start, int length) throws IOException;
  }

  /** Test if a value that is not NULL is among the keys. */
  public interface ValueTest {
    boolean isKey(ColumnVector values, int i) throws IOException;
  }

  private JoinKeys() {}

  /**
   * Returns keys that are integers, dates (in days) or booleans (0 and 1). Remembers the answers
   * for small ones.
   */
  public static JoinKeys ofIntegers(IntegerTest keys) {
    return new Integers(keys);
  }

  /** Returns keys that are bytes. */
  public static JoinKeys ofTexts(TextTest keys) {
    return new OfTexts(keys);
  }

  /** Returns keys of a primitive type, looked up among values of that type alone. */
  public static JoinKeys ofType(CifType type, ValueTest keys) {
    return new OfType(type, keys);
  }

  /** Returns true if values of the type can be looked up. */
  public abstract boolean fit(CifType type);

  /** Returns true if a value that is not NULL is among the keys. */
  abstract boolean have(ColumnVector values, int i) throws IOException;

  private static final class Integers extends JoinKeys {
    /** Bound of the keys from 0 on whose answers are remembered, two bits each. */
    private static final int REMEMBERED = 1 << 25;

    private final IntegerTest keys;
    private long[] asked = new long[0];
    private long[] held = new long[0];

    Integers(IntegerTest keys) {
      this.keys = keys;
    }

    @Override
    public boolean fit(CifType type) {
      return type.physical() == CifType.Physical.INT;
    }

    @Override
    boolean have(ColumnVector values, int i) throws IOException {
      long key = ((LongVector) values).values[i];
      if (key < 0 || key >= REMEMBERED) {
        return keys.isKey(key);
      }
      int word = (int) (key >> 6);
      if (word >= asked.length) {
        int length = Math.max(word + 1, 2 * asked.length);
        asked = Arrays.copyOf(asked, length);
        held = Arrays.copyOf(held, length);
      }
      long bit = 1L << key;
      if ((asked[word] & bit) == 0) {
        asked[word] |= bit;
        held[word] |= keys.isKey(key) ? bit : 0;
      }
      return (held[word] & bit) != 0;
    }
  }

  private static final class OfTexts extends JoinKeys {
    private final TextTest keys;

    OfTexts(TextTest keys) {
      this.keys = keys;
    }

    @Override
    public boolean fit(CifType type) {
      return type.physical() == CifType.Physical.BYTES;
    }

    @Override
    boolean have(ColumnVector values, int i) throws IOException {
      BytesVector texts = (BytesVector) values;
      return keys.isKey(texts.data, texts.starts[i], texts.lengths[i]);
    }
  }

  private static final class OfType extends JoinKeys {
    private final CifType type;
    private final ValueTest keys;

    OfType(CifType type, ValueTest keys) {
      this.type = type;
      this.keys = keys;
    }

    @Override
    public boolean fit(CifType other) {
      return other.equals(type);
    }

    @Override
    boolean have(ColumnVector values, int i) throws IOException {
      return keys.isKey(values, i);
    }
  }
}
