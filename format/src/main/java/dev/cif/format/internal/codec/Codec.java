package dev.cif.format.internal.codec;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.Compression;

/** General-purpose codec, FORMAT.md section 9. Thread-safe. */
public abstract class Codec {
  private static final int FREE_RAW_LENGTH = 1 << 20;
  private static final int MAX_RATIO = 2048;

  Codec() {}

  public static Codec of(Compression compression) {
    return Codecs.BY_ID[compression.id()];
  }

  /**
   * Returns the codec that compresses more and takes longer for that, but no longer to decompress.
   */
  public static Codec thorough(Compression compression) {
    return compression == Compression.ZSTD ? Codecs.THOROUGH_ZSTD : of(compression);
  }

  /**
   * Returns the codec of an id that was just read from the input. An unknown id is corrupt data.
   */
  public static Codec ofId(int id, Input in) {
    if (id < 0 || id >= Codecs.BY_ID.length) {
      throw in.corrupt("codec " + id + " is unknown");
    }
    return Codecs.BY_ID[id];
  }

  /**
   * Returns true if a reader accepts this pair of lengths. Otherwise a writer must not compress.
   */
  public static boolean isLengthAllowed(long rawLength, long compressedLength) {
    return rawLength <= FREE_RAW_LENGTH + MAX_RATIO * compressedLength;
  }

  /** Appends the compressed bytes to {@code out}. The same bytes always give the same result. */
  public final void compress(byte[] src, int off, int len, Output out) {
    int start = out.extend(maxCompressedLength(len));
    int written = compress(src, off, len, out.array(), start);
    out.truncate(start + written);
  }

  /**
   * Decompresses all remaining bytes of the slice, which must give exactly {@code rawLength} bytes.
   * The returned array has {@link Input#SLACK} bytes more. The slice's position stays.
   *
   * @throws CorruptDataException on anything else, with the offset of the slice
   */
  public final byte[] decompress(Input slice, int rawLength) {
    int length = slice.remaining();
    checkRawLength(slice, rawLength, length);
    byte[] raw = new byte[rawLength + Input.SLACK];
    int got;
    try {
      got = decompress(slice.array(), slice.position(), length, raw, rawLength);
    } catch (MalformedDataException e) {
      throw (CorruptDataException) slice.corrupt(name() + ": " + e.getMessage()).initCause(e);
    }
    if (got != rawLength) {
      throw slice.corrupt(
          name() + " data hold " + got + " bytes, " + rawLength + " were announced");
    }
    return raw;
  }

  /** Checks the announced length before decompression, which allocates it. */
  public static void checkRawLength(Input in, long rawLength, int compressedLength) {
    if (rawLength < 0
        || rawLength > Integer.MAX_VALUE - 64
        || !isLengthAllowed(rawLength, compressedLength)) {
      throw in.corrupt(
          compressedLength
              + " compressed bytes announce "
              + Long.toUnsignedString(rawLength)
              + " raw ones: more than the format allows");
    }
  }

  abstract String name();

  abstract int maxCompressedLength(int length);

  /**
   * Compresses to {@code out} from {@code at} on, which has room enough. Returns the number of
   * bytes written.
   */
  abstract int compress(byte[] src, int off, int len, byte[] out, int at);

  /** Decompresses at most {@code max} bytes to the front of {@code out}. Returns their number. */
  abstract int decompress(byte[] src, int off, int len, byte[] out, int max)
      throws MalformedDataException;
}
