package dev.cif.embedded.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;

/**
 * Stream that passes reads on and counts the bytes that came back. It offers no file descriptor and
 * no read into direct buffers, so that no reader gets past the count.
 */
final class CountingInputStream extends FSInputStream {
  private final FSDataInputStream in;
  private final Path file;

  CountingInputStream(FSDataInputStream in, Path file) {
    this.in = in;
    this.file = file;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    Reads.read(file, b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = in.read(buffer, offset, length);
    Reads.read(file, n);
    return n;
  }

  @Override
  public int read(long position, byte[] buffer, int offset, int length) throws IOException {
    int n = in.read(position, buffer, offset, length);
    Reads.read(file, n);
    return n;
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    in.readFully(position, buffer, offset, length);
    Reads.read(file, length);
  }

  @Override
  public void readFully(long position, byte[] buffer) throws IOException {
    readFully(position, buffer, 0, buffer.length);
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    in.readVectored(ranges, allocate);
    Reads.read(file, ranges.stream().mapToLong(FileRange::getLength).sum());
  }

  @Override
  public void seek(long position) throws IOException {
    in.seek(position);
  }

  @Override
  public long skip(long bytes) throws IOException {
    return in.skip(bytes);
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public boolean seekToNewSource(long position) throws IOException {
    return in.seekToNewSource(position);
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
