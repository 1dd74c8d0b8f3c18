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
import org.apache.hadoop.util.VersionInfo;

/** Hadoop's SequenceFile as in the paper: no keys, Writable records as values. */
class SequenceFormat implements FileFormat {
  private final String name;
  private final CompressionType compression;
  private final boolean custom;

  /**
   * Creates a format.
   *
   * @param name name in tables
   * @param compression compression of the file, by Hadoop's default codec (zlib)
   * @param custom true if the program compresses the field {@code content} itself, and leaves it
   *     compressed when it reads, as it does not need it
   */
  SequenceFormat(String name, CompressionType compression, boolean custom) {
    this.name = name;
    this.compression = compression;
    this.custom = custom;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return "Hadoop " + VersionInfo.getVersion() + " SequenceFile, uncompressed, " + map();
  }

  /** Describes the class that the fastest reader makes of a map. */
  String map() {
    return "map as a java.util.HashMap";
  }

  @Override
  public final String ending() {
    return ".seq";
  }

  @Override
  public final RecordSink create(Configuration conf, Path file, Schema schema) throws IOException {
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
    return RecordSink.of(
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
  public final Class<? extends InputFormat<?, ?>> read(
      Job job, Path folder, Schema schema, int[] fields) throws IOException {
    FileInputFormat.addInputPath(job, folder);
    job.getConfiguration().set(SequenceRecord.SCHEMA, schema.toString());
    return FileFormat.raw(SequenceFileInputFormat.class);
  }

  @Override
  public final Object mapKey(String key) {
    return new Text(key);
  }

  @Override
  public final FieldValues values(Configuration conf, Schema schema, int[] fields) {
    return FieldValues.of((key, value) -> value, (row, k) -> ((SequenceRecord) row).get(fields[k]));
  }
}
