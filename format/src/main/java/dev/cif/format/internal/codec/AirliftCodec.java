package dev.cif.format.internal.codec;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import java.util.function.Supplier;

/**
 * Codec of the aircompressor library. A call makes its own object, since these are cheap but not
 * thread-safe.
 */
abstract class AirliftCodec extends Codec {
  private final String name;
  private final Supplier<Compressor> compressors;
  private final Supplier<Decompressor> decompressors;

  AirliftCodec(
      String name, Supplier<Compressor> compressors, Supplier<Decompressor> decompressors) {
    this.name = name;
    this.compressors = compressors;
    this.decompressors = decompressors;
  }

  @Override
  final String name() {
    return name;
  }

  @Override
  final int maxCompressedLength(int length) {
    return compressors.get().maxCompressedLength(length);
  }

  @Override
  final int compress(byte[] src, int off, int len, byte[] out, int at) {
    return compressors.get().compress(src, off, len, out, at, out.length - at);
  }

  @Override
  final int decompress(byte[] src, int off, int len, byte[] out, int max)
      throws MalformedDataException {
    if (len == 0) {
      throw new MalformedDataException("no data");
    }
    try {
      return decompressors.get().decompress(src, off, len, out, 0, max);
    } catch (MalformedInputException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new MalformedDataException(e);
    }
  }
}
