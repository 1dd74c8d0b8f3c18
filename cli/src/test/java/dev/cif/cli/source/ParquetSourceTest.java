package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.cli.command.Run;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParquetSourceTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @TempDir Path folder;

  private Path write(String schema, List<Consumer<Group>> rows) throws Exception {
    Path file = folder.resolve("in.parquet");
    MessageType type = MessageTypeParser.parseMessageType(schema);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(file.toUri()))
            .withType(type)
            .withCompressionCodec(CompressionCodecName.GZIP)
            .withRowGroupSize(20_000L)
            .build()) {
      for (Consumer<Group> row : rows) {
        Group group = new SimpleGroup(type);
        row.accept(group);
        writer.write(group);
      }
    }
    return file;
  }

  private String load(String schema, List<Consumer<Group>> rows) throws Exception {
    Path table = folder.resolve("table");
    Run.good("load", "--from", "parquet", write(schema, rows), "--to", table);
    return Run.good("cat", table).out();
  }

  @Test
  void load_randomNestedRows_areWhatParquetsOwnReaderGives() throws Exception {
    String schema =
        """
        message m {
          required int64 id;
          optional double d;
          optional binary s (STRING);
          optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
          optional group in {
            required int32 x;
            optional group deep (LIST) { repeated group list { optional group element {
              optional int32 y; optional binary z (STRING); } } }
          }
        }
        """;
    Random random = new Random(11);
    List<Consumer<Group>> rows = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      int id = i;
      rows.add(group -> fill(group, random, id));
    }
    Path file = write(schema, rows);
    Path table = folder.resolve("table");
    Run.good("load", "--from", "parquet", file, "--to", table);
    List<JsonNode> loaded = Run.good("cat", table).json();
    int row = 0;
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
            .build()) {
      for (Group group = reader.read(); group != null; group = reader.read()) {
        assertEquals(Run.plain(json(group)), loaded.get(row++));
      }
    }
    assertEquals(4000, row);
    assertEquals(4000, loaded.size());
  }

  private static void fill(Group row, Random random, int id) {
    row.add("id", (long) id);
    if (random.nextInt(3) > 0) {
      row.add("d", random.nextGaussian());
      row.add("s", "text " + random.nextInt(30));
    }
    if (random.nextInt(5) > 0) {
      Group tags = row.addGroup("tags");
      for (int k = random.nextInt(4); k > 0; k--) {
        Group entry = tags.addGroup("list");
        if (random.nextInt(4) > 0) {
          entry.add("element", "tag" + k);
        }
      }
    }
    if (random.nextInt(5) > 0) {
      Group in = row.addGroup("in").append("x", random.nextInt());
      if (random.nextBoolean()) {
        Group deep = in.addGroup("deep");
        for (int k = random.nextInt(3); k > 0; k--) {
          Group entry = deep.addGroup("list");
          if (random.nextInt(3) > 0) {
            Group element = entry.addGroup("element");
            if (random.nextBoolean()) {
              element.append("y", k).append("z", "z");
            }
          }
        }
      }
    }
  }

  /** A group as JSON; a group "list" of "element" is an array. */
  private static JsonNode json(Group group) {
    ObjectNode node = JSON.objectNode();
    for (int f = 0; f < group.getType().getFieldCount(); f++) {
      String name = group.getType().getFieldName(f);
      if (name.equals("list")) {
        ArrayNode array = JSON.arrayNode();
        for (int k = 0; k < group.getFieldRepetitionCount(f); k++) {
          array.add(json(group.getGroup(f, k)).get("element"));
        }
        return array;
      }
      node.set(name, group.getFieldRepetitionCount(f) == 0 ? JSON.nullNode() : value(group, f));
    }
    return node;
  }

  private static JsonNode value(Group group, int field) {
    if (!group.getType().getType(field).isPrimitive()) {
      return json(group.getGroup(field, 0));
    }
    PrimitiveType type = group.getType().getType(field).asPrimitiveType();
    switch (type.getPrimitiveTypeName()) {
      case INT32:
        return JSON.numberNode(group.getInteger(field, 0));
      case INT64:
        return JSON.numberNode(group.getLong(field, 0));
      case DOUBLE:
        return JSON.numberNode(group.getDouble(field, 0));
      default:
        return JSON.textNode(group.getString(field, 0));
    }
  }

  @Test
  void load_everyPrimitive_hasItsValue() throws Exception {
    String schema =
        """
        message m {
          required boolean bo;
          required int32 i8 (INTEGER(8,true));
          required int32 u16 (INTEGER(16,false));
          required int32 u32 (INTEGER(32,false));
          required int64 u64 (INTEGER(64,false));
          required float f;
          required int32 da (DATE);
          required int64 ms (TIMESTAMP(MILLIS,true));
          required int64 us (TIMESTAMP(MICROS,false));
          required int64 ns (TIMESTAMP(NANOS,true));
          required int96 old;
          required int32 d9 (DECIMAL(9,2));
          required int64 d18 (DECIMAL(18,3));
          required fixed_len_byte_array(16) d38 (DECIMAL(38,4));
          required binary db (DECIMAL(12,1));
          required binary e (ENUM);
          required binary raw;
          required fixed_len_byte_array(16) id (UUID);
          required int64 tm (TIME(MICROS,true));
        }
        """;
    ByteBuffer old = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    old.putLong(86_399_000_000_001L).putInt(2_440_587);
    byte[] sixteen = new byte[16];
    sixteen[14] = 1;
    String out =
        load(
            schema,
            List.of(
                row ->
                    row.append("bo", true)
                        .append("i8", -8)
                        .append("u16", 65535)
                        .append("u32", -1)
                        .append("u64", -1L)
                        .append("f", 0.1f)
                        .append("da", -1)
                        .append("ms", -1L)
                        .append("us", 1_600_000_000_123_456L)
                        .append("ns", -1L)
                        .append("old", Binary.fromConstantByteArray(old.array()))
                        .append("d9", -150)
                        .append("d18", 1L)
                        .append("d38", Binary.fromConstantByteArray(sixteen))
                        .append("db", Binary.fromConstantByteArray(new byte[] {-1, 0}))
                        .append("e", "RED")
                        .append("raw", Binary.fromConstantByteArray(new byte[] {'h', 'i'}))
                        .append("id", Binary.fromConstantByteArray(sixteen))
                        .append("tm", 5L)));
    assertEquals(
        "{\"bo\":true,\"i8\":-8,\"u16\":65535,\"u32\":4294967295,\"u64\":18446744073709551615,"
            + "\"f\":0.1,\"da\":\"1969-12-31\",\"ms\":\"1969-12-31 23:59:59.999\","
            + "\"us\":\"2020-09-13 12:26:40.123456\",\"ns\":\"1969-12-31 23:59:59.999999999\","
            + "\"old\":\"1969-12-31 23:59:59.000000001\",\"d9\":-1.50,\"d18\":0.001,"
            + "\"d38\":0.0256,\"db\":-25.6,\"e\":\"RED\",\"raw\":\"aGk=\","
            + "\"id\":\"00000000-0000-0000-0000-000000000100\",\"tm\":5}\n",
        out);
  }

  @Test
  void load_mapsAndListsOfOldWriters_areMapsAndLists() throws Exception {
    String schema =
        """
        message m {
          optional group map (MAP) { repeated group key_value {
            required binary key (STRING); optional int32 value; } }
          optional group old (MAP_KEY_VALUE) { repeated group map { required int32 key; required int32 value; } }
          optional group two (LIST) { repeated int32 element; }
          optional group hive (LIST) { repeated group bag { optional int32 array_element; } }
          optional group tup (LIST) { repeated group tup_tuple { optional int32 a; } }
          optional group ll (LIST) { repeated group list { optional group element (LIST) {
            repeated group list { optional int32 element; } } } }
          repeated int32 free;
          repeated group fg { optional int32 a; repeated binary b (STRING); }
        }
        """;
    String out =
        load(
            schema,
            List.of(
                row -> {
                  Group map = row.addGroup("map");
                  map.addGroup("key_value").append("key", "a").append("value", 1);
                  map.addGroup("key_value").append("key", "b");
                  row.addGroup("old").addGroup("map").append("key", 1).append("value", 2);
                  row.addGroup("two").append("element", 1).append("element", 2);
                  Group hive = row.addGroup("hive");
                  hive.addGroup("bag").append("array_element", 5);
                  hive.addGroup("bag");
                  row.addGroup("tup").addGroup("tup_tuple").append("a", 6);
                  Group lists = row.addGroup("ll");
                  lists.addGroup("list").addGroup("element").addGroup("list").append("element", 8);
                  lists.addGroup("list");
                  lists.addGroup("list").addGroup("element");
                  row.append("free", 1).append("free", 2);
                  row.addGroup("fg").append("a", 1).append("b", "x").append("b", "y");
                  row.addGroup("fg");
                },
                row -> {}));
    assertEquals(
        "{\"map\":{\"a\":1,\"b\":null},\"old\":[{\"key\":1,\"value\":2}],\"two\":[1,2],"
            + "\"hive\":[5,null],\"tup\":[{\"a\":6}],\"ll\":[[8],null,[]],\"free\":[1,2],"
            + "\"fg\":[{\"a\":1,\"b\":[\"x\",\"y\"]},{\"a\":null,\"b\":[]}]}\n"
            + "{\"map\":null,\"old\":null,\"two\":null,\"hive\":null,\"tup\":null,\"ll\":null,"
            + "\"free\":[],\"fg\":[]}\n",
        out);
  }

  /** Turns the logical type UUID into one that the library does not know: FLOAT16, of number 15. */
  private Path withUnknownType(String schema, Consumer<Group> row) throws Exception {
    Path file = write(schema, List.of(row));
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    String changed = bytes.replace("l\u00ec\0\0", "l\u00fc\0\0");
    assertNotEquals(bytes, changed);
    // And the order of the first of three columns.
    changed = changed.replace("<\u001c\0\0", "<,\0\0");
    // Hadoop keeps checksums beside the file that it wrote.
    return Files.writeString(
        folder.resolve("unknown.parquet"), changed, StandardCharsets.ISO_8859_1);
  }

  @Test
  void load_logicalTypeThatIsUnknown_isPassedOverWithAWarningOrPhysical() throws Exception {
    String uuid = "fixed_len_byte_array(16) %s (UUID);";
    String schema =
        "message m { required int32 id; optional " + uuid + " optional group g { required " + uuid;
    Binary sixteen = Binary.fromConstantByteArray(new byte[16]);
    Path file =
        withUnknownType(
            schema.formatted("u", "v") + " } }",
            row -> {
              row.append("id", 7).append("u", sixteen);
              row.addGroup("g").append("v", sixteen);
            });
    Run run = Run.good("load", "--from", "parquet", file, "--to", folder.resolve("skipped"));
    List<String> warnings = run.err().lines().filter(l -> l.startsWith("cif: warning")).toList();
    assertEquals(2, warnings.size(), run.err());
    assertTrue(warnings.get(0).contains("unknown.parquet: column 'u' is passed over"), run.err());
    assertEquals("{\"id\":7}\n", Run.good("cat", folder.resolve("skipped")).out());
    Run.good(
        "load",
        "--from",
        "parquet",
        file,
        "--to",
        folder.resolve("physical"),
        "--option",
        "unknown-types=physical");
    String zeros = "\"AAAAAAAAAAAAAAAAAAAAAA==\"";
    assertEquals(
        "{\"id\":7,\"u\":" + zeros + ",\"g\":{\"v\":" + zeros + "}}\n",
        Run.good("cat", folder.resolve("physical")).out());
  }

  @Test
  void load_onlyColumnsThatArePassedOver_isAnErrorThatSaysWhy() throws Exception {
    Path file =
        withUnknownType("message m { optional fixed_len_byte_array(16) u (UUID); }", row -> {});
    String error = Run.bad(1, "load", "--from", "parquet", file, "--to", folder.resolve("table"));
    assertTrue(error.contains("unknown.parquet: there is no column to load"), error);
    assertTrue(error.contains("column 'u' is passed over"), error);
  }

  @Test
  void load_namesThatNoTableCanHave_areAnErrorThatNamesTheFile() throws Exception {
    Path file = write("message m { required int32 a; required int32 A; }", List.of());
    String error = Run.bad(1, "load", "--from", "parquet", file, "--to", folder.resolve("table"));
    assertTrue(error.contains("in.parquet: two columns of one name: 'a' and 'A'"), error);
    assertTrue(error.contains("give the columns other names"), error);
  }

  @Test
  void load_decimalWithoutBytes_isZero() throws Exception {
    Binary none = Binary.fromConstantByteArray(new byte[0]);
    String out =
        load("message m { required binary d (DECIMAL(5,2)); }", List.of(r -> r.append("d", none)));
    assertEquals("{\"d\":0.00}\n", out);
  }

  @Test
  void load_rowGroupThatBelongsToNoRange_isAnErrorThatNamesTheFile() throws Exception {
    byte[] bytes =
        Files.readAllBytes(
            write("message m { required int32 a; }", List.of(r -> r.append("a", 1))));
    int size = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    int start = bytes.length - 8 - size;
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, start, size));
    footer.getRow_groups().get(0).setTotal_compressed_size(9999);
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    changed.write(bytes, 0, start);
    Util.writeFileMetaData(footer, changed);
    ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(changed.size() - start).put("PAR1".getBytes(StandardCharsets.US_ASCII));
    changed.write(end.array());
    // Hadoop keeps checksums beside the file that it wrote.
    Path file = Files.write(folder.resolve("changed.parquet"), changed.toByteArray());
    String error = Run.bad(1, "load", "--from", "parquet", file, "--to", folder.resolve("table"));
    assertTrue(error.contains("changed.parquet: 1 of 1 rows are in row groups outside"), error);
  }

  /** The library makes rows of 3 and 4 of the 8 values. */
  @ParameterizedTest
  @EnumSource(WriterVersion.class)
  void load_columnThatBeginsAmidARow_isAnErrorThatNamesIt(WriterVersion version) throws Exception {
    Path written = folder.resolve("lists.parquet");
    MessageType type = MessageTypeParser.parseMessageType("message m { repeated int32 x; }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(written.toUri()))
            .withType(type)
            .withWriterVersion(version)
            .build()) {
      for (int row = 0; row < 2; row++) {
        Group group = new SimpleGroup(type);
        for (int i = 0; i < 4; i++) {
          group.add("x", 4 * row + i);
        }
        writer.write(group);
      }
    }
    Path table = folder.resolve("table");
    Run.good("load", "--from", "parquet", written, "--to", table);
    assertEquals("{\"x\":[0,1,2,3]}\n{\"x\":[4,5,6,7]}\n", Run.good("cat", table).out());
    // Levels 0 1 1 1 0 1 1 1 in one run of 8 bits, from the lowest on, become 1 1 1 0 1 1 1 0.
    byte[] bytes = Files.readAllBytes(written);
    List<Integer> found = new ArrayList<>();
    for (int i = 1; i < bytes.length; i++) {
      if (bytes[i - 1] == 3 && bytes[i] == (byte) 0xEE) {
        found.add(i);
      }
    }
    assertEquals(1, found.size());
    bytes[found.get(0)] = 0x77;
    Path damaged = Files.write(folder.resolve("damaged.parquet"), bytes);
    String error =
        Run.bad(1, "load", "--from", "parquet", damaged, "--to", folder.resolve("other"));
    assertTrue(
        error.contains("damaged.parquet, row 1: column x begins amid a row, with repetition level"),
        error);
  }

  @Test
  void load_noParquetFile_isAnErrorNamingIt() throws Exception {
    Path text = Files.writeString(folder.resolve("text.parquet"), "this is not Parquet");
    String error = Run.bad(1, "load", "--from", "parquet", text, "--to", folder.resolve("table"));
    assertTrue(error.contains("text.parquet"), error);
  }
}
