package dev.cif.format.vector;

import dev.cif.format.schema.CifType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Vector of string, varchar, char (UTF-8, char without trailing spaces) and binary.
 *
 * <p>Value i is the {@code lengths[i]} bytes of {@link #data} from {@code starts[i]} on. The buffer
 * may be shared with a reader's block: never write into it.
 */
public final class BytesVector extends ColumnVector {
  public byte[] data = new byte[0];
  public int[] starts = new int[0];
  public int[] lengths = new int[0];

  /** Number of bytes of {@link #data} in use if the vector owns it; -1 if the buffer is shared. */
  private int used;

  public BytesVector(CifType type) {
    super(type);
  }

  @Override
  public void reset() {
    super.reset();
    if (used < 0) {
      data = new byte[0];
    }
    used = 0;
  }

  /** Appends a copy of the bytes. */
  public void append(byte[] bytes, int start, int length) {
    int i = addSlot();
    starts[i] = copy(bytes, start, length);
    lengths[i] = length;
  }

  public void append(byte[] bytes) {
    append(bytes, 0, bytes.length);
  }

  /**
   * Appends the text in UTF-8.
   *
   * @throws IllegalArgumentException if it holds half of a surrogate pair
   */
  public void append(String text) {
    append(Utf8Text.bytes(text));
  }

  /**
   * Prepares for values that are in {@code buffer}. Returns true if the caller may set {@code
   * starts} into it without copying, which needs a vector without bytes of its own. Otherwise the
   * caller copies with {@link #copy}.
   */
  public boolean share(byte[] buffer) {
    if (data == buffer && used < 0) {
      return true;
    }
    if (used == 0) {
      data = buffer;
      used = -1;
      return true;
    }
    own();
    return false;
  }

  /** Copies bytes into the vector's own buffer, without adding a value, and returns their start. */
  public int copy(byte[] bytes, int start, int length) {
    int at = room(length);
    System.arraycopy(bytes, start, data, at, length);
    return at;
  }

  /**
   * Reserves {@code length} bytes of the vector's own buffer, which the caller fills, and returns
   * their start.
   */
  public int room(int length) {
    own();
    int at = used;
    if (length > data.length - at) {
      data = Arrays.copyOf(data, grown(data.length, Math.addExact(at, length)));
    }
    used = at + length;
    return at;
  }

  /** Replaces a shared buffer by a copy that the vector owns. */
  private void own() {
    if (used >= 0) {
      return;
    }
    byte[] shared = data;
    long total = 0;
    int low = Integer.MAX_VALUE;
    int high = 0;
    for (int i = 0; i < size; i++) {
      if (!isNull(i) && lengths[i] > 0) {
        total += lengths[i];
        low = Math.min(low, starts[i]);
        high = Math.max(high, starts[i] + lengths[i]);
      }
    }
    if (total > 0 && high - low <= total) {
      // Values that share bytes, as those of a dictionary do, keep sharing them.
      data = Arrays.copyOfRange(shared, low, high);
      used = high - low;
      for (int i = 0; i < size; i++) {
        starts[i] = lengths[i] > 0 ? starts[i] - low : 0;
      }
      return;
    }
    data = new byte[Math.toIntExact(total)];
    used = 0;
    for (int i = 0; i < size; i++) {
      int length = isNull(i) ? 0 : lengths[i];
      if (length > 0) {
        System.arraycopy(shared, starts[i], data, used, length);
      }
      starts[i] = used;
      used += length;
    }
  }

  /** Returns a copy of the value. */
  public byte[] bytes(int i) {
    return Arrays.copyOfRange(data, starts[i], starts[i] + lengths[i]);
  }

  /** Returns the value as text. */
  public String string(int i) {
    return new String(data, starts[i], lengths[i], StandardCharsets.UTF_8);
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
    } else {
      BytesVector s = (BytesVector) source;
      append(s.data, s.starts[i], s.lengths[i]);
    }
  }

  @Override
  long rawBytesOfPresent(int i) {
    return lengths[i];
  }

  @Override
  void growData(int capacity) {
    starts = Arrays.copyOf(starts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
  }

  @Override
  void clearSlots(int first, int count) {
    Arrays.fill(starts, first, first + count, 0);
    Arrays.fill(lengths, first, first + count, 0);
  }

  @Override
  void moveData(int from, int to, int count) {
    System.arraycopy(starts, from, starts, to, count);
    System.arraycopy(lengths, from, lengths, to, count);
  }

  @Override
  void selectData(int from, int before, int[] source, int count) {
    selectInts(starts, from, before, source, count);
    selectInts(lengths, from, before, source, count);
  }

  @Override
  void clearSlot(int i) {
    starts[i] = 0;
    lengths[i] = 0;
  }

  @Override
  long dataMemory() {
    return 2L * Integer.BYTES * starts.length + data.length;
  }

  @Override
  void releaseParts() {
    data = new byte[0];
  }
}
