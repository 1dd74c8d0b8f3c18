package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import dev.cif.bench.data.Projection;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import dev.cif.bench.data.Slice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcUtils;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** ORC's own vectorised reader and writer at their defaults, except for a named codec. */
final class OrcFormat implements FormatUnderTest {
  private final String name;
  private final CompressionKind codec;
  private final Configuration conf = new Configuration();

  private OrcFormat(String name, CompressionKind codec) {
    this.name = name;
    this.codec = codec;
  }

  static OrcFormat defaults() {
    String codec = OrcConf.COMPRESS.getDefaultValue().toString();
    return new OrcFormat("orc", CompressionKind.valueOf(codec.toUpperCase(Locale.ROOT)));
  }

  static OrcFormat with(CompressionKind codec) {
    return new OrcFormat("orc-" + codec.name().toLowerCase(Locale.ROOT), codec);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return "ORC "
        + OrcUtils.getOrcVersion()
        + " orc-core, VectorizedRowBatch, codec "
        + codec.name().toLowerCase(Locale.ROOT)
        + (name.equals("orc") ? " (its default)" : "");
  }

  private static TypeDescription schema(boolean textMap) {
    TypeDescription schema = TypeDescription.createStruct();
    for (int c = 0; c < Row.MAP_COLUMN; c++) {
      schema.addField(
          Row.columnName(c),
          c < Row.STRINGS ? TypeDescription.createString() : TypeDescription.createInt());
    }
    return schema.addField(
        Row.columnName(Row.MAP_COLUMN),
        TypeDescription.createMap(
            TypeDescription.createString(),
            textMap ? TypeDescription.createString() : TypeDescription.createInt()));
  }

  @Override
  public void write(RowData data, long rows, Path directory) throws IOException {
    TypeDescription schema = schema(data.textMap());
    OrcFile.WriterOptions options = OrcFile.writerOptions(conf).setSchema(schema).compress(codec);
    try (Writer writer = OrcFile.createWriter(file(directory), options)) {
      VectorizedRowBatch batch = schema.createRowBatch();
      RowData.Generator generator = data.open();
      Row row = new Row();
      for (long r = 0; r < rows; r++) {
        generator.next(row);
        append(batch, row, data.textMap());
        if (batch.size == batch.getMaxSize()) {
          writer.addRowBatch(batch);
          batch.reset();
        }
      }
      if (batch.size > 0) {
        writer.addRowBatch(batch);
      }
    }
  }

  private static void append(VectorizedRowBatch batch, Row row, boolean textMap) {
    int at = batch.size++;
    for (int c = 0; c < Row.STRINGS; c++) {
      Slice string = row.strings[c];
      ((BytesColumnVector) batch.cols[c]).setVal(at, string.bytes, 0, string.length);
    }
    for (int c = Row.STRINGS; c < Row.MAP_COLUMN; c++) {
      ((LongColumnVector) batch.cols[c]).vector[at] = row.ints[c - Row.STRINGS];
    }
    MapColumnVector map = (MapColumnVector) batch.cols[Row.MAP_COLUMN];
    int first = map.childCount;
    map.offsets[at] = first;
    map.lengths[at] = row.entries;
    map.childCount += row.entries;
    map.keys.ensureSize(map.childCount, true);
    map.values.ensureSize(map.childCount, true);
    BytesColumnVector keys = (BytesColumnVector) map.keys;
    for (int e = 0; e < row.entries; e++) {
      keys.setVal(first + e, row.keys[e].bytes, 0, row.keys[e].length);
      if (textMap) {
        Slice text = row.texts[e];
        ((BytesColumnVector) map.values).setVal(first + e, text.bytes, 0, text.length);
      } else {
        ((LongColumnVector) map.values).vector[first + e] = row.values[e];
      }
    }
  }

  @Override
  public long scan(RowData data, Path directory, Projection projection) throws IOException {
    Checksum checksum = new Checksum();
    int[] columns = projection.columns();
    try (Reader reader = OrcFile.createReader(file(directory), OrcFile.readerOptions(conf));
        RecordReader rows = reader.rows(reader.options().include(include(reader, projection)))) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      while (rows.nextBatch(batch)) {
        checksum.rows(batch.size);
        for (int column : columns) {
          if (column < Row.STRINGS) {
            addStrings(checksum, column, (BytesColumnVector) batch.cols[column], batch.size);
          } else if (column < Row.MAP_COLUMN) {
            addInts(checksum, column, (LongColumnVector) batch.cols[column], batch.size);
          } else {
            addMaps(checksum, (MapColumnVector) batch.cols[column], batch.size, data.textMap());
          }
        }
      }
    }
    return checksum.answer();
  }

  private static void addInts(Checksum checksum, int column, LongColumnVector ints, int size) {
    if (ints.isRepeating) {
      checksum.add(column, ints.vector[0] * size);
      return;
    }
    long sum = 0;
    for (int r = 0; r < size; r++) {
      sum += ints.vector[r];
    }
    checksum.add(column, sum);
  }

  private static void addStrings(
      Checksum checksum, int column, BytesColumnVector strings, int size) {
    long sum = 0;
    for (int r = 0; r < size; r++) {
      int i = strings.isRepeating ? 0 : r;
      sum += Checksum.hash(strings.vector[i], strings.start[i], strings.length[i]);
    }
    checksum.add(column, sum);
  }

  private static void addMaps(Checksum checksum, MapColumnVector maps, int size, boolean textMap) {
    BytesColumnVector keys = (BytesColumnVector) maps.keys;
    long sum = 0;
    for (int r = 0; r < size; r++) {
      int map = maps.isRepeating ? 0 : r;
      int from = (int) maps.offsets[map];
      int to = from + (int) maps.lengths[map];
      for (int e = from; e < to; e++) {
        int k = keys.isRepeating ? 0 : e;
        long key = Checksum.hash(keys.vector[k], keys.start[k], keys.length[k]);
        if (textMap) {
          BytesColumnVector texts = (BytesColumnVector) maps.values;
          int v = texts.isRepeating ? 0 : e;
          sum +=
              Checksum.entry(key, Checksum.hash(texts.vector[v], texts.start[v], texts.length[v]));
        } else {
          LongColumnVector numbers = (LongColumnVector) maps.values;
          sum += Checksum.entry(key, (int) numbers.vector[numbers.isRepeating ? 0 : e]);
        }
      }
    }
    checksum.add(Row.MAP_COLUMN, sum);
  }

  @Override
  public long lookup(RowData data, Path directory, String key) throws IOException {
    Lookup lookup = new Lookup(key);
    try (Reader reader = OrcFile.createReader(file(directory), OrcFile.readerOptions(conf));
        RecordReader rows =
            reader.rows(reader.options().include(include(reader, Projection.MAP)))) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      while (rows.nextBatch(batch)) {
        MapColumnVector maps = (MapColumnVector) batch.cols[Row.MAP_COLUMN];
        for (int r = 0; r < batch.size; r++) {
          int map = maps.isRepeating ? 0 : r;
          int from = (int) maps.offsets[map];
          find(lookup, maps, from, from + (int) maps.lengths[map], data.textMap());
        }
      }
    }
    return lookup.answer();
  }

  private static void find(Lookup lookup, MapColumnVector maps, int from, int to, boolean textMap) {
    BytesColumnVector keys = (BytesColumnVector) maps.keys;
    for (int e = from; e < to; e++) {
      int k = keys.isRepeating ? 0 : e;
      if (lookup.matches(keys.vector[k], keys.start[k], keys.length[k])) {
        if (textMap) {
          BytesColumnVector texts = (BytesColumnVector) maps.values;
          int v = texts.isRepeating ? 0 : e;
          lookup.found(texts.vector[v], texts.start[v], texts.length[v]);
        } else {
          LongColumnVector numbers = (LongColumnVector) maps.values;
          lookup.found(numbers.vector[numbers.isRepeating ? 0 : e]);
        }
        return;
      }
    }
  }

  private static boolean[] include(Reader reader, Projection projection) {
    TypeDescription schema = reader.getSchema();
    boolean[] include = new boolean[schema.getMaximumId() + 1];
    include[0] = true;
    for (int column : projection.columns()) {
      TypeDescription child = schema.getChildren().get(column);
      for (int id = child.getId(); id <= child.getMaximumId(); id++) {
        include[id] = true;
      }
    }
    return include;
  }

  private static org.apache.hadoop.fs.Path file(Path directory) {
    return new org.apache.hadoop.fs.Path(directory.resolve("part-00000.orc").toUri());
  }
}
