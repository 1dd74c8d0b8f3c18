package dev.cif.format.internal.file;

import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/**
 * Writes the file of one column, FORMAT.md section 5, or a group file, section 5.1. Holds the
 * values of at most one block a column. Blocks of a group are closed together. Not thread-safe.
 */
public final class ColumnFileWriter implements Closeable {
  /** Greatest number of columns of splits that have summaries. */
  private static final int SUMMARISED_COLUMNS = 1_000;

  private final Files files;

  /** Storage policy of all files of these columns. */
  private final StoragePolicy policy;

  private final BlockFile file;
  private final boolean isGroup;
  private final ColumnBlocks[] columns;

  /** Filter of each column alone; null for columns without. */
  private final FilterWriter[] filters;

  /** Buffer for the bytes of a block, shared by the files of a split. */
  private final Output body;

  /** Creator of the files. */
  public interface Files {
    /** Creates a file. Fails if it exists. */
    FSDataOutputStream create(Path path, StoragePolicy policy) throws IOException;

    /** Counts bytes that were written to one of the files. */
    default void wrote(long bytes) {}
  }

  private ColumnFileWriter(
      Files files,
      BlockFile file,
      boolean isGroup,
      List<Column> columns,
      List<ColumnOptions> options,
      boolean areSummarised,
      Output body) {
    this.files = files;
    this.file = file;
    policy = options.get(0).storagePolicy();
    this.isGroup = isGroup;
    this.body = body;
    this.columns = new ColumnBlocks[columns.size()];
    filters = new FilterWriter[this.columns.length];
    for (int i = 0; i < this.columns.length; i++) {
      this.columns[i] = new ColumnBlocks(columns.get(i), options.get(i), areSummarised);
      filters[i] = options.get(i).filter() ? filter(i, List.of(), List.of()) : null;
    }
  }

  /**
   * Returns true if splits of so many columns have summaries of values: with more, their schema
   * files would be long.
   */
  public static boolean areSummarised(int columns) {
    return columns <= SUMMARISED_COLUMNS;
  }

  /**
   * Creates a writer of a column with its own file.
   *
   * @param isSummarised true if its values have a summary
   * @throws IllegalArgumentException if an option does not fit the column
   */
  public static ColumnFileWriter of(
      Files files,
      Path path,
      Column column,
      ColumnOptions options,
      boolean isSummarised,
      Output body) {
    BlockFile file = new BlockFile(files, path, options.storagePolicy(), Footer.MAGIC);
    return new ColumnFileWriter(
        files, file, false, List.of(column), List.of(options), isSummarised, body);
  }

  /**
   * Creates a writer of columns that share a file.
   *
   * @param options options of each column, all with the same storage policy
   * @param areSummarised true if their values have summaries
   * @throws IllegalArgumentException if an option does not fit its column
   */
  public static ColumnFileWriter ofGroup(
      Files files,
      Path path,
      List<Column> columns,
      List<ColumnOptions> options,
      boolean areSummarised,
      Output body) {
    BlockFile file = new BlockFile(files, path, options.get(0).storagePolicy(), Footer.GROUP_MAGIC);
    return new ColumnFileWriter(files, file, true, columns, options, areSummarised, body);
  }

  /** Returns the vector of a column's open block, to which the caller appends a value a row. */
  public ColumnVector vector(int column) {
    return columns[column].vector();
  }

  /**
   * Begins the filters of a key whose first column is in this file. Call {@link
   * FilterWriter#addRow} before {@link #endRow}.
   *
   * @param with ids of the key's other columns
   * @param others vectors of the open blocks of these columns
   */
  public FilterWriter filter(int column, List<Integer> with, List<ColumnVector> others) {
    List<ColumnVector> key = new ArrayList<>();
    key.add(columns[column].vector());
    key.addAll(others);
    Path path = SplitFiles.file(file.path().getParent(), filterFile(column, with));
    FilterWriter filter = new FilterWriter(files, path, policy, with, key);
    columns[column].addFilter(filter);
    return filter;
  }

  private String filterFile(int column, List<Integer> with) {
    return SplitFiles.filterFile(beside(columns[column].column()), with);
  }

  /** Returns the name of the column file that a column has, or would have outside a group. */
  private String beside(Column column) {
    return isGroup ? SplitFiles.columnFile(column, 0) : file.path().getName();
  }

  public Path path() {
    return file.path();
  }

  /**
   * Counts a row that was appended, and writes the blocks if one of them is full.
   *
   * @return size of the row's values before encoding, in bytes
   */
  public long endRow() throws IOException {
    long bytes = 0;
    boolean isFull = false;
    for (ColumnBlocks column : columns) {
      bytes += column.endRow();
      isFull |= column.isFull();
    }
    if (isFull) {
      flush();
    }
    return bytes;
  }

  /**
   * Appends the first {@code count} rows of a batch, one vector a column of this file.
   *
   * @return size of the values before encoding, in bytes
   */
  public long append(ColumnVector[] batch, int count) throws IOException {
    long bytes = 0;
    for (int row = 0; row < count; row++) {
      for (int i = 0; i < columns.length; i++) {
        columns[i].vector().append(batch[i], row);
      }
      bytes += endRow();
    }
    return bytes;
  }

  private void flush() throws IOException {
    for (ColumnBlocks column : columns) {
      column.flush(file, body);
    }
  }

  private boolean isEmpty() {
    return columns[0].vector().size() == 0;
  }

  /** Returns the memory of the open blocks in bytes, including unused capacity. */
  public long memory() {
    long bytes = 0;
    for (ColumnBlocks column : columns) {
      bytes += column.vector().memory();
    }
    return bytes;
  }

  /** Writes the open blocks, if they have rows, and releases their memory. */
  public void release() throws IOException {
    if (!isEmpty()) {
      flush();
    }
    for (ColumnBlocks column : columns) {
      column.vector().release();
    }
  }

  /**
   * Writes the open blocks, the footers and the statistics of parts, and closes the file. Returns
   * the entries of the columns for the schema file.
   */
  public List<ColumnEntry> finish() throws IOException {
    if (!isEmpty()) {
      flush();
    }
    long start = file.length();
    Output end = new Output();
    int[] offsets = new int[columns.length + 1];
    for (int i = 0; i < columns.length; i++) {
      columns[i].footer().write(end, isGroup);
      offsets[i + 1] = end.size();
    }
    int[] crcs = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      crcs[i] = Crc.of(end.array(), offsets[i], offsets[i + 1] - offsets[i]);
    }
    if (!isGroup) {
      end.u32(offsets[1]);
      end.u32(crcs[0]);
      end.raw(Footer.MAGIC, 0, Footer.MAGIC.length);
    }
    file.finish(end);
    List<ColumnEntry> entries = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      entries.add(
          new ColumnEntry(
              file.path().getName(),
              file.length(),
              isGroup ? start + offsets[i] : ColumnEntry.OWN_FILE,
              offsets[i + 1] - offsets[i],
              crcs[i],
              columns[i].rawBytes(),
              writeParts(columns[i], crcs[i]),
              finishFilter(filters[i], crcs[i]),
              columns[i].summary(),
              columns[i].features()));
    }
    return entries;
  }

  private static List<FilterEntry> finishFilter(FilterWriter filter, int footerCrc)
      throws IOException {
    FilterEntry entry = filter == null ? null : filter.finish(List.of(footerCrc));
    return entry == null ? List.of() : List.of(entry);
  }

  /** Writes the statistics of a column's parts, if there are any, into a separate file. */
  private PartsEntry writeParts(ColumnBlocks column, int footerCrc) throws IOException {
    byte[] bytes = column.partsFile(footerCrc);
    if (bytes == null) {
      return null;
    }
    String name = SplitFiles.partsFile(beside(column.column()));
    Path path = new Path(file.path().getParent(), name);
    try (FSDataOutputStream out = files.create(path, policy)) {
      out.write(bytes);
    }
    files.wrote(bytes.length);
    return new PartsEntry(path.getName(), bytes.length, Crc.of(bytes));
  }

  /** Closes the file incomplete; only of use to give up. */
  @Override
  public void close() throws IOException {
    for (FilterWriter filter : filters) {
      if (filter != null) {
        SplitFiles.closeQuietly(filter);
      }
    }
    file.close();
  }
}
