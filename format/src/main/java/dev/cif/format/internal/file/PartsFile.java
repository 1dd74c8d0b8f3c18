package dev.cif.format.internal.file;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnStatistics;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Statistics of the parts of a column's values, FORMAT.md section 5.2, read whole from their file.
 * Not thread-safe.
 */
public final class PartsFile {
  private final Path path;
  private final Column column;
  private final Footer footer;
  private final Map<PartName, Input> parts = new HashMap<>();
  private byte[] complete;
  private long bytes;
  private long localBytes;

  private PartsFile(Path path, Column column, Footer footer) {
    this.path = path;
    this.column = column;
    this.footer = footer;
  }

  /**
   * Reads the file of a column that has one.
   *
   * @param footer footer of the column
   * @return null if there is no such file: scans do without
   * @throws CifException if the file is damaged, or belongs to another column file
   */
  static PartsFile read(
      FileSystem fs, Path directory, Column column, ColumnEntry entry, Footer footer)
      throws IOException {
    PartsEntry parts = entry.parts();
    PartsFile file = new PartsFile(SplitFiles.file(directory, parts.file()), column, footer);
    byte[] content;
    try {
      content = file.content(fs, parts);
    } catch (CifException e) {
      if (e.getCause() instanceof FileNotFoundException) {
        return null;
      }
      throw e;
    }
    try {
      file.parse(Input.copyOf(content, 0, content.length), entry.footerCrc());
    } catch (CorruptDataException e) {
      throw file.damaged(e);
    }
    return file;
  }

  /** Checks length and checksum of a file. */
  public static void check(FileSystem fs, Path directory, Column column, PartsEntry entry)
      throws IOException {
    new PartsFile(SplitFiles.file(directory, entry.file()), column, null).content(fs, entry);
  }

  private byte[] content(FileSystem fs, PartsEntry entry) throws IOException {
    byte[] content;
    try (FSDataInputStream in = fs.open(path)) {
      content = in.readNBytes((int) entry.length() + 1);
      bytes = content.length;
      localBytes = LocalBytes.of(fs, in, bytes);
    } catch (FileNotFoundException e) {
      throw CifException.at(
          path,
          column.name(),
          -1,
          "the schema file names this file of statistics of parts, but it does not exist;"
              + " restore it, or read without filters on parts of the column",
          e);
    }
    if (content.length < entry.length()) {
      throw error(
          content.length,
          "the schema file says that the file has "
              + entry.length()
              + " bytes, but it ends: it is truncated");
    }
    if (content.length > entry.length()) {
      throw error(entry.length(), "the file goes on where the schema file says that it ends");
    }
    if (Crc.of(content) != entry.crc()) {
      throw error(
          0,
          "the checksum of the statistics of parts does not match; the file is damaged, restore it"
              + " from a copy, or read without filters on parts of the column");
    }
    return content;
  }

  private void parse(Input in, int footerCrc) throws CifException {
    int header = in.skip(Footer.HEADER_BYTES);
    FileHeader.expect(
        Arrays.copyOfRange(in.array(), header, in.position()),
        PartStatistics.MAGIC,
        "no statistics of parts: the file does not start with CIFP",
        this::error);
    if (in.u32() != footerCrc) {
      throw error(8, "these are the statistics of the parts of another column file");
    }
    int blocks = in.count("the number of blocks", Integer.MAX_VALUE);
    if (blocks != footer.entries().size()) {
      throw in.corrupt(blocks + " blocks, where the column has " + footer.entries().size());
    }
    int flags = in.skip((blocks + 7) / 8);
    complete = Arrays.copyOfRange(in.array(), flags, in.position());
    if (blocks % 8 != 0 && (complete[blocks / 8] & 0xFF) >> blocks % 8 != 0) {
      throw in.corrupt("flags of blocks that there are not");
    }
    int count = in.count("the number of parts", PartStatistics.MAX_PARTS);
    for (int i = 0; i < count; i++) {
      PartName name = new PartName(in.bytes("the name of a part"));
      if (name.typeIn(column.type()) == null) {
        throw in.corrupt("a part that values of type " + column.type() + " do not have");
      }
      if (parts.put(name, in.sized("the statistics of a part")) != null) {
        throw in.corrupt("a part that was there before");
      }
    }
    in.expectEnd("the parts");
  }

  /**
   * Returns the statistics of a part, one element a block; null for a block without.
   *
   * @throws CifException if the part's statistics are invalid
   */
  public List<ColumnStatistics> statistics(PartName name) throws CifException {
    List<Footer.Entry> blocks = footer.entries();
    Input listed = parts.get(name);
    CifType type = name.typeIn(column.type());
    List<ColumnStatistics> all = new ArrayList<>(blocks.size());
    for (int i = 0; i < blocks.size(); i++) {
      all.add(
          type != null && (listed != null || isComplete(i)) ? ofNulls(blocks.get(i).rows()) : null);
    }
    if (listed != null) {
      try {
        readListed(listed.copy(), type, all);
      } catch (CorruptDataException e) {
        throw damaged(e);
      }
    }
    return all;
  }

  private boolean isComplete(int block) {
    return (complete[block / 8] >> block % 8 & 1) != 0;
  }

  private static ColumnStatistics ofNulls(long rows) {
    return new ColumnStatistics(rows, rows, null, null, false, false, false);
  }

  private void readListed(Input in, CifType type, List<ColumnStatistics> to) {
    int block = -1;
    while (in.remaining() > 0) {
      long gap = in.uvarint();
      if (gap < 0 || gap >= to.size() - 1 - block) {
        throw in.corrupt("statistics of a block that there is not");
      }
      block += 1 + (int) gap;
      to.set(block, Statistics.read(in, type, footer.entries().get(block).rows()));
    }
  }

  /** Checks the statistics of all parts. */
  public void verify() throws CifException {
    for (PartName name : parts.keySet()) {
      statistics(name);
    }
  }

  /** Returns the number of parts with statistics. */
  public int count() {
    return parts.size();
  }

  /** Returns the number of bytes read. */
  public long bytesRead() {
    return bytes;
  }

  /**
   * Returns the number of these bytes that came from this machine; 0 if the file system doesn't
   * tell.
   */
  public long localBytesRead() {
    return localBytes;
  }

  private CifException error(long offset, String message) {
    return CifException.at(path, column.name(), offset, message);
  }

  private CifException damaged(CorruptDataException e) {
    String message = "the statistics of parts: " + e.getMessage();
    return CifException.at(path, column.name(), e.offset(), message, e);
  }
}
