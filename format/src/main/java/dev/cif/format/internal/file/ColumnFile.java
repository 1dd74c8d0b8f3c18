package dev.cif.format.internal.file;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Column;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Column in an open file: its checked footer, and the bytes of its blocks. A small file is read
 * whole with one read. For a larger one, the footer is read first, and then each block with one
 * read.
 */
public final class ColumnFile implements Closeable {
  /** Greatest gap in bytes between blocks of a group file that one request reads together. */
  private static final int NEAR = 64 << 10;

  private final OpenFile file;
  private final Column column;
  private final ColumnEntry entry;
  private final Footer footer;
  private long bytesRead;

  /** Number of these bytes that came from this machine. */
  private long localBytesRead;

  /**
   * Opens a column in a file.
   *
   * @param bytesBefore bytes already read of the file, which count for other columns
   */
  private ColumnFile(OpenFile file, Column column, ColumnEntry entry, long bytesBefore)
      throws IOException {
    this.file = file;
    this.column = column;
    this.entry = entry;
    bytesRead = file.bytesRead() - bytesBefore;
    localBytesRead = bytesRead == 0 ? 0 : file.localBytesRead();
    this.footer = readFooter();
  }

  /** Opens the file of a column that has its own, without any cache, and reads its footer. */
  public static ColumnFile open(
      FileSystem fs, Path directory, Column column, ColumnEntry entry, long rows)
      throws IOException {
    return open(fs, directory, column, entry, rows, null);
  }

  /**
   * Opens the file of a column that has its own, and reads its footer.
   *
   * @param through cache through which the file is read; null for the file system
   */
  static ColumnFile open(
      FileSystem fs,
      Path directory,
      Column column,
      ColumnEntry entry,
      long rows,
      CacheAccess through)
      throws IOException {
    OpenFile file = OpenFile.open(fs, directory, column.name(), entry, through);
    boolean isOpened = false;
    try {
      ColumnFile opened = of(file, column, entry, rows, 0);
      isOpened = true;
      return opened;
    } finally {
      if (!isOpened) {
        SplitFiles.closeQuietly(file);
      }
    }
  }

  /** Reads the footer of a column in an open file. */
  static ColumnFile of(OpenFile file, Column column, ColumnEntry entry, long rows, long bytesBefore)
      throws IOException {
    ColumnFile opened = new ColumnFile(file, column, entry, bytesBefore);
    opened.check(rows);
    return opened;
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
    return file.path();
  }

  public Footer footer() {
    return footer;
  }

  /**
   * Returns the bytes read so far for this column. The first column of a small group file counts
   * all of it.
   */
  public long bytesRead() {
    return bytesRead;
  }

  /**
   * Returns the number of these bytes that came from this machine; 0 if the file system doesn't
   * tell.
   */
  public long localBytesRead() {
    return localBytesRead;
  }

  public CifException error(long offset, String message) {
    return CifException.at(path(), column.name(), offset, message);
  }

  private Footer readFooter() throws IOException {
    long start = entry.footerStart();
    if (start < Footer.HEADER_BYTES) {
      throw error(-1, "the schema file says that the file has only " + entry.length() + " bytes");
    }
    int length = entry.footerLength();
    byte[] bytes = read(start, length + (entry.isGrouped() ? 0 : Footer.TRAILER_BYTES), true);
    int at = file.at(start);
    file.checkEnd(column.name());
    try {
      checkFooter(bytes, at);
    } catch (CifException e) {
      int count = length + (entry.isGrouped() ? 0 : Footer.TRAILER_BYTES);
      if (!readAgain(start, bytes, at, count)) {
        throw e;
      }
      checkFooter(bytes, at);
    }
    try {
      return Footer.read(new Input(bytes, at, at + length), start, entry.isGrouped());
    } catch (CorruptDataException e) {
      long place = e.offset() < 0 ? -1 : start + e.offset() - at;
      throw CifException.at(path(), column.name(), place, "the footer: " + e.getMessage(), e);
    }
  }

  private void checkFooter(byte[] bytes, int at) throws CifException {
    int length = entry.footerLength();
    if (!entry.isGrouped()) {
      checkTrailer(new Input(bytes, at + length, at + length + Footer.TRAILER_BYTES));
    }
    if (Crc.of(bytes, at, length) != entry.footerCrc()) {
      throw error(entry.footerStart(), "the checksum of the footer does not match");
    }
  }

  private void checkTrailer(Input trailer) throws CifException {
    int length = trailer.u32();
    int crc = trailer.u32();
    int at = trailer.position();
    byte[] magic = Arrays.copyOfRange(trailer.array(), at, at + Footer.MAGIC.length);
    if (length != entry.footerLength()
        || crc != entry.footerCrc()
        || !Arrays.equals(magic, Footer.MAGIC)) {
      throw error(
          entry.length() - Footer.TRAILER_BYTES,
          "the end of the file is not what the schema file says: it is truncated, damaged,"
              + " or of another split");
    }
  }

  /** Announces that all blocks from {@code first} to {@code last} will be read soon. */
  public void expect(int first, int last) {
    long start = -1;
    long end = -1;
    for (int i = first; i <= last; i++) {
      Footer.Entry block = footer.entries().get(i);
      if (start < 0 || block.offset() > end + NEAR) {
        expectBytes(start, end);
        start = block.offset() == Footer.HEADER_BYTES ? 0 : block.offset();
      }
      end = block.offset() + block.length() + block.filterLength();
    }
    expectBytes(start, end);
  }

  private void expectBytes(long start, long end) {
    if (start >= 0) {
      file.expect(start, end - start);
    }
  }

  /** Returns the body of a block, with slack behind it. Verifies its checksums if wanted. */
  public Input block(int index, boolean verify) throws IOException {
    Footer.Entry block = footer.entries().get(index);
    Input body = start(index, block.length(), verify);
    for (int k = 0; k < block.parts().size() && verify; k++) {
      int at = body.position() + block.parts().get(k).offset();
      verifyPart(index, k, body.array(), at);
    }
    return body;
  }

  /** Returns the head of a block that has parts. Verifies its checksum if wanted. */
  public Input head(int index, boolean verify) throws IOException {
    return start(index, footer.entries().get(index).headLength(), verify);
  }

  /**
   * Returns the first bytes of a block's body, at least its head. Verifies the head's checksum if
   * wanted.
   */
  private Input start(int index, int length, boolean verify) throws IOException {
    Footer.Entry block = footer.entries().get(index);
    // The header is read with the file's first block, so that checking it costs no separate read.
    boolean isFirst = block.offset() == Footer.HEADER_BYTES && !file.isWhole();
    int before = isFirst ? Footer.HEADER_BYTES : 0;
    byte[] bytes = read(block.offset() - before, length + before, false);
    int at = file.at(block.offset()) + before;
    if (isFirst) {
      file.checkHeader(bytes, column.name());
    }
    if (verify) {
      verify(bytes, at, block.headLength(), block.crc(), block.offset(), "block " + index);
    }
    return new Input(bytes, at, at + length, -at);
  }

  /** Returns a part of a block. Verifies its checksum if wanted. */
  public Input part(int index, int part, boolean verify) throws IOException {
    Footer.Entry block = footer.entries().get(index);
    Footer.Part wanted = block.parts().get(part);
    Input bytes = behindHead(block, wanted.offset(), wanted.length());
    if (verify) {
      verifyPart(index, part, bytes.array(), bytes.position());
    }
    return bytes;
  }

  private void verifyPart(int index, int part, byte[] bytes, int at) throws IOException {
    Footer.Entry block = footer.entries().get(index);
    Footer.Part wanted = block.parts().get(part);
    long offset = block.offset() + wanted.offset();
    String what = "part " + part + " of block " + index;
    verify(bytes, at, wanted.length(), wanted.crc(), offset, what);
  }

  /** Returns the key filter of a block that has one. Verifies its checksum if wanted. */
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

  /** Reads bytes from {@code start} on, counted from the start of the block. */
  private Input behindHead(Footer.Entry block, int start, int length) throws IOException {
    long offset = block.offset() + start;
    byte[] bytes = read(offset, length, false);
    int at = file.at(offset);
    return new Input(bytes, at, at + length, start - at);
  }

  private void verify(byte[] bytes, int at, int length, int crc, long offset, String what)
      throws IOException {
    if (file.isVerified(offset, length, crc)) {
      return;
    }
    boolean isRight = Crc.of(bytes, at, length) == crc;
    if (!isRight && readAgain(offset, bytes, at, length)) {
      isRight = Crc.of(bytes, at, length) == crc;
    }
    if (!isRight) {
      throw error(
          offset,
          "the checksum of "
              + what
              + " does not match; the file is damaged, restore it from a copy");
    }
    file.verified(offset, length, crc);
  }

  private byte[] read(long offset, int length, boolean isApart) throws IOException {
    long before = file.bytesRead();
    long localBefore = file.localBytesRead();
    byte[] bytes = file.bytes(offset, length, column.name(), isApart);
    countRead(before, localBefore);
    return bytes;
  }

  /** Reads damaged bytes again from elsewhere. Returns false if there is no other copy. */
  private boolean readAgain(long offset, byte[] bytes, int at, int length) throws IOException {
    long before = file.bytesRead();
    long localBefore = file.localBytesRead();
    boolean isRead = file.readAgain(offset, bytes, at, length);
    countRead(before, localBefore);
    return isRead;
  }

  private void countRead(long before, long localBefore) {
    bytesRead += file.bytesRead() - before;
    localBytesRead += file.localBytesRead() - localBefore;
  }

  /** Closes the file if it is the column's own. */
  @Override
  public void close() throws IOException {
    if (!entry.isGrouped()) {
      file.close();
    }
  }
}
