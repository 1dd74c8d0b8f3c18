package dev.cif.format;

import dev.cif.format.commit.SplitCommit;
import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.ColumnFileWriter;
import dev.cif.format.internal.file.FilterEntry;
import dev.cif.format.internal.file.FilterWriter;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes one split-directory (FORMAT.md section 2; the paper's ColumnOutputFormat, section 4.2).
 *
 * <p>Rows go in by appending one value to each {@link #column} and then {@link #endRow}. Nothing is
 * visible to readers before {@link #close} has renamed the schema file into place. Holds at most
 * one block a column in memory, and of all columns together about {@link WriteOptions#memory}. Not
 * thread-safe.
 */
public final class SplitWriter implements Closeable {
  private enum State {
    OPEN,
    FAILED,
    DONE
  }

  /** A filter of a key of several columns, by their positions in the schema. */
  private record CompositeFilter(FilterWriter writer, List<Integer> columns) {}

  private final Path directory;
  private final CifSchema schema;
  private final ColumnVector[] columns;
  private final ColumnFileWriter[] files;

  /** The columns of each file, by their positions in the schema. */
  private final List<List<Integer>> columnsOfFiles;

  /** Filters of keys of several columns. */
  private final List<CompositeFilter> filters = new ArrayList<>();

  private final WriteMemory memory;
  private final SplitCommit commit;
  private long rows;
  private long rawBytes;
  private long bytesWritten;
  private State state = State.OPEN;

  private SplitWriter(SplitCommit commit, Path directory, CifSchema schema, WriteOptions options) {
    this.commit = commit;
    this.directory = directory;
    this.schema = schema;
    columns = new ColumnVector[schema.size()];
    columnsOfFiles = options.columnGroups().files(schema);
    files = new ColumnFileWriter[columnsOfFiles.size()];
    Output body = new Output();
    ColumnFileWriter.Files created = new CountedFiles();
    for (int f = 0; f < files.length; f++) {
      List<Integer> members = columnsOfFiles.get(f);
      List<Column> some = members.stream().map(schema::column).toList();
      List<ColumnOptions> own = some.stream().map(c -> options.column(c.name())).toList();
      Column first = some.get(0);
      if (some.size() == 1) {
        Path path = new Path(directory, SplitFiles.columnFile(first, 0));
        files[f] = ColumnFileWriter.of(created, path, first, own.get(0), body);
      } else {
        Path path = new Path(directory, SplitFiles.groupFile(first));
        files[f] = ColumnFileWriter.ofGroup(created, path, some, own, body);
      }
      for (int k = 0; k < members.size(); k++) {
        columns[members.get(k)] = files[f].vector(k);
      }
    }
    for (List<String> key : options.filters()) {
      List<Integer> positions = options.positions(key, schema);
      if (positions.size() > 1) {
        filters.add(new CompositeFilter(filter(positions), positions));
      }
    }
    memory = new WriteMemory(files, columns.length, options.memory());
  }

  private FilterWriter filter(List<Integer> key) {
    List<Integer> others = key.subList(1, key.size());
    int f = 0;
    while (!columnsOfFiles.get(f).contains(key.get(0))) {
      f++;
    }
    return files[f].filter(
        columnsOfFiles.get(f).indexOf(key.get(0)),
        others.stream().map(i -> schema.column(i).id()).toList(),
        others.stream().map(i -> columns[i]).toList());
  }

  /** Counts as it goes: whoever writes asks after each row, and a split may have many files. */
  private final class CountedFiles implements ColumnFileWriter.Files {
    @Override
    public FSDataOutputStream create(Path path) throws IOException {
      return commit.create(path);
    }

    @Override
    public void wrote(long bytes) {
      bytesWritten += bytes;
    }
  }

  /**
   * Starts a split.
   *
   * @param directory created if it does not exist, and marked with the key by which it is placed if
   *     the options have one; where folders have no extended attributes, that is left out
   * @throws CifException if the folder is a split-directory already
   * @throws IllegalArgumentException if an option does not fit its column
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
   * The vector to which the caller appends the row's value of column {@code i}. Ask again for each
   * row or keep it: it stays the same.
   */
  public ColumnVector column(int i) {
    return columns[i];
  }

  /** Ends a row: every column has got one more value. */
  public void endRow() throws IOException {
    expectOpen();
    state = State.FAILED;
    for (CompositeFilter filter : filters) {
      filter.writer().addRow();
    }
    long bytes = 0;
    for (ColumnFileWriter file : files) {
      bytes += file.endRow();
    }
    memory.endRow(bytes);
    rawBytes += bytes;
    rows++;
    state = State.OPEN;
  }

  /** Appends the first {@code count} rows of a batch, one vector a column in schema order. */
  public void append(ColumnVector[] batch, int count) throws IOException {
    expectOpen();
    for (int row = 0; row < count; row++) {
      for (int i = 0; i < columns.length; i++) {
        columns[i].append(batch[i], row);
      }
      endRow();
    }
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

  /** Rows so far. */
  public long rows() {
    return rows;
  }

  /** Bytes of all values so far before encoding (FORMAT.md section 8). */
  public long rawBytes() {
    return rawBytes;
  }

  /** Bytes handed to the file system so far; after {@link #close} the size of the split. */
  public long bytesWritten() {
    return bytesWritten;
  }

  /**
   * Finishes the column files and commits the split. After a failed write, or if this fails,
   * nothing becomes visible and what was written is removed. Where it can't be told whether the
   * commit failed, because the file system answers no more, all files stay, and the error says so.
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
      ColumnEntry[] entries = new ColumnEntry[columns.length];
      for (int f = 0; f < files.length; f++) {
        List<ColumnEntry> ofFile = files[f].finish();
        for (int k = 0; k < ofFile.size(); k++) {
          entries[columnsOfFiles.get(f).get(k)] = ofFile.get(k);
        }
      }
      for (CompositeFilter filter : filters) {
        finish(filter, entries);
      }
      bytesWritten += commit.publish(new SchemaFile(schema, rows, List.of(entries)));
      state = State.DONE;
    } finally {
      abort();
    }
  }

  private void finish(CompositeFilter filter, ColumnEntry[] entries) throws IOException {
    List<Integer> key = filter.columns();
    FilterEntry written =
        filter
            .writer()
            .finish(
                key.stream().map(i -> entries[i].footerCrc()).toList(),
                key.stream().skip(1).map(i -> schema.column(i).id()).toList());
    if (written != null) {
      ColumnEntry first = entries[key.get(0)];
      List<FilterEntry> all = new ArrayList<>(first.filters());
      all.add(written);
      entries[key.get(0)] = first.withFilters(all);
    }
  }

  /**
   * Gives the split up: removes what this writer has written. Does nothing after a {@link #close}
   * that succeeded or after another abort. Never throws: what cannot be removed is invisible to
   * readers.
   */
  public void abort() {
    if (state == State.DONE) {
      return;
    }
    state = State.DONE;
    for (ColumnFileWriter file : files) {
      SplitFiles.closeQuietly(file);
    }
    for (CompositeFilter filter : filters) {
      SplitFiles.closeQuietly(filter.writer());
    }
    commit.close();
  }
}
