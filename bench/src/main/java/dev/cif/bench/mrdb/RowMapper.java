package dev.cif.bench.mrdb;

import dev.cif.bench.formats.Storage;
import dev.cif.bench.formats.Storages;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Mapper that gets the values of the task's fields, whatever the format. */
abstract class RowMapper extends Mapper<Object, Object, Text, Object> {
  private static final String STORAGE = "mrdb.storage";
  private static final String TASK = "mrdb.task";

  private Storage.Values values;

  /** Tells the map function the task and the format. */
  static void set(Configuration conf, ScanTask task, Storage storage) {
    conf.set(STORAGE, storage.name());
    conf.set(TASK, task.name());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    ScanTask task = ScanTask.valueOf(conf.get(TASK));
    Schema schema = MrdbData.schema(task.table);
    values = Storages.named(conf.get(STORAGE)).values(conf, schema, task.fields(schema));
  }

  @Override
  protected final void map(Object key, Object row, Context context)
      throws IOException, InterruptedException {
    values.row(key, row);
    map(values, context);
  }

  abstract void map(Storage.Values row, Context context) throws IOException, InterruptedException;
}
