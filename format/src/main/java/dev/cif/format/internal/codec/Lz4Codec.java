package dev.cif.format.internal.codec;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;

/** LZ4 as a raw block, without framing. */
final class Lz4Codec extends AirliftCodec {
  Lz4Codec() {
    super("lz4", Lz4Compressor::new, Lz4Decompressor::new);
  }
}
