package dev.cif.format.internal.file;

import dev.cif.format.schema.CifException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.roaringbitmap.IntIterator;
import org.roaringbitmap.RoaringBitmap;

/** File of deleted rows, FORMAT.md section 3.3: a Roaring bitmap of their numbers. */
public final class DeletesFile {
  private DeletesFile() {}

  /**
   * Reads the numbers of deleted rows.
   *
   * @param rows number of rows of the split-directory
   * @throws CifException if the file is missing, damaged, or has other numbers than there can be
   */
  public static RoaringBitmap read(FileSystem fs, Path directory, DeletesEntry entry, long rows)
      throws IOException {
    if (entry.isWithoutFile()) {
      return RoaringBitmap.bitmapOfRange(0, rows);
    }
    Path path = SplitFiles.file(directory, entry.file());
    byte[] bytes = content(fs, path, entry);
    RoaringBitmap deleted = new RoaringBitmap();
    try {
      deleted.deserialize(ByteBuffer.wrap(bytes));
    } catch (IOException | RuntimeException e) {
      throw error(path, 0, "the file is no Roaring bitmap: " + e.getMessage(), e);
    }
    expectPossible(path, deleted, entry, rows);
    return deleted;
  }

  private static byte[] content(FileSystem fs, Path path, DeletesEntry entry) throws IOException {
    byte[] bytes;
    try (FSDataInputStream in = fs.open(path)) {
      bytes = in.readNBytes((int) entry.length() + 1);
    } catch (FileNotFoundException e) {
      throw error(
          path,
          -1,
          "the schema file names this file of deleted rows, but it does not exist; restore it",
          e);
    }
    if (bytes.length < entry.length()) {
      throw error(
          path,
          bytes.length,
          "the schema file says that the file has "
              + entry.length()
              + " bytes, but it ends: it is truncated",
          null);
    }
    if (bytes.length > entry.length()) {
      throw error(
          path, entry.length(), "the file goes on where the schema file says that it ends", null);
    }
    if (Crc.of(bytes) != entry.crc()) {
      throw error(
          path,
          0,
          "the checksum of the deleted rows does not match; the file is damaged, restore it from a"
              + " copy",
          null);
    }
    return bytes;
  }

  /** Checks the numbers one by one: a bitmap whose parts overlap would count some twice. */
  private static void expectPossible(
      Path path, RoaringBitmap deleted, DeletesEntry entry, long rows) throws CifException {
    long last = -1;
    long count = 0;
    for (IntIterator all = deleted.getIntIterator(); all.hasNext(); count++) {
      long row = Integer.toUnsignedLong(all.next());
      if (row <= last || row >= rows) {
        throw error(
            path,
            -1,
            "deleted row " + row + " comes after row " + last + " of " + rows + " rows",
            null);
      }
      last = row;
    }
    if (count != entry.rows() || deleted.getLongCardinality() != count) {
      throw error(
          path,
          -1,
          "the file has " + count + " deleted rows, the schema file says " + entry.rows(),
          null);
    }
    if (deleted.serializedSizeInBytes() != entry.length()) {
      throw error(
          path, deleted.serializedSizeInBytes(), "the file goes on behind the bitmap", null);
    }
  }

  private static CifException error(Path path, long offset, String message, Exception cause) {
    return CifException.at(path, null, offset, message, cause);
  }

  /** Returns the bytes of a file. */
  public static byte[] toBytes(RoaringBitmap deleted) {
    deleted.runOptimize();
    ByteBuffer bytes = ByteBuffer.allocate(deleted.serializedSizeInBytes());
    deleted.serialize(bytes);
    return bytes.array();
  }

  /** Returns the entry of a file with these bytes. */
  public static DeletesEntry entry(String file, byte[] bytes, RoaringBitmap deleted) {
    return new DeletesEntry(file, bytes.length, Crc.of(bytes), deleted.getLongCardinality());
  }
}
