package dev.cif.hive;

import dev.cif.format.schema.CifException;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.CifSerDe;
import dev.cif.hive.table.Transactions;
import dev.cif.hive.version.HiveFeatures;
import dev.cif.hive.write.CifRecordWriter;
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
 * Output format that writes a split-directory in the place of Hive's file: {@code 000000_0} becomes
 * a folder, which Hive's move and overwrite steps rename and remove as a whole.
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
    if (!HiveFeatures.IS_3) {
      Transactions.expectNone(tableProperties::getProperty);
    }
    CifSerDe serde = new CifSerDe();
    try {
      serde.initialize(job, tableProperties, null);
    } catch (SerDeException e) {
      throw new CifException(e.getMessage(), e);
    }
    // An attempt that died may have left files there; Hive never passes a path that holds data.
    path.getFileSystem(job).delete(path, true);
    return CifRecordWriter.open(job, path, serde.schema(), null, tableProperties, progress);
  }

  @Override
  public RecordWriter<NullWritable, CifRowToWrite> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) {
    throw new UnsupportedOperationException(
        "this output format is Hive's; MapReduce jobs write CIF with dev.cif.format.write.SplitWriter");
  }
}
