package dev.cif.bench.formats;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.mapred.AvroKey;
import org.apache.avro.mapreduce.AvroJob;
import org.apache.avro.mapreduce.AvroKeyInputFormat;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Avro data files, read with a schema of the wanted fields.
 *
 * @param name name in tables
 * @param codec Avro's name of a codec
 */
record AvroStorage(String name, String codec) implements Storage {
  @Override
  public Sink create(Configuration conf, Path folder, int number, Schema schema)
      throws IOException {
    Path file = new Path(folder, String.format("part-%05d.avro", number));
    DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema));
    writer.setCodec(CodecFactory.fromString(codec));
    writer.create(schema, file.getFileSystem(conf).create(file));
    return Sink.of(writer::append, writer);
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    FileInputFormat.addInputPath(job, folder);
    AvroJob.setDataModelClass(job, GenericData.class);
    AvroJob.setInputKeySchema(job, Storage.project(schema, fields));
    return raw(AvroKeyInputFormat.class);
  }

  @SuppressWarnings("unchecked")
  static Class<? extends InputFormat<?, ?>> raw(Class<?> format) {
    return (Class<? extends InputFormat<?, ?>>) format;
  }

  @Override
  public Object mapKey(String key) {
    return new Utf8(key);
  }

  @Override
  public Values values(Configuration conf, Schema schema, int[] fields) {
    CifStorage.AvroValues inner = new CifStorage.AvroValues();
    return new Values() {
      @Override
      public void row(Object key, Object value) {
        inner.row(null, ((AvroKey<?>) key).datum());
      }

      @Override
      public Object get(int k) {
        return inner.get(k);
      }
    };
  }
}
