package dev.cif.format;

import static dev.cif.format.HandMade.cat;
import static dev.cif.format.HandMade.hex;
import static dev.cif.format.HandMade.sized;
import static dev.cif.format.HandMade.svarint;
import static dev.cif.format.HandMade.text;
import static dev.cif.format.HandMade.uvarint;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Output;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.value.JsonValue;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Blocks whose checksums are right and whose content is not: one clear error at little cost. */
@Timeout(120)
class HostileBlockTest {
  private static final int AUTO = 0;
  private static final int PLAIN = 1;
  private static final int SKIPLIST = 2;
  private static final int BLOCK = 3;
  private static final int DCSL = 4;
  private static final byte[] TWO_TO_31 = uvarint(1L << 31);
  private static final byte[] TWO_TO_64_LESS_1 = uvarint(-1);

  @TempDir Path folder;

  /** A block: what is wrong with it, and its bytes. */
  private static final class Attack {
    private final int layout;
    private final int codec;
    private final String type;
    private final int rows;
    private final byte[] body;

    Attack(int layout, String type, int rows, byte[] body) {
      this.layout = layout;
      this.codec = layout == BLOCK ? Compression.ZSTD.id() : 0;
      this.type = type;
      this.rows = rows;
      this.body = body;
    }
  }

  private final Map<String, Attack> attacks = new LinkedHashMap<>();

  private void add(String name, int layout, String type, int rows, byte[] body) {
    attacks.put(name, new Attack(layout, type, rows, body));
  }

  private Stream<DynamicTest> refused() {
    return attacks.entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> refuse(e.getKey(), e.getValue())));
  }

  private void refuse(String name, Attack a) throws IOException {
    HandMade split = HandMade.split(folder.resolve("" + name.hashCode()), a.type, a.rows);
    split.writeBlock(a.layout, a.codec, a.type, a.rows, a.body);
    String message = split.columnRefused();
    assertTrue(message.contains("offset 8"), message);
    // Asked for one by one, values are refused or well-formed.
    HandMade.refused(
        () -> {
          try {
            readOneByOne(split);
          } catch (UncheckedIOException e) {
            throw e.getCause();
          }
          throw new CifException("no value that was asked for is damaged");
        });
  }

  private static void readOneByOne(HandMade split) throws IOException {
    try (SplitReader reader = split.open()) {
      ColumnReader column = reader.column(HandMade.COLUMN);
      for (int row = 0; row < Math.min(column.rows(), 3000); row++) {
        Value value = column.value(row);
        JsonValue.write(
            value,
            new com.fasterxml.jackson.core.JsonFactory().createGenerator(new StringWriter()));
      }
      if (column.type().kind() == CifType.Kind.MAP
          && column.type().child(0).physical() == CifType.Physical.BYTES) {
        column.readKey(
            0, (int) column.rows(), MapKey.of("a"), ColumnVector.create(column.type().child(1)));
      }
    }
  }

  /** A node of layout auto without NULLs, of these parts. */
  private static byte[] node(byte[]... parts) {
    return sized(0, cat((Object[]) parts));
  }

  /** A stream: encoding and payload. */
  private static byte[] stream(int encoding, Object... payload) {
    return sized(encoding, cat(payload));
  }

  private static byte[] constant(long value) {
    return stream(0, svarint(value));
  }

  @TestFactory
  Stream<DynamicTest> integersInLayoutAuto() {
    Map<String, byte[]> streams = new LinkedHashMap<>();
    streams.put("encoding 8", stream(8, svarint(1)));
    streams.put("encoding 255", stream(255, svarint(1)));
    streams.put("no encoding", sized());
    streams.put("length 2^31", cat(TWO_TO_31, 0, 2));
    streams.put("length 2^64 - 1", cat(TWO_TO_64_LESS_1, 0, 2));
    streams.put("length of 11 bytes", hex("FF FF FF FF FF FF FF FF FF FF 01 00 02"));
    streams.put("constant of 2^70", stream(0, hex("FF FF FF FF FF FF FF FF FF 7F")));
    streams.put("constant and more", stream(0, 2, 2));
    streams.put("packed in 57 bits", stream(1, 57, svarint(0), new byte[22]));
    streams.put("packed in 255 bits", stream(1, 255, svarint(0), new byte[96]));
    streams.put("packed, too short", stream(1, 8, svarint(0), 1, 2));
    streams.put("packed, too long", stream(1, 8, svarint(0), 1, 2, 3, 4));
    streams.put("packed without base", stream(1, 0));
    streams.put("delta in 60 bits", stream(2, 60, 0, 0, new byte[15]));
    streams.put("delta, too short", stream(2, 8, 0, 0, 1));
    streams.put("no runs", stream(3, 0, constant(1), constant(3)));
    streams.put("4 runs", stream(3, 4, constant(1), constant(1)));
    streams.put("2^31 runs", stream(3, TWO_TO_31, constant(1), constant(1)));
    streams.put("runs of 4", stream(3, 1, constant(1), constant(4)));
    streams.put("runs of 2", stream(3, 1, constant(1), constant(2)));
    streams.put("runs of -1", stream(3, 3, constant(1), stream(5, 1, 5, -1 & 0xFF, -1 & 0xFF)));
    streams.put("runs of 2^62", stream(3, 3, constant(1), constant(1L << 62)));
    streams.put("an empty dictionary", stream(4, 0, constant(1), constant(0)));
    streams.put("a dictionary of 4", stream(4, 4, constant(1), constant(0)));
    streams.put("a dictionary of 2^31", stream(4, TWO_TO_31, constant(1), constant(0)));
    streams.put("id 2 of 2", stream(4, 2, stream(5, 1, 7, 8), stream(5, 1, 0, 1, 2)));
    streams.put("id -1", stream(4, 2, stream(5, 1, 7, 8), constant(-1)));
    streams.put("id 2^32", stream(4, 2, stream(5, 1, 7, 8), constant(1L << 32)));
    streams.put("plain in 3 bytes", stream(5, 3, new byte[9]));
    streams.put("plain in 0 bytes", stream(5, 0));
    streams.put("plain, too short", stream(5, 8, new byte[23]));
    streams.put("plain, too long", stream(5, 1, 1, 2, 3, 4));
    streams.put("scaled by 0", stream(6, 0, constant(1)));
    streams.put("scaled by 1", stream(6, 1, constant(1)));
    streams.put("scaled and more", stream(6, 2, constant(1), 0));
    streams.put("5 deep", stream(6, 2, stream(6, 2, stream(6, 2, stream(6, 2, constant(1))))));
    streams.forEach((name, stream) -> add("int " + name, AUTO, "int", 3, node(stream)));
    return refused();
  }

  @TestFactory
  Stream<DynamicTest> stringsInLayoutAuto() {
    Map<String, byte[]> streams = new LinkedHashMap<>();
    streams.put("encoding 5", stream(5, 0));
    streams.put("constant too long", stream(0, 5, text("abc")));
    streams.put("constant of 2^31", stream(0, TWO_TO_31, text("abc")));
    streams.put("constant and more", stream(0, 1, text("abc")));
    streams.put("lengths of -1", stream(1, constant(-1), text("abc")));
    streams.put("lengths of 2^31", stream(1, constant(1L << 31), text("abc")));
    streams.put("lengths of 2^63 - 1", stream(1, constant(Long.MAX_VALUE), text("abc")));
    streams.put("lengths too great", stream(1, constant(2), text("abc")));
    streams.put("lengths too small", stream(1, constant(1), text("abcd")));
    streams.put("letters of 0 bits", stream(2, constant(1), 0, 1, text("a"), 0));
    streams.put("letters of 8 bits", stream(2, constant(1), 8, 1, text("a"), new byte[3]));
    streams.put("no letters", stream(2, constant(1), 1, 0, 0));
    streams.put("letters too many", stream(2, constant(1), 1, 3, text("abc"), 0));
    streams.put("letters 2^31", stream(2, constant(1), 1, TWO_TO_31, 0));
    streams.put("letter 3 of 3", stream(2, constant(1), 2, 3, text("abc"), 0x3F));
    streams.put("letters of -1", stream(2, constant(-1), 1, 1, text("a"), 0));
    streams.put("letters of 2^28", stream(2, constant(1 << 28), 1, 1, text("a"), 0));
    streams.put("letters and more", stream(2, constant(1), 1, 1, text("a"), 0, 0));
    byte[] words = stream(1, constant(1), text("xy"));
    streams.put("an empty dictionary", stream(3, 0, words, constant(0)));
    streams.put("a dictionary of 2^31", stream(3, TWO_TO_31, words, constant(0)));
    streams.put("id 2 of 2", stream(3, 2, words, constant(2)));
    streams.put("id -1", stream(3, 2, words, constant(-1)));
    streams.put("ids and more", stream(3, 2, words, constant(1), 0));
    streams.forEach((name, stream) -> add("string " + name, AUTO, "string", 3, node(stream)));
    return refused();
  }

  @TestFactory
  Stream<DynamicTest> compressedDataOfFalseLength() {
    byte[] plain = hex("05 01 07 08 09");
    for (Compression c : Compression.values()) {
      byte[] good = c == Compression.NONE ? plain : compressed(c, plain);
      byte[] row = c == Compression.NONE ? hex("020202") : compressed(c, hex("02 02 02 04 02 06"));
      Map<String, byte[]> lengths = new LinkedHashMap<>();
      lengths.put("4", uvarint(4));
      lengths.put("10", uvarint(10));
      lengths.put("2^20", uvarint(1 << 20));
      lengths.put("2^24", uvarint(1 << 24));
      lengths.put("2^31 - 65", uvarint(Integer.MAX_VALUE - 64));
      lengths.put("2^31", TWO_TO_31);
      lengths.put("2^64 - 1", TWO_TO_64_LESS_1);
      lengths.forEach(
          (name, length) -> {
            String of = c + " of " + name;
            add(of, AUTO, "int", 3, node(stream(7, c.id(), length, good)));
            add(of + " in block", BLOCK, "int", 3, cat(c.id(), length, row));
          });
      byte[] again = cat(7, c.id(), uvarint(plain.length), good);
      byte[] twice = c == Compression.NONE ? again : compressed(c, again);
      add(c + " twice", AUTO, "int", 3, node(stream(7, c.id(), uvarint(again.length), twice)));
      add(c + " of nothing", AUTO, "int", 3, node(stream(7, c.id(), 0)));
      add(c + " of no data", AUTO, "int", 3, node(stream(7, c.id(), 9)));
    }
    add("codec 6", AUTO, "int", 3, node(stream(7, 6, 5, plain)));
    add("codec 255", AUTO, "int", 3, node(stream(7, 255, 5, plain)));
    add("codec 6 in block", BLOCK, "int", 3, cat(6, 3, hex("020202")));
    add("no codec in block", BLOCK, "int", 3, new byte[0]);
    return refused();
  }

  private static byte[] compressed(Compression codec, byte[] raw) {
    Output out = new Output();
    Codec.of(codec).compress(raw, 0, raw.length, out);
    return out.toByteArray();
  }

  @TestFactory
  Stream<DynamicTest> nodesInLayoutAuto() {
    byte[] ok = constant(1);
    add("a node of 2^31", AUTO, "int", 3, cat(TWO_TO_31, 0, ok));
    add("a node that ends", AUTO, "int", 3, cat(9, 0, ok));
    add("no node", AUTO, "int", 3, new byte[0]);
    add("bytes behind the node", AUTO, "int", 3, cat(node(ok), 0));
    add("bytes in the node", AUTO, "int", 3, node(ok, hex("00")));
    add("presence 4", AUTO, "int", 3, sized(4, ok));
    add("presence without bits", AUTO, "int", 3, sized(2));
    add("presence of more values", AUTO, "int", 3, sized(2, 0x0F, ok));
    add("no runs", AUTO, "int", 3, sized(3, 0, ok, ok));
    add("runs of 2", AUTO, "int", 3, sized(3, 1, constant(2), ok));
    add("runs of 4", AUTO, "int", 3, sized(3, 1, constant(4), ok));
    add("runs of -3", AUTO, "int", 3, sized(3, 2, constant(-3), ok));
    add("5 runs", AUTO, "int", 3, sized(3, 5, constant(1), ok));
    add("runs of nothing", AUTO, "int", 3, sized(3, 3, stream(5, 1, 1, 0, 2), ok));
    add("2^31 runs", AUTO, "int", 3, sized(3, TWO_TO_31, ok, ok));
    add("10^9 nanoseconds", AUTO, "timestamp", 3, node(ok, constant(1_000_000_000)));
    add("-1 nanoseconds", AUTO, "timestamp", 3, node(ok, constant(-1)));
    add("lists of -1", AUTO, "array<int>", 3, node(constant(-1), node(ok)));
    add("lists of 2^31", AUTO, "array<int>", 3, node(constant(1L << 31), node(ok)));
    add("lists of 2^62", AUTO, "array<int>", 3, node(constant(1L << 62), node(ok)));
    add("lists of 2^24 + 1", AUTO, "array<int>", 1, node(constant((1 << 24) + 1), node(ok)));
    add("lists of 2^26 each", AUTO, "array<int>", 3, node(constant(1 << 26), node(ok)));
    byte[] plain = stream(5, 1, 1, 2, 3);
    add("lists of no elements", AUTO, "array<int>", 3, node(constant(2), node(plain)));
    add("2^25 elements of none", AUTO, "array<int>", 1, node(constant(1 << 25), node(plain)));
    byte[] entries = hex("00");
    add("maps of form 2", AUTO, "map<int,int>", 3, node(hex("02"), ok, node(ok), node(ok)));
    add(
        "maps with a NULL key",
        AUTO,
        "map<int,int>",
        3,
        node(entries, ok, sized(2, 3, ok), node(ok)));
    add("maps with NULL keys", AUTO, "map<int,int>", 3, node(entries, ok, hex("01 01"), node(ok)));
    add("maps without values", AUTO, "map<int,int>", 3, node(entries, ok, node(ok)));
    add("a struct of one field less", AUTO, "struct<a:int,b:int>", 3, node(node(ok)));
    add("a struct of one field more", AUTO, "struct<a:int>", 3, node(node(ok), node(ok)));
    add("tag 2 of 2", AUTO, "uniontype<int,int>", 3, node(constant(2), node(ok), node(ok)));
    add("tag -1", AUTO, "uniontype<int,int>", 3, node(constant(-1), node(ok), node(ok)));
    add("no branch", AUTO, "uniontype<int,int>", 3, node(constant(0), node(ok)));
    return refused();
  }

  @TestFactory
  Stream<DynamicTest> valuesInLayoutPlain() {
    add("marker 7", PLAIN, "int", 1, hex("07 02"));
    add("rows that are not there", PLAIN, "int", 3, hex("00 00"));
    add("60,000 rows", PLAIN, "int", 60_000, hex("00 00"));
    add("bytes behind the rows", PLAIN, "int", 1, hex("00 00"));
    add("boolean 2", PLAIN, "boolean", 1, hex("02 02"));
    add("tinyint 128", PLAIN, "tinyint", 1, cat(2, svarint(128)));
    add("int 2^31", PLAIN, "int", 1, cat(2, svarint(1L << 31)));
    add("number of 70 bits", PLAIN, "bigint", 1, cat(2, hex("FF FF FF FF FF FF FF FF FF 7F")));
    add("double of 7 bytes", PLAIN, "double", 1, cat(2, new byte[7]));
    for (String type : new String[] {"string", "binary", "varchar(3)", "decimal(20,2)"}) {
      add(type + " of 2^31", PLAIN, type, 1, cat(2, svarint(1L << 31), text("abc")));
      add(type + " of -1", PLAIN, type, 1, cat(2, svarint(-1), text("abc")));
      add(type + " of -2^63", PLAIN, type, 1, cat(2, svarint(Long.MIN_VALUE), text("abc")));
      add(type + " too long", PLAIN, type, 1, cat(2, svarint(4), text("abc")));
    }
    add("decimal of 0 bytes", PLAIN, "decimal(9,2)", 1, hex("02 00"));
    add("decimal of 9 bytes", PLAIN, "decimal(18,2)", 1, cat(2, 18, 1, new byte[8]));
    add("decimal not shortest", PLAIN, "decimal(9,2)", 1, hex("02 04 00 01"));
    add("10^9 nanoseconds", PLAIN, "timestamp", 1, cat(2, svarint(1), svarint(1_000_000_000)));
    for (long count : new long[] {1, 1L << 31, -4, -(1L << 31), Long.MIN_VALUE, Long.MAX_VALUE}) {
      byte[] items = cat(2, svarint(count), svarint(3), hex("00 00 00 00"));
      add("a list of " + count, PLAIN, "array<int>", 1, items);
      add("a map of " + count, PLAIN, "map<string,int>", 1, items);
    }
    for (long bytes : new long[] {2, 4, 1L << 31, -1, Long.MIN_VALUE}) {
      byte[] items = cat(2, svarint(-2), svarint(bytes), hex("00 00 00 00"));
      add("a list in " + bytes, PLAIN, "array<boolean>", 1, items);
      add("a map in " + bytes, PLAIN, "map<string,int>", 1, items);
    }
    add("a list of two blocks", PLAIN, "array<int>", 1, hex("02 01 02 00 01 02 00 00"));
    add("tag 2 of 2", PLAIN, "uniontype<int,int>", 1, hex("02 04 00"));
    add("tag -1", PLAIN, "uniontype<int,int>", 1, hex("02 01 00"));
    add("a struct that ends", PLAIN, "struct<a:int,b:int>", 1, hex("02 00"));
    return refused();
  }

  @TestFactory
  Stream<DynamicTest> skipBlocks() {
    // Three NULLs under the distance 2: skip blocks before rows 0 and 2.
    add("past the end", SKIPLIST, "int", 3, hex("03000000 00 00 01000000 00"));
    add("far past the end", SKIPLIST, "int", 3, hex("FFFFFFFF 00 00 01000000 00"));
    add("to another place", SKIPLIST, "int", 3, hex("01000000 00 00 01000000 00"));
    add("short of the end", SKIPLIST, "int", 3, hex("02000000 00 00 00000000 00"));
    add("beyond the last row", SKIPLIST, "int", 3, hex("02000000 00 00 02000000 00"));
    add("cut off", SKIPLIST, "int", 3, hex("02000000 00 00 0100"));
    return refused();
  }

  /** Three maps with a column for key a, which the first two have; the last two have a key z. */
  private static byte[] columns(
      Object keys, Object counts, Object shapes, Object column, Object rest) {
    return node(cat(1, keys, counts, shapes, column, rest));
  }

  @TestFactory
  Stream<DynamicTest> mapsOfFormColumns() {
    Object a = cat(1, node(stream(0, 1, 0x61)));
    Object two = stream(5, 1, 2, 2);
    Object shapes = stream(1, stream(5, 1, 1, 2, 1), hex("00 00 01 01"));
    Object column = node(constant(7));
    Object rest = cat(node(stream(0, 1, 0x7A)), node(constant(9)));
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("no column", columns(cat(0, a), two, shapes, column, rest));
    bodies.put("256 columns", columns(cat(uvarint(256), a), two, shapes, column, rest));
    bodies.put("2^31 columns", columns(cat(TWO_TO_31, a), two, shapes, column, rest));
    bodies.put("a NULL key", columns(hex("01 01 01"), two, shapes, column, rest));
    for (int[] counts : new int[][] {{3, 2}, {1, 2}, {2, 1}, {2, 3}, {0, 4}, {4, 0}, {-1, 2}}) {
      Object claim = stream(5, 1, counts[0] & 0xFF, counts[1] & 0xFF);
      bodies.put(
          "counts of " + counts[0] + " and " + counts[1], columns(a, claim, shapes, column, rest));
    }
    Object many = stream(5, 4, hex("02000000 00000002"));
    bodies.put("2^25 entries without a column", columns(a, many, shapes, column, rest));
    Object other = stream(1, stream(5, 1, 1, 2, 1), hex("00 00 02 01"));
    bodies.put("column 2 of 1", columns(a, two, other, column, rest));
    Object twice = stream(1, stream(5, 1, 2, 1, 1), hex("00 00 01 01"));
    bodies.put("a key that a map has twice", columns(a, two, twice, column, rest));
    bodies.put("a longer column", columns(a, two, shapes, node(constant(7), hex("01")), rest));
    Object less = cat(node(stream(0, 1, 0x7A)));
    bodies.put("no values without a column", columns(a, two, shapes, column, less));
    bodies.forEach((name, body) -> add(name, AUTO, "map<string,int>", 3, body));
    add(
        "columns for keys of type double",
        AUTO,
        "map<double,int>",
        3,
        columns(a, two, shapes, column, rest));
    return refused();
  }

  @TestFactory
  Stream<DynamicTest> mapsInLayoutDcsl() {
    String type = "map<string,int>";
    byte[] skip = hex("FFFFFFFF");
    add("2^31 keys", DCSL, type, 1, cat(TWO_TO_31, 2, text("a"), 1, skip, 0));
    add("2^64 - 1 keys", DCSL, type, 1, cat(TWO_TO_64_LESS_1, 2, text("a"), 1, skip, 0));
    add("a key of 2^31", DCSL, type, 1, cat(1, svarint(1L << 31), text("a"), 1, skip, 0));
    add("a key of -1", DCSL, type, 1, cat(1, svarint(-1), text("a"), 1, skip, 0));
    Map<String, byte[]> rows = new LinkedHashMap<>();
    rows.put("id 1 of 1", hex("02 01 01 02 02"));
    rows.put("id 255 of 1", hex("02 01 FF 02 02"));
    rows.put("2^31 entries", cat(2, TWO_TO_31, hex("00 02 02")));
    rows.put("2^64 - 1 entries", cat(2, TWO_TO_64_LESS_1, hex("00 02 02")));
    rows.put("more entries than bytes", hex("02 05 00 02 02"));
    rows.put("a size of 2^31", cat(hex("02 01 00"), TWO_TO_31, 2));
    rows.put("a size of 2^64 - 1", cat(hex("02 01 00"), TWO_TO_64_LESS_1, 2));
    rows.put("a size past the end", hex("02 01 00 05 02"));
    rows.put("a size that is too great", hex("02 01 00 03 02 02"));
    rows.put("a size that is too small", hex("02 01 00 02 80 01"));
    rows.put("sizes that end", hex("02 02 00 00 02"));
    rows.put("marker 1", hex("01 01 00 02 02"));
    rows.put("bytes behind the row", hex("02 01 00 02 02 00"));
    rows.forEach((name, row) -> add(name, DCSL, type, 1, cat(1, 2, text("a"), 1, u32(row), row)));
    byte[] row = hex("02 01 00 02 02");
    add("ids of 0 bytes", DCSL, type, 1, cat(1, 2, text("a"), 0, u32(row), row));
    add("ids of 2 bytes", DCSL, type, 1, cat(1, 2, text("a"), 2, u32(row), row));
    add("ids of 3 bytes", DCSL, type, 1, cat(1, 2, text("a"), 3, u32(row), row));
    return refused();
  }

  @Test
  void keyThatStandsTwiceInTheDictionaryFailsItsLookUps() throws IOException {
    String type = "map<string,int>";
    byte[] row = hex("02 01 00 02 02");
    HandMade split = HandMade.split(folder, type, 1);
    byte[] body = cat(3, 2, text("a"), 2, text("b"), 2, text("a"), 1, u32(row), row);
    split.writeBlock(DCSL, 0, type, 1, body);
    try (SplitReader reader = split.open()) {
      ColumnReader column = reader.column(HandMade.COLUMN);
      ColumnVector found = ColumnVector.create(CifType.INT);
      String message = HandMade.refused(() -> column.readKey(0, 1, MapKey.of("a"), found));
      assertTrue(message.contains("twice"), message);
      assertTrue(message.contains("'made'"), message);
    }
  }

  private static byte[] u32(byte[] row) {
    return HandMade.u32(row.length);
  }
}
