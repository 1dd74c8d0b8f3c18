package dev.cif.format.internal.file;

import dev.cif.format.internal.io.Input;
import java.io.IOException;
import java.util.Arrays;

/** Reads bytes into an array that grows with those that exist: a false length costs no memory. */
final class GrowingBytes {
  /** Greatest number of bytes of the first read. */
  private static final int FIRST = 8 << 20;

  private static final byte[] NONE = {};

  private GrowingBytes() {}

  /** Source of bytes. */
  interface Source {
    /**
     * Reads bytes into {@code bytes[done..]}.
     *
     * @param done number of bytes read before
     * @param count number of bytes that are wanted
     * @return number of bytes read; fewer than count only at the end
     */
    int read(byte[] bytes, int done, int count) throws IOException;
  }

  /** Reads bytes from a source that fails at its end, and returns them with slack behind. */
  static byte[] withSlack(int wanted, Source source) throws IOException {
    return read(NONE, wanted, Input.SLACK, source);
  }

  /**
   * Reads the bytes that follow others. Returns both, and fewer than wanted if the source ends.
   *
   * @param wanted number of bytes in all
   */
  static byte[] behind(byte[] start, int wanted, Source source) throws IOException {
    return read(start, wanted, 0, source);
  }

  private static byte[] read(byte[] start, int wanted, int slack, Source source)
      throws IOException {
    byte[] bytes = Arrays.copyOf(start, Math.min(wanted, FIRST) + slack);
    int done = start.length;
    for (int read = -1; read != 0 && done < wanted; done += read) {
      if (done == bytes.length - slack) {
        bytes = Arrays.copyOf(bytes, (int) Math.min((long) wanted + slack, 4L * done));
      }
      read = source.read(bytes, done, Math.min(wanted, bytes.length - slack) - done);
    }
    return bytes.length == done + slack ? bytes : Arrays.copyOf(bytes, done + slack);
  }
}
