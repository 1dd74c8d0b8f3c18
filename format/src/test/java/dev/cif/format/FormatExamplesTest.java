package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.cif.format.internal.Block;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.auto.AutoBlock;
import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.encoding.IntsDecoder;
import dev.cif.format.internal.encoding.Strings;
import dev.cif.format.internal.encoding.StringsDecoder;
import dev.cif.format.internal.file.TableFile;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.row.RowBlock;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.value.JsonValue;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked examples of docs/FORMAT.md are true: what is read, and what is written. */
class FormatExamplesTest {
  private static final Path PAGE = Path.of(System.getProperty("cif.docs", "../docs"), "FORMAT.md");
  private static final Pattern EXAMPLE = Pattern.compile("(?s)\n```\n([^\n]+)\n(.*?)```\n");
  private static final Pattern BYTES = Pattern.compile("((?:[0-9A-F]{2} )*[0-9A-F]{2})(?:  .*)?");
  private static final Pattern STREAM = Pattern.compile("(ints|strings)\\((\\d+)\\): .*");
  private static final Pattern BODY =
      Pattern.compile("body\\((\\w+)(?: of ([0-9 and]+))?, (.*), (\\d+) rows\\)");
  private static final List<String> FILTERS = List.of("filter file of n", "filter file of n and s");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The first line of an example, and the others. */
  private record Example(String title, String content) {
    /** The bytes of all lines that start with bytes; every other line is an aside or a result. */
    byte[] bytes() {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (String line : content.lines().toList()) {
        Matcher m = BYTES.matcher(line);
        boolean isOther = line.startsWith(" ") || line.startsWith("=") || line.startsWith("under");
        assertTrue(m.matches() || isOther, "neither bytes nor a result: " + line);
        if (m.matches()) {
          bytes.writeBytes(HandMade.hex(m.group(1)));
        }
      }
      return bytes.toByteArray();
    }

    Input input() {
      byte[] bytes = bytes();
      return Input.copyOf(bytes, 0, bytes.length);
    }

    /** Returns the text behind the equals sign of the line with this start. */
    ArrayNode values(String start) throws IOException {
      for (String line : content.lines().toList()) {
        if (line.startsWith(start + "= ")) {
          return array(line.substring(start.length() + 2));
        }
      }
      throw new AssertionError("no result in " + title);
    }
  }

  private static List<Example> examples = new ArrayList<>();

  @TempDir Path folder;

  @BeforeAll
  static void readPage() throws IOException {
    String page = Files.readString(PAGE, StandardCharsets.UTF_8);
    Matcher m = EXAMPLE.matcher(page.substring(page.indexOf("\n## 10. ")));
    examples.clear();
    while (m.find()) {
      examples.add(new Example(m.group(1), m.group(2)));
    }
  }

  private static Example example(String title) {
    return examples.stream().filter(e -> e.title.equals(title)).findFirst().orElseThrow();
  }

  private static ArrayNode array(String elements) throws IOException {
    return (ArrayNode) MAPPER.readTree("[" + elements + "]");
  }

  /** JSON of values of a vector. */
  private static JsonNode json(ColumnVector vector) throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartArray();
      for (int i = 0; i < vector.size(); i++) {
        JsonValue.write(Value.of(vector, i), json);
      }
      json.writeEndArray();
    }
    return MAPPER.readTree(out.toString());
  }

  @Test
  void everyExampleIsChecked() {
    for (Example e : examples) {
      assertTrue(
          STREAM.matcher(e.title).matches()
              || BODY.matcher(e.title).matches()
              || e.title.startsWith("file ")
              || e.title.equals("_cif_table")
              || FILTERS.contains(e.title)
              || Set.of("rows", "text of schema.cif").contains(e.title),
          e.title);
    }
  }

  @Test
  void streamsHoldTheirValues() throws IOException {
    Set<String> encodings = new TreeSet<>();
    for (Example e : examples) {
      Matcher m = STREAM.matcher(e.title);
      if (!m.matches()) {
        continue;
      }
      Input in = e.input();
      int n = Integer.parseInt(m.group(2));
      ColumnVector values;
      if (m.group(1).equals("ints")) {
        Ints ints = IntsDecoder.decode(in, n);
        LongVector longs = new LongVector(CifType.BIGINT);
        longs.addSlots(n);
        ints.read(0, n, longs.values, 0);
        encodings.add("ints " + ints.encoding());
        values = longs;
      } else {
        Strings strings = StringsDecoder.decode(in, n);
        BytesVector texts = new BytesVector(CifType.STRING);
        strings.read(0, n, texts, texts.addSlots(n));
        encodings.add("strings " + strings.encoding());
        values = texts;
      }
      in.expectEnd("the stream");
      assertEquals(MAPPER.readTree(e.values("").toString()), json(values), e.title);
    }
    Set<String> all = new TreeSet<>();
    for (int i = 0; i <= 8; i++) {
      all.add("ints " + i);
    }
    for (int i = 0; i <= 5; i++) {
      all.add("strings " + i);
    }
    assertEquals(all, encodings, "an example of every encoding");
  }

  @Test
  void bodiesHoldTheirValues() throws IOException {
    Set<Layout> layouts = new TreeSet<>();
    int lookUps = 0;
    for (Example e : examples) {
      Matcher m = BODY.matcher(e.title);
      if (!m.matches()) {
        continue;
      }
      Layout layout = Layout.parse(m.group(1));
      layouts.add(layout);
      CifType type = CifType.parse(m.group(3));
      int rows = Integer.parseInt(m.group(4));
      Block block = open(layout, m.group(2), type, rows, e.input());
      ColumnVector values = ColumnVector.create(type);
      block.read(0, rows, values);
      assertEquals(MAPPER.readTree(e.values("").toString()), json(values), e.title);
      for (String line : e.content.lines().toList()) {
        if (line.startsWith("under ")) {
          String key = line.substring(7, line.indexOf('"', 7));
          ColumnVector found = ColumnVector.create(type.child(1));
          block.readKey(0, rows, MapKey.of(key), found);
          lookUps++;
          assertEquals(e.values("under \"" + key + "\" "), json(found), line);
        }
      }
    }
    assertEquals(Set.of(Layout.values()), layouts, "an example of every layout");
    assertEquals(6, lookUps, "look-ups");
  }

  private static Block open(Layout layout, String distances, CifType type, int rows, Input in) {
    if (layout == Layout.AUTO) {
      return AutoBlock.open(type, rows, in, new DecodeCounter(), ErrorPlace.UNKNOWN);
    }
    SkipDistances skips =
        distances == null ? null : SkipDistances.parse(distances.replace(" and ", ","));
    return RowBlock.open(type, layout, skips, rows, in, new DecodeCounter());
  }

  @Test
  void filesOfTheSplitAreReadAndWritten() throws IOException {
    List<String> rows = example("rows").content.lines().toList();
    Path given = Files.createDirectory(folder.resolve("given"));
    List<String> files = new ArrayList<>();
    for (Example e : examples) {
      if (e.title.startsWith("file ")) {
        files.add(e.title.substring(5));
        Files.write(given.resolve(e.title.substring(5)), e.bytes());
      }
    }
    files.add("schema.cif");
    Files.writeString(given.resolve("schema.cif"), example("text of schema.cif").content);
    org.apache.hadoop.fs.Path written =
        new org.apache.hadoop.fs.Path(folder.resolve("written").toString());
    try (SplitReader reader =
        SplitReader.open(LocalFiles.fs(), new org.apache.hadoop.fs.Path(given.toString()))) {
      assertEquals(rows.size(), reader.rows());
      for (Column column : reader.schema().columns()) {
        ColumnVector values = ColumnVector.create(column.type());
        reader.column(column.name()).read(0, rows.size(), values);
        ArrayNode expected = MAPPER.createArrayNode();
        for (String row : rows) {
          expected.add(MAPPER.readTree(row).get(column.name()));
        }
        assertEquals(expected, json(values));
      }
      write(reader.schema(), rows, written);
    }
    assertEquals(3, files.size());
    for (String file : files) {
      byte[] again = Files.readAllBytes(folder.resolve("written").resolve(file));
      assertArrayEquals(Files.readAllBytes(given.resolve(file)), again, file);
    }
    try (var list = Files.list(folder.resolve("written"))) {
      assertEquals(files.size(), list.count(), "no other file");
    }
  }

  private static void write(CifSchema schema, List<String> rows, org.apache.hadoop.fs.Path split)
      throws IOException {
    try (SplitWriter writer =
        SplitWriter.create(LocalFiles.fs(), split, schema, WriteOptions.DEFAULT)) {
      for (String row : rows) {
        for (int i = 0; i < schema.size(); i++) {
          JsonNode value = MAPPER.readTree(row).get(schema.column(i).name());
          Model.append(
              value.isNull()
                  ? null
                  : value.isTextual() ? Model.text(value.textValue()) : (Object) value.longValue(),
              writer.column(i));
        }
        writer.endRow();
      }
    }
  }

  @Test
  void filterFiles_areWrittenSo() throws IOException {
    CifSchema schema = CifSchema.of(List.of("n", "s"), List.of(CifType.INT, CifType.STRING));
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT.withLayout(Layout.PLAIN).withBlockRows(3))
            .withFilters(List.of(List.of("n"), List.of("n", "s")));
    org.apache.hadoop.fs.Path split = new org.apache.hadoop.fs.Path(folder.toString(), "split");
    try (SplitWriter writer = SplitWriter.create(Golden.fs(), split, schema, options)) {
      for (Long n : new Long[] {7L, 300L, null, 7L}) {
        Model.append(n, writer.column(0));
        Model.append(Model.text("a"), writer.column(1));
        writer.endRow();
      }
    }
    Path written = folder.resolve("split");
    assertArrayEquals(
        example(FILTERS.get(0)).bytes(), Files.readAllBytes(written.resolve("_1-n.filters")));
    assertArrayEquals(
        example(FILTERS.get(1)).bytes(), Files.readAllBytes(written.resolve("_1-n.with2.filters")));
  }

  /** The columns of section 10.6's split-directories are found as its table says. */
  @Test
  void tableFile_isAsTheTableBelowItSays() throws IOException {
    byte[] bytes = example("_cif_table").content.getBytes(StandardCharsets.UTF_8);
    TableDescription table = TableFile.parse("_cif_table", bytes).description();
    assertEquals(4, table.revision());
    assertEquals(List.of("host", "id", "note"), table.names());
    TableColumns columns = TableColumns.of(table);
    assertEquals("none", Value.of(columns.valueOf("note"), 0).asString());
    String key = "k3f09c2a71d4/";
    record Stored(List<Column> columns, List<String> names) {}

    for (Stored one :
        List.of(
            new Stored(
                List.of(
                    new Column(1, "id", CifType.INT),
                    new Column(2, "h", CifType.STRING),
                    new Column(3, "note", CifType.STRING)),
                Arrays.asList("id", "host", null)),
            new Stored(
                List.of(
                    new Column(1, "host", CifType.STRING, key + 2),
                    new Column(2, "note", CifType.STRING, key + 3)),
                Arrays.asList("host", null)),
            new Stored(
                List.of(
                    new Column(1, "host", CifType.STRING, key + 2),
                    new Column(2, "note", CifType.STRING, key + 4)),
                List.of("host", "note")))) {
      org.apache.hadoop.fs.Path place = new org.apache.hadoop.fs.Path("/t/day=2026-11-28/0");
      assertEquals(one.names, columns.namesOf(place, CifSchema.of(one.columns)));
    }
  }
}
