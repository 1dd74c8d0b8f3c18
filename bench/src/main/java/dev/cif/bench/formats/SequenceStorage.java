package dev.cif.bench.formats;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.DeflaterOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;

/**
 * Hadoop's SequenceFile: no keys, records as values.
 *
 * @param name name in tables
 * @param compression compression of the file, by Hadoop's default codec (zlib)
 * @param custom true if the program compresses the field {@code content} itself, and leaves it
 *     compressed when it reads, as it does not need it
 */
public record SequenceStorage(String name, CompressionType compression, boolean custom)
    implements Storage {
  @Override
  public Sink create(Configuration conf, Path folder, int number, Schema schema)
      throws IOException {
    Path file = new Path(folder, String.format("part-%05d.seq", number));
    DefaultCodec codec = new DefaultCodec();
    codec.setConf(conf);
    SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(NullWritable.class),
            SequenceFile.Writer.valueClass(SequenceRecord.class),
            SequenceFile.Writer.compression(compression, codec));
    SequenceRecord record = new SequenceRecord(schema);
    return Sink.of(
        row -> {
          record.set(custom ? compressed(row) : row);
          writer.append(NullWritable.get(), record);
        },
        writer);
  }

  private static GenericRecord compressed(GenericRecord row) throws IOException {
    GenericRecord copy = new GenericData.Record(row.getSchema());
    for (Schema.Field field : row.getSchema().getFields()) {
      copy.put(field.pos(), row.get(field.pos()));
    }
    ByteBuffer content = (ByteBuffer) row.get("content");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
    }
    copy.put("content", ByteBuffer.wrap(bytes.toByteArray()));
    return copy;
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    FileInputFormat.addInputPath(job, folder);
    job.getConfiguration().set(SequenceRecord.SCHEMA, schema.toString());
    return AvroStorage.raw(SequenceFileInputFormat.class);
  }

  @Override
  public Object mapKey(String key) {
    return new Text(key);
  }

  @Override
  public Values values(Configuration conf, Schema schema, int[] fields) {
    return new Values() {
      private SequenceRecord record;

      @Override
      public void row(Object key, Object value) {
        record = (SequenceRecord) value;
      }

      @Override
      public Object get(int k) {
        return record.get(fields[k]);
      }
    };
  }
}
