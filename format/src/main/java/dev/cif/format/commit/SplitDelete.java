package dev.cif.format.commit;

import dev.cif.format.internal.file.DeletesEntry;
import dev.cif.format.internal.file.DeletesFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.roaringbitmap.RoaringBitmap;

/**
 * Deletes rows of a split-directory, FORMAT.md section 3.3. Readers see nothing of it until the
 * file becomes part of a {@link TableChange}. Not thread-safe.
 */
public final class SplitDelete {
  private final FileSystem fs;
  private final Path directory;
  private final String owner;
  private final long rows;
  private final DeletesEntry before;
  private final Map<String, Integer> sources;
  private final RoaringBitmap deleted;

  private SplitDelete(FileSystem fs, SplitReader split, Map<String, Integer> sources, String owner)
      throws IOException {
    this.fs = fs;
    this.owner = owner;
    this.sources = sources;
    directory = split.directory();
    rows = split.rows();
    before = split.schemaFile().deletes();
    deleted = split.deletedRows().copy();
  }

  /**
   * Begins with the rows that are deleted by now.
   *
   * @param table columns of the table
   * @param sources names of columns by which the rows are chosen; if one of them is rewritten
   *     meanwhile, the change fails
   * @param owner id of the {@link TableChange}
   */
  public static SplitDelete open(
      FileSystem fs,
      Path directory,
      ReadOptions reading,
      TableColumns table,
      List<String> sources,
      String owner)
      throws IOException {
    try (SplitReader split = SplitReader.open(fs, directory, reading, Snapshot.LATEST, table)) {
      return of(fs, split, sources, owner);
    }
  }

  /** Begins as {@link #open} does, with a split-directory that is open in its newest state. */
  public static SplitDelete of(FileSystem fs, SplitReader split, List<String> sources, String owner)
      throws IOException {
    return new SplitDelete(fs, split, AddedColumnWriter.sources(split, sources), owner);
  }

  /**
   * Deletes a row; in any order, and again if need be.
   *
   * @param row number of the row, from 0
   * @throws CifException if there is no such row, or its number has more than 32 bits
   */
  public void delete(long row) throws CifException {
    if (row < 0 || row >= rows || row >= DeletesEntry.MAX_ROWS) {
      throw CifException.at(
          directory,
          null,
          -1,
          row >= rows || row < 0
              ? "there is no row " + row + " of " + rows
              : "row " + row + " can't be deleted: only rows below 2^32 can");
    }
    deleted.add((int) row);
  }

  /** Writes the file of deleted rows. Returns null if no row was deleted that was not before. */
  public ChangedRows finish() throws IOException {
    long more = deleted.getLongCardinality() - (before == null ? 0 : before.rows());
    if (more == 0) {
      return null;
    }
    byte[] bytes = DeletesFile.toBytes(deleted);
    String name = SplitFiles.HIDDEN + owner + "." + UUID.randomUUID();
    Path path = SplitFiles.file(directory, name);
    try (FSDataOutputStream out = fs.create(path, false)) {
      out.write(bytes);
    } catch (IOException | RuntimeException e) {
      SplitFiles.deleteQuietly(fs, path);
      throw e;
    }
    return new ChangedRows(rows, more, before, DeletesFile.entry(name, bytes, deleted), sources);
  }
}
