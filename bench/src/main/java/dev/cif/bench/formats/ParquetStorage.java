package dev.cif.bench.formats;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.parquet.avro.AvroParquetInputFormat;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;

/**
 * Parquet as Avro records, read with a projection.
 *
 * @param name name in tables
 * @param codec codec of all columns
 */
record ParquetStorage(String name, CompressionCodecName codec) implements Storage {
  @Override
  public Sink create(Configuration conf, Path folder, int number, Schema schema)
      throws IOException {
    Path file = new Path(folder, String.format("part-%05d.parquet", number));
    ParquetWriter<GenericRecord> writer =
        AvroParquetWriter.<GenericRecord>builder(HadoopOutputFile.fromPath(file, conf))
            .withSchema(schema)
            .withConf(conf)
            .withCompressionCodec(codec)
            .build();
    return Sink.of(writer::write, writer);
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    AvroParquetInputFormat.addInputPath(job, folder);
    AvroParquetInputFormat.setRequestedProjection(job, Storage.project(schema, fields));
    AvroParquetInputFormat.setAvroReadSchema(job, Storage.project(schema, fields));
    return AvroStorage.raw(AvroParquetInputFormat.class);
  }

  @Override
  public Object mapKey(String key) {
    return key;
  }

  @Override
  public Values values(Configuration conf, Schema schema, int[] fields) {
    return new CifStorage.AvroValues();
  }
}
