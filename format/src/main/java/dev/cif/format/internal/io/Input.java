package dev.cif.format.internal.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bounded range of a byte array with a position. Every read is checked against the bounds and fails
 * with {@link CorruptDataException}.
 *
 * <p>The array always has at least {@link #SLACK} bytes behind {@link #end()}, so that decoders may
 * load whole words near the end.
 */
public final class Input {
  /** Number of bytes behind the end that may be loaded; their content has no meaning. */
  public static final int SLACK = 16;

  /** Little-endian access to an int: {@code (int) INT.get(array, index)}. */
  public static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Little-endian access to a long: {@code (long) LONG.get(array, index)}. */
  public static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Little-endian access to a short: {@code (short) SHORT.get(array, index)}. */
  public static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] array;

  /** Difference between the offset that errors name and the position. */
  private final int shift;

  private final int end;
  private int position;

  /**
   * Reads the bytes from {@code start} to {@code end}. The array must be longer by {@link #SLACK}.
   */
  public Input(byte[] array, int start, int end) {
    this(array, start, end, 0);
  }

  /**
   * Reads the bytes from {@code start} to {@code end}. Errors name offsets in a block, which are
   * positions plus {@code shift}.
   */
  public Input(byte[] array, int start, int end, int shift) {
    if (start < 0 || end < start || end > array.length - SLACK) {
      throw new IllegalArgumentException(
          "bytes " + start + " to " + end + " of " + array.length + " without slack");
    }
    this.array = array;
    this.shift = shift;
    this.position = start;
    this.end = end;
  }

  /** Returns an Input over a copy of the bytes, with slack. */
  public static Input copyOf(byte[] bytes, int start, int length) {
    byte[] copy = new byte[length + SLACK];
    System.arraycopy(bytes, start, copy, 0, length);
    return new Input(copy, 0, length);
  }

  public byte[] array() {
    return array;
  }

  public int position() {
    return position;
  }

  public int end() {
    return end;
  }

  /** Returns the offset that errors name for the position. */
  public int offset() {
    return position + shift;
  }

  public int remaining() {
    return end - position;
  }

  public CorruptDataException corrupt(String message) {
    return new CorruptDataException(offset(), message);
  }

  private void need(int bytes) {
    if (bytes < 0 || bytes > end - position) {
      throw corrupt("the data ends: " + bytes + " bytes wanted, " + (end - position) + " left");
    }
  }

  public int u8() {
    need(1);
    return array[position++] & 0xFF;
  }

  public int u32() {
    need(4);
    int value = (int) INT.get(array, position);
    position += 4;
    return value;
  }

  public long i64() {
    need(8);
    long value = (long) LONG.get(array, position);
    position += 8;
    return value;
  }

  public long uvarint() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int b = u8();
      if (shift == 63 && b > 1) {
        break;
      }
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw corrupt("a number of more than 64 bits");
  }

  public long svarint() {
    long z = uvarint();
    return (z >>> 1) ^ -(z & 1);
  }

  /** Reads a uvarint that is a count or length from 0 to {@code max}. */
  public int count(String what, int max) {
    long value = uvarint();
    if (value < 0 || value > max) {
      throw corrupt(what + " is " + Long.toUnsignedString(value) + ", at most " + max + " can be");
    }
    return (int) value;
  }

  /** Skips bytes and returns the position of the first. */
  public int skip(int bytes) {
    need(bytes);
    int start = position;
    position += bytes;
    return start;
  }

  /** Reads a uvarint length and returns that many bytes as a separate Input. Moves behind them. */
  public Input sized(String what) {
    int length = count("the length of " + what, remaining());
    int start = skip(length);
    return new Input(array, start, start + length, shift);
  }

  /** Returns a separate Input over the remaining bytes. */
  public Input copy() {
    return new Input(array, position, end, shift);
  }

  /** Returns the bytes from an earlier position to this one as a separate Input. */
  public Input since(int start) {
    return new Input(array, start, position, shift);
  }

  /** Reads {@code bytes}, which are a uvarint length and that many bytes, and returns a copy. */
  public byte[] bytes(String what) {
    int length = count("the length of " + what, remaining());
    byte[] copy = new byte[length];
    System.arraycopy(array, skip(length), copy, 0, length);
    return copy;
  }

  /** Fails unless all bytes are read. */
  public void expectEnd(String what) {
    if (position != end) {
      throw corrupt((end - position) + " bytes too many behind " + what);
    }
  }
}
