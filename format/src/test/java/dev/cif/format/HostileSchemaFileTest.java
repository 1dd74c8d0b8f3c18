package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifType;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schema files whose checksum is right and whose content is not: one clear error at little cost.
 */
@Timeout(120)
class HostileSchemaFileTest {
  private static final BigInteger TWO_TO_63 = BigInteger.ONE.shiftLeft(63);

  @TempDir Path folder;
  private HandMade split;

  @BeforeEach
  void goodSplit() throws IOException {
    split = HandMade.split(folder.resolve("split"), "int", 3);
  }

  private static ObjectNode entry(ObjectNode json, int column) {
    return (ObjectNode) json.path("columns").get(column);
  }

  private static ObjectNode field(ObjectNode json, int column) {
    return (ObjectNode) json.path("schema").path("fields").get(column);
  }

  /** Names a column anew, in both places. */
  private static void rename(ObjectNode json, int column, String name) {
    entry(json, column).put("name", name);
    field(json, column).put("cif.name", name);
  }

  private static void renumber(ObjectNode json, int column, long id) {
    entry(json, column).put("id", id);
    field(json, column).put("cif.id", id);
  }

  private static Consumer<ObjectNode> type(String type) {
    return json -> field(json, 0).putObject("type").put("type", "string").put("cif.type", type);
  }

  private Stream<DynamicTest> refused(Map<String, Consumer<ObjectNode>> edits) {
    return afterEach(edits, () -> split.schemaRefused());
  }

  private Stream<DynamicTest> afterEach(
      Map<String, Consumer<ObjectNode>> edits, Executable expectation) {
    return HandMade.each(
        edits,
        (name, value) -> {
          split = HandMade.split(folder.resolve("split " + name.hashCode()), "int", 3);
          split.editSchema(value);
          expectation.execute();
        });
  }

  @TestFactory
  Stream<DynamicTest> numbersThatCannotBe() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    edits.put("rows -1", json -> json.put("rows", -1));
    edits.put("rows 2^63", json -> json.put("rows", TWO_TO_63));
    edits.put("rows 1.5", json -> json.put("rows", 1.5));
    edits.put("rows as text", json -> json.put("rows", "3"));
    edits.put("no rows", json -> json.remove("rows"));
    edits.put("length -1", json -> entry(json, 0).put("length", -1));
    edits.put("length 2^63", json -> entry(json, 0).put("length", TWO_TO_63));
    edits.put("no length", json -> entry(json, 0).remove("length"));
    edits.put("footerLength -1", json -> entry(json, 0).put("footerLength", -1));
    edits.put("footerLength 2^30 + 1", json -> entry(json, 0).put("footerLength", (1 << 30) + 1));
    edits.put("footerLength 2^31", json -> entry(json, 0).put("footerLength", 1L << 31));
    edits.put("footerLength 2^32 + 9", json -> entry(json, 0).put("footerLength", (1L << 32) + 9));
    edits.put("rawBytes -1", json -> entry(json, 0).put("rawBytes", -1));
    edits.put("rawBytes null", json -> entry(json, 0).putNull("rawBytes"));
    edits.put("checksum no hex", json -> entry(json, 0).put("footerCrc32c", "0123456g"));
    edits.put("checksum signed", json -> entry(json, 0).put("footerCrc32c", "+1234567"));
    edits.put("checksum short", json -> entry(json, 0).put("footerCrc32c", "1234567"));
    edits.put("checksum long", json -> entry(json, 0).put("footerCrc32c", "012345678"));
    edits.put("no checksum", json -> entry(json, 0).remove("footerCrc32c"));
    edits.put("id 0", json -> renumber(json, 0, 0));
    edits.put("id -1", json -> renumber(json, 0, -1));
    edits.put("id 2^31", json -> renumber(json, 0, 1L << 31));
    edits.put("id 2^32 + 1", json -> renumber(json, 0, (1L << 32) + 1));
    edits.put("id of the entry 2^32 + 1", json -> entry(json, 0).put("id", (1L << 32) + 1));
    edits.put("no id", json -> field(json, 0).remove("cif.id"));
    return refused(edits);
  }

  @TestFactory
  Stream<DynamicTest> versionsAndFeaturesThatAreNotKnown() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    edits.put("version 2", json -> json.put("formatVersion", 2));
    edits.put("version 0", json -> json.put("formatVersion", 0));
    edits.put("version 2^32 + 1", json -> json.put("formatVersion", (1L << 32) + 1));
    edits.put("version 1.5", json -> json.put("formatVersion", 1.5));
    edits.put("version as text", json -> json.put("formatVersion", "1"));
    edits.put("no version", json -> json.remove("formatVersion"));
    edits.put("a feature", json -> json.putArray("requires").add("column-groups"));
    edits.put("a feature, no list", json -> json.put("requires", "column-groups"));
    edits.put("features as an object", json -> json.putObject("requires").put("a", 1));
    return refused(edits);
  }

  @TestFactory
  Stream<DynamicTest> columnsThatContradict() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    edits.put("names of one spelling", json -> rename(json, 1, HandMade.COLUMN));
    edits.put("names that differ by case", json -> rename(json, 1, "mAdE"));
    edits.put("one id twice", json -> renumber(json, 1, 1));
    edits.put("an empty name", json -> rename(json, 0, ""));
    edits.put("entry of another name", json -> entry(json, 0).put("name", "other"));
    edits.put("entry of another id", json -> entry(json, 0).put("id", 7));
    edits.put("entries in another order", HostileSchemaFileTest::swapEntries);
    edits.put("a column without entry", json -> ((ArrayNode) json.path("columns")).remove(1));
    edits.put("an entry without column", json -> removeField(json, 1));
    edits.put("columns as an object", json -> json.putObject("columns"));
    edits.put("no columns", json -> json.remove("columns"));
    edits.put("no schema", json -> json.remove("schema"));
    edits.put("schema as text", json -> json.put("schema", "int"));
    edits.put("no fields", json -> ((ObjectNode) json.path("schema")).remove("fields"));
    edits.put("a field without name", json -> field(json, 0).remove("name"));
    return refused(edits);
  }

  /** Other readers go by names, and pass over keys (FORMAT.md section 3.1). */
  @TestFactory
  Stream<DynamicTest> keysThatCannotBe() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    edits.put("one key twice", json -> key(json, "t/7", "t/7"));
    edits.put("a key without a number", json -> key(json, "t/", "t/8"));
    edits.put("a key with number 0", json -> key(json, "t/0", "t/8"));
    edits.put("a key of another letter", json -> key(json, "t_/1", "t/8"));
    edits.put("a key that is a number", json -> field(json, 0).put("cif.key", 7));
    return afterEach(edits, () -> split.schemaRefusedByJava());
  }

  private static void key(ObjectNode json, String first, String second) {
    field(json, 0).put("cif.key", first);
    field(json, 1).put("cif.key", second);
  }

  private static void swapEntries(ObjectNode json) {
    ArrayNode columns = (ArrayNode) json.path("columns");
    columns.add(columns.remove(0));
  }

  private static void removeField(ObjectNode json, int column) {
    ((ArrayNode) json.path("schema").path("fields")).remove(column);
  }

  @TestFactory
  Stream<DynamicTest> fileNamesThatLeaveTheFolder() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    for (String name : new String[] {"", "..", "../1-made.col", "a/b", "/etc/passwd", "_x", ".x"}) {
      edits.put("file '" + name + "'", json -> entry(json, 0).put("file", name));
    }
    edits.put("file 5", json -> entry(json, 0).put("file", 5));
    edits.put("no file", json -> entry(json, 0).remove("file"));
    edits.put("one file twice", json -> entry(json, 0).set("file", entry(json, 1).get("file")));
    return refused(edits);
  }

  @TestFactory
  Stream<DynamicTest> typesThatCannotBe() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    for (String type :
        new String[] {
          "",
          "integer",
          "int>",
          "int,int",
          "array",
          "array<>",
          "array<int",
          "array<int,string>",
          "map<int>",
          "map<int,int,int>",
          "map<array<int>,int>",
          "struct<>",
          "struct<a>",
          "struct<a:>",
          "struct<`a:int>",
          "uniontype<>",
          "decimal(0,0)",
          "decimal(39,0)",
          "decimal(10,11)",
          "decimal(10)",
          "decimal(9999999999,0)",
          "varchar",
          "varchar(0)",
          "varchar(-1)",
          "char(256)",
          "decimal(10,2",
          "\u0000",
          "array<".repeat(100_000)
        }) {
      edits.put("type '" + type.substring(0, Math.min(20, type.length())) + "'", type(type));
    }
    edits.put("65 deep", type("array<".repeat(64) + "int" + ">".repeat(64)));
    edits.put("65 deep in JSON", json -> nest(field(json, 0), 64, "int"));
    edits.put("40 deep in 40 deep", json -> nest(field(json, 0), 40, null));
    edits.put("a million letters", type("x".repeat(1_000_000)));
    edits.put("a million fields' name", type("struct<" + "y".repeat(1_000_000) + ":z>"));
    edits.put("an unknown Avro type", json -> field(json, 0).put("type", "fixed"));
    edits.put("no type", json -> field(json, 0).remove("type"));
    edits.put("a union of two", json -> field(json, 0).putArray("type").add("int").add("long"));
    edits.put("a union of none", json -> field(json, 0).putArray("type").add("null"));
    edits.put("decimal of 39 digits", json -> decimal(field(json, 0), 39, 0));
    edits.put("decimal without digits", json -> decimal(field(json, 0), -1, 0));
    return refused(edits);
  }

  private static void decimal(ObjectNode field, int precision, int scale) {
    ObjectNode type = field.putObject("type").put("type", "bytes").put("logicalType", "decimal");
    type.put("precision", precision).put("scale", scale);
  }

  /** Arrays in arrays, as Avro writes them; in the innermost 40 more in the text form. */
  private static void nest(ObjectNode field, int levels, String innermost) {
    ObjectNode type = field.putObject("type");
    for (int i = 0; i < levels; i++) {
      type.put("type", "array");
      type = type.putObject("items");
    }
    type.put("type", "int");
    if (innermost == null) {
      type.put("cif.type", "array<".repeat(39) + "int" + ">".repeat(39));
    }
  }

  @Test
  void typesNestedUpToTheLimitAreRead() throws IOException {
    split.editSchema(json -> nest(field(json, 0), 63, "int"));
    try (SplitReader reader = split.open()) {
      assertEquals(64, reader.schema().column(0).type().depth());
    }
    split.expectHealthy();
  }

  @TestFactory
  Stream<DynamicTest> contentThatIsNoSchema() {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    contents.put("nothing", new byte[0]);
    contents.put("a number", HandMade.text("1"));
    contents.put("null", HandMade.text("null"));
    contents.put("an unfinished object", HandMade.text("{\"formatVersion\":1"));
    contents.put("no UTF-8", HandMade.cat(HandMade.text("{\"a\":\""), 0xC0, 0x80, 0xFF));
    contents.put("deep", HandMade.text("[".repeat(1_000_000)));
    contents.put("deep objects", HandMade.text("{\"a\":".repeat(1_000_000)));
    contents.put("a long number", HandMade.text("{\"rows\":" + "9".repeat(1_000_000) + "}"));
    contents.put("a great exponent", HandMade.text("{\"rows\":1e999999999}"));
    return HandMade.each(
        contents,
        (name, value) -> {
          split.writeSchema("CIF1", value);
          split.schemaRefused();
        });
  }

  @Test
  void textBehindTheJsonIsRefused() throws IOException {
    byte[] json = HandMade.text(split.json().toString());
    split.writeSchema("CIF1", HandMade.cat(json, HandMade.text(" {}")));
    split.schemaRefused();
  }

  @Test
  void memberThatOccursTwiceIsRefused() throws IOException {
    String json = split.json().toString();
    split.writeSchema("CIF1", HandMade.text("{\"rows\":4," + json.substring(1)));
    assertTrue(split.schemaRefused().contains("rows"));
  }

  @Test
  void unknownMembersAreIgnored() throws IOException {
    split.editSchema(
        json -> {
          json.put("comment", "x".repeat(100_000));
          entry(json, 0).putObject("hints").putArray("of").add(1);
          json.putArray("requires");
        });
    split.readColumn();
    split.expectHealthy();
  }

  @Test
  void headersOfOtherVersionsSaySo() throws IOException {
    byte[] json = HandMade.text(split.json().toString());
    for (String magic : new String[] {"CIF2", "CIF0", "CIF12", "CIF999999999"}) {
      split.writeSchema(magic, json);
      String message = split.schemaRefused();
      assertTrue(message.contains("version " + magic.substring(3)), message);
    }
    for (String magic : new String[] {"CIF", "CIF-1", "cif1", "CIF99999999999", "ORC"}) {
      split.writeSchema(magic, json);
      assertTrue(split.schemaRefused().contains("not a CIF schema file"));
    }
  }

  @Test
  void headersOfOtherLengthsAreRefused() throws IOException {
    String[] lengths = {"0", "-1", "4294967296", "9999999999", "99999999999999999999", "1e3"};
    for (String length : lengths) {
      Files.write(split.schemaFile(), HandMade.text("CIF1 " + length + " 00000000\n{}\n"));
      split.schemaRefused();
    }
  }

  @Test
  void fileOfTooManyBytesIsNotRead() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(split.schemaFile().toFile(), "rw")) {
      file.setLength((256L << 20) + 1);
    }
    split.schemaRefused();
  }

  @Test
  void folderInPlaceOfTheSchemaFileIsRefused() throws IOException {
    Files.delete(split.schemaFile());
    Files.createDirectory(split.schemaFile());
    split.schemaRefused();
  }

  @Test
  void rowsThatColumnFilesDoNotHaveFailTheirReaders() throws IOException {
    for (long rows : new long[] {0, 2, 4, 1L << 31, Long.MAX_VALUE}) {
      split.editSchema(json -> json.put("rows", rows));
      try (SplitReader reader = split.open()) {
        for (int column = 0; column < 2; column++) {
          int c = column;
          String message = HandMade.refused(() -> reader.describe(c));
          assertTrue(message.contains("3 rows"), message);
          assertTrue(message.contains(reader.file(c).getName()), message);
        }
      }
    }
  }

  @Test
  void fileNameWithColonIsAName() throws IOException {
    String name = "1:made.col";
    Files.move(folder.resolve("split").resolve(split.columnFileName()), folder("split", name));
    split.editSchema(json -> entry(json, 0).put("file", name));
    split.readColumn();
  }

  private Path folder(String directory, String name) {
    return folder.resolve(directory).resolve(name);
  }

  @Test
  void lengthsThatTheFileDoesNotHaveFailItsReaders() throws IOException {
    for (long length : new long[] {0, 19, 20, 1000, 1L << 31, 1L << 40, Long.MAX_VALUE}) {
      split.editSchema(json -> entry(json, 0).put("length", length));
      split.columnRefused();
    }
    for (int footer : new int[] {0, 1 << 20, 1 << 30}) {
      split = HandMade.split(folder.resolve("footer " + footer), "int", 3);
      split.editSchema(json -> entry(json, 0).put("footerLength", footer));
      split.columnRefused();
      split.editSchema(json -> entry(json, 0).put("length", Long.MAX_VALUE));
      split.columnRefused();
    }
  }

  @Test
  void typeChangesThatLoseValuesAreRefused() throws IOException {
    String[][] changes = {
      {"int", "smallint"},
      {"bigint", "int"},
      {"double", "float"},
      {"string", "int"},
      {"binary", "string"},
      {"timestamp", "date"},
      {"array<int>", "int"},
      {"int", "array<int>"},
      {"array<bigint>", "array<int>"},
      {"map<string,bigint>", "map<string,int>"},
      {"struct<a:string>", "struct<a:int>"},
      {"uniontype<int,string>", "uniontype<int>"}
    };
    for (int i = 0; i < changes.length; i++) {
      split = HandMade.split(folder.resolve("change " + i), changes[i][0], 3);
      CifType wanted = CifType.parse(changes[i][1]);
      try (SplitReader reader = split.open()) {
        String message = HandMade.refused(() -> reader.column(HandMade.COLUMN, wanted));
        assertTrue(message.contains(split.columnFileName()), message);
        assertTrue(message.contains("'made'"), message);
        assertTrue(message.contains(changes[i][0]) && message.contains(changes[i][1]), message);
        assertEquals(0, reader.metrics().filesOpened());
      }
    }
  }
}
