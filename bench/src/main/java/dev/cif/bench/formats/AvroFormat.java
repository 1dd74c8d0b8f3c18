package dev.cif.bench.formats;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
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
public record AvroFormat(String name, String codec) implements FileFormat {
  @Override
  public String ending() {
    return ".avro";
  }

  @Override
  public RecordSink create(Configuration conf, Path file, Schema schema) throws IOException {
    DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema));
    writer.setCodec(CodecFactory.fromString(codec));
    writer.create(schema, file.getFileSystem(conf).create(file));
    return RecordSink.of(writer::append, writer);
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    FileInputFormat.addInputPath(job, folder);
    AvroJob.setDataModelClass(job, GenericData.class);
    AvroJob.setInputKeySchema(job, FileFormat.project(schema, fields));
    return FileFormat.raw(AvroKeyInputFormat.class);
  }

  @Override
  public Object mapKey(String key) {
    return new Utf8(key);
  }

  @Override
  public FieldValues values(Configuration conf, Schema schema, int[] fields) {
    return FieldValues.of(
        (key, value) -> ((AvroKey<?>) key).datum(), (row, k) -> ((IndexedRecord) row).get(k));
  }
}
