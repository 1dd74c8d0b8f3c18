package dev.cif.format.internal.file;

import dev.cif.format.options.ColumnCache;
import dev.cif.format.schema.Column;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Column files of a split-directory that one reader has opened. Columns of a group share their
 * file, which is closed here. Not thread-safe.
 */
public final class OpenFiles implements Closeable {
  private final FileSystem fs;
  private final Path directory;

  /** Cache through which files are read; null for the file system. */
  private final CacheAccess through;

  private final Map<String, OpenFile> groups = new HashMap<>();
  private int count;

  /**
   * Creates an empty set; opens nothing yet.
   *
   * @param totals totals of all columns that the schema file names
   * @param cache cache through which files are read; null for the file system
   */
  public OpenFiles(FileSystem fs, Path directory, Supplier<Totals> totals, ColumnCache cache) {
    this.fs = fs;
    this.directory = directory;
    through = cache == null ? null : new CacheAccess(cache, totals);
  }

  /** Opens the file of a column, if it is not open, and reads the column's footer. */
  public ColumnFile open(Column column, ColumnEntry entry, long rows) throws IOException {
    if (!entry.isGrouped()) {
      ColumnFile file = ColumnFile.open(fs, directory, column, entry, rows, through);
      count++;
      return file;
    }
    OpenFile file = groups.get(entry.file());
    long before = 0;
    if (file == null) {
      file = OpenFile.open(fs, directory, column.name(), entry, through);
      groups.put(entry.file(), file);
      count++;
    } else {
      before = file.bytesRead();
    }
    return ColumnFile.of(file, column, entry, rows, before);
  }

  /**
   * Reads the statistics of a column's parts.
   *
   * @param entry entry of a column that has such statistics
   * @param footer footer of the column
   * @return null if there is no such file
   */
  public PartsFile parts(Column column, ColumnEntry entry, Footer footer) throws IOException {
    PartsFile parts = PartsFile.read(fs, directory, column, entry, footer);
    count += parts == null ? 0 : 1;
    return parts;
  }

  /**
   * Checks that the file of the statistics of a column's parts is there, and its checksum.
   *
   * @param entry entry of a column that has such statistics
   */
  public void checkParts(Column column, ColumnEntry entry) throws IOException {
    PartsFile.check(fs, directory, column, entry.parts());
  }

  /** Returns the file system of the files. */
  public FileSystem fileSystem() {
    return fs;
  }

  /** Returns the number of files opened. */
  public int count() {
    return count;
  }

  /** Closes all group files, even if one fails; throws the first failure. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (OpenFile file : groups.values()) {
      try {
        file.close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
