package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcUtils;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.mapred.OrcStruct;
import org.apache.orc.mapreduce.OrcInputFormat;

/**
 * ORC's own vectorised writer and reader at their defaults, except for the codec. Map functions get
 * ORC's own structs, read with a schema of the wanted fields.
 *
 * @param name name in tables
 * @param codec codec of all columns
 */
public record OrcFormat(String name, CompressionKind codec) implements FileFormat {
  /** ORC's own default. */
  static final CompressionKind DEFAULT =
      CompressionKind.valueOf(
          OrcConf.COMPRESS.getDefaultValue().toString().toUpperCase(Locale.ROOT));

  @Override
  public String description() {
    return "ORC "
        + OrcUtils.getOrcVersion()
        + " orc-core, VectorizedRowBatch, codec "
        + codec.name().toLowerCase(Locale.ROOT)
        + (name.equals("orc") ? " (its default)" : "");
  }

  @Override
  public String ending() {
    return ".orc";
  }

  /** Returns the type of a schema. */
  private static TypeDescription type(Schema type) {
    return switch (type.getType()) {
      case RECORD -> {
        TypeDescription struct = TypeDescription.createStruct();
        type.getFields().forEach(field -> struct.addField(field.name(), type(field.schema())));
        yield struct;
      }
      case INT -> TypeDescription.createInt();
      case LONG -> TypeDescription.createLong();
      case FLOAT -> TypeDescription.createFloat();
      case BYTES -> TypeDescription.createBinary();
      case ARRAY -> TypeDescription.createList(type(type.getElementType()));
      case MAP ->
          TypeDescription.createMap(TypeDescription.createString(), type(type.getValueType()));
      default -> TypeDescription.createString();
    };
  }

  @Override
  public RecordSink create(Configuration conf, Path file, Schema schema) throws IOException {
    return create(file, schema, OrcFile.writerOptions(conf).compress(codec));
  }

  /** Begins a file with more options. */
  public static RecordSink create(Path file, Schema schema, OrcFile.WriterOptions options)
      throws IOException {
    TypeDescription type = type(schema);
    Writer writer = OrcFile.createWriter(file, options.setSchema(type));
    VectorizedRowBatch batch = type.createRowBatch();
    return RecordSink.of(
        row -> {
          for (int c = 0; c < batch.cols.length; c++) {
            set(batch.cols[c], batch.size, row.get(c));
          }
          if (++batch.size == batch.getMaxSize()) {
            writer.addRowBatch(batch);
            batch.reset();
          }
        },
        () -> {
          writer.addRowBatch(batch);
          writer.close();
        });
  }

  private static void set(ColumnVector column, int at, Object value) {
    if (column instanceof LongColumnVector numbers) {
      numbers.vector[at] = ((Number) value).longValue();
    } else if (column instanceof DoubleColumnVector numbers) {
      numbers.vector[at] = ((Number) value).doubleValue();
    } else if (column instanceof BytesColumnVector texts) {
      if (value instanceof Utf8 text) {
        texts.setVal(at, text.getBytes(), 0, text.getByteLength());
      } else if (value instanceof ByteBuffer bytes) {
        int start = bytes.arrayOffset() + bytes.position();
        texts.setVal(at, bytes.array(), start, bytes.remaining());
      } else {
        texts.setVal(at, value.toString().getBytes(StandardCharsets.UTF_8));
      }
    } else if (column instanceof ListColumnVector lists) {
      List<?> list = (List<?>) value;
      int next = next(lists, at, list.size());
      lists.child.ensureSize(lists.childCount, true);
      for (Object element : list) {
        set(lists.child, next++, element);
      }
    } else {
      MapColumnVector maps = (MapColumnVector) column;
      Map<?, ?> map = (Map<?, ?>) value;
      int next = next(maps, at, map.size());
      maps.keys.ensureSize(maps.childCount, true);
      maps.values.ensureSize(maps.childCount, true);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        set(maps.keys, next, entry.getKey());
        set(maps.values, next++, entry.getValue());
      }
    }
  }

  /** Begins a value of some elements; returns the place of the first. */
  private static int next(MultiValuedColumnVector column, int at, int elements) {
    int first = column.childCount;
    column.offsets[at] = first;
    column.lengths[at] = elements;
    column.childCount += elements;
    return first;
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    FileInputFormat.addInputPath(job, folder);
    OrcConf.MAPRED_INPUT_SCHEMA.setString(
        job.getConfiguration(), type(FileFormat.project(schema, fields)).toString());
    return FileFormat.raw(OrcInputFormat.class);
  }

  @Override
  public Object mapKey(String key) {
    return new Text(key);
  }

  @Override
  public FieldValues values(Configuration conf, Schema schema, int[] fields) {
    return FieldValues.of((key, value) -> value, (row, k) -> ((OrcStruct) row).getFieldValue(k));
  }

  /** Work on a batch of rows. */
  public interface BatchWork {
    void on(VectorizedRowBatch batch);
  }

  /** Reads batches of some columns from an open file. */
  public static void each(Reader reader, BatchWork work, int... columns) throws IOException {
    TypeDescription schema = reader.getSchema();
    boolean[] include = new boolean[schema.getMaximumId() + 1];
    include[0] = true;
    for (int column : columns) {
      TypeDescription child = schema.getChildren().get(column);
      for (int id = child.getId(); id <= child.getMaximumId(); id++) {
        include[id] = true;
      }
    }
    try (RecordReader rows = reader.rows(reader.options().include(include))) {
      VectorizedRowBatch batch = schema.createRowBatch();
      while (rows.nextBatch(batch)) {
        work.on(batch);
      }
    }
  }

  private Reader open(Configuration conf, Path folder) throws IOException {
    return OrcFile.createReader(file(folder, 0), OrcFile.readerOptions(conf));
  }

  @Override
  public long scan(Configuration conf, Path folder, Schema schema, int... columns)
      throws IOException {
    Checksum checksum = new Checksum(schema);
    try (Reader reader = open(conf, folder)) {
      each(
          reader,
          batch -> {
            checksum.rows(batch.size);
            for (int column : columns) {
              checksum.add(column, sum(batch.cols[column], batch.size));
            }
          },
          columns);
    }
    return checksum.answer();
  }

  private static long sum(ColumnVector column, int size) {
    if (column instanceof LongColumnVector ints) {
      return sum(ints, size);
    }
    return column instanceof BytesColumnVector strings
        ? sum(strings, size)
        : sum((MapColumnVector) column, size);
  }

  private static long sum(LongColumnVector ints, int size) {
    if (ints.isRepeating) {
      return ints.vector[0] * size;
    }
    long sum = 0;
    for (int r = 0; r < size; r++) {
      sum += ints.vector[r];
    }
    return sum;
  }

  private static long sum(BytesColumnVector strings, int size) {
    long sum = 0;
    for (int r = 0; r < size; r++) {
      sum += hash(strings, r);
    }
    return sum;
  }

  private static long hash(BytesColumnVector strings, int row) {
    int i = strings.isRepeating ? 0 : row;
    return Checksum.hash(strings.vector[i], strings.start[i], strings.length[i]);
  }

  private static long sum(MapColumnVector maps, int size) {
    BytesColumnVector keys = (BytesColumnVector) maps.keys;
    BytesColumnVector texts = maps.values instanceof BytesColumnVector strings ? strings : null;
    LongColumnVector numbers = texts == null ? (LongColumnVector) maps.values : null;
    long sum = 0;
    for (int r = 0; r < size; r++) {
      int map = maps.isRepeating ? 0 : r;
      int from = (int) maps.offsets[map];
      int to = from + (int) maps.lengths[map];
      for (int e = from; e < to; e++) {
        long key = hash(keys, e);
        sum +=
            texts == null
                ? Checksum.entry(key, (int) numbers.vector[numbers.isRepeating ? 0 : e])
                : Checksum.entry(key, hash(texts, e));
      }
    }
    return sum;
  }

  @Override
  public long lookup(Configuration conf, Path folder, Schema schema, int column, String key)
      throws IOException {
    Lookup lookup = new Lookup(key);
    try (Reader reader = open(conf, folder)) {
      each(
          reader,
          batch -> {
            MapColumnVector maps = (MapColumnVector) batch.cols[column];
            for (int r = 0; r < batch.size; r++) {
              int map = maps.isRepeating ? 0 : r;
              int from = (int) maps.offsets[map];
              find(lookup, maps, from, from + (int) maps.lengths[map]);
            }
          },
          column);
    }
    return lookup.answer();
  }

  private static void find(Lookup lookup, MapColumnVector maps, int from, int to) {
    BytesColumnVector keys = (BytesColumnVector) maps.keys;
    for (int e = from; e < to; e++) {
      int k = keys.isRepeating ? 0 : e;
      if (lookup.matches(keys.vector[k], keys.start[k], keys.length[k])) {
        if (maps.values instanceof BytesColumnVector texts) {
          lookup.found(hash(texts, e));
        } else {
          LongColumnVector numbers = (LongColumnVector) maps.values;
          lookup.found(numbers.vector[numbers.isRepeating ? 0 : e]);
        }
        return;
      }
    }
  }
}
