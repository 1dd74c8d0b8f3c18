package dev.cif.format.internal.encoding;

import dev.cif.format.Compression;
import dev.cif.format.Optimize;
import dev.cif.format.internal.codec.Codec;

/**
 * What streams are encoded for.
 *
 * @param codec the codec that may be put on top of an encoding; NONE for no codec
 * @param optimize what a byte counts against the time to decode
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

  /** What a stream of so many bytes costs that takes so long to decode; the least is chosen. */
  double cost(long bytes, double nanos) {
    return (double) bytes * optimize.nanosPerByte() + nanos;
  }

  /**
   * The most bytes of a stream that takes so long to decode and costs no more than {@code cost}.
   */
  double affordableBytes(double cost, double nanos) {
    return (cost - nanos) / optimize.nanosPerByte();
  }

  /**
   * The most compressed bytes that cost no more than {@code cost}.
   *
   * @param raw bytes before compressing
   * @param nanos to decode these
   */
  double affordableCompressed(double cost, long raw, double nanos, Decompression time) {
    return (cost - nanos - time.nanos(raw, 0)) / (optimize.nanosPerByte() + time.compressed());
  }
}
