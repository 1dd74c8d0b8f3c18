package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.internal.file.Crc;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Statistics of parts (FORMAT.md section 5.2) that are damaged, missing, or whose checksums are
 * right and whose content is not: one clear error, and only for who asks them.
 */
class HostilePartsFileTest {
  private static final String FILE = "_1-made.parts";
  private static final Predicate FILTER =
      Predicate.isNull(
          new ColumnPath("made.a", HandMade.COLUMN, List.of(new ColumnPath.Step.Field("a"))));

  @TempDir Path folder;
  private HandMade split;
  private Path file;
  private byte[] good;

  @BeforeEach
  void goodSplit() throws IOException {
    split = write(folder.resolve("split"), "struct<a:int,m:map<int,int>>");
    file = folder.resolve("split").resolve(FILE);
    good = Files.readAllBytes(file);
    expectHealthy();
  }

  /** Two blocks of two rows each, beside a healthy column. */
  private static HandMade write(Path path, String type) throws IOException {
    CifSchema schema =
        CifSchema.of(
            List.of(HandMade.COLUMN, HandMade.HEALTHY), List.of(CifType.parse(type), CifType.INT));
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(2).withPartStatistics(true));
    try (SplitWriter writer =
        SplitWriter.create(
            Golden.fs(), new org.apache.hadoop.fs.Path(path.toString()), schema, options)) {
      for (long i = 0; i < 4; i++) {
        Object value = value(type, i);
        Model.append(value, writer.column(0));
        Model.append(i, writer.column(1));
        writer.endRow();
      }
    }
    return HandMade.at(path);
  }

  private static Object value(String type, long i) {
    if (type.startsWith("map")) {
      return List.of(Model.entry(i, i));
    }
    return type.startsWith("struct<m") ? List.of(List.of(), List.of()) : List.of(i, List.of());
  }

  private void filter() throws IOException {
    try (SplitReader reader = split.open()) {
      Scan.select(reader, FILTER, ColumnTypes.STORED);
    }
  }

  private void verify() throws IOException {
    try (SplitReader reader = split.open()) {
      reader.verify(0);
    }
  }

  /** Readers that use no statistics of parts are not affected. */
  private void expectHealthy() throws IOException {
    split.readColumn();
    split.expectHealthy();
  }

  private String refused() throws IOException {
    String message = HandMade.refused(this::filter);
    assertTrue(message.contains(FILE), message);
    assertTrue(message.contains("'" + HandMade.COLUMN + "'"), message);
    assertEquals(message, HandMade.refused(this::verify));
    expectHealthy();
    return message;
  }

  private void replace(byte[] bytes) throws IOException {
    Files.deleteIfExists(file);
    Files.write(file, bytes);
  }

  @Test
  void everyFlippedBitAndEveryLength_isRefused() throws IOException {
    for (int at = 0; at < good.length; at++) {
      byte[] bad = good.clone();
      bad[at] ^= (byte) (1 << at % 8);
      replace(bad);
      assertTrue(refused().contains("checksum"));
      replace(Arrays.copyOf(good, at));
      assertTrue(refused().contains("truncated"));
    }
    replace(Arrays.copyOf(good, good.length + 1));
    assertTrue(refused().contains("goes on"));
  }

  @Test
  void missingFile_isNotUsed_andFoundByVerify() throws IOException {
    Files.delete(file);
    filter();
    String message = HandMade.refused(this::verify);
    assertTrue(message.contains(FILE), message);
    assertTrue(message.contains("does not exist"), message);
    expectHealthy();
  }

  /** Writes a file and says so in the schema file. */
  private void writeFile(byte[] bytes) throws IOException {
    replace(bytes);
    split.editSchema(
        json ->
            parts(json)
                .put("length", bytes.length)
                .put("crc32c", String.format(Locale.ROOT, "%08x", Crc.of(bytes))));
  }

  private static ObjectNode parts(ObjectNode json) {
    return (ObjectNode) json.path("columns").get(0).path("parts");
  }

  private byte[] head(String magic) {
    return HandMade.cat(HandMade.hex(magic), Arrays.copyOfRange(good, 8, 12));
  }

  /** A file of two blocks, both complete, and these parts. */
  private byte[] parts(long count, byte[]... parts) {
    return HandMade.cat(
        head("43 49 46 50 01 00 00 00"),
        HandMade.hex("02 03"),
        HandMade.uvarint(count),
        HandMade.cat((Object[]) parts));
  }

  private static byte[] part(String name, String statistics) {
    return HandMade.cat(
        HandMade.sized((Object) HandMade.hex(name)),
        HandMade.sized((Object) HandMade.hex(statistics)));
  }

  @TestFactory
  Stream<DynamicTest> contentThatCannotBe() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("empty", new byte[0]);
    files.put(
        "another magic", HandMade.cat(head("43 49 46 43 01 00 00 00"), HandMade.hex("02 03 00")));
    files.put("version 2", HandMade.cat(head("43 49 46 50 02 00 00 00"), HandMade.hex("02 03 00")));
    files.put("reserved", HandMade.cat(head("43 49 46 50 01 00 01 00"), HandMade.hex("02 03 00")));
    byte[] other = parts(0);
    other[9] ^= 1;
    files.put("of another column file", other);
    byte[] header = head("43 49 46 50 01 00 00 00");
    files.put("one block", HandMade.cat(header, HandMade.hex("01 01 00")));
    files.put("2^31 - 1 blocks", HandMade.cat(header, HandMade.uvarint(Integer.MAX_VALUE)));
    files.put("2^64 - 1 blocks", HandMade.cat(header, HandMade.uvarint(-1)));
    files.put("flags of no block", HandMade.cat(header, HandMade.hex("02 07 00")));
    files.put("1,001 parts", parts(1001));
    files.put("2^63 parts", parts(1L << 63));
    files.put("a part too few", parts(1));
    files.put("a byte too many", parts(0, HandMade.hex("00")));
    files.put("no name", parts(1, part("", "00 00 00")));
    files.put("no such field", parts(1, part("02", "00 00 00")));
    files.put("a field of 2^64 - 1", parts(1, part("FFFFFFFFFFFFFFFFFF01", "00 00 00")));
    files.put("a field of a number", parts(1, part("00 00", "00 00 00")));
    files.put("a map", parts(1, part("01", "00 00 00")));
    files.put("one field twice", parts(2, part("00", ""), part("00", "")));
    files.put("a name that ends late", parts(1, HandMade.hex("FF 7F 00")));
    files.put("statistics that end late", parts(1, HandMade.hex("01 00 FF FF 7F")));
    for (String statistics :
        List.of(
            "02 00 00",
            "00 00 00 01 00 00",
            "00 00 00 00 00 00 00 00 00",
            "FFFFFFFFFFFFFFFFFF01 00 00",
            "00 03 00",
            "00 02 07 01 00 01 00",
            "00 00 10",
            "00 00 08",
            "00 00 07 01 04 01 02",
            "00 00 07 02 04 04 01 02",
            "00 00 07 FF FF FF FF 0F",
            "00 00",
            "00")) {
      files.put("statistics " + statistics, parts(1, part("00", statistics)));
    }
    return HandMade.each(
        files,
        (name, value) -> {
          writeFile(value);
          refused();
        });
  }

  @Test
  void aKeyThatIsNoNumber_isRefused() throws IOException {
    split = write(folder.resolve("map"), "map<int,int>");
    file = folder.resolve("map").resolve(FILE);
    good = Files.readAllBytes(file);
    for (String name : List.of("", "00 00", "80")) {
      writeFile(parts(1, part(name, "")));
      String message = HandMade.refused(this::verify);
      assertTrue(message.contains(FILE) && message.contains("do not have"), message);
    }
  }

  /** Such columns have no known parts, whatever a file says. */
  @Test
  void aFileOfNoParts_leavesOutNothingOfATypeWithoutParts() throws IOException {
    split = write(folder.resolve("lists"), "struct<m:map<int,int>,l:array<int>>");
    split.editSchema(
        json -> ((ObjectNode) json.path("columns").get(0)).set("parts", partsOf(FILE)));
    file = folder.resolve("lists").resolve(FILE);
    byte[] column = Files.readAllBytes(folder.resolve("lists").resolve("1-made.col"));
    System.arraycopy(column, column.length - 8, good, 8, 4);
    writeFile(parts(0));
    try (SplitReader reader = split.open()) {
      assertEquals(Arrays.asList(null, null), reader.parts(0).of(List.of(0)));
      assertEquals(Arrays.asList(null, null), reader.parts(0).of(List.of(1)));
    }
  }

  private static ObjectNode partsOf(String name) {
    return JsonNodeFactory.instance.objectNode().put("file", name);
  }

  @TestFactory
  Stream<DynamicTest> schemaFilesThatContradict() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    edits.put("no object", json -> ((ObjectNode) json.path("columns").get(0)).put("parts", FILE));
    edits.put("null", json -> ((ObjectNode) json.path("columns").get(0)).putNull("parts"));
    edits.put("no file", json -> parts(json).remove("file"));
    edits.put("a number for a file", json -> parts(json).put("file", 5));
    for (String name : List.of("", "1-made.parts", "_a/b.parts", "/_a.parts", "_made", "_x.col")) {
      edits.put("file '" + name + "'", json -> parts(json).put("file", name));
    }
    edits.put("no length", json -> parts(json).remove("length"));
    edits.put("length -1", json -> parts(json).put("length", -1));
    edits.put("length 1 MiB + 1", json -> parts(json).put("length", (1 << 20) + 1));
    edits.put("length 2^63 - 1", json -> parts(json).put("length", Long.MAX_VALUE));
    edits.put("length as text", json -> parts(json).put("length", "20"));
    edits.put("no checksum", json -> parts(json).remove("crc32c"));
    edits.put("checksum no hex", json -> parts(json).put("crc32c", "0123456g"));
    edits.put("checksum long", json -> parts(json).put("crc32c", "012345678"));
    edits.put(
        "one file of two columns",
        json -> ((ObjectNode) json.path("columns").get(1)).set("parts", parts(json)));
    return HandMade.each(
        edits,
        (name, value) -> {
          HandMade one = write(folder.resolve("split " + name.hashCode()), "struct<a:int>");
          one.editSchema(value);
          one.schemaRefusedByJava();
        });
  }

  @Test
  void unknownMembers_areIgnored() throws IOException {
    split.editSchema(json -> parts(json).put("more", "of it"));
    filter();
    verify();
    split.editSchema(json -> ((ObjectNode) json.path("columns").get(0)).remove("parts"));
    Files.delete(file);
    filter();
    expectHealthy();
  }
}
