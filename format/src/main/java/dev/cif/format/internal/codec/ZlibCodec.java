package dev.cif.format.internal.codec;

import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Zlib format, RFC 1950, by the JDK. */
final class ZlibCodec extends Codec {
  @Override
  String name() {
    return "zlib";
  }

  @Override
  int maxCompressedLength(int length) {
    // zlib's deflateBound for any setting: incompressible data grow by stored-block headers.
    return Math.addExact(length, (length >>> 3) + (length >>> 8) + 64);
  }

  @Override
  int compress(byte[] src, int off, int len, byte[] out, int at) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(src, off, len);
      deflater.finish();
      int written = 0;
      while (!deflater.finished()) {
        int step = deflater.deflate(out, at + written, out.length - at - written);
        if (step == 0 && !deflater.finished()) {
          throw new IllegalStateException("zlib needs more than its bound for " + len + " bytes");
        }
        written += step;
      }
      return written;
    } finally {
      deflater.end();
    }
  }

  @Override
  int decompress(byte[] src, int off, int len, byte[] out, int max) throws MalformedDataException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(src, off, len);
      int got = 0;
      while (!inflater.finished()) {
        // The slack behind max lets zlib read its trailer, and reveals data that are too long.
        int step = inflater.inflate(out, got, out.length - got);
        got += step;
        if (got > max || (step == 0 && !inflater.finished())) {
          throw new MalformedDataException(
              got > max ? "more than " + max + " bytes" : "the data end after " + got + " bytes");
        }
      }
      if (inflater.getRemaining() != 0) {
        throw new MalformedDataException(inflater.getRemaining() + " bytes too many");
      }
      return got;
    } catch (DataFormatException e) {
      throw new MalformedDataException(e);
    } finally {
      inflater.end();
    }
  }
}
