package dev.cif.format.internal.encoding;

import dev.cif.format.schema.Compression;

/**
 * Estimates the time in nanoseconds that a codec takes to decompress a stream. {@link DecodingTime}
 * does so for encodings.
 *
 * @param start time for a stream of any size
 * @param raw time for a byte before compression
 * @param compressed time for a byte after compression
 */
record DecompressionTime(double start, double raw, double compressed) {
  /** Returns the estimate for plain numbers, whose matches are short. */
  static DecompressionTime ofNumbers(Compression codec) {
    return codec == Compression.ZSTD ? new DecompressionTime(1100, 0.9, 0) : ofText(codec);
  }

  static DecompressionTime ofText(Compression codec) {
    return switch (codec) {
      case NONE -> new DecompressionTime(0, 0, 0);
      case ZLIB -> new DecompressionTime(500, 0.6, 5.8);
      case SNAPPY -> new DecompressionTime(50, 0.4, 2.3);
      case LZ4 -> new DecompressionTime(50, 0.35, 0.7);
      case ZSTD -> new DecompressionTime(1100, 0.2, 2.2);
      case LZO -> new DecompressionTime(50, 0.2, 3.2);
    };
  }

  double nanos(long rawBytes, long compressedBytes) {
    return start + raw * rawBytes + compressed * compressedBytes;
  }
}
