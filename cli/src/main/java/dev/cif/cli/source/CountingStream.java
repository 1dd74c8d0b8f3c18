package dev.cif.cli.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stream that counts the bytes read through it. */
final class CountingStream extends FilterInputStream {
  private long count;

  CountingStream(InputStream in) {
    super(in);
  }

  long count() {
    return count;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count += b >= 0 ? 1 : 0;
    return b;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int n = super.read(bytes, offset, length);
    count += Math.max(0, n);
    return n;
  }

  @Override
  public long skip(long wanted) throws IOException {
    long n = super.skip(wanted);
    count += n;
    return n;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
