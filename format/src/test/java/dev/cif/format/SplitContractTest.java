package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.Optimize;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every type x layout x null pattern x row count, through a real split-directory. */
class SplitContractTest {
  private static final int BLOCK_ROWS = 1000;
  private static final int[] ROW_COUNTS = {0, 1, 1000, 1001, 2100};

  /** Else a layout has half of the pairs of nulls and row count, and the next one the others. */
  private static final boolean ALL_PAIRS = Boolean.getBoolean("cif.nightly");

  enum Nulls {
    NONE,
    ALL,
    ALTERNATING,
    RANDOM,
    FIRST_AND_LAST,
    LONG_RUNS;

    boolean isNull(int row, int rows, Random random) {
      switch (this) {
        case NONE:
          return false;
        case ALL:
          return true;
        case ALTERNATING:
          return row % 2 == 0;
        case RANDOM:
          return random.nextInt(3) == 0;
        case FIRST_AND_LAST:
          return row == 0 || row == rows - 1;
        default:
          return row / 300 % 2 == 1;
      }
    }
  }

  @TempDir java.nio.file.Path folder;

  static List<String> types() {
    return List.of(
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "float",
        "double",
        "decimal(1,0)",
        "decimal(18,4)",
        "decimal(19,0)",
        "decimal(38,10)",
        "string",
        "varchar(6)",
        "char(6)",
        "binary",
        "date",
        "timestamp",
        "timestamp with local time zone",
        "array<int>",
        "array<array<string>>",
        "map<string,int>",
        "map<string,string>",
        "map<int,array<string>>",
        "map<date,double>",
        "map<string,map<string,bigint>>",
        "struct<a:int,b:string>",
        "struct<a:struct<b:array<decimal(20,2)>,`c d`:boolean>,e:map<string,int>>",
        "uniontype<int,string>",
        "array<uniontype<int,struct<a:string>,int>>");
  }

  static List<ColumnOptions> options(CifType type) {
    ColumnOptions base =
        ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS).withSkips(SkipDistances.of(10, 100));
    List<ColumnOptions> options = new ArrayList<>();
    options.add(base);
    options.add(base.withOptimize(Optimize.SPEED));
    options.add(base.withOptimize(Optimize.SIZE));
    options.add(base.withCompression(Compression.NONE));
    options.add(base.withLayout(Layout.PLAIN));
    options.add(base.withLayout(Layout.SKIPLIST));
    options.add(base.withLayout(Layout.SKIPLIST).withSkips(SkipDistances.of(7)));
    for (Compression c : Compression.values()) {
      if (c != Compression.NONE) {
        options.add(base.withLayout(Layout.BLOCK).withCompression(c));
      }
    }
    if (type.kind() == CifType.Kind.MAP) {
      options.add(base.withLayout(Layout.DCSL));
    }
    return options;
  }

  @TestFactory
  Stream<DynamicTest> everyTypeInEveryLayout() {
    AtomicInteger tests = new AtomicInteger();
    return types().stream()
        .flatMap(
            text ->
                options(CifType.parse(text)).stream()
                    .map(
                        o ->
                            DynamicTest.dynamicTest(
                                String.join(
                                    " ",
                                    text,
                                    o.layout().text(),
                                    o.compression().text(),
                                    o.optimize().text(),
                                    o.skips().toString()),
                                () -> check(CifType.parse(text), o, tests.getAndIncrement()))));
  }

  private void check(CifType type, ColumnOptions options, int test) throws IOException {
    FileSystem fs = LocalFiles.fs();
    CifSchema schema = CifSchema.of(List.of("other", "The Column"), List.of(CifType.INT, type));
    WriteOptions write = WriteOptions.DEFAULT.with("the column", options);
    ColumnGroups group = ColumnGroups.of("both");
    int n = 0;
    for (Nulls nulls : Nulls.values()) {
      for (int rows : ROW_COUNTS) {
        if (!ALL_PAIRS && (n / 2 + test) % 2 == 1) {
          n++;
          continue;
        }
        Random random = new Random(rows * 31L + nulls.ordinal());
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
          expected.add(nulls.isNull(i, rows, random) ? null : Model.random(type, random, 0));
        }
        Path split = new Path(folder.toString(), "split-" + n++);
        fs.delete(split, true);
        // Every other split has both columns in a group file.
        write(fs, split, schema, n % 2 == 0 ? write.withColumnGroups(group) : write, expected);
        try (SplitReader reader = SplitReader.open(fs, split)) {
          assertEquals(schema, reader.schema());
          assertEquals(rows, reader.rows());
          ColumnReader column = reader.column("THE column");
          readAll(column, expected);
          readPieces(column, expected, random);
          readLazily(column, expected, random);
          if (type.kind() == CifType.Kind.MAP) {
            readKeys(column, expected, random);
          }
          assertEquals(
              expected.stream().filter(v -> v == null).count(), column.statistics().nulls());
          assertEquals(1, reader.metrics().filesOpened(), "only the column that was read");
        }
        fs.delete(split, true);
      }
    }
  }

  private static void write(
      FileSystem fs, Path split, CifSchema schema, WriteOptions options, List<Object> values)
      throws IOException {
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, options)) {
      for (Object value : values) {
        Model.append(7L, writer.column(0));
        Model.append(value, writer.column(1));
        writer.endRow();
      }
    }
  }

  private static void readAll(ColumnReader column, List<Object> expected) throws IOException {
    ColumnVector vector = ColumnVector.create(column.type());
    column.read(0, expected.size(), vector);
    assertSame(expected, vector, 0);
  }

  private static void assertSame(List<Object> expected, ColumnVector vector, int from) {
    assertEquals(expected.size(), vector.size());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), Model.of(vector, i), "row " + (from + i));
    }
  }

  private static void readPieces(ColumnReader column, List<Object> expected, Random random)
      throws IOException {
    ColumnVector vector = ColumnVector.create(column.type());
    for (int k = 0; k < 8 && !expected.isEmpty(); k++) {
      int from = random.nextInt(expected.size());
      int count = Math.min(expected.size() - from, random.nextInt(k < 4 ? 30 : 1500));
      vector.reset();
      column.read(from, count, vector);
      assertSame(expected.subList(from, from + count), vector, from);
    }
    int[] selected = random.ints(40, 0, 400).sorted().distinct().toArray();
    if (expected.size() > 1000) {
      vector.reset();
      column.read(600, selected, selected.length, vector);
      for (int i = 0; i < selected.length; i++) {
        assertEquals(expected.get(600 + selected[i]), Model.of(vector, i));
      }
    }
  }

  private static void readLazily(ColumnReader column, List<Object> expected, Random random)
      throws IOException {
    List<Value> kept = new ArrayList<>();
    List<Integer> rows = new ArrayList<>();
    for (int k = 0; k < 25 && !expected.isEmpty(); k++) {
      int row = k < 10 ? Math.min(expected.size() - 1, k * 37) : random.nextInt(expected.size());
      Value value = column.value(row);
      assertEquals(expected.get(row), Model.of(value), "row " + row);
      kept.add(value);
      rows.add(row);
    }
    for (int k = 0; k < kept.size(); k++) {
      ColumnVector vector = ColumnVector.create(column.type());
      kept.get(k).appendTo(vector);
      assertEquals(expected.get(rows.get(k)), Model.of(vector, 0), "kept after moving on");
    }
  }

  private static void readKeys(ColumnReader column, List<Object> expected, Random random)
      throws IOException {
    CifType keyType = column.type().child(0);
    List<Object> keys = new ArrayList<>();
    for (Object map : expected) {
      if (map != null && !((List<?>) map).isEmpty() && keys.size() < 5) {
        keys.add(((Map.Entry<?, ?>) ((List<?>) map).get(0)).getKey());
      }
    }
    keys.add(keyType.physical() == CifType.Physical.BYTES ? Model.text("no such key") : -77777L);
    for (Object key : keys) {
      MapKey wanted =
          key instanceof ByteBuffer b
              ? MapKey.of(StandardCharsets.UTF_8.decode(b.duplicate()).toString())
              : MapKey.of((Long) key);
      ColumnVector found = ColumnVector.create(column.type().child(1));
      column.readKey(0, expected.size(), wanted, found);
      assertEquals(expected.size(), found.size());
      for (int i = 0; i < expected.size(); i++) {
        assertEquals(lookUp(expected.get(i), key), Model.of(found, i), "row " + i);
      }
      for (int k = 0; k < 5 && !expected.isEmpty(); k++) {
        int row = random.nextInt(expected.size());
        Value map = column.value(row);
        Value value = map.isNull() ? null : map.find(wanted);
        Object answer = lookUp(expected.get(row), key);
        if (value == null) {
          assertNull(answer);
        } else {
          assertEquals(answer, Model.of(value));
        }
      }
    }
  }

  private static Object lookUp(Object map, Object key) {
    Object found = null;
    for (Object e : map == null ? List.of() : (List<?>) map) {
      if (((Map.Entry<?, ?>) e).getKey().equals(key)) {
        found = ((Map.Entry<?, ?>) e).getValue();
      }
    }
    return found;
  }
}
