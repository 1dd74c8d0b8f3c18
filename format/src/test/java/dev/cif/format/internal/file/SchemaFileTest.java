package dev.cif.format.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Schema files of any number of columns say what was written into them, or are refused. */
class SchemaFileTest {
  private static final int MANY = 300;
  private static final int MUTATIONS = 4_000;

  private static Column column(int id, String name) {
    CifType type = id % 3 == 0 ? CifType.array(CifType.STRING) : CifType.BIGINT;
    return new Column(id, name + id, type, id % 4 == 0 ? "t/" + id : null);
  }

  private static CifSchema schema(int columns, String name) {
    List<Column> all = new ArrayList<>();
    for (int id = 1; id <= columns; id++) {
      all.add(column(id, name));
    }
    return CifSchema.of(all);
  }

  /** Columns with files of their own, some with statistics of parts, and columns of two groups. */
  private static SchemaFile split(CifSchema schema, long rows) {
    List<ColumnEntry> entries = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      String name = i + "-c.col";
      PartsEntry parts = new PartsEntry("_" + i + "-c.parts", 900 + i, 7 * i);
      ColumnEntry entry = new ColumnEntry(name, 5_000 + i, 60, -i, rows * 8, parts);
      if (i % 5 == 1) {
        entry = entry.withParts(null);
      } else if (i % 5 > 1) {
        String group = (i % 2) + "-group.col";
        entry = new ColumnEntry(group, 1L << 40, 70L * i, 70, i << 20, rows, null);
      }
      entries.add(entry);
    }
    return new SchemaFile(schema, rows, entries);
  }

  private static SchemaFile withChange(SchemaFile split) {
    ColumnEntry file = new ColumnEntry("1-c.g1.col", 77, 20, 3, 4, null);
    CifSchema schema = CifSchema.of(List.of(split.schema().column(0)));
    return split.withChanges(
        List.of(new ChangeEntry("c1", 2, schema, List.of(file), null, ChangeEntry.Inserts.NONE)));
  }

  /** The JSON of a schema file without white space. */
  private static byte[] json(SchemaFile split) throws IOException {
    byte[] file = split.toBytes();
    ObjectMapper mapper = new ObjectMapper();
    int start = start(file);
    JsonNode json = mapper.readTree(file, start, file.length - start);
    return mapper.writeValueAsBytes(json);
  }

  private static int start(byte[] file) {
    return new String(file, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
  }

  private static byte[] file(byte[] json) {
    String head = String.format(Locale.ROOT, "CIF1 %d %08x", json.length, Crc.of(json));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    file.write('\n');
    file.writeBytes(json);
    file.write('\n');
    return file.toByteArray();
  }

  /** Returns the schema file that a reader takes JSON for; null if it refuses it. */
  private static SchemaFile parsed(byte[] json) {
    try {
      SchemaFile read = SchemaFile.parse("schema", file(json));
      return new SchemaFile(read.schema(), read.rows(), read.entries(), read.changes());
    } catch (CifException e) {
      return null;
    }
  }

  @Test
  void manyColumns_areReadAsTheyWereWritten() throws IOException {
    for (int columns : new int[] {0, 1, 2, 7, MANY}) {
      SchemaFile split = split(schema(columns, "c"), 1_000);
      for (SchemaFile one : columns == 0 ? List.of(split) : List.of(split, withChange(split))) {
        assertEquals(one, parsed(json(one)));
      }
    }
  }

  @Test
  void textsWithEscapes_areReadAsTheyWereWritten() throws IOException {
    SchemaFile split = split(schema(7, "a \"quoted\" \u00fc"), 5);
    assertEquals(split, parsed(json(split)));
  }

  @Test
  void mutations_areReadOrRefused() throws IOException {
    byte[] good = json(withChange(split(schema(7, "c"), 1_000)));
    Random random = new Random(18);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      refused += parsed(mutated(good, random)) == null ? 1 : 0;
    }
    assertTrue(refused > MUTATIONS / 4 && refused < MUTATIONS, refused + " refused");
  }

  /** With one byte changed, or a piece put in place of another, behind the first brace. */
  private static byte[] mutated(byte[] good, Random random) {
    int at = 1 + random.nextInt(good.length - 1);
    if (random.nextBoolean()) {
      byte[] json = good.clone();
      json[at] = random.nextBoolean() ? good[random.nextInt(good.length)] : (byte) random.nextInt();
      return json;
    }
    int from = 1 + random.nextInt(good.length - 1);
    int length = Math.min(random.nextInt(200), good.length - from);
    int behind = Math.min(good.length, at + random.nextInt(200));
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    json.write(good, 0, at);
    json.write(good, from, length);
    json.write(good, behind, good.length - behind);
    return json.toByteArray();
  }
}
