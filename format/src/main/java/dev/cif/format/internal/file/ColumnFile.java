package dev.cif.format.internal.file;

import dev.cif.format.CifException;
import dev.cif.format.Column;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * An open column file: its checked footer, and the bytes of its blocks. A small file is read whole
 * with one read; of a larger one the footer is read first, and then each block with one read.
 */
public final class ColumnFile implements Closeable {
  /** Files up to this length are read with one read. */
  private static final int SMALL_FILE = 64 << 10;

  private final FileSystem fs;
  private final Path path;
  private final Column column;
  private final ColumnEntry entry;
  private final FSDataInputStream in;
  private final boolean isLocal;
  private final Footer footer;

  /** The whole file if it is small, else null. */
  private byte[] whole;

  private long bytesRead;

  /** Of these, those read from this machine; known when the file is closed. */
  private long localBytesRead = -1;

  private ColumnFile(
      FileSystem fs, Path path, Column column, ColumnEntry entry, FSDataInputStream in)
      throws IOException {
    this.fs = fs;
    this.path = path;
    this.column = column;
    this.entry = entry;
    this.in = in;
    this.isLocal = SplitFiles.isLocal(fs);
    this.footer = readFooter();
  }

  /** Opens the file of a column and reads its footer. */
  public static ColumnFile open(
      FileSystem fs, Path directory, Column column, ColumnEntry entry, long rows)
      throws IOException {
    Path path = SplitFiles.file(directory, entry.file());
    FSDataInputStream in;
    try {
      in = fs.open(path);
    } catch (FileNotFoundException e) {
      throw CifException.at(
          path,
          column.name(),
          -1,
          "the schema file names this column file, but it does not exist;"
              + " restore it, or read other columns",
          e);
    }
    boolean opened = false;
    try {
      ColumnFile file = new ColumnFile(fs, path, column, entry, in);
      file.check(rows);
      opened = true;
      return file;
    } finally {
      if (!opened) {
        SplitFiles.closeQuietly(in);
      }
    }
  }

  private void check(long rows) throws CifException {
    if (!footer.type().equals(column.type())) {
      throw error(
          -1,
          "the file holds values of type "
              + footer.type()
              + ", the schema file says "
              + column.type());
    }
    if (footer.rows() != rows) {
      throw error(-1, "the file has " + footer.rows() + " rows, the schema file says " + rows);
    }
  }

  public Path path() {
    return path;
  }

  public Footer footer() {
    return footer;
  }

  /** Bytes read so far. */
  public long bytesRead() {
    return bytesRead;
  }

  /** Of these, those that came from this machine; 0 where the file system doesn't tell. */
  public long localBytesRead() {
    return localBytesRead >= 0 ? localBytesRead : LocalBytes.of(fs, in, bytesRead);
  }

  public CifException error(long offset, String message) {
    return CifException.at(path, column.name(), offset, message);
  }

  private Footer readFooter() throws IOException {
    long length = entry.length();
    long footerStart = length - Footer.TRAILER_BYTES - entry.footerLength();
    if (footerStart < Footer.HEADER_BYTES) {
      throw error(-1, "the schema file says that the file has only " + length + " bytes");
    }
    int footerAt = 0;
    byte[] bytes;
    if (length <= SMALL_FILE) {
      bytes = readApart(0, (int) length);
      whole = bytes;
      footerAt = (int) footerStart;
      checkHeader(bytes);
    } else {
      bytes = readApart(footerStart, entry.footerLength() + Footer.TRAILER_BYTES);
    }
    // Cheap where the stream knows its length; to ask for the file's status is a request in HDFS.
    if (isLocal ? in.read() >= 0 : in.read(length, new byte[1], 0, 1) > 0) {
      throw error(
          length,
          "the file goes on where the schema file says that it ends: it is of another split");
    }
    int end = footerAt + entry.footerLength();
    Input trailer = new Input(bytes, end, end + Footer.TRAILER_BYTES);
    int storedLength = trailer.u32();
    int storedCrc = trailer.u32();
    byte[] magic = Arrays.copyOfRange(bytes, end + 8, end + Footer.TRAILER_BYTES);
    if (storedLength != entry.footerLength()
        || storedCrc != entry.footerCrc()
        || !Arrays.equals(magic, Footer.MAGIC)) {
      throw error(
          length - Footer.TRAILER_BYTES,
          "the end of the file is not what the schema file says: it is truncated, damaged,"
              + " or of another split");
    }
    if (Crc.of(bytes, footerAt, entry.footerLength()) != storedCrc) {
      throw error(footerStart, "the checksum of the footer does not match");
    }
    try {
      return Footer.read(new Input(bytes, footerAt, end), footerStart);
    } catch (CorruptDataException e) {
      long at = e.offset() < 0 ? -1 : footerStart + e.offset() - footerAt;
      throw CifException.at(path, column.name(), at, "the footer: " + e.getMessage(), e);
    }
  }

  private void checkHeader(byte[] bytes) throws CifException {
    if (!Arrays.equals(Arrays.copyOf(bytes, 4), Footer.MAGIC)) {
      throw error(0, "not a CIF column file: it does not start with CIFC");
    }
    if (bytes[4] != Footer.VERSION) {
      throw error(
          4,
          "format version "
              + (bytes[4] & 0xFF)
              + " is not known here (this reader knows 1);"
              + " read it with the release of CIF that wrote it, or a newer one");
    }
    if (bytes[5] != 0 || bytes[6] != 0 || bytes[7] != 0) {
      throw error(5, "reserved bytes of the header are not zero");
    }
  }

  /** The body of a block, with slack behind it, its checksums verified if wanted. */
  public Input block(int index, boolean verify) throws IOException {
    Footer.Entry block = footer.entries().get(index);
    Input body = start(index, block.length(), verify);
    for (int k = 0; k < block.parts().size() && verify; k++) {
      int at = body.position() + block.parts().get(k).offset();
      verifyPart(index, k, body.array(), at);
    }
    return body;
  }

  /** The head of a block that has parts, its checksum verified if wanted. */
  public Input head(int index, boolean verify) throws IOException {
    return start(index, footer.entries().get(index).headLength(), verify);
  }

  /** The first bytes of a block's body, its head at least; the head's checksum is verified. */
  private Input start(int index, int length, boolean verify) throws IOException {
    Footer.Entry block = footer.entries().get(index);
    byte[] bytes = whole;
    int at = (int) block.offset();
    if (bytes == null) {
      // The first block brings the header along, so that it is checked without a read of its own.
      at = index == 0 ? Footer.HEADER_BYTES : 0;
      bytes = read(block.offset() - at, length + at);
      if (index == 0) {
        checkHeader(bytes);
      }
    }
    if (verify) {
      verify(bytes, at, block.headLength(), block.crc(), block.offset(), "block " + index);
    }
    return new Input(bytes, at, at + length, -at);
  }

  /** A part of a block, its checksum verified if wanted. */
  public Input part(int index, int part, boolean verify) throws IOException {
    Footer.Entry block = footer.entries().get(index);
    Footer.Part wanted = block.parts().get(part);
    Input bytes = behindHead(block, wanted.offset(), wanted.length());
    if (verify) {
      verifyPart(index, part, bytes.array(), bytes.position());
    }
    return bytes;
  }

  private void verifyPart(int index, int part, byte[] bytes, int at) throws CifException {
    Footer.Entry block = footer.entries().get(index);
    Footer.Part wanted = block.parts().get(part);
    long offset = block.offset() + wanted.offset();
    String what = "part " + part + " of block " + index;
    verify(bytes, at, wanted.length(), wanted.crc(), offset, what);
  }

  /** The key filter of a block that has one, its checksum verified if wanted. */
  public Input filter(int index, boolean verify) throws IOException {
    Footer.Entry block = footer.entries().get(index);
    Input bytes = behindHead(block, block.length(), block.filterLength());
    if (verify) {
      String what = "the key filter of block " + index;
      long offset = block.offset() + block.length();
      verify(
          bytes.array(), bytes.position(), block.filterLength(), block.filterCrc(), offset, what);
    }
    return bytes;
  }

  /** Bytes from {@code start} on, counted from where the block starts. */
  private Input behindHead(Footer.Entry block, int start, int length) throws IOException {
    long offset = block.offset() + start;
    byte[] bytes = whole == null ? read(offset, length) : whole;
    int at = whole == null ? 0 : (int) offset;
    return new Input(bytes, at, at + length, start - at);
  }

  private void verify(byte[] bytes, int at, int length, int crc, long offset, String what)
      throws CifException {
    if (Crc.of(bytes, at, length) != crc) {
      throw error(
          offset,
          "the checksum of "
              + what
              + " does not match; the file is damaged, restore it from a copy");
    }
  }

  /** What reads so many bytes from a place in the file on. */
  private interface Source {
    void read(long position, byte[] bytes, int at, int count) throws IOException;
  }

  /**
   * Seeks and reads: blocks mostly follow each other, and a positional read opens the file anew in
   * Hadoop's local file system, asks a DataNode anew in HDFS.
   */
  private byte[] read(long offset, int length) throws IOException {
    return read(
        offset,
        length,
        (position, bytes, at, count) -> {
          in.seek(position);
          in.readFully(bytes, at, count);
        });
  }

  /**
   * Reads what nothing is read behind of. In HDFS a positional read asks a DataNode for just so
   * much, after which its connection serves the next one; to seek away would close it.
   */
  private byte[] readApart(long offset, int length) throws IOException {
    return isLocal ? read(offset, length) : read(offset, length, in::readFully);
  }

  private byte[] read(long offset, int length, Source source) throws IOException {
    byte[] bytes;
    try {
      bytes = readFully(offset, length, source);
    } catch (IOException e) {
      // File systems tell in several ways of a place behind the end.
      if (e instanceof EOFException || offset + length > fs.getFileStatus(path).getLen()) {
        throw CifException.at(
            path,
            column.name(),
            offset,
            length + " bytes are wanted here, but the file ends: it is truncated",
            e);
      }
      throw e;
    }
    bytesRead += length;
    return bytes;
  }

  /** Grows with what is really there, so that a false length costs no memory. */
  private static byte[] readFully(long offset, int length, Source source) throws IOException {
    int chunk = 8 << 20;
    if (length <= chunk) {
      byte[] bytes = new byte[length + Input.SLACK];
      source.read(offset, bytes, 0, length);
      return bytes;
    }
    byte[] bytes = new byte[chunk];
    int done = 0;
    while (done < length) {
      if (done == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(length + (long) Input.SLACK, 4L * done));
      }
      int count = Math.min(bytes.length, length) - done;
      source.read(offset + done, bytes, done, count);
      done += count;
    }
    return bytes.length >= length + Input.SLACK
        ? bytes
        : Arrays.copyOf(bytes, length + Input.SLACK);
  }

  @Override
  public void close() throws IOException {
    try {
      localBytesRead = localBytesRead();
    } finally {
      in.close();
    }
  }
}
