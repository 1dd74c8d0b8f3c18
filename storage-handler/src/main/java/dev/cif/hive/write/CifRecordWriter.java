package dev.cif.hive.write;

import dev.cif.format.options.SplitLimits;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.write.RollingSplitWriter;
import dev.cif.format.write.SplitWriter;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.serde.ObjectWriter;
import dev.cif.hive.table.CompactionJob;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.Progressable;

/** Writes Hive's rows into split-directories, which become visible when they are closed. */
public final class CifRecordWriter implements StatsProvidingRecordWriter {
  /**
   * Table property: bytes at which a task closes a split-directory and begins another. One
   * split-directory is read by one task, so this bounds the work of a task.
   */
  public static final String SPLIT_SIZE = "cif.split.size";

  /** Default of {@link #SPLIT_SIZE}: 512 MiB. */
  public static final long DEFAULT_SPLIT_SIZE = 512L << 20;

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
  private CifRecordWriter(
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

  /**
   * Begins the output of a task: a split-directory, or several.
   *
   * @param path a path that does not exist
   * @param columns columns that are written
   * @param positions positions of the columns in the rows; null if they have the same order
   * @param tableProperties properties by which columns are written
   */
  public static CifRecordWriter open(
      JobConf job,
      Path path,
      CifSchema columns,
      int[] positions,
      Properties tableProperties,
      Progressable progress)
      throws IOException {
    CifSchema schema;
    String table = tableProperties.getProperty("name");
    WriteOptions options;
    long splitSize;
    try {
      ColumnKeys keys = ColumnKeys.fromProperties(tableProperties::getProperty);
      schema = keys == null ? columns : keys.keyed(columns);
      splitSize = splitSize(tableProperties);
      options = WriteOptions.fromProperties(schema, tableProperties::getProperty);
      options.sorting().order().expectFit(schema);
    } catch (IllegalArgumentException e) {
      throw new CifException("table " + table + ": " + e.getMessage(), e);
    }
    FileSystem fs = path.getFileSystem(job);
    TaskPlaces places = new TaskPlaces(fs, path);
    RollingSplitWriter splits =
        new RollingSplitWriter(
            fs, schema, options.ofPart(places.bucket()), SplitLimits.ofBytes(splitSize), places);
    // Hive needs an output of every task, also of one without rows.
    splits.current();
    CompactionJob.mark(fs, tableProperties);
    return new CifRecordWriter(splits, places, positions, table, progress);
  }

  /**
   * Returns the bytes at which a task closes a split-directory.
   *
   * @throws IllegalArgumentException with the property, its value and the allowed values
   */
  public static long splitSize(Properties tableProperties) {
    String value = tableProperties.getProperty(SPLIT_SIZE);
    try {
      long size = value == null ? DEFAULT_SPLIT_SIZE : Long.parseLong(value.trim());
      if (size > 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the allowed values.
    }
    throw new IllegalArgumentException(
        SPLIT_SIZE + " is '" + value + "': a number of bytes from 1 on is allowed");
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
