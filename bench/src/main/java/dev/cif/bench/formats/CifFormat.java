package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import dev.cif.bench.data.Projection;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import dev.cif.bench.data.Slice;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** CIF: one split-directory, read in batches of 1,024 rows as Hive reads. */
final class CifFormat implements FormatUnderTest {
  private static final int BATCH = 1024;
  private static final String MAP_NAME = Row.columnName(Row.MAP_COLUMN);

  private final String name;
  private final String title;
  private final WriteOptions options;
  private final Configuration conf = new Configuration();

  private CifFormat(String name, String title, WriteOptions options) {
    this.name = name;
    this.title = title;
    this.options = options;
  }

  /** Returns every layout: auto at its defaults, auto without codec, and those of the paper. */
  static List<FormatUnderTest> all() {
    ColumnOptions auto = ColumnOptions.DEFAULT;
    return List.of(
        new CifFormat("cif", "auto at its defaults", WriteOptions.DEFAULT),
        of("cif-none", "auto without codec", auto.withCompression(Compression.NONE)),
        of("cif-plain", "plain", auto.withLayout(Layout.PLAIN)),
        of("cif-skiplist", "skiplist", auto.withLayout(Layout.SKIPLIST)),
        of("cif-block-zstd", "block, zstd", block(Compression.ZSTD)),
        of("cif-block-lzo", "block, lzo", block(Compression.LZO)),
        new CifFormat(
            "cif-dcsl",
            "dcsl for the map, auto for the others",
            WriteOptions.DEFAULT.with(MAP_NAME, auto.withLayout(Layout.DCSL))));
  }

  private static CifFormat of(String name, String title, ColumnOptions options) {
    return new CifFormat(name, title, WriteOptions.of(options));
  }

  private static ColumnOptions block(Compression codec) {
    return ColumnOptions.DEFAULT.withLayout(Layout.BLOCK).withCompression(codec);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return "CIF version 1, Java reader, vectors of " + BATCH + ", layout " + title;
  }

  private static CifSchema schema(boolean textMap) {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    for (int c = 0; c < Row.COLUMNS; c++) {
      names.add(Row.columnName(c));
      types.add(CifType.parse(type(c, textMap)));
    }
    return CifSchema.of(names, types);
  }

  private static String type(int column, boolean textMap) {
    if (column < Row.STRINGS) {
      return "string";
    }
    if (column < Row.MAP_COLUMN) {
      return "int";
    }
    return textMap ? "map<string,string>" : "map<string,int>";
  }

  @Override
  public void write(RowData data, long rows, Path directory) throws IOException {
    org.apache.hadoop.fs.Path split = split(directory);
    try (SplitWriter writer =
        SplitWriter.create(fileSystem(split), split, schema(data.textMap()), options)) {
      RowData.Generator generator = data.open();
      Row row = new Row();
      for (long r = 0; r < rows; r++) {
        generator.next(row);
        append(writer, row, data.textMap());
        writer.endRow();
      }
    }
  }

  private static void append(SplitWriter writer, Row row, boolean textMap) {
    for (int c = 0; c < Row.STRINGS; c++) {
      append(writer.column(c), row.strings[c]);
    }
    for (int c = Row.STRINGS; c < Row.MAP_COLUMN; c++) {
      ((LongVector) writer.column(c)).append(row.ints[c - Row.STRINGS]);
    }
    MapVector map = (MapVector) writer.column(Row.MAP_COLUMN);
    map.append(row.entries);
    for (int e = 0; e < row.entries; e++) {
      append(map.keys(), row.keys[e]);
      if (textMap) {
        append(map.values(), row.texts[e]);
      } else {
        ((LongVector) map.values()).append(row.values[e]);
      }
    }
  }

  private static void append(ColumnVector strings, Slice slice) {
    ((BytesVector) strings).append(slice.bytes, 0, slice.length);
  }

  @Override
  public long scan(RowData data, Path directory, Projection projection) throws IOException {
    Checksum checksum = new Checksum();
    int[] columns = projection.columns();
    org.apache.hadoop.fs.Path split = split(directory);
    try (SplitReader reader = SplitReader.open(fileSystem(split), split)) {
      ColumnReader[] readers = new ColumnReader[columns.length];
      ColumnVector[] vectors = new ColumnVector[columns.length];
      for (int i = 0; i < columns.length; i++) {
        readers[i] = reader.column(Row.columnName(columns[i]));
        vectors[i] = ColumnVector.create(readers[i].type());
      }
      for (long row = 0; row < reader.rows(); row += BATCH) {
        int count = (int) Math.min(BATCH, reader.rows() - row);
        for (int i = 0; i < columns.length; i++) {
          vectors[i].reset();
          readers[i].read(row, count, vectors[i]);
          add(checksum, columns[i], vectors[i], data.textMap());
        }
        checksum.rows(count);
      }
    }
    return checksum.answer();
  }

  private static void add(Checksum checksum, int column, ColumnVector vector, boolean textMap) {
    if (column < Row.STRINGS) {
      addStrings(checksum, column, (BytesVector) vector);
    } else if (column < Row.MAP_COLUMN) {
      addInts(checksum, column, (LongVector) vector);
    } else if (textMap) {
      addTextMaps(checksum, (MapVector) vector);
    } else {
      addIntMaps(checksum, (MapVector) vector);
    }
  }

  private static void addInts(Checksum checksum, int column, LongVector ints) {
    long sum = 0;
    for (int i = 0; i < ints.size(); i++) {
      sum += ints.values[i];
    }
    checksum.add(column, sum);
  }

  private static void addStrings(Checksum checksum, int column, BytesVector strings) {
    long sum = 0;
    for (int i = 0; i < strings.size(); i++) {
      sum += Checksum.hash(strings.data, strings.starts[i], strings.lengths[i]);
    }
    checksum.add(column, sum);
  }

  private static void addIntMaps(Checksum checksum, MapVector maps) {
    BytesVector keys = (BytesVector) maps.keys();
    LongVector values = (LongVector) maps.values();
    long sum = 0;
    for (int i = 0; i < maps.size(); i++) {
      int end = maps.starts[i] + maps.lengths[i];
      for (int e = maps.starts[i]; e < end; e++) {
        long key = Checksum.hash(keys.data, keys.starts[e], keys.lengths[e]);
        sum += Checksum.entry(key, (int) values.values[e]);
      }
    }
    checksum.add(Row.MAP_COLUMN, sum);
  }

  private static void addTextMaps(Checksum checksum, MapVector maps) {
    BytesVector keys = (BytesVector) maps.keys();
    BytesVector values = (BytesVector) maps.values();
    long sum = 0;
    for (int i = 0; i < maps.size(); i++) {
      int end = maps.starts[i] + maps.lengths[i];
      for (int e = maps.starts[i]; e < end; e++) {
        long key = Checksum.hash(keys.data, keys.starts[e], keys.lengths[e]);
        long value = Checksum.hash(values.data, values.starts[e], values.lengths[e]);
        sum += Checksum.entry(key, value);
      }
    }
    checksum.add(Row.MAP_COLUMN, sum);
  }

  @Override
  public long lookup(RowData data, Path directory, String key) throws IOException {
    Lookup lookup = new Lookup(key);
    MapKey mapKey = MapKey.of(key);
    org.apache.hadoop.fs.Path split = split(directory);
    try (SplitReader reader = SplitReader.open(fileSystem(split), split)) {
      ColumnReader maps = reader.column(MAP_NAME);
      ColumnVector values = ColumnVector.create(maps.type().child(1));
      for (long row = 0; row < reader.rows(); row += BATCH) {
        values.reset();
        maps.readKey(row, (int) Math.min(BATCH, reader.rows() - row), mapKey, values);
        for (int i = 0; i < values.size(); i++) {
          if (values.isNull(i)) {
            continue;
          }
          if (data.textMap()) {
            BytesVector texts = (BytesVector) values;
            lookup.found(texts.data, texts.starts[i], texts.lengths[i]);
          } else {
            lookup.found(((LongVector) values).values[i]);
          }
        }
      }
    }
    return lookup.answer();
  }

  private FileSystem fileSystem(org.apache.hadoop.fs.Path path) throws IOException {
    return path.getFileSystem(conf);
  }

  private static org.apache.hadoop.fs.Path split(Path directory) {
    return new org.apache.hadoop.fs.Path(directory.resolve("000000_0").toUri());
  }
}
