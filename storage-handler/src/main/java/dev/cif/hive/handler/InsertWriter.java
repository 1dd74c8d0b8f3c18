package dev.cif.hive.handler;

import dev.cif.format.commit.TableInsert;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.write.FolderWriter;
import java.io.IOException;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.Writable;

/** Writer of an attempt of a task of an INSERT. */
final class InsertWriter implements StatsProvidingRecordWriter {
  private final TableInsert insert;
  private final String attempt;
  private final String task;

  /** Writes below the attempt's folder. */
  private final FolderWriter rows;

  InsertWriter(TableInsert insert, String attempt, String task, FolderWriter rows) {
    this.insert = insert;
    this.attempt = attempt;
    this.task = task;
    this.rows = rows;
  }

  @Override
  public void write(Writable writable) throws IOException {
    rows.write((CifRowToWrite) writable);
  }

  @Override
  public void close(boolean abort) throws IOException {
    if (abort) {
      rows.abort();
      insert.abortAttempt(attempt);
      return;
    }
    rows.close();
    if (!rows.isEmpty()) {
      insert.endTask(attempt, task);
    }
  }

  @Override
  public SerDeStats getStats() {
    return rows.stats();
  }
}
