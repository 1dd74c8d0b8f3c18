package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.parquet.Version;
import org.apache.parquet.avro.AvroParquetInputFormat;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.avro.AvroSchemaConverter;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;

/**
 * Parquet's own writer and readers at their defaults, except for the codec. Map functions get
 * Avro's records, read with a projection.
 *
 * @param name name in tables
 * @param model object model of the fastest reader; null for parquet-avro's records
 * @param codec codec of all columns
 */
public record ParquetFormat(String name, Model<?> model, CompressionCodecName codec)
    implements FileFormat {
  /** One of Parquet's object models, besides that of Avro. */
  interface Model<T> {
    String title();

    ReadSupport<T> readSupport(Configuration conf, MessageType projection);

    /** Adds one row of a scan of some columns. */
    void add(Checksum checksum, T row, int[] columns);

    /** Adds one row of a look-up in the only column that is read. */
    void find(Lookup lookup, T row);
  }

  @Override
  public String description() {
    return "Parquet "
        + Version.VERSION_NUMBER
        + " parquet-hadoop, "
        + (model == null ? "parquet-avro generic records" : model.title())
        + ", codec "
        + codec.name()
        + (codec == ParquetWriter.DEFAULT_COMPRESSION_CODEC_NAME ? " (its default)" : "");
  }

  @Override
  public String ending() {
    return ".parquet";
  }

  @Override
  public RecordSink create(Configuration conf, Path file, Schema schema) throws IOException {
    ParquetWriter<GenericRecord> writer = writer(conf, file, schema, codec).build();
    return RecordSink.of(writer::write, writer);
  }

  /** Returns the builder of a writer, which may get more options. */
  public static AvroParquetWriter.Builder<GenericRecord> writer(
      Configuration conf, Path file, Schema schema, CompressionCodecName codec) throws IOException {
    return AvroParquetWriter.<GenericRecord>builder(HadoopOutputFile.fromPath(file, conf))
        .withSchema(schema)
        .withConf(conf)
        .withCompressionCodec(codec);
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    AvroParquetInputFormat.addInputPath(job, folder);
    AvroParquetInputFormat.setRequestedProjection(job, FileFormat.project(schema, fields));
    AvroParquetInputFormat.setAvroReadSchema(job, FileFormat.project(schema, fields));
    return FileFormat.raw(AvroParquetInputFormat.class);
  }

  @Override
  public FieldValues values(Configuration conf, Schema schema, int[] fields) {
    return FieldValues.of((key, value) -> value, (row, k) -> ((IndexedRecord) row).get(k));
  }

  /** Work on a row. */
  private interface RowWork<T> {
    void on(T row);
  }

  private <T> void each(
      Configuration conf, Path folder, Schema projection, Model<T> ofRows, RowWork<T> work)
      throws IOException {
    Configuration own = new Configuration(conf);
    MessageType wanted = new AvroSchemaConverter().convert(projection);
    try (ParquetReader<T> reader =
        ParquetReader.builder(ofRows.readSupport(own, wanted), file(folder, 0))
            .withConf(own)
            .build()) {
      for (T row = reader.read(); row != null; row = reader.read()) {
        work.on(row);
      }
    }
  }

  @Override
  public long scan(Configuration conf, Path folder, Schema schema, int... columns)
      throws IOException, InterruptedException {
    return model == null
        ? FileFormat.super.scan(conf, folder, schema, columns)
        : scan(conf, folder, schema, model, columns);
  }

  private <T> long scan(
      Configuration conf, Path folder, Schema schema, Model<T> ofRows, int... columns)
      throws IOException {
    Checksum checksum = new Checksum(schema);
    each(
        conf,
        folder,
        FileFormat.project(schema, columns),
        ofRows,
        row -> {
          checksum.rows(1);
          ofRows.add(checksum, row, columns);
        });
    return checksum.answer();
  }

  @Override
  public long lookup(Configuration conf, Path folder, Schema schema, int column, String key)
      throws IOException, InterruptedException {
    return model == null
        ? FileFormat.super.lookup(conf, folder, schema, column, key)
        : lookup(conf, folder, FileFormat.project(schema, column), model, key);
  }

  private <T> long lookup(Configuration conf, Path folder, Schema maps, Model<T> ofRows, String key)
      throws IOException {
    Lookup lookup = new Lookup(key);
    each(conf, folder, maps, ofRows, row -> ofRows.find(lookup, row));
    return lookup.answer();
  }
}
