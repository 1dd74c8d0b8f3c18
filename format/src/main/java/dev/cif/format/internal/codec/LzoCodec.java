package dev.cif.format.internal.codec;

import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.lzo.LzoDecompressor;

/** LZO1X, raw. */
final class LzoCodec extends AirliftCodec {
  LzoCodec() {
    super("lzo", LzoCompressor::new, LzoDecompressor::new);
  }
}
