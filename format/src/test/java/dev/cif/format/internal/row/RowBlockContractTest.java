package dev.cif.format.internal.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.cif.format.internal.Block;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every layout gives back the values that were written, for every type and however asked for. */
class RowBlockContractTest {
  private static final int[] ROWS = {1, 9, 10, 11, 99, 100, 101, 999, 1000, 1001, 5000};

  static Stream<Arguments> typesAndLayouts() {
    return TestTypes.ALL.stream()
        .flatMap(
            type ->
                Stream.of(Layout.PLAIN, Layout.SKIPLIST, Layout.BLOCK, Layout.DCSL)
                    .filter(l -> l != Layout.DCSL || type.kind() == CifType.Kind.MAP)
                    .map(l -> Arguments.of(type, l)));
  }

  private interface Check {
    void of(ColumnVector vector, List<Object> expected, Block block, Random random);
  }

  private record Case(ColumnVector vector, List<Object> expected) {}

  /** The values of the type that was tested last: its layouts follow each other. */
  private static final Map<String, Case> VALUES = new HashMap<>();

  private static CifType valuesOf;

  private static Case values(CifType type, NullPattern nulls, int rows) {
    if (!type.equals(valuesOf)) {
      VALUES.clear();
      valuesOf = type;
    }
    return VALUES.computeIfAbsent(
        nulls + " " + rows,
        key -> {
          ColumnVector vector = new TestValues(rows).column(type, rows, nulls);
          return new Case(vector, TestValues.java(vector));
        });
  }

  @AfterAll
  static void forgetValues() {
    VALUES.clear();
    valuesOf = null;
  }

  private static void forAllBlocks(CifType type, Layout layout, int maxRows, Check check) {
    ColumnOptions options =
        ColumnOptions.DEFAULT.withLayout(layout).withCompression(Compression.LZ4);
    for (NullPattern nulls : NullPattern.values()) {
      for (int rows : ROWS) {
        if (rows > Math.min(maxRows, nulls.maxRows)) {
          continue;
        }
        Case values = values(type, nulls, rows);
        Block block = block(values.vector, 0, rows, options);
        check.of(values.vector, values.expected, block, new Random(rows));
      }
    }
  }

  static Block block(ColumnVector vector, int from, int count, ColumnOptions options) {
    Output body = new Output();
    RowEncoder.encode(vector, from, count, options, body);
    // Not at the start of its array, as after a large read.
    Output padded = new Output();
    padded.raw(new byte[7], 0, 7);
    padded.raw(body.array(), 0, body.size());
    int end = padded.size();
    padded.raw(new byte[Input.SLACK], 0, Input.SLACK);
    Input in = new Input(padded.toByteArray(), 7, end);
    return RowBlock.open(
        vector.type(), options.layout(), options.skips(), count, in, new DecodeCounter());
  }

  @ParameterizedTest
  @MethodSource("typesAndLayouts")
  void testRead_wholeBlock(CifType type, Layout layout) {
    forAllBlocks(
        type,
        layout,
        5000,
        (vector, expected, block, random) -> {
          ColumnVector out = ColumnVector.create(type);
          block.read(0, block.rows(), out);
          assertEquals(expected, TestValues.java(out));
        });
  }

  @ParameterizedTest
  @MethodSource("typesAndLayouts")
  void testRead_subRangesAppendedInAnyOrder(CifType type, Layout layout) {
    forAllBlocks(
        type,
        layout,
        5000,
        (vector, expected, block, random) -> {
          ColumnVector out = ColumnVector.create(type);
          List<Object> wanted = new ArrayList<>();
          out.appendNull();
          wanted.add(null);
          for (int k = 0; k < 12; k++) {
            int row = random.nextInt(block.rows());
            int count = random.nextInt(Math.min(150, block.rows() - row) + 1);
            block.read(row, count, out);
            wanted.addAll(expected.subList(row, row + count));
          }
          assertEquals(wanted, TestValues.java(out));
        });
  }

  @ParameterizedTest
  @MethodSource("typesAndLayouts")
  void testValue_forwardBackwardAndRandom(CifType type, Layout layout) {
    forAllBlocks(
        type,
        layout,
        1001,
        (vector, expected, block, random) -> {
          int rows = block.rows();
          for (int row = 0; row < rows; row += 1 + random.nextInt(1 + rows / 50)) {
            assertEquals(expected.get(row), TestValues.java(block.value(row), false));
          }
          for (int row = rows - 1; row >= 0; row -= 1 + random.nextInt(1 + rows / 10)) {
            assertEquals(expected.get(row), TestValues.java(block.value(row), true));
          }
          for (int k = 0; k < 20; k++) {
            int row = random.nextInt(rows);
            assertEquals(expected.get(row), TestValues.java(block.value(row), k % 2 == 0));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("typesAndLayouts")
  void testValue_staysValidAndAppends(CifType type, Layout layout) {
    forAllBlocks(
        type,
        layout,
        101,
        (vector, expected, block, random) -> {
          List<Value> values = new ArrayList<>();
          for (int row = 0; row < block.rows(); row++) {
            values.add(block.value(row));
          }
          ColumnVector out = ColumnVector.create(type);
          for (Value value : values) {
            value.appendTo(out);
          }
          assertEquals(expected, TestValues.java(out));
        });
  }

  @Test
  void testRead_emptyStringsOfTwoBlocks() {
    BytesVector empty = new BytesVector(CifType.STRING);
    BytesVector mixed = new BytesVector(CifType.STRING);
    for (int i = 0; i < 50; i++) {
      empty.append("");
      mixed.append(i % 2 == 0 ? "" : "x");
    }
    ColumnOptions plain = ColumnOptions.DEFAULT.withLayout(Layout.PLAIN);
    ColumnVector out = ColumnVector.create(CifType.STRING);
    block(empty, 0, 50, plain).read(0, 50, out);
    block(mixed, 0, 50, plain).read(0, 50, out);
    List<Object> expected = new ArrayList<>(TestValues.java(empty));
    expected.addAll(TestValues.java(mixed));
    assertEquals(expected, TestValues.java(out));
  }

  static Stream<Arguments> mapsAndLayouts() {
    return typesAndLayouts().filter(a -> ((CifType) a.get()[0]).kind() == CifType.Kind.MAP);
  }

  @ParameterizedTest
  @MethodSource("mapsAndLayouts")
  void testReadKey_equalsLookUpInWholeMaps(CifType type, Layout layout) {
    if (!lookUp(type)) {
      return;
    }
    forAllBlocks(
        type,
        layout,
        5000,
        (vector, expected, block, random) -> {
          ColumnVector out = ColumnVector.create(type.child(1));
          List<Object> wanted = new ArrayList<>();
          for (MapKey key : someKeys(expected, random)) {
            Object k = TestValues.java(key);
            out.reset();
            wanted.clear();
            block.readKey(0, block.rows(), key, out);
            expected.forEach(map -> wanted.add(TestValues.find(map, k)));
            for (int n = 0; n < 3; n++) {
              int row = random.nextInt(block.rows());
              int count = random.nextInt(Math.min(40, block.rows() - row) + 1);
              block.readKey(row, count, key, out);
              expected
                  .subList(row, row + count)
                  .forEach(map -> wanted.add(TestValues.find(map, k)));
            }
            assertEquals(wanted, TestValues.java(out));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("mapsAndLayouts")
  void testFind_equalsLookUpInWholeMap(CifType type, Layout layout) {
    if (!lookUp(type)) {
      return;
    }
    forAllBlocks(
        type,
        layout,
        1001,
        (vector, expected, block, random) -> {
          List<MapKey> keys = someKeys(expected, random);
          for (int n = 0; n < 60; n++) {
            int row = random.nextInt(block.rows());
            Object map = expected.get(row);
            Value value = block.value(row);
            if (map == null) {
              assertEquals(true, value.isNull());
              continue;
            }
            for (MapKey key : keys) {
              Object k = TestValues.java(key);
              Value found = value.find(key);
              if (TestValues.has(map, k)) {
                assertEquals(TestValues.find(map, k), TestValues.java(found, false));
              } else {
                assertNull(found);
              }
            }
          }
        });
  }

  private static boolean lookUp(CifType type) {
    CifType.Physical key = type.child(0).physical();
    return key == CifType.Physical.BYTES || key == CifType.Physical.INT;
  }

  /** Keys that occur, and one that does not. */
  private static List<MapKey> someKeys(List<Object> maps, Random random) {
    List<MapKey> keys = new ArrayList<>();
    MapKey any = null;
    for (int k = 0; k < 8; k++) {
      Object map = maps.get(random.nextInt(maps.size()));
      if (map != null && !((List<?>) map).isEmpty()) {
        List<?> entries = (List<?>) map;
        Object entry = entries.get(random.nextInt(entries.size()));
        any = TestValues.mapKey(((TestValues.Entry) entry).key());
        keys.add(any);
      }
    }
    keys.add(any == null || any.isBytes() ? MapKey.of("no such key, ever") : MapKey.of(77777777L));
    return any == null ? List.of() : keys;
  }

  @ParameterizedTest
  @MethodSource("typesAndLayouts")
  void testEncode_partOfVector(CifType type, Layout layout) {
    ColumnVector vector = new TestValues(5).column(type, 300, NullPattern.RANDOM);
    ColumnOptions options =
        ColumnOptions.DEFAULT
            .withLayout(layout)
            .withCompression(Compression.LZ4)
            .withSkips(SkipDistances.of(3, 12));
    Block block = block(vector, 100, 150, options);
    ColumnVector out = ColumnVector.create(type);
    block.read(0, 150, out);
    assertEquals(TestValues.java(vector).subList(100, 250), TestValues.java(out));
  }
}
