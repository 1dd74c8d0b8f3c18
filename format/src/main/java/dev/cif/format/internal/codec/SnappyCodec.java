package dev.cif.format.internal.codec;

import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;

/** Snappy, raw, without framing. */
final class SnappyCodec extends AirliftCodec {
  SnappyCodec() {
    super("snappy", SnappyCompressor::new, SnappyDecompressor::new);
  }
}
