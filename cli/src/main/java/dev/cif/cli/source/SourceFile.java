package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * File to load, or a range of its bytes. A row belongs to the range in which its part of the file
 * begins: its line, its row group, its stripe, its block after a sync marker. Ranges that cover a
 * file without overlap therefore give each row once.
 *
 * @param path path of the file
 * @param length length of the file in bytes
 * @param modified modification time, in milliseconds since 1970
 * @param start first byte of the range
 * @param end byte after the range
 * @param conf Hadoop's settings
 */
public record SourceFile(
    Path path, long length, long modified, long start, long end, Configuration conf) {
  /** Length of the longest message of a library that an error quotes. */
  private static final int MOST_TOLD = 500;

  /** Creates a range that is the whole file. */
  SourceFile(FileStatus status, Configuration conf) {
    this(status.getPath(), status.getLen(), status.getModificationTime(), 0, status.getLen(), conf);
  }

  /** Returns true if the range is the whole file. */
  boolean isWhole() {
    return start == 0 && end >= length;
  }

  /** Returns the whole file. */
  SourceFile whole() {
    return new SourceFile(path, length, modified, 0, length, conf);
  }

  /** Returns the number of bytes of the range. */
  public long size() {
    return end - start;
  }

  /**
   * Refuses a file that has changed since it was listed.
   *
   * @throws SourceException naming it
   */
  public void requireUnchanged() throws IOException {
    FileStatus now = fileSystem().getFileStatus(path);
    if (now.getLen() != length || now.getModificationTime() != modified) {
      throw error("", "the file was changed since the load began", null);
    }
  }

  /** Returns the file system from which the file is read. */
  FileSystem fileSystem() throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    // Hadoop has no file of checksums for such a name, and fails when it looks for one.
    return hasColon() && fs instanceof LocalFileSystem local ? local.getRawFileSystem() : fs;
  }

  private boolean hasColon() {
    return path.getName().indexOf(':') >= 0;
  }

  /**
   * Returns the path, for a library that opens the file by itself.
   *
   * @throws SourceException if it can't
   */
  Path openable() throws IOException {
    if (hasColon()) {
      throw error(
          "", "Hadoop opens no file of this format whose name has a colon: rename it", null);
    }
    return path;
  }

  /** Opens the bytes of the file; the stream counts them. */
  CountingStream open() throws IOException {
    FileSystem fs = fileSystem();
    return new CountingStream(fs.open(path));
  }

  /**
   * Opens the lines that begin in the range, which end with LF, CR or both; the stream counts their
   * bytes.
   */
  CountingStream openLines() throws IOException {
    if (isWhole()) {
      return open();
    }
    long from = lineStart(start);
    long to = Math.max(from, lineStart(end));
    FSDataInputStream in = fileSystem().open(path);
    try {
      in.seek(from);
      return new CountingStream(new LimitedStream(in, to - from));
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** Returns the start of the first line that begins at a position or after it. */
  private long lineStart(long position) throws IOException {
    if (position == 0 || position >= length) {
      return Math.min(position, length);
    }
    try (FSDataInputStream in = fileSystem().open(path)) {
      in.seek(position - 1);
      InputStream bytes = new java.io.BufferedInputStream(in);
      long at = position;
      int b = bytes.read();
      while (b >= 0 && b != '\n' && b != '\r') {
        b = bytes.read();
        at++;
      }
      return Math.min(length, b == '\r' && bytes.read() == '\n' ? at + 1 : at);
    }
  }

  /** Returns the last bytes of the file. */
  byte[] tail(int count) throws IOException {
    byte[] bytes = new byte[count];
    FileSystem fs = fileSystem();
    try (FSDataInputStream in = fs.open(path)) {
      in.readFully(fs.getFileStatus(path).getLen() - count, bytes);
    }
    return bytes;
  }

  private CompressionCodec codec() {
    return new CompressionCodecFactory(conf).getCodec(path);
  }

  /** Returns true if the suffix is that of a codec such as .gz. */
  boolean isPacked() {
    return codec() != null;
  }

  /** Returns the bytes, decompressed if the file's suffix is that of a codec. */
  InputStream unpacked(CountingStream raw) throws IOException {
    CompressionCodec codec = codec();
    return codec == null ? raw : codec.createInputStream(raw);
  }

  /** Describes the place of a row or line, counted from the beginning of the range. */
  String place(String noun, long number) {
    return noun + " " + number + (start == 0 ? "" : " from byte " + start + " on");
  }

  /**
   * The schema of a file that names its columns itself.
   *
   * @throws IllegalArgumentException if no table can have them, that says what to do
   */
  static CifSchema schema(List<String> names, List<CifType> types) {
    try {
      return CifSchema.of(names, types);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage() + "; give the columns other names where the file is written", e);
    }
  }

  /** Says why a file cannot be read, by all that the causes tell. */
  static String why(Throwable e) {
    List<String> told = new ArrayList<>();
    Throwable last = e;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      last = cause;
      String message = cause.getMessage();
      if (isTelling(cause)
          && told.stream().noneMatch(known -> known.contains(shortened(message)))) {
        told.add(shortened(message));
      }
      if (cause instanceof BadConfigurationException) {
        break;
      }
    }
    if (last instanceof OutOfMemoryError) {
      return "a record is larger than memory: the file is corrupt, or Java needs more (-Xmx)";
    }
    if (last instanceof LinkageError || last instanceof ClassNotFoundException) {
      return "its codec cannot be used, because a library of it is missing: " + last;
    }
    if (!isTelling(last)) {
      told.add(
          "the file is corrupt, or of a kind that is not known ("
              + shortened(last.toString())
              + ")");
    }
    return String.join(": ", told);
  }

  /** Returns the beginning of a message: some of libraries quote a whole schema. */
  private static String shortened(String message) {
    return message.length() <= MOST_TOLD ? message : message.substring(0, MOST_TOLD) + " ...";
  }

  /** Returns true if people can use an exception's message: it tells no fault inside a library. */
  private static boolean isTelling(Throwable e) {
    // Parquet begins with the place, which an error of ours has, too.
    boolean isPlace =
        e instanceof ParquetDecodingException
            && e.getCause() != null
            && String.valueOf(e.getMessage()).startsWith("Can not read value at");
    return e.getMessage() != null
        && !isPlace
        && (e instanceof IOException
            || e instanceof TimeoutException
            || e instanceof IllegalArgumentException
            || e.getClass().getName().startsWith("org.apache."));
  }

  /**
   * Refuses a file some of whose rows belong to no range, which no load would find.
   *
   * @param found rows in parts that belong to a range of the file
   * @param rows all rows
   * @param parts name of the parts: row groups, or stripes
   */
  static void requireAll(long found, long rows, String parts) throws IOException {
    if (found != rows) {
      throw new IOException(
          (rows - found)
              + " of "
              + rows
              + " rows are in "
              + parts
              + " outside of the file: the file is corrupt");
    }
  }

  SourceException error(String place, String message, Throwable cause) {
    return new SourceException(
        path + (place.isEmpty() ? "" : ", " + place) + ": " + message, cause);
  }
}
