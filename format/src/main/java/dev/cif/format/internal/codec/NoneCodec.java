package dev.cif.format.internal.codec;

/** Codec without compression: copies the bytes. */
final class NoneCodec extends Codec {
  @Override
  String name() {
    return "uncompressed";
  }

  @Override
  int maxCompressedLength(int length) {
    return length;
  }

  @Override
  int compress(byte[] src, int off, int len, byte[] out, int at) {
    System.arraycopy(src, off, out, at, len);
    return len;
  }

  @Override
  int decompress(byte[] src, int off, int len, byte[] out, int max) throws MalformedDataException {
    if (len > max) {
      throw new MalformedDataException(len + " bytes, " + max + " were announced");
    }
    System.arraycopy(src, off, out, 0, len);
    return len;
  }
}
