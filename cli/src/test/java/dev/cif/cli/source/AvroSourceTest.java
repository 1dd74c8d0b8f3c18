package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.cli.command.Run;
import java.io.File;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericArray;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvroSourceTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @TempDir Path folder;

  private static Schema schema(String json) {
    return new Schema.Parser().parse(json.replace('\'', '"'));
  }

  private Path write(String name, Schema schema, List<?> data) throws Exception {
    Path file = folder.resolve(name);
    try (DataFileWriter<Object> writer =
        new DataFileWriter<>(new GenericDatumWriter<>(schema))
            .setCodec(CodecFactory.deflateCodec(6))) {
      writer.create(schema, file.toFile());
      for (Object datum : data) {
        writer.append(datum);
      }
    }
    return file;
  }

  @Test
  void load_fieldsThatDifferByCaseAlone_areRefused() throws Exception {
    Schema schema =
        schema(
            """
            {'type':'record','name':'R','fields':[
              {'name':'a','type':{'type':'array','items':{'type':'record','name':'S','fields':[
                {'name':'x','type':'int'}, {'name':'X','type':'string'}]}}}]}
            """);
    Path file = write("case.avro", schema, List.of());
    String error = Run.bad(1, "load", "--from", "avro", file, "--to", folder.resolve("table"));
    assertTrue(error.contains("case.avro: column 'a': a struct has the fields 'x' and 'X'"), error);
    assertTrue(Files.notExists(folder.resolve("table")));
  }

  @Test
  void load_codecWhoseLibraryIsMissing_isOneLineThatNamesIt() throws Exception {
    Path file = folder.resolve("xz.avro");
    Schema schema = schema("{'type':'record','name':'R','fields':[{'name':'a','type':'int'}]}");
    try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.setCodec(CodecFactory.nullCodec()).create(schema, file.toFile());
      GenericRecord record = new GenericData.Record(schema);
      record.put("a", 1);
      writer.append(record);
    }
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertTrue(bytes.contains("\u0008null"));
    String changed = bytes.replace("\u0008null", "\u0004xz");
    Files.writeString(file, changed, StandardCharsets.ISO_8859_1);
    Object[] command = {"load", "--from", "avro", file, "--to", folder.resolve("table")};
    String error = Run.bad(1, command);
    assertTrue(error.contains("xz.avro: its codec cannot be used"), error);
    assertTrue(error.contains("org.tukaani.xz") || error.contains("org/tukaani/xz"), error);
  }

  @Test
  void load_randomRecords_areWhatAvrosOwnReaderGives() throws Exception {
    Schema schema =
        schema(
            """
            {'type':'record','name':'R','fields':[
              {'name':'b','type':['null','boolean']},
              {'name':'i','type':'int'},
              {'name':'l','type':['long','null']},
              {'name':'f','type':['null','float']},
              {'name':'d','type':'double'},
              {'name':'s','type':['null','string']},
              {'name':'e','type':{'type':'enum','name':'E','symbols':['A','B']}},
              {'name':'a','type':['null',{'type':'array','items':['null','long']}]},
              {'name':'m','type':{'type':'map','values':{'type':'array','items':'string'}}},
              {'name':'r','type':['null',{'type':'record','name':'In','fields':[
                 {'name':'x','type':'int'},{'name':'y','type':['null','string']}]}]}]}
            """);
    Random random = new Random(7);
    List<GenericRecord> records = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      records.add(record(schema, random, i));
    }
    Path file = write("random.avro", schema, records);
    Path table = folder.resolve("table");
    Run.good("load", "--from", "avro", file, "--to", table, "--rows-per-split", 1100);
    List<JsonNode> loaded = Run.good("cat", table).json();
    int row = 0;
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(new File(file.toString()), new GenericDatumReader<>())) {
      for (GenericRecord expected : reader) {
        assertEquals(Run.plain(json(expected)), loaded.get(row++));
      }
    }
    assertEquals(row, loaded.size());
  }

  private static GenericRecord record(Schema schema, Random random, int i) {
    GenericRecord record = new GenericData.Record(schema);
    boolean some = random.nextInt(5) > 0;
    record.put("b", some ? random.nextBoolean() : null);
    record.put("i", random.nextInt());
    record.put("l", some ? random.nextLong() : null);
    record.put("f", some ? random.nextFloat() : null);
    record.put("d", random.nextGaussian());
    record.put("s", random.nextInt(4) > 0 ? "t\u00e9xt " + random.nextInt(50) : null);
    record.put(
        "e", new GenericData.EnumSymbol(schema.getField("e").schema(), i % 2 == 0 ? "A" : "B"));
    List<Long> longs = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      longs.add(random.nextInt(3) == 0 ? null : random.nextLong());
    }
    record.put("a", some ? longs : null);
    Map<String, List<String>> map = new TreeMap<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      map.put("k" + k, List.of("v" + i, ""));
    }
    record.put("m", map);
    GenericRecord in = new GenericData.Record(schema.getField("r").schema().getTypes().get(1));
    in.put("x", i);
    in.put("y", some ? "y" : null);
    record.put("r", random.nextBoolean() ? in : null);
    return record;
  }

  private static JsonNode json(Object value) {
    if (value == null) {
      return JSON.nullNode();
    } else if (value instanceof GenericRecord record) {
      ObjectNode node = JSON.objectNode();
      record.getSchema().getFields().forEach(f -> node.set(f.name(), json(record.get(f.pos()))));
      return node;
    } else if (value instanceof GenericArray<?> array) {
      ArrayNode node = JSON.arrayNode();
      array.forEach(v -> node.add(json(v)));
      return node;
    } else if (value instanceof Map<?, ?> map) {
      ObjectNode node = JSON.objectNode();
      map.forEach((k, v) -> node.set(k.toString(), json(v)));
      return node;
    } else if (value instanceof Boolean b) {
      return JSON.booleanNode(b);
    } else if (value instanceof Integer n) {
      return JSON.numberNode(n);
    } else if (value instanceof Long n) {
      return JSON.numberNode(n);
    } else if (value instanceof Float n) {
      return JSON.numberNode(n);
    } else if (value instanceof Double n) {
      return JSON.numberNode(n);
    }
    return JSON.textNode(value.toString());
  }

  @Test
  void load_logicalTypesAndUnions_haveTypesAndValues() throws Exception {
    Schema schema =
        schema(
            """
            {'type':'record','name':'R','fields':[
              {'name':'d','type':{'type':'int','logicalType':'date'}},
              {'name':'ms','type':{'type':'long','logicalType':'timestamp-millis'}},
              {'name':'us','type':{'type':'long','logicalType':'local-timestamp-micros'}},
              {'name':'tm','type':{'type':'int','logicalType':'time-millis'}},
              {'name':'dec','type':{'type':'bytes','logicalType':'decimal','precision':10,'scale':2}},
              {'name':'fdec','type':{'type':'fixed','name':'F','size':3,
                                     'logicalType':'decimal','precision':6,'scale':1}},
              {'name':'fix','type':{'type':'fixed','name':'G','size':2}},
              {'name':'by','type':'bytes'},
              {'name':'un','type':['null','int','string']},
              {'name':'one','type':['int']},
              {'name':'no','type':'null'}]}
            """);
    GenericRecord record = new GenericData.Record(schema);
    record.put("d", -1);
    record.put("ms", -1L);
    record.put("us", 1_600_000_000_123_456L);
    record.put("tm", 5);
    record.put("dec", ByteBuffer.wrap(BigInteger.valueOf(-12345).toByteArray()));
    record.put(
        "fdec", new GenericData.Fixed(schema.getField("fdec").schema(), new byte[] {0, 0, 15}));
    record.put("fix", new GenericData.Fixed(schema.getField("fix").schema(), new byte[] {1, 2}));
    record.put("by", ByteBuffer.wrap("hi".getBytes(StandardCharsets.UTF_8)));
    record.put("un", "text");
    record.put("one", 9);
    GenericRecord second = new GenericData.Record((GenericData.Record) record, true);
    second.put("un", 4);
    Path table = folder.resolve("table");
    Run.good(
        "load", "--from", "avro", write("l.avro", schema, List.of(record, second)), "--to", table);
    String row =
        "{\"d\":\"1969-12-31\",\"ms\":\"1969-12-31 23:59:59.999Z\","
            + "\"us\":\"2020-09-13 12:26:40.123456\",\"tm\":5,\"dec\":-123.45,\"fdec\":1.5,"
            + "\"fix\":\"AQI=\",\"by\":\"aGk=\",\"un\":UN,\"one\":9,\"no\":null}\n";
    assertEquals(
        row.replace("UN", "{\"tag\":1,\"value\":\"text\"}")
            + row.replace("UN", "{\"tag\":0,\"value\":4}"),
        Run.good("cat", table).out());
  }

  @Test
  void load_fileOfNoRecords_isOneColumn() throws Exception {
    Path table = folder.resolve("table");
    Path file = write("longs.avro", Schema.create(Schema.Type.LONG), List.of(1L, 2L));
    Run.good("load", "--from", "avro", file, "--to", table);
    assertEquals("{\"value\":1}\n{\"value\":2}\n", Run.good("cat", table).out());
  }

  @Test
  void load_damagedOrEndlessFiles_areErrorsNamingThem() throws Exception {
    Path table = folder.resolve("table");
    Path text = Files.writeString(folder.resolve("text.avro"), "no avro");
    assertTrue(Run.bad(1, "load", "--from", "avro", text, "--to", table).contains("text.avro"));
    Path cut = write("cut.avro", Schema.create(Schema.Type.STRING), List.of("abc", "def"));
    Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(cut), (int) Files.size(cut) - 9));
    String error = Run.bad(1, "load", "--from", "avro", cut, "--to", table);
    assertTrue(error.contains("cut.avro: the file is cut off behind record 0"), error);
    Schema endless =
        schema("{'type':'record','name':'N','fields':[{'name':'next','type':['null','N']}]}");
    Path list = write("list.avro", endless, List.of());
    error = Run.bad(1, "load", "--from", "avro", list, "--to", table);
    assertTrue(error.contains("a record N inside itself"), error);
  }
}
