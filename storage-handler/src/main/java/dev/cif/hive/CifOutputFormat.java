package dev.cif.hive;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.SplitWriter;
import dev.cif.format.WriteOptions;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.CifSerDe;
import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * Writes a split-directory where Hive would write a file: {@code 000000_0} becomes a folder, which
 * Hive's move and overwrite steps rename and remove as a whole.
 */
public final class CifOutputFormat extends FileOutputFormat<NullWritable, CifRowToWrite>
    implements HiveOutputFormat<NullWritable, CifRowToWrite> {

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
    CifSchema schema = serde.schema();
    WriteOptions options;
    try {
      options = WriteOptions.fromProperties(schema, tableProperties::getProperty);
    } catch (IllegalArgumentException e) {
      throw new CifException(
          "table " + tableProperties.getProperty("name") + ": " + e.getMessage(), e);
    }
    FileSystem fs = path.getFileSystem(job);
    // What an attempt that died has left at this place; Hive never gives a place that holds data.
    fs.delete(path, true);
    return new CifRecordWriter(SplitWriter.create(fs, path, schema, options), progress);
  }

  @Override
  public RecordWriter<NullWritable, CifRowToWrite> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) {
    throw new UnsupportedOperationException(
        "this output format is Hive's; MapReduce jobs write CIF with dev.cif.format.SplitWriter");
  }
}
