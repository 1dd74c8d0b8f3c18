package dev.cif.format.vector;

import dev.cif.format.schema.CifType;
import java.util.Arrays;

/**
 * Growable vector of values of one type, indexed from 0 to {@link #size()} - 1. Any value may be
 * NULL.
 *
 * <p>The content of the data arrays at a NULL is undefined. The arrays are public for speed. They
 * may be longer than {@code size}, and are replaced when the vector grows. Not thread-safe.
 */
public abstract class ColumnVector {
  private final CifType type;

  /** Size in bytes of each value that is not NULL (FORMAT.md section 8); 0 if sizes differ. */
  private final int valueBytes;

  /** Number of values. */
  protected int size;

  /**
   * Marks of the NULLs: {@code nulls[i]} is true if value i is NULL. Valid only if {@link
   * #hasNulls}.
   */
  public boolean[] nulls = new boolean[0];

  /** True if a value may be NULL; if false, {@link #nulls} must not be read. */
  public boolean hasNulls;

  /** Scratch copies of {@link #select}, kept to avoid an allocation at each call. */
  private long[] oldLongs = new long[0];

  private int[] oldInts = new int[0];

  ColumnVector(CifType type) {
    this.type = type;
    valueBytes = valueBytes(type.kind());
  }

  private static int valueBytes(CifType.Kind kind) {
    return switch (kind) {
      case BOOLEAN, TINYINT -> 1;
      case SMALLINT -> 2;
      case INT, DATE, FLOAT -> 4;
      case BIGINT, DOUBLE -> 8;
      case TIMESTAMP, TIMESTAMP_LTZ -> 12;
      case DECIMAL -> 16;
      case STRING, VARCHAR, CHAR, BINARY, ARRAY, MAP, STRUCT, UNION -> 0;
    };
  }

  /** Creates an empty vector for values of the type. */
  public static ColumnVector create(CifType type) {
    return switch (type.physical()) {
      case INT -> new LongVector(type);
      case FLOAT, DOUBLE -> new DoubleVector(type);
      case DECIMAL -> new DecimalVector(type);
      case BYTES -> new BytesVector(type);
      case TIMESTAMP -> new TimestampVector(type);
      case LIST -> new ListVector(type);
      case MAP -> new MapVector(type);
      case STRUCT -> new StructVector(type);
      case UNION -> new UnionVector(type);
    };
  }

  public final CifType type() {
    return type;
  }

  public final int size() {
    return size;
  }

  public final boolean isNull(int i) {
    return hasNulls && nulls[i];
  }

  /** Returns the number of NULLs. */
  public final int nullCount() {
    int count = 0;
    if (hasNulls) {
      for (int i = 0; i < size; i++) {
        count += nulls[i] ? 1 : 0;
      }
    }
    return count;
  }

  /** Empties the vector and keeps its memory. */
  public void reset() {
    size = 0;
    hasNulls = false;
  }

  /** Empties the vector and releases its memory. */
  public final void release() {
    reset();
    nulls = new boolean[0];
    oldLongs = new long[0];
    oldInts = new int[0];
    growData(0);
    releaseParts();
  }

  /** Returns the memory of the vector in bytes, including unused capacity. */
  public final long memory() {
    return nulls.length + dataMemory();
  }

  /** Returns the memory in bytes of the data arrays and of the vectors of parts. */
  abstract long dataMemory();

  /** Releases the memory of parts, which {@link #growData} does not. */
  void releaseParts() {}

  /** Ensures a capacity of {@code capacity} values in all. */
  public final void ensureCapacity(int capacity) {
    if (capacity > nulls.length) {
      int length = grown(nulls.length, capacity);
      nulls = Arrays.copyOf(nulls, length);
      growData(length);
    }
  }

  /**
   * Adds {@code count} slots at the end, present and of undefined content, and returns the index of
   * the first. Readers use it to fill arrays in bulk.
   */
  public final int addSlots(int count) {
    int first = size;
    ensureCapacity(first + count);
    if (hasNulls) {
      Arrays.fill(nulls, first, first + count, false);
    }
    size = first + count;
    clearSlots(first, count);
    return first;
  }

  /**
   * Adds a slot at the end, present and of undefined content, which the caller fills at once.
   * Returns its index.
   */
  final int addSlot() {
    int i = size;
    if (i == nulls.length) {
      ensureCapacity(i + 1);
    }
    if (hasNulls) {
      nulls[i] = false;
    }
    size = i + 1;
    return i;
  }

  /** Marks the value as NULL. */
  public final void setNull(int i) {
    if (!hasNulls) {
      Arrays.fill(nulls, 0, size, false);
      hasNulls = true;
    }
    nulls[i] = true;
  }

  /** Appends a NULL. */
  public void appendNull() {
    int i = addSlot();
    clearSlot(i);
    setNull(i);
  }

  /** Appends {@code count} NULLs. */
  public final void appendNulls(int count) {
    for (int i = 0; i < count; i++) {
      appendNull();
    }
  }

  /** Appends value {@code i} of a vector of the same type. */
  public abstract void append(ColumnVector source, int i);

  /**
   * Replaces the slots from {@code from} on by {@code count} slots. New slot k is a copy of old
   * slot {@code from + source[k]}. Parts of values are shared, not copied.
   */
  public final void select(int from, int[] source, int count) {
    int before = size - from;
    boolean[] old = hasNulls ? Arrays.copyOfRange(nulls, from, size) : null;
    if (count > before) {
      ensureCapacity(from + count);
    }
    selectData(from, before, source, count);
    size = from + count;
    for (int k = 0; k < count && old != null; k++) {
      nulls[from + k] = old[source[k]];
    }
  }

  /**
   * Keeps some of the slots, and drops the others.
   *
   * @param kept slots, ascending
   * @param count number of them
   */
  public final void keep(int[] kept, int count) {
    for (int i = 0; i < count; ) {
      int end = Runs.end(kept, i, count);
      if (kept[i] != i) {
        move(kept[i], i, end - i);
      }
      i = end;
    }
    cut(count);
  }

  /** Moves consecutive slots to the front. */
  final void move(int from, int to, int count) {
    if (hasNulls) {
      System.arraycopy(nulls, from, nulls, to, count);
    }
    moveData(from, to, count);
  }

  /** Applies {@link #move} to the data. */
  abstract void moveData(int from, int to, int count);

  /** Drops the slots from a number on. */
  void cut(int count) {
    size = count;
  }

  /** Applies {@link #select} to the data of {@code before} slots; the capacity is sufficient. */
  abstract void selectData(int from, int before, int[] source, int count);

  final void selectLongs(long[] data, int from, int before, int[] source, int count) {
    if (oldLongs.length < before) {
      oldLongs = new long[data.length];
    }
    System.arraycopy(data, from, oldLongs, 0, before);
    long[] old = oldLongs;
    for (int k = 0; k < count; k++) {
      data[from + k] = old[source[k]];
    }
  }

  final void selectInts(int[] data, int from, int before, int[] source, int count) {
    if (oldInts.length < before) {
      oldInts = new int[data.length];
    }
    System.arraycopy(data, from, oldInts, 0, before);
    int[] old = oldInts;
    for (int k = 0; k < count; k++) {
      data[from + k] = old[source[k]];
    }
  }

  /** Returns the size of the values before encoding in bytes, FORMAT.md section 8. */
  public final long rawBytes() {
    long bytes = 0;
    for (int i = 0; i < size; i++) {
      bytes += rawBytes(i);
    }
    return bytes;
  }

  /** Returns the size of one value before encoding in bytes, FORMAT.md section 8. */
  public final long rawBytes(int i) {
    if (isNull(i)) {
      return 1;
    }
    return valueBytes > 0 ? valueBytes : rawBytesOfPresent(i);
  }

  /** Returns the size of a value that is not NULL, of a type whose values differ in size. */
  long rawBytesOfPresent(int i) {
    throw new AssertionError(type);
  }

  /** Resizes the data arrays to {@code capacity} and keeps their content. */
  abstract void growData(int capacity);

  /** Gives the slot of a NULL harmless content, so that parts stay aligned. */
  abstract void clearSlot(int i);

  /** Makes new slots safe to copy before they are filled, if the vector itself copies slots. */
  void clearSlots(int first, int count) {}

  static int grown(int length, int needed) {
    if (needed < 0) {
      throw new OutOfMemoryError("a vector of more than 2^31 values");
    }
    return Math.max(needed, Math.max(16, length + Math.min(length, 1 << 28)));
  }
}
