package dev.cif.bench.mrdb;

import dev.cif.bench.formats.FieldValues;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Mapper that gets the values of the task's fields, whatever the format. */
abstract class RowMapper extends Mapper<Object, Object, Text, Object> {
  private static final String STORAGE = "mrdb.format";
  private static final String TASK = "mrdb.task";

  private FieldValues values;

  /** Tells the map function the task and the format. */
  static void set(Configuration conf, ScanTask task, FileFormat format) {
    conf.set(STORAGE, format.name());
    conf.set(TASK, task.name());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    ScanTask task = ScanTask.valueOf(conf.get(TASK));
    Schema schema = MrdbData.schema(task.table);
    values = FileFormats.named(conf.get(STORAGE)).values(conf, schema, task.fields(schema));
  }

  @Override
  protected final void map(Object key, Object row, Context context)
      throws IOException, InterruptedException {
    values.row(key, row);
    map(values, context);
  }

  abstract void map(FieldValues row, Context context) throws IOException, InterruptedException;
}
