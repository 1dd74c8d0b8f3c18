package dev.cif.spark.write;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.SplitUpdate;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.spark.table.RowAddress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Writes new files of columns for the split-directories whose rows a task has. Rows come by
 * split-directory, and in ascending order. Not thread-safe.
 */
final class FillWriter implements DataWriter<InternalRow> {
  /** Output of a task. Of arrays of texts alone, which each serializer of Spark knows. */
  static final class Files implements WriterCommitMessage {
    private static final long serialVersionUID = 1L;

    private final String[] splits;
    private final String[] columns;

    Files(List<String> splits, List<String> columns) {
      this.splits = splits.toArray(String[]::new);
      this.columns = columns.toArray(String[]::new);
    }

    /** Returns the addresses of the task's split-directories. */
    List<String> splits() {
      return List.of(splits);
    }

    /** Returns their new files, each as {@link AddedColumn#toJson}. */
    List<String> columns() {
      return List.of(columns);
    }
  }

  private final Path root;
  private final FileSystem fs;
  private final ReadOptions reading;
  private final SplitUpdate.Plan plan;
  private final FillRows parts;
  private final List<Appender> appenders = new ArrayList<>();
  private final List<String> splits = new ArrayList<>();
  private final List<String> written = new ArrayList<>();

  /** Split-directory that is written; null for none. */
  private UTF8String split;

  private SplitUpdate update;

  FillWriter(
      Path root, String id, StructType rows, CaseInsensitiveStringMap options, Configuration conf)
      throws IOException {
    this.root = root;
    fs = root.getFileSystem(conf);
    reading = ReadOptions.from(conf);
    parts = FillRows.of(rows);
    for (int position : parts.set()) {
      appenders.add(Appender.of(rows.fields()[position].dataType()));
    }
    CifSchema columns = parts.columns();
    WriteOptions writing = WriteOptions.fromProperties(columns, options::get);
    TableColumns table =
        TableColumns.fromProperties(
            columns.columns().stream().map(Column::name).toList(),
            columns.columns().stream().map(Column::type).toList(),
            options::get);
    plan = new SplitUpdate.Plan(table, columns, writing, List.of(), id);
  }

  @Override
  public void write(InternalRow row) throws IOException {
    if (row.isNullAt(parts.split()) || row.isNullAt(parts.row())) {
      throw CifException.at(
          root, null, -1, "a row has NULL as " + RowAddress.SPLIT + " or " + RowAddress.ROW);
    }
    UTF8String place = row.getUTF8String(parts.split());
    if (!place.equals(split)) {
      finish();
      Path directory = RowAddress.directory(root, place.toString());
      RowAddress.expectSame(fs, root, place.toString());
      update = SplitUpdate.open(fs, directory, reading, plan, () -> {});
      split = place.copy();
    }
    update.begin(row.getLong(parts.row()));
    for (int i = 0; i < appenders.size(); i++) {
      appenders.get(i).append(row, parts.set().get(i), update.vector(i));
    }
    update.endRow();
  }

  private void finish() throws IOException {
    if (update != null) {
      for (AddedColumn column : update.finish()) {
        written.add(column.toJson());
      }
      splits.add(split.toString());
      closeSplit();
    }
  }

  private void closeSplit() throws IOException {
    split = null;
    if (update != null) {
      SplitUpdate last = update;
      update = null;
      last.close();
    }
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    finish();
    return new Files(splits, written);
  }

  @Override
  public void abort() throws IOException {
    closeSplit();
  }

  @Override
  public void close() throws IOException {
    closeSplit();
  }
}
