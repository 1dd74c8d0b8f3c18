package dev.cif.cli.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stream that ends after a number of bytes. */
final class LimitedStream extends FilterInputStream {
  private long left;

  LimitedStream(InputStream in, long bytes) {
    super(in);
    left = bytes;
  }

  @Override
  public int read() throws IOException {
    int b = left == 0 ? -1 : super.read();
    left -= b >= 0 ? 1 : 0;
    return b;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int n = super.read(bytes, offset, (int) Math.min(left, length));
    left -= Math.max(0, n);
    return n;
  }

  @Override
  public long skip(long wanted) throws IOException {
    long n = super.skip(Math.min(left, wanted));
    left -= n;
    return n;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(left, super.available());
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
