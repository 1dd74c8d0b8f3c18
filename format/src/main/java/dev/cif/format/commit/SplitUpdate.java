package dev.cif.format.commit;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes new values of columns for some rows of a split-directory, FORMAT.md section 2.1. The other
 * rows keep their values: NULL, or the table's default, if the split-directory lacks the column.
 * Readers see nothing of it until the files become part of a {@link TableChange}.
 *
 * <p>For each row, in ascending order: {@link #begin}, one value appended to each {@link #vector},
 * {@link #endRow}. Not thread-safe.
 */
public final class SplitUpdate implements Closeable {
  /** Number of rows that are copied at a time. */
  private static final int BATCH = 1024;

  private final Path directory;
  private final SplitReader old;
  private final Runnable progress;
  private final List<ColumnReader> oldColumns = new ArrayList<>();
  private final List<AddedColumnWriter> writers = new ArrayList<>();

  /** Old values that are being copied, by column. */
  private final List<ColumnVector> copied = new ArrayList<>();

  private long done;

  /** Number of rows that were given. */
  private long given;

  private SplitUpdate(Path directory, SplitReader old, Runnable progress) {
    this.directory = directory;
    this.old = old;
    this.progress = progress;
  }

  /**
   * Options of an update, the same for all split-directories.
   *
   * @param table columns of the table, by which old values are found
   * @param columns columns that are set, in the order of the vectors
   * @param sources names of columns from which the new values are computed; if one of them is
   *     rewritten meanwhile, the change fails
   * @param owner id of the {@link TableChange}
   */
  public record Plan(
      TableColumns table,
      CifSchema columns,
      WriteOptions options,
      List<String> sources,
      String owner) {}

  /**
   * Opens a split-directory.
   *
   * @param progress called every thousand rows or so
   */
  public static SplitUpdate open(
      FileSystem fs, Path directory, ReadOptions reading, Plan plan, Runnable progress)
      throws IOException {
    SplitReader old = SplitReader.open(fs, directory, reading, Snapshot.LATEST, plan.table());
    SplitUpdate update = new SplitUpdate(directory, old, progress);
    try {
      for (Column column : plan.columns().columns()) {
        update.add(fs, column, plan);
      }
      return update;
    } catch (IOException | RuntimeException e) {
      update.close();
      throw e;
    }
  }

  private void add(FileSystem fs, Column column, Plan plan) throws IOException {
    List<String> sources = new ArrayList<>(plan.sources());
    sources.add(column.name());
    oldColumns.add(old.column(column.name(), column.type()));
    copied.add(ColumnVector.create(column.type()));
    writers.add(
        AddedColumnWriter.create(
            fs,
            old,
            column.name(),
            column.type(),
            plan.options().column(column.name()),
            sources,
            plan.owner()));
  }

  /**
   * Begins a row.
   *
   * @param row number of the row, from 0
   * @throws CifException if there is no such row, or it does not come after the one before
   */
  public void begin(long row) throws IOException {
    if (row < done || row >= old.rows()) {
      throw CifException.at(
          directory,
          null,
          -1,
          "row "
              + row
              + " comes after row "
              + (done - 1)
              + " of "
              + old.rows()
              + "; each row may be given once, in ascending order");
    }
    copyTo(row);
  }

  /** Returns the vector to which the value of a column is appended; always the same. */
  public ColumnVector vector(int column) {
    return writers.get(column).vector();
  }

  /** Ends a row, after one value was appended to each vector. */
  public void endRow() throws IOException {
    for (AddedColumnWriter writer : writers) {
      writer.endRow();
    }
    done++;
    given++;
    if (done % BATCH == 0) {
      progress.run();
    }
  }

  /** Writes the old values of the rows before one. */
  private void copyTo(long row) throws IOException {
    while (done < row) {
      int count = (int) Math.min(BATCH, row - done);
      for (int i = 0; i < writers.size(); i++) {
        AddedColumnWriter writer = writers.get(i);
        ColumnVector values = copied.get(i);
        values.reset();
        oldColumns.get(i).read(done, count, values);
        for (int k = 0; k < count; k++) {
          writer.vector().append(values, k);
          writer.endRow();
        }
      }
      done += count;
      progress.run();
    }
  }

  /** Copies the rows that are left, and finishes the files. */
  public List<AddedColumn> finish() throws IOException {
    copyTo(old.rows());
    List<AddedColumn> columns = new ArrayList<>();
    for (AddedColumnWriter writer : writers) {
      columns.add(writer.finish(given));
    }
    return columns;
  }

  /** Closes the split-directory, and removes the files unless {@link #finish} succeeded. */
  @Override
  public void close() throws IOException {
    writers.forEach(AddedColumnWriter::close);
    old.close();
  }
}
