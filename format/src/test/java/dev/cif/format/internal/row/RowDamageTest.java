package dev.cif.format.internal.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cif.format.internal.Block;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged bytes: the error of the format, at every entrance, and nothing else. */
class RowDamageTest {
  private static final int ROWS = 130;
  private static final SkipDistances SKIPS = SkipDistances.of(5, 10, 100);

  static Stream<Arguments> typesAndLayouts() {
    return RowBlockContractTest.typesAndLayouts();
  }

  @ParameterizedTest
  @MethodSource("typesAndLayouts")
  void testDamage_onlyFormatErrors(CifType type, Layout layout) {
    Random random = new Random(type.toString().hashCode() + layout.id());
    ColumnVector vector = new TestValues(3).column(type, ROWS, NullPattern.RANDOM);
    byte[] body = body(vector, layout);
    int errors = 0;
    for (int k = 0; k < 150; k++) {
      byte[] damaged = damage(body, random);
      errors += useAll(type, layout, damaged, ROWS, random);
    }
    // A flipped bit often gives another legal value; a length or marker does not.
    assertTrue(errors > 15, errors + " errors");
  }

  /**
   * Returns the body of a written block; layout block is uncompressed, so that damage reaches rows.
   */
  private static byte[] body(ColumnVector vector, Layout layout) {
    ColumnOptions options =
        ColumnOptions.DEFAULT
            .withLayout(layout == Layout.BLOCK ? Layout.PLAIN : layout)
            .withCompression(Compression.ZLIB)
            .withSkips(SKIPS);
    Output body = new Output();
    RowEncoder.encode(vector, 0, vector.size(), options, body);
    if (layout == Layout.BLOCK) {
      Output stored = new Output();
      stored.u8(Compression.NONE.id());
      stored.sized(body);
      return stored.toByteArray();
    }
    return body.toByteArray();
  }

  private static byte[] damage(byte[] body, Random random) {
    byte[] damaged = body.clone();
    switch (random.nextInt(4)) {
      case 0:
        return Arrays.copyOf(damaged, random.nextInt(damaged.length));
      case 1:
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        return damaged;
      case 2:
        int at = random.nextInt(damaged.length);
        int to = Math.min(damaged.length, at + 1 + random.nextInt(10));
        Arrays.fill(damaged, at, to, (byte) (random.nextBoolean() ? 0xFF : 0));
        return damaged;
      default:
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        return damaged;
    }
  }

  /** Asks for everything in several ways; returns 1 if any way met an error. */
  private static int useAll(CifType type, Layout layout, byte[] body, int rows, Random random) {
    Block block;
    // Copies with slack of random content: nothing may depend on it.
    byte[] array = new byte[body.length + Input.SLACK];
    random.nextBytes(array);
    System.arraycopy(body, 0, array, 0, body.length);
    block =
        RowBlock.open(
            type, layout, SKIPS, rows, new Input(array, 0, body.length), new DecodeCounter());
    boolean failed = false;
    failed |= fails(() -> block.read(0, rows, ColumnVector.create(type)));
    int from = random.nextInt(rows);
    failed |= fails(() -> block.read(from, rows - from, ColumnVector.create(type)));
    for (int k = 0; k < 5; k++) {
      int row = random.nextInt(rows);
      boolean backward = k % 2 == 0;
      failed |= fails(() -> TestValues.java(block.value(row), backward));
      failed |= fails(() -> block.value(row).appendTo(ColumnVector.create(type)));
    }
    if (type.kind() == CifType.Kind.MAP) {
      failed |= useKeys(type, block, rows, random);
    }
    return failed ? 1 : 0;
  }

  private static boolean useKeys(CifType type, Block block, int rows, Random random) {
    CifType.Physical physical = type.child(0).physical();
    boolean failed = false;
    for (String text : new String[] {"a", "", "ab"}) {
      MapKey key;
      if (physical == CifType.Physical.BYTES) {
        key = MapKey.of(text);
      } else if (physical == CifType.Physical.INT) {
        key = MapKey.of(text.length());
      } else {
        return false;
      }
      failed |= fails(() -> block.readKey(0, rows, key, ColumnVector.create(type.child(1))));
      int row = random.nextInt(rows);
      failed |=
          fails(
              () -> {
                Value map = block.value(row);
                if (!map.isNull()) {
                  Value found = map.find(key);
                  if (found != null) {
                    TestValues.java(found, false);
                  }
                }
              });
    }
    return failed;
  }

  private static boolean fails(Runnable use) {
    try {
      use.run();
      return false;
    } catch (CorruptDataException e) {
      return true;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CifException) {
        return true;
      }
      throw e;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int        | 01                     | neither 0 nor 2",
        "int        | 02                     | ends inside a number",
        "int        | 02ffffffffffffffffff02 | more than 64 bits",
        "int        | 028080808010           | a int of 2147483648",
        "tinyint    | 028002                 | a tinyint of 128",
        "boolean    | 0202                   | a boolean of 2",
        "int        | 020000                 | 1 bytes too many",
        "double     | 0200000000000000       | 8 bytes wanted",
        "decimal(9,0) | 0200                 | shortest form",
        "decimal(9,0) | 02040001             | shortest form",
        "decimal(9,0) | 0204ff80             | shortest form",
        "decimal(9,0) | 0212010000000000000000 | no decimal",
        "string     | 020a61                 | a length of 5",
        "string     | 0201                   | a length of -1",
        "timestamp  | 0200ffa7d6b907         | nanoseconds",
        "timestamp  | 020080a8d6b907         | nanoseconds",
        "array<int> | 02020202040000         | item count of 1",
        "array<int> | 02ffffffff0f0402020000 | item count",
        "array<int> | 02ffffffffffffffffff010402020000 | item count",
        "array<int> | 0201060202020000       | 1 bytes",
        "array<int> | 0201040202010402020000 | more than one block",
        "array<int> | 020104020202           | more than one block",
        "uniontype<int,string> | 020402 00   | tag 2",
        "uniontype<int,string> | 020102 00   | tag -1",
      })
  void testRead_brokenRuleOfPlainValues(String type, String hex, String message) {
    byte[] body = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertCorrupt(CifType.parse(type), Layout.PLAIN, 1, body, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ffffffff0f 0000                        | the number of keys",
        "01 0261 02 02000000 0200               | ids of 2 bytes",
        "01 0261 01 01000000 0200               | announces 1 bytes",
        "01 0261 01 04000000 0201 01 00         | key id 1 of 1",
        "01 0261 01 04000000 0202 00 00         | the number of entries",
        "01 0261 01 05000000 0201 00 04 02      | sizes of 3 bytes",
        "01 0261 01 06000000 0201 00 03 02 02   | a value of 1 bytes in 2",
      })
  void testRead_brokenRuleOfDcsl(String hex, String message) {
    byte[] body = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertCorrupt(CifType.parse("map<string,int>"), Layout.DCSL, 1, body, message);
  }

  @Test
  void testFind_keyTwiceInDictionary() {
    byte[] body = HexFormat.of().parseHex("020261026101" + "02000000" + "0200");
    Block block = open(CifType.parse("map<string,int>"), Layout.DCSL, 1, body);
    MapKey key = MapKey.of("a");
    ColumnVector out = ColumnVector.create(CifType.INT);
    CorruptDataException e =
        assertThrows(CorruptDataException.class, () -> block.readKey(0, 1, key, out));
    assertTrue(e.getMessage().contains("twice"), e.getMessage());
  }

  @Test
  void testRead_skipBlockThatLeadsAstray() {
    // Rows 0 to 3 with a skip block before rows 0 and 2; the first says 3 bytes, not 4.
    byte[] body = HexFormat.of().parseHex("03000000" + "02020204" + "04000000" + "02060208");
    assertCorrupt(CifType.INT, Layout.SKIPLIST, 4, body, "row 2 is not where a skip block says");
  }

  @Test
  void testOpen_moreRowsThanBytes() {
    assertCorrupt(CifType.INT, Layout.PLAIN, 1 << 20, new byte[9], "1048576 rows in 9 bytes");
  }

  @Test
  void testOpen_impossibleBlocks() {
    Input in = Input.copyOf(new byte[9], 0, 9);
    DecodeCounter counter = new DecodeCounter();
    for (int rows : new int[] {0, -1, (1 << 20) + 1}) {
      assertThrows(
          CorruptDataException.class,
          () -> RowBlock.open(CifType.INT, Layout.PLAIN, null, rows, in, counter));
    }
    assertThrows(
        CorruptDataException.class,
        () -> RowBlock.open(CifType.INT, Layout.DCSL, SKIPS, 1, in, counter));
    assertThrows(
        CorruptDataException.class,
        () -> RowBlock.open(CifType.INT, Layout.SKIPLIST, null, 1, in, counter));
  }

  @Test
  void testValue_errorNamesThePlace() {
    byte[] body = HexFormat.of().parseHex("0200" + "020a61");
    Block block =
        RowBlock.open(
            CifType.STRING,
            Layout.PLAIN,
            null,
            2,
            Input.copyOf(body, 0, body.length),
            new DecodeCounter(),
            new ErrorPlace("t/1-url.col", "url", 8));
    Value value = block.value(1);
    UncheckedIOException e = assertThrows(UncheckedIOException.class, value::asString);
    String message = e.getCause().getMessage();
    assertTrue(
        message.startsWith("t/1-url.col, column 'url', offset 8: byte 3 of the block:"), message);
  }

  @Test
  void testRead_afterErrorGoodRowsStillRead() {
    byte[] body = HexFormat.of().parseHex("0202" + "0204" + "05");
    Block block = open(CifType.INT, Layout.PLAIN, 3, body);
    ColumnVector out = ColumnVector.create(CifType.INT);
    assertThrows(CorruptDataException.class, () -> block.read(1, 2, out));
    out.reset();
    block.read(0, 2, out);
    assertEquals("[1, 2]", TestValues.java(out).toString());
  }

  private static Block open(CifType type, Layout layout, int rows, byte[] body) {
    return RowBlock.open(
        type,
        layout,
        SkipDistances.of(2),
        rows,
        Input.copyOf(body, 0, body.length),
        new DecodeCounter());
  }

  private static void assertCorrupt(
      CifType type, Layout layout, int rows, byte[] body, String message) {
    try {
      open(type, layout, rows, body).read(0, rows, ColumnVector.create(type));
    } catch (CorruptDataException e) {
      assertTrue(e.getMessage().contains(message), e.getMessage());
      assertTrue(e.offset() >= 0 && e.offset() <= body.length, "offset " + e.offset());
      return;
    }
    fail("read " + HexFormat.of().formatHex(body) + " as " + type);
  }
}
