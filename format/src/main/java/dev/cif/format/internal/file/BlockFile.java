package dev.cif.format.internal.file;

import dev.cif.format.internal.io.Output;
import dev.cif.format.options.StoragePolicy;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/** Writer of a column, group or filter file. It creates the file with the first bytes. */
final class BlockFile implements Closeable {
  private final ColumnFileWriter.Files files;
  private final Path path;
  private final StoragePolicy policy;
  private final byte[] magic;
  private FSDataOutputStream out;
  private long length = Footer.HEADER_BYTES;

  BlockFile(ColumnFileWriter.Files files, Path path, StoragePolicy policy, byte[] magic) {
    this.files = files;
    this.path = path;
    this.policy = policy;
    this.magic = magic;
  }

  Path path() {
    return path;
  }

  /** Returns the number of bytes so far, including the header. */
  long length() {
    return length;
  }

  /** Appends the first {@code count} bytes of an array. */
  void append(byte[] bytes, int count) throws IOException {
    open().write(bytes, 0, count);
    length += count;
    files.wrote(count);
  }

  private FSDataOutputStream open() throws IOException {
    if (out == null) {
      out = files.create(path, policy);
      out.write(magic);
      out.write(new byte[] {Footer.VERSION, 0, 0, 0});
      files.wrote(Footer.HEADER_BYTES);
    }
    return out;
  }

  /** Appends the end of the file, and closes it. */
  void finish(Output end) throws IOException {
    append(end.array(), end.size());
    FSDataOutputStream file = out;
    file.close();
    out = null;
  }

  /** Closes the file incomplete; only of use to give up. */
  @Override
  public void close() throws IOException {
    if (out != null) {
      FSDataOutputStream file = out;
      out = null;
      file.close();
    }
  }
}
