package dev.cif.format.internal.encoding;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Optimize;

/**
 * Goal of the encoders: the codec they may use, and the weight of size against decoding time.
 *
 * @param codec codec that may be put on top of an encoding; NONE for no codec
 * @param optimize weight of a byte against the time to decode
 */
public record Goal(Compression codec, Optimize optimize) {
  Goal withoutCodec() {
    return new Goal(Compression.NONE, optimize);
  }

  boolean mayCompress() {
    return codec != Compression.NONE;
  }

  Codec compressor() {
    return optimize == Optimize.SIZE ? Codec.thorough(codec) : Codec.of(codec);
  }

  /**
   * Returns the cost of a stream by its size and its time to decode; encoders choose the least
   * cost.
   */
  double cost(long bytes, double nanos) {
    return (double) bytes * optimize.nanosPerByte() + nanos;
  }

  /**
   * Returns the greatest size of a stream with this time to decode whose cost is at most {@code
   * cost}.
   */
  double affordableBytes(double cost, double nanos) {
    return (cost - nanos) / optimize.nanosPerByte();
  }

  /**
   * Returns the greatest compressed size whose cost is at most {@code cost}.
   *
   * @param raw size in bytes before compression
   * @param nanos time to decode the decompressed bytes
   * @param time decompression times of the codec
   */
  double affordableCompressed(double cost, long raw, double nanos, DecompressionTime time) {
    return (cost - nanos - time.nanos(raw, 0)) / (optimize.nanosPerByte() + time.compressed());
  }
}
