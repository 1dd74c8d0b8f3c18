package dev.cif.format.write;

import dev.cif.format.commit.SplitCommit;
import dev.cif.format.internal.file.ColumnFileWriter;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.sort.RowSorter;
import dev.cif.format.options.SortOrder;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes one split-directory (FORMAT.md section 2; the paper's ColumnOutputFormat, section 4.2).
 *
 * <p>A caller appends one value to each {@link #column} and then calls {@link #endRow}. Nothing is
 * visible to readers before {@link #close} has renamed the schema file into place. Holds at most
 * one block a column in memory, and about {@link WriteOptions#memory} for all columns. With {@link
 * WriteOptions#sorting} it sorts the rows, which takes half of that memory, and local files. Not
 * thread-safe.
 */
public final class SplitWriter implements Closeable {
  private enum State {
    OPEN,
    FAILED,
    DONE
  }

  /** Number of sorted rows that are written between two reports. */
  private static final int ROWS_PER_REPORT = 1024;

  /** Receiver of progress reports at the end of a sorted split, which may take minutes. */
  public interface Progress {
    /** Reports that more rows were written. */
    void made() throws IOException;
  }

  private final Path directory;
  private final CifSchema schema;
  private final WriteOptions options;
  private final long blockMemory;
  private final ColumnFiles files;

  /** Sorter that holds the rows until the end; null if they are not sorted. */
  private final RowSorter sorter;

  private final SplitCommit commit;
  private Progress progress = () -> {};
  private long rows;
  private long rawBytes;
  private long bytesWritten;
  private State state = State.OPEN;

  private SplitWriter(SplitCommit commit, Path directory, CifSchema schema, WriteOptions options) {
    this.commit = commit;
    this.directory = directory;
    this.schema = schema;
    this.options = options;
    boolean isSorted = !options.sorting().order().isNone();
    blockMemory = isSorted ? Math.max(1, options.memory() / 2) : options.memory();
    files = new ColumnFiles(new CountedFiles(), directory, schema, options, blockMemory);
    sorter =
        isSorted ? new RowSorter(directory, schema, options.sorting(), options.memory() / 2) : null;
  }

  /**
   * Creates the files and counts their bytes. The caller asks for the size after each row, and a
   * split may have many files.
   */
  private final class CountedFiles implements ColumnFileWriter.Files {
    @Override
    public FSDataOutputStream create(Path path, StoragePolicy policy) throws IOException {
      return commit.create(path, policy);
    }

    @Override
    public void wrote(long bytes) {
      bytesWritten += bytes;
    }
  }

  /**
   * Begins a split.
   *
   * @param directory folder of the split, created if it does not exist. If the options have a
   *     placement key, the folder is marked with it, unless folders have no extended attributes.
   * @throws CifException if the folder is a split-directory already
   * @throws IllegalArgumentException if an option does not fit its column, or the order of the rows
   *     does not fit the columns
   */
  public static SplitWriter create(
      FileSystem fs, Path directory, CifSchema schema, WriteOptions options) throws IOException {
    SplitCommit commit = SplitCommit.create(fs, directory);
    SplitWriter writer;
    try {
      writer = new SplitWriter(commit, directory, schema, options);
    } catch (RuntimeException e) {
      commit.close();
      throw e;
    }
    options.placement().ifPresent(key -> SplitFiles.mark(fs, directory, key));
    return writer;
  }

  public CifSchema schema() {
    return schema;
  }

  /**
   * Returns the vector to which the caller appends the row's value of column {@code i}; always the
   * same.
   */
  public ColumnVector column(int i) {
    return sorter == null ? files.columns()[i] : sorter.column(i);
  }

  /** Ends a row, after one value was appended to every column. */
  public void endRow() throws IOException {
    expectOpen();
    state = State.FAILED;
    rawBytes += sorter == null ? files.endRow() : sorter.endRow();
    rows++;
    state = State.OPEN;
  }

  /** Appends the first {@code count} rows of a batch, one vector a column in schema order. */
  public void append(ColumnVector[] batch, int count) throws IOException {
    expectOpen();
    if (sorter != null || files.needRows()) {
      for (int row = 0; row < count; row++) {
        for (int i = 0; i < schema.size(); i++) {
          column(i).append(batch[i], row);
        }
        endRow();
      }
      return;
    }
    state = State.FAILED;
    rawBytes += files.append(batch, count);
    rows += count;
    state = State.OPEN;
  }

  private void expectOpen() throws CifException {
    if (state != State.OPEN) {
      throw CifException.at(
          directory,
          null,
          -1,
          state == State.DONE ? "the writer is closed" : "a write failed before; abort the split");
    }
  }

  /** Returns the number of rows so far. */
  public long rows() {
    return rows;
  }

  /** Returns the size of all values so far before encoding in bytes (FORMAT.md section 8). */
  public long rawBytes() {
    return rawBytes;
  }

  /**
   * Returns the bytes handed to the file system so far; after {@link #close} the size of the split.
   * A sorted split is written when it is closed.
   */
  public long bytesWritten() {
    return bytesWritten;
  }

  /** Returns true if rows are sorted, so that they are written when the split is closed. */
  boolean isSorted() {
    return sorter != null;
  }

  /**
   * Returns the bytes of files per byte before encoding, estimated from a sample of the rows that
   * are sorted.
   */
  double sampledRatio() throws IOException {
    return EncodedSize.ratio(sorter, directory, schema, options, blockMemory);
  }

  /** Sets the receiver of progress reports at the end of a sorted split. */
  public void reportTo(Progress told) {
    progress = told;
  }

  /**
   * Finishes the column files and commits the split. After a failed write, or if this fails,
   * nothing becomes visible and the files are removed. If the file system stops answering, the
   * outcome of the commit is unknown. Then all files stay, and the error says so.
   */
  @Override
  public void close() throws IOException {
    if (state == State.DONE) {
      return;
    }
    if (state == State.FAILED) {
      abort();
      throw CifException.at(directory, null, -1, "not committed, because a write failed before");
    }
    state = State.FAILED;
    try {
      if (sorter != null) {
        writeSorted();
      }
      SchemaFile content = new SchemaFile(schema, rows, files.finish());
      SortOrder order = options.sorting().order();
      bytesWritten +=
          commit.publish(order.isNone() ? content : content.withSortedBy(order.toString()));
      state = State.DONE;
    } finally {
      abort();
    }
  }

  private void writeSorted() throws IOException {
    long[] written = {0};
    sorter.drain(
        files.columns(),
        () -> {
          files.endRow();
          if (++written[0] % ROWS_PER_REPORT == 0) {
            progress.made();
          }
        });
  }

  /**
   * Gives the split up and removes the files of this writer. Does nothing after a {@link #close}
   * that succeeded or after another abort. Never throws: files that cannot be removed are invisible
   * to readers.
   */
  public void abort() {
    if (state == State.DONE) {
      return;
    }
    state = State.DONE;
    if (sorter != null) {
      SplitFiles.closeQuietly(sorter);
    }
    files.closeQuietly();
    commit.close();
  }
}
