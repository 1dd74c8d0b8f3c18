package dev.cif.hive;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.RollingSplitWriter;
import dev.cif.format.SplitWriter;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.serde.ObjectWriter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.Progressable;

/** Writes Hive's rows into split-directories, which become visible when they are closed. */
final class CifRecordWriter implements StatsProvidingRecordWriter {
  private static final int ROWS_PER_CHECK = 1024;

  private final RollingSplitWriter splits;
  private final TaskPlaces places;

  /** Positions of the file's columns in a row; null if they have the same order. */
  private final int[] positions;

  private final String table;
  private final Progressable progress;
  private StructObjectInspector inspector;
  private StructField[] fields;
  private ObjectWriter[] writers;

  /** Creates a writer; errors name {@code table}. */
  CifRecordWriter(
      RollingSplitWriter splits,
      TaskPlaces places,
      int[] positions,
      String table,
      Progressable progress) {
    this.splits = splits;
    this.places = places;
    this.positions = positions;
    this.table = table;
    this.progress = progress;
    if (progress != null) {
      splits.reportTo(progress::progress);
    }
  }

  @Override
  public void write(Writable writable) throws IOException {
    if (!(writable instanceof CifRowToWrite row)) {
      throw new CifException(
          "table "
              + table
              + ": its rows come as "
              + writable.getClass().getName()
              + ", from another SerDe than CIF's; ALTER TABLE "
              + table
              + " SET SERDE '"
              + CifSerDe.class.getName()
              + "' mends that, for a partition with PARTITION (...) before SET");
    }
    if (row.inspector() != inspector) {
      prepare(row.inspector());
    }
    SplitWriter split = splits.current();
    for (int i = 0; i < writers.length; i++) {
      writers[i].append(inspector.getStructFieldData(row.row(), fields[i]), split.column(i));
    }
    split.endRow();
    if (split.rows() % ROWS_PER_CHECK == 0) {
      splits.rollIfFull();
      if (progress != null) {
        progress.progress();
      }
    }
  }

  private void prepare(StructObjectInspector rowInspector) {
    inspector = rowInspector;
    List<? extends StructField> refs = rowInspector.getAllStructFieldRefs();
    CifSchema schema = splits.schema();
    int columns = schema.size();
    fields = new StructField[columns];
    writers = new ObjectWriter[columns];
    for (int i = 0; i < columns; i++) {
      fields[i] = refs.get(positions == null ? i : positions[i]);
      writers[i] = ObjectWriter.of(fields[i].getFieldObjectInspector(), schema.column(i).type());
    }
  }

  @Override
  public void close(boolean abort) throws IOException {
    if (abort) {
      splits.abort();
      if (splits.splits() > 0) {
        places.delete();
      }
    } else {
      splits.close();
    }
  }

  @Override
  public SerDeStats getStats() {
    SerDeStats stats = new SerDeStats();
    stats.setRawDataSize(splits.rawBytes());
    stats.setRowCount(splits.rows());
    return stats;
  }
}
