package dev.cif.cli.source;

import java.io.IOException;
import org.apache.avro.file.SeekableInput;
import org.apache.hadoop.fs.FSDataInputStream;

/** Adapter of a file to Avro's input; counts the bytes that are read. */
final class AvroInput implements SeekableInput {
  private final FSDataInputStream in;
  private final long length;
  private long count;

  AvroInput(SourceFile file) throws IOException {
    in = file.fileSystem().open(file.path());
    length = file.length();
  }

  long count() {
    return count;
  }

  @Override
  public void seek(long position) throws IOException {
    in.seek(position);
  }

  @Override
  public long tell() throws IOException {
    return in.getPos();
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public int read(byte[] bytes, int offset, int wanted) throws IOException {
    int n = in.read(bytes, offset, wanted);
    count += Math.max(0, n);
    return n;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
