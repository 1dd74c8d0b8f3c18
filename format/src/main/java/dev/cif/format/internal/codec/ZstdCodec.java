package dev.cif.format.internal.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** Zstandard, one frame of RFC 8878, by the native library. */
final class ZstdCodec extends Codec {
  private final ContextPool<ZstdCompressCtx> compressors;
  private final ContextPool<ZstdDecompressCtx> decompressors =
      new ContextPool<>(ZstdDecompressCtx::new);

  ZstdCodec(int level) {
    compressors = new ContextPool<>(() -> new ZstdCompressCtx().setLevel(level).setChecksum(false));
  }

  @Override
  String name() {
    return "zstd";
  }

  @Override
  int maxCompressedLength(int length) {
    // ZSTD_compressBound: one byte in 256, and a margin for small inputs.
    return Math.addExact(length, (length >>> 8) + 128);
  }

  @Override
  int compress(byte[] src, int off, int len, byte[] out, int at) {
    ZstdCompressCtx context = compressors.take();
    int written = context.compressByteArray(out, at, out.length - at, src, off, len);
    compressors.give(context);
    return written;
  }

  @Override
  int decompress(byte[] src, int off, int len, byte[] out, int max) throws MalformedDataException {
    if (len == 0) {
      throw new MalformedDataException("no data");
    }
    ZstdDecompressCtx context = decompressors.take();
    try {
      return context.decompressByteArray(out, 0, max, src, off, len);
    } catch (ZstdException e) {
      context.reset();
      throw new MalformedDataException(e);
    } finally {
      decompressors.give(context);
    }
  }
}
