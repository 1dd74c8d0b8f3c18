package dev.cif.format.internal.encoding;

import dev.cif.format.Compression;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;

/**
 * Writes streams of byte strings, FORMAT.md section 6.2, each in the encoding that takes the least
 * room; those that cost more to decode must take clearly less. Deterministic.
 */
public final class StringsEncoder {
  /** Packing letters is worth it below this share of the plain size. */
  private static final double PACKING_WORTH = 0.95;

  /** A dictionary is worth it below this share of the packed or plain size. */
  private static final double DICTIONARY_WORTH = 0.95;

  /** Below this share of the raw bytes, a dictionary is taken without a look at anything else. */
  private static final double DICTIONARY_SURE = 0.2;

  /** Compression is worth it below this share of the size of the best other encoding. */
  private static final double COMPRESSION_WORTH = 0.85;

  private final BytesVector values;
  private final int[] rows;
  private final int n;
  private final Compression codec;
  private final int depth;

  private StringsEncoder(BytesVector values, int[] rows, int n, Compression codec, int depth) {
    this.values = values;
    this.rows = rows;
    this.n = n;
    this.codec = codec;
    this.depth = depth;
  }

  /**
   * Appends the stream of n >= 1 values; compresses with {@code codec} where that saves enough.
   *
   * @param rows which rows of the vector they are, none of them NULL; null for the first n
   */
  public static void encode(BytesVector values, int[] rows, int n, Compression codec, Output out) {
    out.sized(new StringsEncoder(values, rows, n, codec, 1).content(true));
  }

  private int row(int i) {
    return rows == null ? i : rows[i];
  }

  /** Encoding and payload. */
  private Output content(boolean dictionaries) {
    if (isConstant()) {
      Output out = new Output();
      ConstantStrings.write(values.data, values.starts[row(0)], values.lengths[row(0)], out);
      return out;
    }
    long[] lengths = new long[n];
    long total = 0;
    for (int i = 0; i < n; i++) {
      lengths[i] = values.lengths[row(i)];
      total += lengths[i];
    }
    Output dictionary = null;
    if (dictionaries && depth < Nesting.MAX_DEPTH - 1) {
      dictionary = dictionary(total + n);
      if (dictionary != null && dictionary.size() <= DICTIONARY_SURE * total) {
        return dictionary;
      }
    }
    Plain plain = new Plain(lengths, Math.toIntExact(total));
    double least = plain.size;
    if (dictionary != null && dictionary.size() <= DICTIONARY_WORTH * plain.size) {
      least = dictionary.size();
    } else {
      dictionary = null;
    }
    if (codec != Compression.NONE && depth < Nesting.MAX_DEPTH - 1) {
      Output compressed = plain.compressed(COMPRESSION_WORTH * least);
      if (compressed != null) {
        return compressed;
      }
    }
    return dictionary == null ? plain.write() : dictionary;
  }

  private boolean isConstant() {
    int first = row(0);
    int start = values.starts[first];
    int length = values.lengths[first];
    for (int i = 1; i < n; i++) {
      int row = row(i);
      int other = values.starts[row];
      if (values.lengths[row] != length
          || !Arrays.equals(
              values.data, start, start + length, values.data, other, other + length)) {
        return false;
      }
    }
    return true;
  }

  /** The values as a dictionary, or null if that looks no smaller than {@code size}. */
  private Output dictionary(long size) {
    byte[] data = values.data;
    boolean repeats =
        Repetition.of(n, i -> Hash.of(data, values.starts[row(i)], values.lengths[row(i)]));
    if (!repeats) {
      return null;
    }
    BytesDictionary found = BytesDictionary.of(values, rows, n, size);
    if (found == null) {
      return null;
    }
    int m = found.size();
    Output entries = new StringsEncoder(values, found.rows(), m, codec, depth + 1).content(false);
    Output ids = IntsEncoder.numbers(found.ids(), n, codec, depth + 1);
    Output out = new Output(entries.size() + ids.size() + 32);
    DictionaryStrings.write(m, entries, ids, out);
    return out;
  }

  /** The values one after another: plain, or packed where that is smaller. */
  private final class Plain {
    private final Output lengths;
    private final byte[] bytes;
    private final int total;

    /** Null for plain. */
    private final Alphabet alphabet;

    /** Size of encoding and payload. */
    private final long size;

    Plain(long[] each, int total) {
      this.total = total;
      // Compressed, the plain form lies one level deeper.
      int deeper = codec == Compression.NONE ? 1 : 2;
      lengths = IntsEncoder.content(each, 0, n, Compression.NONE, depth + deeper);
      bytes = new byte[total];
      gather();
      Alphabet letters = total == 0 ? null : Alphabet.of(bytes, total);
      long plain = 6L + lengths.size() + total;
      long packed =
          letters == null
              ? Long.MAX_VALUE
              : 8 + lengths.size() + letters.letters().length + letters.size(total);
      alphabet = packed < PACKING_WORTH * plain ? letters : null;
      size = alphabet == null ? plain : packed;
    }

    /** Copies the values, neighbours at once. */
    private void gather() {
      int at = 0;
      int i = 0;
      while (i < n) {
        int start = values.starts[row(i)];
        int end = start;
        while (i < n && values.starts[row(i)] == end) {
          end += values.lengths[row(i)];
          i++;
        }
        System.arraycopy(values.data, start, bytes, at, end - start);
        at += end - start;
      }
    }

    Output write() {
      Output out = new Output((int) Math.min(size + 16, 1 << 28));
      if (alphabet == null) {
        PlainStrings.writeHead(lengths, out);
        out.raw(bytes, 0, total);
      } else {
        PackedStrings.writeHead(lengths, alphabet, out);
        alphabet.pack(bytes, total, out);
      }
      return out;
    }

    /** The plain form compressed, or null if that takes more than {@code target} bytes. */
    Output compressed(double target) {
      if (size < Trial.LEAST_BYTES
          || !Trial.ofBytes(codec, bytes, total, target - lengths.size())) {
        return null;
      }
      Output content = new Output(total + lengths.size() + 16);
      PlainStrings.writeHead(lengths, content);
      content.raw(bytes, 0, total);
      return Trial.compress(CompressedStrings.ID, codec, content, target);
    }
  }
}
