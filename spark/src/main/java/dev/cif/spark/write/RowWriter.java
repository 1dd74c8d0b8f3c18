package dev.cif.spark.write;

import dev.cif.format.commit.TableInsert;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.write.RollingSplitWriter;
import dev.cif.format.write.SplitWriter;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Writes the rows of an attempt of a task. Rows of one folder are expected together: when another
 * folder follows, its split-directory is complete. Not thread-safe.
 */
final class RowWriter implements DataWriter<InternalRow> {
  private static final int ROWS_PER_CHECK = 1024;

  /** Message of a task to the driver, which finds the output by itself. */
  private record Ended() implements WriterCommitMessage {}

  private final FileSystem fs;
  private final TableInsert insert;
  private final String attempt;
  private final String task;
  private final CifSchema schema;
  private final CaseInsensitiveStringMap options;
  private final WriteOptions writeOptions;
  private final FolderPath folders;

  /** Appenders of the columns in files, and the positions of these in rows. */
  private final List<Appender> appenders = new ArrayList<>();

  private final List<Integer> positions = new ArrayList<>();

  /** Folder that is written, and its writer; null for none. */
  private String folder;

  private RollingSplitWriter writer;
  private int begun;

  RowWriter(
      FileSystem fs,
      TableInsert insert,
      String attempt,
      String task,
      StructType rows,
      List<String> keys,
      CaseInsensitiveStringMap options) {
    this.fs = fs;
    this.insert = insert;
    this.attempt = attempt;
    this.task = task;
    this.options = options;
    folders = FolderPath.of(rows, keys);
    List<StructField> stored = new ArrayList<>();
    for (int i = 0; i < rows.fields().length; i++) {
      StructField field = rows.fields()[i];
      if (!TableFolder.has(keys, field.name())) {
        stored.add(field);
        positions.add(i);
        appenders.add(Appender.of(field.dataType()));
      }
    }
    CifSchema named = SparkTypes.schema(stored);
    ColumnKeys tableKeys = ColumnKeys.fromProperties(options::get);
    schema = tableKeys == null ? named : tableKeys.keyed(named);
    writeOptions = WriteOptions.fromProperties(schema, options::get);
  }

  @Override
  public void write(InternalRow row) throws IOException {
    String into = folders.of(row);
    if (!into.equals(folder)) {
      if (writer != null) {
        writer.close();
      }
      folder = into;
      writer =
          new RollingSplitWriter(
              fs, schema, writeOptions, RowWriterFactory.splitSize(options), number -> place());
    }
    SplitWriter split = writer.current();
    for (int i = 0; i < appenders.size(); i++) {
      appenders.get(i).append(row, positions.get(i), split.column(i));
    }
    split.endRow();
    if (split.rows() % ROWS_PER_CHECK == 0) {
      writer.rollIfFull();
    }
  }

  private Path place() {
    Path root = insert.attemptFolder(attempt);
    Path in = folder.isEmpty() ? root : new Path(root, folder);
    return new Path(in, String.format(Locale.ROOT, "%05d", begun++));
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    if (writer != null) {
      writer.close();
      insert.endTask(attempt, task);
    }
    return new Ended();
  }

  @Override
  public void abort() throws IOException {
    if (writer != null) {
      writer.abort();
    }
    insert.abortAttempt(attempt);
  }

  @Override
  public void close() {}
}
