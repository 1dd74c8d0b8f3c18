package dev.cif.format.internal.codec;

import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;

/** Raw Snappy, without framing. */
final class SnappyCodec extends AirliftCodec {
  SnappyCodec() {
    super("snappy", SnappyCompressor::new, SnappyDecompressor::new);
  }
}
