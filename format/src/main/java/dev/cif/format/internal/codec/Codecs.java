package dev.cif.format.internal.codec;

/** Single instance of each codec, by id. */
final class Codecs {
  static final Codec[] BY_ID = {
    new NoneCodec(),
    new ZlibCodec(),
    new SnappyCodec(),
    new Lz4Codec(),
    new ZstdCodec(3),
    new LzoCodec()
  };

  static final Codec THOROUGH_ZSTD = new ZstdCodec(12);

  private Codecs() {}
}
