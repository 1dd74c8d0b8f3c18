package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.ColumnOutputFormat;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;

/**
 * CIF with settings for its columns. Map functions get lazy or eager records; the fastest reader
 * reads batches of 1,024 rows, as Hive does.
 *
 * @param name name in tables
 * @param layout layouts of the columns, for a report
 * @param options properties of docs/CONFIGURATION.md by which the columns are written
 * @param lazy true if records are lazy
 * @param javaStrings true if strings are read as Java's, for map functions that search them; false
 *     for Avro's Utf8
 */
public record CifFormat(
    String name, String layout, Map<String, String> options, boolean lazy, boolean javaStrings)
    implements FileFormat {
  private static final int BATCH = 1024;

  /** Creates a format with lazy records, whose strings are Java's. */
  public CifFormat(String name, String layout, Map<String, String> options) {
    this(name, layout, options, true, true);
  }

  @Override
  public String description() {
    return "CIF version 1, Java reader, vectors of " + BATCH + ", layout " + layout;
  }

  @Override
  public String ending() {
    return "";
  }

  @Override
  public RecordSink create(Configuration conf, Path file, Schema schema) throws IOException {
    Configuration own = new Configuration(conf);
    // Paper, section 4.3: "c blocks worth of data", where c is the number of columns.
    own.setLong("cif.split.size", schema.getFields().size() * BLOCK);
    options.forEach(own::set);
    Job job = Job.getInstance(own);
    ColumnOutputFormat.setSchema(job, schema);
    ColumnTaskWriter writer = ColumnTaskWriter.open(job.getConfiguration(), file);
    return RecordSink.of(writer::write, writer);
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    ColumnInputFormat.addInputPath(job, folder);
    Schema wanted = FileFormat.project(schema, fields);
    if (javaStrings) {
      wanted = new Schema.Parser().parse(wanted.toString());
      setStrings(wanted);
    }
    ColumnInputFormat.setReadSchema(job, wanted);
    job.getConfiguration().set("cif.mapreduce.record", lazy ? "lazy" : "eager");
    return ColumnInputFormat.class;
  }

  private static void setStrings(Schema schema) {
    switch (schema.getType()) {
      case RECORD -> schema.getFields().forEach(field -> setStrings(field.schema()));
      case ARRAY -> setStrings(schema.getElementType());
      case MAP -> {
        GenericData.setStringType(schema, GenericData.StringType.String);
        setStrings(schema.getValueType());
      }
      case STRING -> GenericData.setStringType(schema, GenericData.StringType.String);
      default -> {}
    }
  }

  @Override
  public FieldValues values(Configuration conf, Schema schema, int[] fields) {
    return FieldValues.of((key, value) -> value, (row, k) -> ((IndexedRecord) row).get(k));
  }

  /** Work on the open columns of a split-directory. */
  private interface Work {
    void on(long rows, ColumnReader... columns) throws IOException;
  }

  private static void each(Configuration conf, Path folder, List<String> columns, Work work)
      throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    TableColumns only = TableColumns.STORED.only(columns);
    for (Path split : SplitDirectories.list(fs, folder)) {
      try (SplitReader reader =
          SplitReader.open(fs, split, ReadOptions.DEFAULT, Snapshot.LATEST, only)) {
        ColumnReader[] readers = new ColumnReader[columns.size()];
        for (int i = 0; i < readers.length; i++) {
          readers[i] = reader.column(columns.get(i));
        }
        work.on(reader.rows(), readers);
      }
    }
  }

  @Override
  public long scan(Configuration conf, Path folder, Schema schema, int... columns)
      throws IOException {
    Checksum checksum = new Checksum(schema);
    List<String> names =
        Arrays.stream(columns).mapToObj(c -> schema.getFields().get(c).name()).toList();
    each(
        conf,
        folder,
        names,
        (rows, readers) -> {
          ColumnVector[] vectors = new ColumnVector[readers.length];
          for (int i = 0; i < readers.length; i++) {
            vectors[i] = ColumnVector.create(readers[i].type());
          }
          for (long row = 0; row < rows; row += BATCH) {
            int count = (int) Math.min(BATCH, rows - row);
            for (int i = 0; i < readers.length; i++) {
              vectors[i].reset();
              readers[i].read(row, count, vectors[i]);
              checksum.add(columns[i], sum(vectors[i]));
            }
            checksum.rows(count);
          }
        });
    return checksum.answer();
  }

  private static long sum(ColumnVector vector) {
    if (vector instanceof LongVector ints) {
      return sum(ints);
    }
    return vector instanceof BytesVector strings ? sum(strings) : sum((MapVector) vector);
  }

  private static long sum(LongVector ints) {
    long sum = 0;
    for (int i = 0; i < ints.size(); i++) {
      sum += ints.values[i];
    }
    return sum;
  }

  private static long sum(BytesVector strings) {
    long sum = 0;
    for (int i = 0; i < strings.size(); i++) {
      sum += Checksum.hash(strings.data, strings.starts[i], strings.lengths[i]);
    }
    return sum;
  }

  private static long sum(MapVector maps) {
    BytesVector keys = (BytesVector) maps.keys();
    BytesVector texts = maps.values() instanceof BytesVector strings ? strings : null;
    LongVector numbers = texts == null ? (LongVector) maps.values() : null;
    long sum = 0;
    for (int i = 0; i < maps.size(); i++) {
      int end = maps.starts[i] + maps.lengths[i];
      for (int e = maps.starts[i]; e < end; e++) {
        long key = Checksum.hash(keys.data, keys.starts[e], keys.lengths[e]);
        sum +=
            texts == null
                ? Checksum.entry(key, (int) numbers.values[e])
                : Checksum.entry(key, Checksum.hash(texts.data, texts.starts[e], texts.lengths[e]));
      }
    }
    return sum;
  }

  @Override
  public long lookup(Configuration conf, Path folder, Schema schema, int column, String key)
      throws IOException {
    Lookup lookup = new Lookup(key);
    MapKey mapKey = MapKey.of(key);
    each(
        conf,
        folder,
        List.of(schema.getFields().get(column).name()),
        (rows, maps) -> {
          ColumnVector values = ColumnVector.create(maps[0].type().child(1));
          for (long row = 0; row < rows; row += BATCH) {
            values.reset();
            maps[0].readKey(row, (int) Math.min(BATCH, rows - row), mapKey, values);
            for (int i = 0; i < values.size(); i++) {
              if (values.isNull(i)) {
                continue;
              }
              if (values instanceof BytesVector texts) {
                lookup.found(texts.data, texts.starts[i], texts.lengths[i]);
              } else {
                lookup.found(((LongVector) values).values[i]);
              }
            }
          }
        });
    return lookup.answer();
  }
}
