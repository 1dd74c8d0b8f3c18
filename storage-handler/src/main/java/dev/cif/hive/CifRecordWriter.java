package dev.cif.hive;

import dev.cif.format.SplitWriter;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.ObjectWriter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.Progressable;

/** Writes Hive's rows into one split-directory, which becomes visible when it is closed. */
final class CifRecordWriter implements StatsProvidingRecordWriter {
  private static final int ROWS_PER_PROGRESS = 10_000;

  private final SplitWriter split;
  private final Progressable progress;
  private StructObjectInspector inspector;
  private StructField[] fields;
  private ObjectWriter[] writers;

  CifRecordWriter(SplitWriter split, Progressable progress) {
    this.split = split;
    this.progress = progress;
  }

  @Override
  public void write(Writable writable) throws IOException {
    CifRowToWrite row = (CifRowToWrite) writable;
    if (row.inspector() != inspector) {
      prepare(row.inspector());
    }
    for (int i = 0; i < writers.length; i++) {
      writers[i].append(inspector.getStructFieldData(row.row(), fields[i]), split.column(i));
    }
    split.endRow();
    if (progress != null && split.rows() % ROWS_PER_PROGRESS == 0) {
      progress.progress();
    }
  }

  private void prepare(StructObjectInspector rowInspector) {
    inspector = rowInspector;
    List<? extends StructField> refs = rowInspector.getAllStructFieldRefs();
    int columns = split.schema().size();
    fields = new StructField[columns];
    writers = new ObjectWriter[columns];
    for (int i = 0; i < columns; i++) {
      fields[i] = refs.get(i);
      writers[i] =
          ObjectWriter.of(fields[i].getFieldObjectInspector(), split.schema().column(i).type());
    }
  }

  @Override
  public void close(boolean abort) throws IOException {
    if (abort) {
      split.abort();
    } else {
      split.close();
    }
  }

  @Override
  public SerDeStats getStats() {
    SerDeStats stats = new SerDeStats();
    stats.setRawDataSize(split.rawBytes());
    stats.setRowCount(split.rows());
    return stats;
  }
}
