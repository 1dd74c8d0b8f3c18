package dev.cif.format;

import static dev.cif.format.HandMade.cat;
import static dev.cif.format.HandMade.entry;
import static dev.cif.format.HandMade.footer;
import static dev.cif.format.HandMade.hex;
import static dev.cif.format.HandMade.sized;
import static dev.cif.format.HandMade.string;
import static dev.cif.format.HandMade.u32;
import static dev.cif.format.HandMade.uvarint;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.file.Crc;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.StructVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Column files whose checksums are right and whose footers lie: one clear error at little cost. */
@Timeout(120)
class HostileColumnFileTest {
  private static final long TWO_TO_31 = 1L << 31;

  /** Three ints in layout plain: 1, NULL, -1. */
  private static final byte[] BLOCK = hex("02 02 00 02 01");

  private static final byte[] ENTRY = entry(BLOCK.length, 3, BLOCK);

  @TempDir Path folder;
  private HandMade split;

  @BeforeEach
  void goodSplit() throws IOException {
    split = HandMade.split(folder.resolve("split"), "int", 3);
  }

  @Test
  void goodFooterIsRead() throws IOException {
    split.writeColumn(BLOCK, footer("int", 3, 1, ENTRY));
    split.readColumn();
  }

  private Stream<DynamicTest> refused(Map<String, byte[]> footers) {
    return HandMade.each(
        footers,
        (name, value) -> {
          split.writeColumn(BLOCK, value);
          split.columnRefused();
        });
  }

  @TestFactory
  Stream<DynamicTest> numbersOfRowsThatDisagree() {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    footers.put("fewer than the schema file says", footer("int", 2, 1, entry(5, 2, BLOCK)));
    footers.put("more than the schema file says", footer("int", 4, 1, entry(5, 4, BLOCK)));
    footers.put("2^63", footer("int", Long.MIN_VALUE, 1, ENTRY));
    footers.put("2^64 - 1", footer("int", -1, 1, ENTRY));
    footers.put("blocks of fewer", footer("int", 3, 1, entry(5, 2, BLOCK)));
    footers.put("blocks of more", footer("int", 3, 1, entry(5, 4, BLOCK)));
    footers.put(
        "2^63 raw bytes",
        footer(
            "int",
            3,
            1,
            cat(hex("05 03"), uvarint(Long.MIN_VALUE), u32(Crc.of(BLOCK)), hex("00 00"))));
    footers.put("a block of none", footer("int", 3, 2, entry(0, 0, hex("")), ENTRY));
    footers.put("a block of 2^20 + 1", footer("int", 3, 1, entry(5, (1 << 20) + 1, BLOCK)));
    footers.put("a block of 2^31", footer("int", 3, 1, entry(5, TWO_TO_31, BLOCK)));
    footers.put("a block of 2^64 - 1", footer("int", 3, 1, entry(5, -1, BLOCK)));
    footers.put("no block", footer("int", 3, 0));
    return refused(footers);
  }

  @TestFactory
  Stream<DynamicTest> blocksThatDoNotFillTheFile() {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    footers.put("a shorter one", footer("int", 3, 1, entry(4, 3, BLOCK)));
    footers.put("one into the footer", footer("int", 3, 1, entry(6, 3, BLOCK)));
    footers.put("one of 2^31", footer("int", 3, 1, entry(TWO_TO_31, 3, BLOCK)));
    footers.put("one of 2^31 - 65", footer("int", 3, 1, entry(TWO_TO_31 - 65, 3, BLOCK)));
    footers.put("one of 2^63", footer("int", 3, 1, entry(Long.MIN_VALUE, 3, BLOCK)));
    footers.put("one of 2^64 - 1", footer("int", 3, 1, entry(-1, 3, BLOCK)));
    footers.put("two over each other", footer("int", 3, 2, entry(5, 2, BLOCK), entry(5, 1, BLOCK)));
    byte[] great = entry(TWO_TO_31 - 65, 1, BLOCK);
    footers.put("three of 2^31 - 65", footer("int", 3, 3, great, great, great));
    footers.put("more than entries", footer("int", 3, 2, ENTRY));
    footers.put("fewer than entries", footer("int", 3, 1, ENTRY, ENTRY));
    footers.put("2^31 entries", footer("int", 3, TWO_TO_31, ENTRY));
    footers.put("2^64 - 1 entries", footer("int", 3, -1, ENTRY));
    return refused(footers);
  }

  @TestFactory
  Stream<DynamicTest> headsThatCannotBe() {
    byte[] rest = cat(hex("00 03 01 00 00"), ENTRY);
    byte[] type = string("int");
    Map<String, byte[]> footers = new LinkedHashMap<>();
    footers.put("layout 5", cat(5, 0, type, rest));
    footers.put("layout 255", cat(255, 0, type, rest));
    footers.put("codec 6", cat(3, 6, type, rest));
    footers.put("layout plain with a codec", cat(1, 4, type, rest));
    footers.put("layout block without codec", cat(3, 0, type, rest));
    footers.put("layout dcsl of ints", cat(4, 0, type, hex("01 02"), rest));
    footers.put("a type in other words", cat(1, 0, string("integer"), rest));
    footers.put("another type", cat(1, 0, string("bigint"), rest));
    footers.put("no type", cat(1, 0, string(""), rest));
    footers.put("a type of two lists", cat(1, 0, string("array<int,int>"), rest));
    footers.put("a type that is no UTF-8", cat(1, 0, hex("02 C3 28"), rest));
    footers.put("a type of 2^31 letters", cat(1, 0, uvarint(TWO_TO_31), rest));
    footers.put("a type of 2^64 - 1 letters", cat(1, 0, uvarint(-1), rest));
    String nested = "array<".repeat(64) + "int" + ">".repeat(64);
    footers.put("a type 65 deep", cat(1, 0, string(nested), rest));
    footers.put("a type endlessly deep", cat(1, 0, string("array<".repeat(300_000)), rest));
    footers.put("a type of a million letters", cat(1, 0, string("x".repeat(1_000_000)), rest));
    footers.put("nothing", new byte[0]);
    footers.put("a byte", new byte[1]);
    footers.put("an endless number", cat(1, 0, hex("FF FF FF FF FF FF FF FF FF FF FF 01"), rest));
    footers.put("bytes too many", cat(footer("int", 3, 1, ENTRY), 0));
    return refused(footers);
  }

  @TestFactory
  Stream<DynamicTest> skipDistancesThatCannotBe() {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    footers.put("none", skipList(hex("00")));
    footers.put("0", skipList(hex("01 00")));
    footers.put("1", skipList(hex("01 01")));
    footers.put("no divisors", skipList(hex("02 02 03")));
    footers.put("twice the same", skipList(hex("02 02 02")));
    footers.put("descending", skipList(hex("02 04 02")));
    footers.put("2^31", skipList(cat(1, uvarint(TWO_TO_31))));
    footers.put("2^64 - 1", skipList(cat(1, uvarint(-1))));
    footers.put("2^31 of them", skipList(uvarint(TWO_TO_31)));
    footers.put("31 of them", skipList(cat(31, new byte[31])));
    footers.put(
        "those of another layout",
        cat(hex("01 00"), string("int"), hex("01 02 03 01 00 00"), ENTRY));
    return refused(footers);
  }

  private static byte[] skipList(byte[] distances) {
    return cat(hex("02 00"), string("int"), distances, hex("03 01 00 00"), ENTRY);
  }

  @TestFactory
  Stream<DynamicTest> statisticsThatCannotBe() {
    Map<String, byte[]> statistics = new LinkedHashMap<>();
    statistics.put("more NULLs than rows", hex("04 00"));
    statistics.put("2^63 NULLs", cat(uvarint(Long.MIN_VALUE), 0));
    statistics.put("a bound without end", hex("00 01 05 02"));
    statistics.put("a bound of 2^31 bytes", cat(hex("00 01"), uvarint(TWO_TO_31), hex("02 01 04")));
    statistics.put("a bound of 2^64 - 1 bytes", cat(hex("00 01"), uvarint(-1), hex("02 01 04")));
    statistics.put("a bound of too many bytes", hex("00 01 02 02 02 01 04"));
    statistics.put("an empty bound", hex("00 01 00 01 04"));
    statistics.put("a minimum above the maximum", hex("00 01 01 04 01 02"));
    statistics.put("a flag that is not known", hex("00 10"));
    statistics.put("all flags", hex("00 FF 01 02 01 04"));
    statistics.put("an exact bound without bounds", hex("00 02"));
    statistics.put("NaN among integers", hex("00 08"));
    statistics.put("bounds of NULLs alone", hex("03 01 01 02 01 04"));
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> e : statistics.entrySet()) {
      byte[] s = e.getValue();
      byte[] head = cat(hex("01 00"), string("int"), hex("00 03 01"));
      footers.put(e.getKey() + ", of the file", cat(head, s, ENTRY));
      byte[] entry = cat(hex("05 03 00"), u32(Crc.of(BLOCK)), s);
      footers.put(e.getKey() + ", of a block", cat(head, hex("00 00"), entry));
    }
    byte[] oneNull = cat(hex("05 03 00"), u32(Crc.of(BLOCK)), hex("01 00"));
    footers.put("other NULLs than the blocks'", footer("int", 3, 1, oneNull));
    return refused(footers);
  }

  @TestFactory
  Stream<DynamicTest> boundsOfOtherTypesThatCannotBe() {
    Map<String, String[]> bounds = new LinkedHashMap<>();
    bounds.put("a double of 7 bytes", new String[] {"double", "01020304050607"});
    bounds.put("a decimal of no bytes", new String[] {"decimal(10,2)", ""});
    bounds.put("a decimal of 17 bytes", new String[] {"decimal(38,2)", "01" + "00".repeat(16)});
    bounds.put("a decimal with a zero too many", new String[] {"decimal(10,2)", "007F"});
    bounds.put("a decimal with a sign too many", new String[] {"decimal(10,2)", "FF80"});
    bounds.put("NaN as a double", new String[] {"double", "000000000000F87F"});
    bounds.put("NaN as a float", new String[] {"float", "010000000000F0FF"});
    bounds.put("a text of 65 bytes", new String[] {"string", "61".repeat(65)});
    bounds.put("a timestamp of 10^9 nanos", new String[] {"timestamp", "0080 94EB DC03"});
    bounds.put("an array", new String[] {"array<int>", "02"});
    return bounds.entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> bound(e.getValue())));
  }

  private void bound(String[] typeAndBound) throws IOException {
    String type = typeAndBound[0];
    HandMade other = HandMade.split(folder.resolve(String.join(" ", typeAndBound)), type, 3);
    byte[] bound = sized((Object) hex(typeAndBound[1]));
    byte[] statistics = cat(hex("00 01"), bound, bound);
    other.writeColumn(BLOCK, cat(hex("01 00"), string(type), hex("00 03 01"), statistics, ENTRY));
    assertTrue(other.columnRefused().contains("the footer"));
  }

  @Test
  void typeOfBytesThatAreNoTextIsRefused() throws IOException {
    // A lenient reader takes the byte C3 for the replacement character.
    HandMade struct = HandMade.split(folder.resolve("struct"), "struct<\uFFFD:int>", 3);
    byte[] type = sized(HandMade.text("struct<"), 0xC3, HandMade.text(":int>"));
    struct.writeColumn(BLOCK, cat(hex("01 00"), type, hex("00 03 01 00 00"), ENTRY));
    assertTrue(struct.columnRefused().contains("the footer"));
  }

  @Test
  void footersOfOtherLengthsAreRefused() throws IOException {
    byte[] footer = footer("int", 3, 1, ENTRY);
    int[] lengths = {0, footer.length - 1, footer.length + 1, 1 << 30, -1, Integer.MIN_VALUE};
    for (int length : lengths) {
      byte[] trailer = cat(u32(length), u32(Crc.of(footer)), HandMade.text("CIFC"));
      split.writeColumnFile(cat(HandMade.HEADER, BLOCK, footer, trailer), footer);
      assertTrue(split.columnRefused().contains("offset"));
    }
    // Both say that the footer is longer than the file.
    byte[] trailer = cat(u32(1 << 20), u32(Crc.of(footer)), HandMade.text("CIFC"));
    split.writeColumnFile(cat(HandMade.HEADER, BLOCK, footer, trailer), footer);
    split.editSchema(json -> put(json, "footerLength", 1 << 20));
    split.columnRefused();
    split.editSchema(json -> put(json, "length", 1 << 21));
    split.columnRefused();
  }

  private static void put(com.fasterxml.jackson.databind.JsonNode json, String name, long value) {
    ((com.fasterxml.jackson.databind.node.ObjectNode) json.path("columns").get(0)).put(name, value);
  }

  @Test
  void filesThatGoOnBehindTheirEndAreRefused() throws IOException {
    byte[] footer = footer("int", 3, 1, ENTRY);
    byte[] trailer = cat(u32(footer.length), u32(Crc.of(footer)), HandMade.text("CIFC"));
    byte[] file = cat(HandMade.HEADER, BLOCK, footer, trailer);
    split.writeColumnFile(cat(file, 0), footer);
    split.editSchema(json -> put(json, "length", file.length));
    assertTrue(split.columnRefused().contains("goes on"));
    // Nor one that is read in pieces.
    byte[] great = new byte[200_000];
    byte[] greatFooter = footer("int", 3, 1, entry(great.length, 3, great));
    byte[] end = cat(u32(greatFooter.length), u32(Crc.of(greatFooter)), HandMade.text("CIFC"));
    byte[] whole = cat(HandMade.HEADER, great, greatFooter, end);
    split.writeColumnFile(cat(whole, whole), greatFooter);
    split.editSchema(json -> put(json, "length", whole.length));
    assertTrue(split.columnRefused().contains("goes on"));
  }

  @Test
  void headersThatAreNotKnownAreRefused() throws IOException {
    byte[] footer = footer("int", 3, 1, ENTRY);
    byte[] trailer = cat(u32(footer.length), u32(Crc.of(footer)), HandMade.text("CIFC"));
    String[] headers = {
      "00 00 00 00 01 00 00 00", "43 49 46 43 02 00 00 00", "43 49 46 43 00 00 00 00",
      "43 49 46 43 01 01 00 00", "43 49 46 43 01 00 01 00", "43 49 46 43 01 00 00 FF"
    };
    for (String header : headers) {
      split.writeColumnFile(cat(hex(header), BLOCK, footer, trailer), footer);
      split.columnRefused();
    }
    split.writeColumnFile(cat(hex(headers[1]), BLOCK, footer, trailer), footer);
    assertTrue(split.columnRefused().contains("version 2"));
    // A file that is read in pieces shows its header with its first block.
    byte[] great = new byte[200_000];
    byte[] greatFooter = footer("int", 3, 1, entry(great.length, 3, great));
    byte[] end = cat(u32(greatFooter.length), u32(Crc.of(greatFooter)), HandMade.text("CIFC"));
    split.writeColumnFile(cat(hex(headers[1]), great, greatFooter, end), greatFooter);
    assertTrue(split.columnRefused().contains("version 2"));
  }

  @TestFactory
  Stream<DynamicTest> keyFiltersThatCannotBe() throws IOException {
    byte[] filter = new byte[8];
    Map<String, byte[]> fields = new LinkedHashMap<>();
    fields.put("7 bytes", cat(7, u32(Crc.of(filter, 0, 7))));
    fields.put("9 bytes", cat(9, u32(Crc.of(filter))));
    fields.put("none, but bytes", cat(0, u32(0)));
    fields.put("past the file", cat(16, u32(Crc.of(filter))));
    fields.put("2^31", cat(uvarint(TWO_TO_31), u32(0)));
    fields.put("2^31 - 72", cat(uvarint(TWO_TO_31 - 72), u32(0)));
    fields.put("2^64 - 1", cat(uvarint(-1), u32(0)));
    byte[] body = hex("00 01 02000000 00 00");
    return HandMade.each(
        fields,
        (name, value) -> {
          HandMade maps = HandMade.split(folder.resolve(name), "map<string,int>", 2);
          maps.writeColumn(
              cat(body, filter),
              cat(
                  hex("04 00"),
                  string("map<string,int>"),
                  hex("01 02 02 01 00 00 08 02 00"),
                  u32(Crc.of(body)),
                  value,
                  hex("00 00")));
          maps.columnRefused();
        });
  }

  private static final String STRUCT = "struct<a:int,b:int>";

  /** {"a": 1, "b": 2}, {"a": 3, "b": 4}: the head is the first 2 bytes, each field takes 7. */
  private static final byte[] STRUCTS = hex("0F 00 06 00 04 05 01 01 03 06 00 04 05 01 02 04");

  @TestFactory
  Stream<DynamicTest> partsOfABlock() {
    byte[] a = Arrays.copyOfRange(STRUCTS, 2, 9);
    byte[] b = Arrays.copyOfRange(STRUCTS, 9, 16);
    Map<String, byte[]> parts = new LinkedHashMap<>();
    parts.put("longer than the body", cat(2, 7, u32(Crc.of(a)), 8, u32(Crc.of(b))));
    parts.put("2^31 of them", cat(uvarint(1L << 31), 7, u32(Crc.of(a)), 7, u32(Crc.of(b))));
    parts.put("more than the footer holds", cat(40, 7, u32(Crc.of(a)), 7, u32(Crc.of(b))));
    parts.put("one of 2^31 bytes", cat(2, uvarint(1L << 31), u32(Crc.of(a)), 7, u32(Crc.of(b))));
    parts.put("a wrong checksum", cat(2, 7, u32(Crc.of(b)), 7, u32(Crc.of(b))));
    return HandMade.each(
        parts,
        (name, value) -> {
          HandMade structs = HandMade.split(folder.resolve(name), STRUCT, 2);
          structs.writeParts(STRUCT, 2, STRUCTS, 2, value);
          structs.columnRefused();
        });
  }

  @Test
  void partsAreThoseOfTheNode() throws IOException {
    byte[] field = Arrays.copyOfRange(STRUCTS, 2, 9);
    byte[] other = Arrays.copyOfRange(STRUCTS, 9, 16);
    byte[] both = Arrays.copyOfRange(STRUCTS, 2, 16);
    StructVector onlyA = new StructVector(CifType.parse(STRUCT));
    onlyA.exclude(1);
    HandMade structs = HandMade.split(folder.resolve("right"), STRUCT, 2);
    structs.writeParts(STRUCT, 2, STRUCTS, 2, cat(2, 7, u32(Crc.of(field)), 7, u32(Crc.of(other))));
    try (SplitReader reader = structs.open()) {
      reader.column(HandMade.COLUMN).read(0, 2, onlyA);
      assertEquals(3, ((LongVector) onlyA.field(0)).values[1]);
    }
    HandMade one = HandMade.split(folder.resolve("one"), STRUCT, 2);
    one.writeParts(STRUCT, 2, STRUCTS, 2, cat(1, 14, u32(Crc.of(both))));
    try (SplitReader reader = one.open()) {
      ColumnReader column = reader.column(HandMade.COLUMN);
      CifException e = assertThrows(CifException.class, () -> column.read(0, 2, onlyA));
      assertTrue(e.getMessage().contains("1 parts of a block whose node has 2"), e.getMessage());
    }
  }

  @Test
  void statisticsDoNotDependOnBlocks() throws IOException {
    split.writeColumn(hex("07 07 07 07 07"), footer("int", 3, 1, ENTRY));
    try (SplitReader reader = split.open()) {
      assertEquals(0, reader.column(HandMade.COLUMN).statistics().nulls());
    }
    assertTrue(split.columnRefused().contains("checksum of block 0"));
  }
}
