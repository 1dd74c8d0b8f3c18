package dev.cif.format.internal.io;

import java.util.Arrays;

/** Growing byte buffer, the counterpart of {@link Input} for writing. */
public final class Output {
  private byte[] array;
  private int size;

  public Output() {
    this(256);
  }

  public Output(int capacity) {
    array = new byte[capacity];
  }

  /** Returns the buffer; its bytes from {@link #size()} on are undefined. */
  public byte[] array() {
    return array;
  }

  public int size() {
    return size;
  }

  /** Cuts the content to {@code newSize} bytes. */
  public void truncate(int newSize) {
    size = Math.min(size, newSize);
  }

  public void reset() {
    size = 0;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(array, size);
  }

  /** Appends {@code bytes} undefined bytes and returns the position of the first. */
  public int extend(int bytes) {
    int start = size;
    int needed = Math.addExact(size, bytes);
    if (needed > array.length) {
      long doubled = Math.min(Integer.MAX_VALUE - 64, 2L * array.length);
      array = Arrays.copyOf(array, (int) Math.max(needed, doubled));
    }
    size = needed;
    return start;
  }

  public void u8(int value) {
    int at = extend(1);
    array[at] = (byte) value;
  }

  public void u32(int value) {
    int at = extend(4);
    Input.INT.set(array, at, value);
  }

  /** Overwrites four bytes that were written before. */
  public void patchU32(int at, int value) {
    Input.INT.set(array, at, value);
  }

  public void i64(long value) {
    int at = extend(8);
    Input.LONG.set(array, at, value);
  }

  public void uvarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      u8((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    u8((int) rest);
  }

  public void svarint(long value) {
    uvarint((value << 1) ^ (value >> 63));
  }

  /** Appends raw bytes without a length. */
  public void raw(byte[] bytes, int start, int length) {
    int at = extend(length);
    System.arraycopy(bytes, start, array, at, length);
  }

  /** Appends {@code bytes}: a uvarint length, then the bytes. */
  public void bytes(byte[] bytes, int start, int length) {
    uvarint(length);
    raw(bytes, start, length);
  }

  public void bytes(byte[] bytes) {
    bytes(bytes, 0, bytes.length);
  }

  /** Appends the content of another buffer as {@code uvarint length, bytes}. */
  public void sized(Output content) {
    bytes(content.array, 0, content.size);
  }
}
