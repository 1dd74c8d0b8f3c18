package dev.cif.spark.write;

import dev.cif.format.commit.TableInsert;
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Writes the rows of an attempt of a task that inserts rows. Not thread-safe. */
final class RowWriter implements DataWriter<InternalRow> {
  /** Message of a task to the driver, which finds the output by itself. */
  private record Ended() implements WriterCommitMessage {}

  private final TableInsert insert;
  private final String attempt;
  private final String task;
  private final RowSplits splits;

  RowWriter(TableInsert insert, String attempt, String task, RowSplits splits) {
    this.insert = insert;
    this.attempt = attempt;
    this.task = task;
    this.splits = splits;
  }

  @Override
  public void write(InternalRow row) throws IOException {
    splits.write(row);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    if (!splits.finish().isEmpty()) {
      insert.endTask(attempt, task);
    }
    return new Ended();
  }

  @Override
  public void abort() throws IOException {
    splits.abort();
    insert.abortAttempt(attempt);
  }

  @Override
  public void close() {}
}
