package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import dev.cif.bench.data.Projection;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.Version;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;

/** Parquet's own writer and readers at their defaults, except for a named codec. */
final class ParquetFormat implements FormatUnderTest {
  /** One of Parquet's object models. */
  interface Model<T> {
    String suffix();

    String title();

    ReadSupport<T> readSupport(Configuration conf, RowData data, MessageType projection);

    /** Adds one row of a scan. */
    void add(Checksum checksum, T row, int[] columns, boolean textMap);

    /** Adds one row of a look-up. */
    void find(Lookup lookup, T row, boolean textMap);
  }

  private final Reading<?> reading;
  private final CompressionCodecName codec;
  private final boolean byDefault;

  private ParquetFormat(Model<?> model, CompressionCodecName codec, boolean byDefault) {
    this.reading = new Reading<>(model, loaded());
    this.codec = codec;
    this.byDefault = byDefault;
  }

  /**
   * Returns defaults that are parsed already, so that a copy need not parse them for every scan.
   */
  private static Configuration loaded() {
    Configuration conf = new Configuration();
    conf.size();
    return conf;
  }

  static ParquetFormat defaults(Model<?> model) {
    return new ParquetFormat(model, ParquetWriter.DEFAULT_COMPRESSION_CODEC_NAME, true);
  }

  static ParquetFormat zstd(Model<?> model) {
    return new ParquetFormat(model, CompressionCodecName.ZSTD, false);
  }

  @Override
  public String name() {
    return "parquet" + reading.model.suffix() + (byDefault ? "" : "-zstd");
  }

  @Override
  public String description() {
    return "Parquet "
        + Version.VERSION_NUMBER
        + " parquet-hadoop, "
        + reading.model.title()
        + ", codec "
        + codec.name()
        + (byDefault ? " (its default)" : "");
  }

  @Override
  public void write(RowData data, long rows, Path directory) throws IOException {
    try (ParquetWriter<Row> writer =
        new ParquetRowWriter.Builder(
                HadoopOutputFile.fromPath(file(directory), reading.defaults), data.textMap())
            .withCompressionCodec(codec)
            .build()) {
      RowData.Generator generator = data.open();
      Row row = new Row();
      for (long r = 0; r < rows; r++) {
        generator.next(row);
        writer.write(row);
      }
    }
  }

  @Override
  public long scan(RowData data, Path directory, Projection projection) throws IOException {
    return reading.scan(data, file(directory), projection);
  }

  @Override
  public long lookup(RowData data, Path directory, String key) throws IOException {
    return reading.lookup(data, file(directory), key);
  }

  private static org.apache.hadoop.fs.Path file(Path directory) {
    return new org.apache.hadoop.fs.Path(directory.resolve("part-00000.parquet").toUri());
  }

  private static MessageType project(RowData data, Projection projection) {
    MessageType all = ParquetRowWriter.schema(data.textMap());
    return new MessageType(
        all.getName(),
        Arrays.stream(projection.columns()).mapToObj(c -> all.getFields().get(c)).toList());
  }

  /** Binding of a model's row type. */
  private record Reading<T>(Model<T> model, Configuration defaults) {
    long scan(RowData data, org.apache.hadoop.fs.Path file, Projection projection)
        throws IOException {
      Checksum checksum = new Checksum();
      int[] columns = projection.columns();
      try (ParquetReader<T> reader = open(data, file, projection)) {
        for (T row = reader.read(); row != null; row = reader.read()) {
          checksum.rows(1);
          model.add(checksum, row, columns, data.textMap());
        }
      }
      return checksum.answer();
    }

    long lookup(RowData data, org.apache.hadoop.fs.Path file, String key) throws IOException {
      Lookup lookup = new Lookup(key);
      try (ParquetReader<T> reader = open(data, file, Projection.MAP)) {
        for (T row = reader.read(); row != null; row = reader.read()) {
          model.find(lookup, row, data.textMap());
        }
      }
      return lookup.answer();
    }

    private ParquetReader<T> open(
        RowData data, org.apache.hadoop.fs.Path file, Projection projection) throws IOException {
      Configuration conf = new Configuration(defaults);
      ReadSupport<T> support = model.readSupport(conf, data, project(data, projection));
      return ParquetReader.builder(support, file).withConf(conf).build();
    }
  }
}
