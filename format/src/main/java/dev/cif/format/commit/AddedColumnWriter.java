package dev.cif.format.commit;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.ColumnFileWriter;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes a column that is to be added to a split-directory (FORMAT.md section 2; the paper's
 * section 4.3). The file is in the split-directory under a hidden name until {@link
 * AddedColumn#publish}; readers see nothing of it. Several processes may write the same column
 * concurrently. Holds at most one block in memory. Not thread-safe.
 */
public final class AddedColumnWriter implements Closeable {
  private final FileSystem fs;
  private final SplitReader split;
  private final Column column;
  private final ColumnIdentity identity;
  private final ColumnFileWriter file;
  private final Map<String, Integer> sources = new TreeMap<>();
  private long rows;
  private boolean finished;

  private AddedColumnWriter(
      FileSystem fs, SplitReader split, Column column, ColumnOptions options, Path path) {
    this.fs = fs;
    this.split = split;
    this.column = column;
    int at = split.schema().indexOf(column.name());
    identity = new ColumnIdentity(column.key(), at < 0 ? 0 : split.schema().column(at).id());
    file =
        ColumnFileWriter.of(
            (place, policy) -> SplitFiles.withPolicy(fs, place, fs.create(place, false), policy),
            path,
            column,
            options,
            ColumnFileWriter.areSummarised(split.schema().size()),
            new Output());
  }

  /**
   * Begins a column.
   *
   * @param split split to which it is to be added; may be closed meanwhile. If it was opened with
   *     the keys of a table, the column has the table's name.
   * @param options options of the column; if they have no storage policy, that of the column's file
   *     in the split is kept
   * @param sources columns of the split that the new one is computed from, ignoring case; if one of
   *     them is rewritten meanwhile, the column is not published
   * @param owner name of the writer, for example of a job, by which {@link #removeLeftovers} finds
   *     its files; letters, digits and '_'
   * @throws IllegalArgumentException if an option does not fit the type
   * @throws CifException if columns can't be added in this file system, which does not replace
   *     files in one step
   */
  public static AddedColumnWriter create(
      FileSystem fs,
      SplitReader split,
      String name,
      CifType type,
      ColumnOptions options,
      List<String> sources,
      String owner)
      throws IOException {
    AtomicFiles.of(fs, split.directory()).expectReplaces(name);
    ColumnOptions own = options;
    int before = split.schema().indexOf(name);
    if (before >= 0 && options.storagePolicy() == StoragePolicy.NONE) {
      own = options.withStoragePolicy(StoragePolicy.of(fs, split.file(before)));
    }
    String hidden = SplitFiles.HIDDEN + owner + "." + UUID.randomUUID();
    Path path = new Path(split.directory(), hidden);
    AddedColumnWriter writer =
        new AddedColumnWriter(
            fs, split, new Column(1, name, type, split.table().key(name)), own, path);
    writer.sources.putAll(sources(split, sources));
    return writer;
  }

  /** Returns the files of some columns of a split, with the CRC32C of their footers. */
  static Map<String, Integer> sources(SplitReader split, List<String> columns) {
    Map<String, Integer> files = new TreeMap<>();
    for (String column : columns) {
      int i = split.schema().indexOf(column);
      if (i >= 0) {
        ColumnEntry entry = split.schemaFile().entries().get(i);
        files.put(entry.place(), entry.footerCrc());
      }
    }
    return files;
  }

  /**
   * Returns true if a split has a column of that name, ignoring case, and type.
   *
   * @throws CifException if it has one of that name and another type
   */
  public static boolean isAdded(SplitReader split, String name, CifType type) throws CifException {
    return ColumnAddition.has(split.directory(), split.schema(), name, type);
  }

  /** Removes the files of an owner in a split-directory that were not published. */
  public static void removeLeftovers(FileSystem fs, Path directory, String owner)
      throws IOException {
    for (var status : fs.listStatus(directory)) {
      if (status.getPath().getName().startsWith(SplitFiles.HIDDEN + owner + ".")) {
        SplitFiles.deleteQuietly(fs, status.getPath());
      }
    }
  }

  /** Returns the vector to which the caller appends the value of each row; always the same. */
  public ColumnVector vector() {
    return file.vector(0);
  }

  /** Ends a row, after one value was appended to the vector. */
  public void endRow() throws IOException {
    file.endRow();
    rows++;
  }

  /**
   * Gives deleted rows before a row NULL, since no reader has them to compute a value.
   *
   * @param row number of the row whose value comes next
   */
  public void passDeleted(long row) throws IOException {
    while (rows < row && split.deletedRows().has(rows)) {
      vector().appendNull();
      endRow();
    }
  }

  /**
   * Finishes the file, in which all values are new. Readers do not see it yet.
   *
   * @throws CifException if the number of values is not the number of rows of the split
   */
  public AddedColumn finish() throws IOException {
    passDeleted(split.rows());
    return finish(split.liveRows());
  }

  /**
   * Finishes the file, which readers do not see yet.
   *
   * @param newValues number of values that are not those of the column before
   */
  AddedColumn finish(long newValues) throws IOException {
    if (rows != split.rows()) {
      throw CifException.at(
          split.directory(),
          column.name(),
          -1,
          rows + " values for the " + split.rows() + " rows of the split");
    }
    ColumnEntry entry = file.finish().get(0);
    finished = true;
    return new AddedColumn(
        split.directory(),
        column.name(),
        column.type(),
        identity,
        rows,
        newValues,
        entry,
        Map.copyOf(sources));
  }

  /** Removes the files, unless {@link #finish} succeeded. Never throws. */
  @Override
  public void close() {
    if (!finished) {
      finished = true;
      SplitFiles.closeQuietly(file);
      Path path = file.path();
      SplitFiles.deleteQuietly(fs, path);
      SplitFiles.deleteQuietly(
          fs, new Path(path.getParent(), SplitFiles.partsFile(path.getName())));
      SplitFiles.deleteQuietly(
          fs, new Path(path.getParent(), SplitFiles.filterFile(path.getName(), List.of())));
    }
  }
}
