package dev.cif.format.internal.file;

import dev.cif.format.options.ColumnCache;
import dev.cif.format.schema.CifException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Open file of a split-directory: the file of a column, or a group file. A small one is read whole
 * when it is opened. Not thread-safe.
 */
final class OpenFile implements Closeable {
  /** Greatest length in bytes of files that are read with one read. */
  private static final int SMALL_FILE = 64 << 10;

  private final FileSystem fs;
  private final Path path;
  private final boolean isLocal;
  private final boolean isGroup;

  /** Length in bytes, as the schema file gives it. */
  private final long length;

  /** Bytes of the file if it is small; else null. */
  private byte[] whole;

  /** Stream; opened when it is first needed, which may be never with a cache. */
  private FSDataInputStream in;

  /** File in the cache; null without a cache. */
  private ColumnCache.File cached;

  private boolean isEndChecked;

  /** Number of bytes read from {@link #in}. */
  private long bytesRead;

  private OpenFile(FileSystem fs, Path path, ColumnEntry entry) {
    this.fs = fs;
    this.path = path;
    this.isLocal = SplitFiles.isLocal(fs);
    this.isGroup = entry.isGrouped();
    this.length = entry.length();
  }

  /**
   * Opens a file.
   *
   * @param column name of the column that is wanted, for errors
   * @param through cache through which the file is read; null for the file system
   */
  static OpenFile open(
      FileSystem fs, Path directory, String column, ColumnEntry entry, CacheAccess through)
      throws IOException {
    OpenFile file = new OpenFile(fs, SplitFiles.file(directory, entry.file()), entry);
    boolean isOpened = false;
    try {
      file.open(column, entry, through);
      file.readIfSmall(column);
      isOpened = true;
      return file;
    } finally {
      if (!isOpened) {
        SplitFiles.closeQuietly(file);
      }
    }
  }

  private void open(String column, ColumnEntry entry, CacheAccess through) throws IOException {
    try {
      cached = through == null ? null : through.open(fs, path, entry, this::readPlain);
      if (cached == null) {
        in = fs.open(path);
      }
    } catch (FileNotFoundException e) {
      throw CifException.at(
          path,
          column,
          -1,
          "the schema file names this column file, but it does not exist;"
              + " restore it, or read other columns",
          e);
    }
  }

  private void readIfSmall(String column) throws IOException {
    if (length <= SMALL_FILE) {
      whole = read(0, (int) length, column, true);
      checkHeader(whole, column);
    }
  }

  Path path() {
    return path;
  }

  /** Returns the number of bytes read so far from storage. */
  long bytesRead() {
    return bytesRead + bytesOfCache();
  }

  /**
   * Returns the number of these bytes that came from this machine; 0 if the file system doesn't
   * tell.
   */
  long localBytesRead() {
    return (in == null ? 0 : LocalBytes.of(fs, in, bytesRead)) + bytesOfCache();
  }

  /** Returns the bytes that the cache read past the file system, which are all of this machine. */
  private long bytesOfCache() {
    return cached == null ? 0 : cached.bytesRead();
  }

  /** Checks the first bytes of the file. */
  void checkHeader(byte[] bytes, String column) throws IOException {
    if (!isHeader(bytes) && readAgain(0, bytes, 0, Footer.HEADER_BYTES) && isHeader(bytes)) {
      return;
    }
    FileHeader.expect(
        bytes,
        magic(),
        isGroup
            ? "not a CIF group file: it does not start with CIFG"
            : "not a CIF column file: it does not start with CIFC",
        (offset, message) -> CifException.at(path, column, offset, message));
  }

  private byte[] magic() {
    return isGroup ? Footer.GROUP_MAGIC : Footer.MAGIC;
  }

  private boolean isHeader(byte[] bytes) {
    byte[] header = Arrays.copyOf(magic(), Footer.HEADER_BYTES);
    header[4] = Footer.VERSION;
    return Arrays.equals(bytes, 0, header.length, header, 0, header.length);
  }

  /** Checks, once, that the file ends where the schema file says. */
  void checkEnd(String column) throws IOException {
    if (!isEndChecked && isGroup && whole == null) {
      // The stream must be at the end; a column with its own file has just read its footer.
      read(length - 1, 1, column, true);
    }
    if (!isEndChecked && goesOn()) {
      throw CifException.at(
          path,
          column,
          length,
          "the file goes on where the schema file says that it ends: it is of another split");
    }
    isEndChecked = true;
  }

  /**
   * Returns true if the file is longer. Tries to read, which is cheap if the stream knows its
   * length. The file's status would be a request in HDFS.
   */
  private boolean goesOn() throws IOException {
    if (cached != null) {
      return cached.length() > length;
    }
    return isLocal ? in.read() >= 0 : in.read(length, new byte[1], 0, 1) > 0;
  }

  /**
   * Reads bytes of the file.
   *
   * @param column name of the column that is wanted, for errors
   * @param isApart true if nothing is read right behind them. In HDFS a positional read asks a
   *     DataNode for just these bytes, and its connection serves the next read. A seek away would
   *     close the connection. Columns of a group are read in turns, from places that lie apart.
   * @return array that begins with the bytes and has slack behind them, or the whole file's; {@link
   *     #at} returns their position in it
   */
  byte[] bytes(long offset, int count, String column, boolean isApart) throws IOException {
    return whole == null ? read(offset, count, column, isApart || isGroup) : whole;
  }

  /** Returns the position, in the array of {@link #bytes}, of an offset of the file. */
  int at(long offset) {
    return whole == null ? 0 : (int) offset;
  }

  /** Returns true if the file was read when it was opened. */
  boolean isWhole() {
    return whole != null;
  }

  /** Announces that all of these bytes will be read soon. */
  void expect(long offset, long count) {
    if (cached != null && whole == null) {
      cached.expect(offset, count);
    }
  }

  /** Returns true if bytes that were read need not be checked again. */
  boolean isVerified(long offset, int count, int crc) {
    return cached != null && cached.isVerified(offset, count, crc);
  }

  /** Records that the checksum of bytes was verified. */
  void verified(long offset, int count, int crc) {
    if (cached != null) {
      cached.verified(offset, count, crc);
    }
  }

  /** Reads damaged bytes again from elsewhere. Returns false if there is no other copy. */
  boolean readAgain(long offset, byte[] bytes, int at, int count) throws IOException {
    return cached != null && cached.readAgain(offset, bytes, at, count);
  }

  private byte[] read(long offset, int count, String column, boolean isApart) throws IOException {
    byte[] bytes;
    try {
      bytes = cached == null ? readFully(offset, count, source(isApart)) : ofCache(offset, count);
    } catch (IOException e) {
      // File systems report a position behind the end in different ways.
      if (e instanceof EOFException || offset + count > fs.getFileStatus(path).getLen()) {
        throw truncated(offset, count, column, e);
      }
      throw e;
    }
    return bytes;
  }

  private byte[] ofCache(long offset, int count) throws IOException {
    if (offset + count > cached.length()) {
      throw new EOFException("the file has " + cached.length() + " bytes");
    }
    return readFully(offset, count, cached);
  }

  private ColumnCache.Source source(boolean isApart) {
    // A positional read opens the file anew in Hadoop's local file system.
    return isApart && !isLocal ? this::readApart : this::seekAndRead;
  }

  /** Reads from the file system on behalf of a cache. */
  private void readPlain(long position, byte[] bytes, int at, int count) throws IOException {
    if (in == null) {
      in = fs.open(path);
    }
    source(true).read(position, bytes, at, count);
  }

  private void readApart(long position, byte[] bytes, int at, int count) throws IOException {
    in.readFully(position, bytes, at, count);
    bytesRead += count;
  }

  /**
   * Reads by a seek: blocks mostly follow each other, and HDFS asks a DataNode anew for each
   * positional read.
   */
  private void seekAndRead(long position, byte[] bytes, int at, int count) throws IOException {
    in.seek(position);
    in.readFully(bytes, at, count);
    bytesRead += count;
  }

  private CifException truncated(long offset, int count, String column, IOException cause) {
    return CifException.at(
        path,
        column,
        offset,
        count + " bytes are wanted here, but the file ends: it is truncated",
        cause);
  }

  private static byte[] readFully(long offset, int length, ColumnCache.Source source)
      throws IOException {
    return GrowingBytes.withSlack(
        length,
        (bytes, done, count) -> {
          source.read(offset + done, bytes, done, count);
          return count;
        });
  }

  @Override
  public void close() throws IOException {
    try {
      if (cached != null) {
        cached.close();
      }
    } finally {
      if (in != null) {
        in.close();
      }
    }
  }
}
