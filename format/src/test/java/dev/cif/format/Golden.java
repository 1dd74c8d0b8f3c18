package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.value.JsonValue;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;

/**
 * The golden files of {@code testdata/}: what they hold and how they are made. {@link #main} writes
 * those that are new; the others are never written again, as FORMAT.md promises.
 */
public final class Golden {
  static final Path FOLDER = Path.of(System.getProperty("cif.testdata", "../testdata"), "v1");
  private static final int ROWS = 300;
  private static final int BLOCK_ROWS = 128;

  /** A golden split-directory. */
  record Split(CifSchema schema, WriteOptions options, List<List<Object>> rows) {}

  private Golden() {}

  /** Removes what golden files don't need: checksums of Hadoop's, and locks. */
  static void removeWritersFiles(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".crc") || name.contains("lock")) {
          Files.delete(file);
        }
      }
    }
  }

  /**
   * Returns the bytes of a schema file without summaries (FORMAT.md section 5.4), which older
   * golden files don't have.
   */
  static byte[] withoutSummaries(Path schemaFile) throws IOException {
    SchemaFile read = SchemaFile.parse(schemaFile, Files.readAllBytes(schemaFile));
    return read.withoutSummaries().toBytes();
  }

  public static FileSystem fs() throws IOException {
    return LocalFiles.fs();
  }

  static Map<String, Split> splits() {
    Map<String, Split> splits = new LinkedHashMap<>();
    CifSchema all = schema(SplitContractTest.types());
    List<List<Object>> rows = random(all, ROWS, 20110829);
    ColumnOptions base =
        ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS).withSkips(SkipDistances.of(10, 100));
    splits.put("auto", new Split(all, WriteOptions.of(base), rows));
    ColumnOptions none = base.withCompression(Compression.NONE);
    splits.put("auto-none", new Split(all, WriteOptions.of(none), rows));
    splits.put("plain", new Split(all, WriteOptions.of(base.withLayout(Layout.PLAIN)), rows));
    splits.put("skiplist", new Split(all, WriteOptions.of(base.withLayout(Layout.SKIPLIST)), rows));
    for (Compression c : Compression.values()) {
      if (c != Compression.NONE) {
        ColumnOptions block = base.withLayout(Layout.BLOCK).withCompression(c);
        splits.put("block-" + c.text(), new Split(all, WriteOptions.of(block), rows));
      }
    }
    CifSchema maps =
        schema(SplitContractTest.types().stream().filter(t -> t.startsWith("map")).toList());
    WriteOptions dcsl = WriteOptions.of(base.withLayout(Layout.DCSL));
    splits.put("dcsl", new Split(maps, dcsl, random(maps, ROWS, 5)));
    splits.put("dcsl-filter", manyKeys());
    splits.put("map-columns", mapColumns());
    splits.put("empty", new Split(all, WriteOptions.of(base), List.of()));
    splits.put("encodings", encodings());
    return splits;
  }

  static CifSchema schema(List<String> types) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      names.add("c" + i + " " + types.get(i).replaceAll("[^a-z]+", "_"));
    }
    return CifSchema.of(names, types.stream().map(CifType::parse).toList());
  }

  static List<List<Object>> random(CifSchema schema, int rows, long seed) {
    Random random = new Random(seed);
    List<List<Object>> result = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      List<Object> values = new ArrayList<>();
      for (Column column : schema.columns()) {
        values.add(Model.randomOrNull(column.type(), random, 0));
      }
      result.add(values);
    }
    return result;
  }

  /** Maps of so many keys that their first block has a key filter; the second has none. */
  private static Split manyKeys() {
    List<CifType> types = List.of(CifType.parse("map<string,int>"), CifType.parse("map<int,int>"));
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < 400; row++) {
      List<Map.Entry<Object, Object>> texts = new ArrayList<>();
      List<Map.Entry<Object, Object>> numbers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int key = 4 * row + i;
        texts.add(Map.entry(Model.text("key " + key), (long) row));
        numbers.add(Map.entry((long) key * (i % 2 == 0 ? 1 : -1_000_003), (long) row));
      }
      rows.add(List.of(texts, numbers));
    }
    ColumnOptions options = ColumnOptions.DEFAULT.withLayout(Layout.DCSL).withBlockRows(300);
    return new Split(
        CifSchema.of(List.of("texts", "numbers"), types), WriteOptions.of(options), rows);
  }

  /** Maps with keys that have a column of their own, at several depths, and keys that have none. */
  private static Split mapColumns() {
    CifSchema schema =
        CifSchema.of(
            List.of("headers", "numbers", "nested", "deep"),
            List.of(
                CifType.parse("map<string,string>"),
                CifType.parse("map<int,struct<a:bigint,b:array<string>>>"),
                CifType.parse("map<string,map<string,uniontype<int,string>>>"),
                CifType.parse("array<map<varchar(9),timestamp>>")));
    Random random = new Random(1997);
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < 1500; row++) {
      List<Object> values = new ArrayList<>();
      for (Column column : schema.columns()) {
        values.add(random.nextInt(20) == 0 ? null : keyed(column.type(), random));
      }
      rows.add(values);
    }
    return new Split(schema, WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(1200)), rows);
  }

  /** A value whose maps draw their keys from the same five, but for a few. */
  private static Object keyed(CifType type, Random random) {
    List<Object> parts = new ArrayList<>();
    switch (type.physical()) {
      case LIST:
        for (int i = random.nextInt(3); i > 0; i--) {
          parts.add(keyed(type.child(0), random));
        }
        return parts;
      case MAP:
        for (int k = 0; k < 5; k++) {
          if (random.nextInt(10) < 3 + k) {
            parts.add(Model.entry(key(type, k), keyed(type.child(1), random)));
          }
        }
        if (random.nextInt(8) == 0) {
          int rare = 5 + random.nextInt(1000);
          parts.add(Model.entry(key(type, rare), keyed(type.child(1), random)));
          Collections.shuffle(parts, random);
        }
        return parts;
      default:
        return Model.randomOrNull(type, random, 2);
    }
  }

  private static Object key(CifType map, int k) {
    return map.child(0).physical() == CifType.Physical.INT
        ? (Object) (k * 1_000_000L - 1)
        : Model.text("key " + k);
  }

  /** Columns of several vectors a block, each shaped to lead to another encoding of layout auto. */
  private static Split encodings() {
    List<String> names =
        List.of(
            "constant",
            "packed",
            "wide",
            "delta",
            "runs",
            "dictionary",
            "scaled",
            "constant_text",
            "letters",
            "alphabet",
            "words",
            "html",
            "long_nulls");
    List<CifType> types = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      types.add(i >= 7 && i < 12 ? CifType.STRING : CifType.BIGINT);
    }
    Random random = new Random(42);
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < 3000; row++) {
      List<Object> v = new ArrayList<>();
      v.add(123456789L);
      v.add(1000L + random.nextInt(10000));
      v.add(random.nextLong());
      v.add(1_600_000_000_000L + row * 1000L + random.nextInt(3));
      v.add((long) (row / 500));
      v.add(new long[] {1L << 60, -5, 77, 1L << 33}[random.nextInt(4)]);
      v.add(random.nextInt(100_000) * 86_400_000L);
      v.add(Model.text("the same"));
      v.add(Model.text(letters(random, 32, 95, 20 + random.nextInt(20))));
      v.add(Model.text(Long.toHexString(random.nextLong())));
      v.add(Model.text(new String[] {"text/html", "text/css", "image/svg+xml"}[random.nextInt(3)]));
      v.add(Model.text("<html><body><p>page " + row + "</p><p>of the golden files</p></body>"));
      v.add(row / 700 % 2 == 1 ? null : (Object) (long) row);
      rows.add(v);
    }
    return new Split(
        CifSchema.of(names, types),
        WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(2500)),
        rows);
  }

  private static String letters(Random random, int first, int count, int length) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < length; i++) {
      s.append((char) (first + random.nextInt(count)));
    }
    return s.toString();
  }

  /** Opens a split-directory of this machine. */
  static SplitReader open(Path split) throws IOException {
    return SplitReader.open(fs(), new org.apache.hadoop.fs.Path(split.toUri()));
  }

  /** The features that a split's schema file requires, as JSON; empty if it names none. */
  static String requires(Path split) throws IOException {
    String file = Files.readString(split.resolve("schema.cif"));
    return new ObjectMapper()
        .readTree(file.substring(file.indexOf('\n')))
        .path("requires")
        .toString();
  }

  static void write(Split split, Path folder) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.toString());
    try (SplitWriter writer = SplitWriter.create(fs(), path, split.schema(), split.options())) {
      for (List<Object> row : split.rows()) {
        for (int i = 0; i < row.size(); i++) {
          Model.append(row.get(i), writer.column(i));
        }
        writer.endRow();
      }
    }
  }

  /** Compares all values of a split that is stored, and verifies its columns. */
  static void expectRows(Split expected, SplitReader split) throws IOException {
    int rows = expected.rows().size();
    assertEquals(rows, split.rows());
    for (int c = 0; c < expected.schema().size(); c++) {
      Column column = expected.schema().column(c);
      ColumnVector values = ColumnVector.create(column.type());
      split.column(column.name()).read(0, rows, values);
      for (int row = 0; row < rows; row++) {
        assertEquals(expected.rows().get(row).get(c), Model.of(values, row), column.name());
      }
      // A short group file is read whole with its first column.
      assertTrue(split.verify(c) > 0 || split.isGrouped(c), column.name());
    }
  }

  /** The rows as JSON lines: an object a row, from the values that went in. */
  static String json(Split split) throws IOException {
    StringWriter out = new StringWriter();
    ObjectMapper mapper = new ObjectMapper();
    for (List<Object> row : split.rows()) {
      JsonGenerator json = mapper.createGenerator(out);
      json.writeStartObject();
      for (int i = 0; i < row.size(); i++) {
        Column column = split.schema().column(i);
        dev.cif.format.vector.ColumnVector one =
            dev.cif.format.vector.ColumnVector.create(column.type());
        Model.append(row.get(i), one);
        json.writeFieldName(column.name());
        JsonValue.write(new dev.cif.format.value.VectorValue(one, 0), json);
      }
      json.writeEndObject();
      json.flush();
      out.append('\n');
    }
    return out.toString();
  }

  public static void main(String[] args) throws IOException {
    for (Map.Entry<String, Split> e : splits().entrySet()) {
      Path folder = FOLDER.resolve(e.getKey());
      if (Files.exists(folder)) {
        continue;
      }
      write(e.getValue(), folder);
      Files.writeString(
          FOLDER.resolve(e.getKey() + ".jsonl"), json(e.getValue()), StandardCharsets.UTF_8);
    }
  }
}
