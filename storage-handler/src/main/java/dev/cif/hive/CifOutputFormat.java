package dev.cif.hive;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.ColumnKeys;
import dev.cif.format.RollingSplitWriter;
import dev.cif.format.SplitLimits;
import dev.cif.format.WriteOptions;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.CifSerDe;
import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * Output format that writes a split-directory in the place of Hive's file: {@code 000000_0} becomes
 * a folder, which Hive's move and overwrite steps rename and remove as a whole.
 */
public final class CifOutputFormat extends FileOutputFormat<NullWritable, CifRowToWrite>
    implements HiveOutputFormat<NullWritable, CifRowToWrite> {
  /**
   * Table property: bytes at which a task closes a split-directory and begins another. One
   * split-directory is read by one task, so this bounds the work of a task.
   */
  public static final String SPLIT_SIZE = "cif.split.size";

  /** Default of {@link #SPLIT_SIZE}: 512 MiB. */
  public static final long DEFAULT_SPLIT_SIZE = 512L << 20;

  @Override
  public FileSinkOperator.RecordWriter getHiveRecordWriter(
      JobConf job,
      Path path,
      Class<? extends Writable> valueClass,
      boolean isCompressed,
      Properties tableProperties,
      Progressable progress)
      throws IOException {
    CifSerDe serde = new CifSerDe();
    try {
      serde.initialize(job, tableProperties, null);
    } catch (SerDeException e) {
      throw new CifException(e.getMessage(), e);
    }
    // An attempt that died may have left files there; Hive never passes a path that holds data.
    path.getFileSystem(job).delete(path, true);
    return writer(job, path, serde.schema(), null, tableProperties, progress);
  }

  /**
   * Begins the output of a task: a split-directory, or several.
   *
   * @param path a path that does not exist
   * @param columns columns that are written
   * @param positions positions of the columns in the rows; null if they have the same order
   * @param tableProperties properties by which columns are written
   */
  public static StatsProvidingRecordWriter writer(
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
  static long splitSize(Properties tableProperties) {
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
  public RecordWriter<NullWritable, CifRowToWrite> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) {
    throw new UnsupportedOperationException(
        "this output format is Hive's; MapReduce jobs write CIF with dev.cif.format.SplitWriter");
  }
}
