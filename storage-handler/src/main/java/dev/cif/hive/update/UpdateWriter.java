package dev.cif.hive.update;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.SplitUpdate;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.schema.CifException;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.ObjectWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.Progressable;

/**
 * Writes the new values of rows, and the old values of the rows in between. Lists the rows that a
 * MERGE deletes, and those that it inserts.
 */
final class UpdateWriter implements FileSinkOperator.RecordWriter {
  private final Configuration job;
  private final FSDataOutputStream out;
  private final SplitUpdate.Plan plan;
  private final RowConverter newValues;
  private final List<String> actions;

  /** Rows that are inserted; null if none can be. */
  private final InsertedRows inserted;

  private final Progressable progress;

  private final RowPlaces places;
  private ObjectWriter[] values;

  /** Split-directory that is written; null for none. */
  private String split;

  /** The last row of it. */
  private long last;

  private SplitUpdate update;
  private SplitDelete delete;

  /**
   * Creates a writer, which owns {@code out} and closes it.
   *
   * @param newValues values of the columns that are set
   * @param places places of the rows
   * @param actions what the clauses of a MERGE do; empty for an UPDATE
   * @param inserted rows that are inserted; null if none can be
   */
  UpdateWriter(
      Configuration job,
      FSDataOutputStream out,
      SplitUpdate.Plan plan,
      RowPlaces places,
      RowConverter newValues,
      List<String> actions,
      InsertedRows inserted,
      Progressable progress) {
    this.job = job;
    this.out = out;
    this.plan = plan;
    this.places = places;
    this.newValues = newValues;
    this.actions = actions;
    this.inserted = inserted;
    this.progress = progress;
  }

  @Override
  public void write(Writable writable) throws IOException {
    CifRowToWrite row = (CifRowToWrite) writable;
    String place = places.split(row);
    if (place == null) {
      if (action(row, true).equals(UpdateOutputFormat.INSERT)) {
        inserted.insert(row);
      }
      return;
    }
    long number = places.row(row);
    if (!place.equals(split)) {
      finish();
      split = place;
    } else if (number == last && !actions.isEmpty()) {
      throw CifException.at(
          new Path(place),
          null,
          -1,
          "row "
              + number
              + " is matched by two rows of the source; nothing was changed: choose one of these, by"
              + " GROUP BY for instance");
    }
    last = number;
    String action = action(row, false);
    if (action.equals(UpdateOutputFormat.DELETE)) {
      delete(number);
    } else if (action.equals(UpdateOutputFormat.UPDATE)) {
      update(row, number);
    }
  }

  /**
   * Returns what is to be done with a row; an empty text for nothing.
   *
   * @param isOfSource true if no row of the table matches
   */
  private String action(CifRowToWrite row, boolean isOfSource) {
    for (int i = 0; i < actions.size(); i++) {
      String action = actions.get(i);
      if (action.equals(UpdateOutputFormat.INSERT) == isOfSource && places.holds(row, i)) {
        return action;
      }
    }
    return actions.isEmpty() ? UpdateOutputFormat.UPDATE : "";
  }

  private void delete(long number) throws IOException {
    if (delete == null) {
      Path directory = new Path(split);
      FileSystem fs = directory.getFileSystem(job);
      delete = SplitDelete.open(fs, directory, ReadOptions.from(job), plan.table(), plan.sources());
    }
    delete.delete(number);
  }

  private void update(CifRowToWrite row, long number) throws IOException {
    if (update == null) {
      Path directory = new Path(split);
      FileSystem fs = directory.getFileSystem(job);
      update = SplitUpdate.open(fs, directory, ReadOptions.from(job), plan, this::tellProgress);
    }
    if (newValues.look(row)) {
      values = new ObjectWriter[plan.columns().size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = ObjectWriter.of(newValues.inspectors().get(i), plan.columns().column(i).type());
      }
    }
    update.begin(number);
    for (int i = 0; i < values.length; i++) {
      values[i].append(newValues.value(row, i), update.vector(i));
    }
    update.endRow();
  }

  private void tellProgress() {
    if (progress != null) {
      progress.progress();
    }
  }

  /** Finishes the split-directory of the last row, if there is one. */
  private void finish() throws IOException {
    if (update != null) {
      for (AddedColumn column : update.finish()) {
        list(column.toJson());
      }
    }
    if (delete != null) {
      list(delete.toJson());
    }
    closeSplit();
  }

  @Override
  public void close(boolean abort) throws IOException {
    try (out) {
      if (!abort) {
        finish();
      }
      if (inserted != null) {
        end(abort);
      }
    } finally {
      closeSplit();
    }
  }

  /** Ends the inserted rows. */
  private void end(boolean abort) throws IOException {
    if (abort) {
      inserted.abort();
      return;
    }
    for (InsertedSplit split : inserted.finish()) {
      list(split.toJson());
    }
  }

  private void list(String json) throws IOException {
    out.write((json + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void closeSplit() throws IOException {
    split = null;
    delete = null;
    if (update != null) {
      update.close();
      update = null;
    }
  }
}
