package dev.cif.format.internal.encoding;

import dev.cif.format.Compression;

/**
 * Estimates how long a codec takes to decompress a stream, in nanoseconds, as {@link DecodingTime}
 * does for encodings.
 *
 * @param start of a stream, whatever its size
 * @param raw of a byte before compressing
 * @param compressed of a byte after it
 */
record Decompression(double start, double raw, double compressed) {
  /** Of plain numbers, whose matches are short. */
  static Decompression ofNumbers(Compression codec) {
    return codec == Compression.ZSTD ? new Decompression(1100, 0.9, 0) : ofText(codec);
  }

  static Decompression ofText(Compression codec) {
    return switch (codec) {
      case NONE -> new Decompression(0, 0, 0);
      case ZLIB -> new Decompression(500, 0.6, 5.8);
      case SNAPPY -> new Decompression(50, 0.4, 2.3);
      case LZ4 -> new Decompression(50, 0.35, 0.7);
      case ZSTD -> new Decompression(1100, 0.2, 2.2);
      case LZO -> new Decompression(50, 0.2, 3.2);
    };
  }

  double nanos(long rawBytes, long compressedBytes) {
    return start + raw * rawBytes + compressed * compressedBytes;
  }
}
