package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.internal.file.Crc;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
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
 * Filters (FORMAT.md section 5.3) that are damaged, missing, or whose checksums are right and whose
 * content is not: one clear error, and only for who asks them.
 */
class HostileFilterFileTest {
  private static final String FILE = "_1-made.filters";
  private static final Predicate FILTER = Predicate.compare(HandMade.COLUMN, Op.EQ, 2L);

  @TempDir Path folder;
  private HandMade split;
  private Path file;
  private byte[] good;

  @BeforeEach
  void goodSplit() throws IOException {
    split = write(folder.resolve("split"));
    file = folder.resolve("split").resolve(FILE);
    good = Files.readAllBytes(file);
    filter();
    expectHealthy();
  }

  /** Two blocks of two rows each, beside a healthy column. */
  private static HandMade write(Path path) throws IOException {
    CifSchema schema =
        CifSchema.of(List.of(HandMade.COLUMN, HandMade.HEALTHY), List.of(CifType.INT, CifType.INT));
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(2))
            .withFilters(
                List.of(List.of(HandMade.COLUMN), List.of(HandMade.COLUMN, HandMade.HEALTHY)));
    try (SplitWriter writer =
        SplitWriter.create(
            Golden.fs(), new org.apache.hadoop.fs.Path(path.toString()), schema, options)) {
      for (long i = 0; i < 4; i++) {
        Model.append(i % 2 * 4, writer.column(0));
        Model.append(i, writer.column(1));
        writer.endRow();
      }
    }
    return HandMade.at(path);
  }

  private void filter() throws IOException {
    try (SplitReader reader = split.open()) {
      assertEquals(0, Scan.select(reader, FILTER, ColumnTypes.STORED).count());
    }
  }

  /** Readers that use no filters are not affected. */
  private void expectHealthy() throws IOException {
    split.readColumn();
    split.expectHealthy();
    ReadOptions options = ReadOptions.DEFAULT.withFilters(false);
    try (SplitReader reader = SplitReader.open(Golden.fs(), split.path(), options)) {
      assertEquals(4, Scan.select(reader, FILTER, ColumnTypes.STORED).count());
    }
  }

  private String refused() throws IOException {
    String message = HandMade.refused(this::filter);
    assertTrue(message.contains(FILE), message);
    assertTrue(message.contains("'" + HandMade.COLUMN + "'"), message);
    assertEquals(
        message,
        HandMade.refused(
            () -> {
              try (SplitReader reader = split.open()) {
                reader.verify(0);
              }
            }));
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
      String message = refused();
      if (at >= 8) {
        assertTrue(message.contains("checksum"), message);
        assertTrue(message.contains("cif.read.filters=false"), message);
      }
      replace(Arrays.copyOf(good, at));
      assertTrue(refused().contains("ends"));
    }
    replace(Arrays.copyOf(good, good.length + 1));
    assertTrue(refused().contains("goes on"));
  }

  /** A copy may lack hidden files: what is left out reads more, and nothing wrong. */
  @Test
  void missingFile_isNotUsed_andFoundByVerify() throws IOException {
    Files.delete(file);
    try (SplitReader reader = split.open()) {
      for (int time = 0; time < 2; time++) {
        assertEquals(4, Scan.select(reader, FILTER, ColumnTypes.STORED).count());
      }
      String message = HandMade.refused(() -> reader.verify(0));
      assertTrue(message.contains(FILE), message);
      assertTrue(message.contains("does not exist"), message);
    }
  }

  @Test
  void filtersOfAnotherColumnFile_areNotUsed() throws IOException {
    byte[] other = good.clone();
    other[good.length - index().length + 1] ^= 1;
    write(Arrays.copyOf(other, good.length - index().length), index(other));
    try (SplitReader reader = split.open()) {
      assertEquals(4, Scan.select(reader, FILTER, ColumnTypes.STORED).count());
    }
  }

  private byte[] index() throws IOException {
    return index(good);
  }

  private byte[] index(byte[] bytes) throws IOException {
    int length = filterOf(split.json()).path("indexLength").asInt();
    return Arrays.copyOfRange(bytes, bytes.length - length, bytes.length);
  }

  private static ObjectNode filterOf(ObjectNode json) {
    return (ObjectNode) json.path("columns").get(0).path("filters").get(0);
  }

  /** Writes a file and says so in the schema file. */
  private void write(byte[] bodies, byte[] index) throws IOException {
    replace(HandMade.cat(bodies, index));
    split.editSchema(
        json ->
            filterOf(json)
                .put("length", bodies.length + index.length)
                .put("indexLength", index.length)
                .put("indexCrc32c", String.format(Locale.ROOT, "%08x", Crc.of(index))));
  }

  private static byte[] entry(int rows, int kind, byte[] body) {
    return HandMade.cat(
        HandMade.uvarint(rows), kind, HandMade.uvarint(body.length), HandMade.u32(Crc.of(body)));
  }

  @TestFactory
  Stream<DynamicTest> contentThatCannotBe() throws IOException {
    byte[] crc = Arrays.copyOfRange(index(), 1, 5);
    byte[] header = Arrays.copyOf(good, 8);
    byte[] bloom = new byte[32];
    byte[] values = HandMade.hex("01 01 07");
    Map<String, byte[][]> files = new LinkedHashMap<>();
    byte[] one = HandMade.cat(1, crc, 1);
    files.put("an empty index", new byte[][] {header, new byte[0]});
    files.put("no column", new byte[][] {header, HandMade.hex("00 00")});
    files.put("two columns", new byte[][] {header, HandMade.cat(2, crc, crc, 0)});
    files.put("no filter", new byte[][] {header, HandMade.cat(1, crc, 0)});
    files.put(
        "2^63 filters", new byte[][] {header, HandMade.cat(1, crc, HandMade.uvarint(1L << 63))});
    files.put(
        "2^24 filters", new byte[][] {header, HandMade.cat(1, crc, HandMade.uvarint(1L << 24))});
    files.put("too few rows", new byte[][] {header, HandMade.cat(one, 3, 0)});
    files.put("too many rows", new byte[][] {header, HandMade.cat(one, 5, 0)});
    files.put("no rows", new byte[][] {header, HandMade.cat(one, 0, 0)});
    files.put("kind 3", new byte[][] {header, HandMade.cat(one, 4, 3)});
    files.put("a byte more", new byte[][] {header, HandMade.cat(one, 4, 0, 0)});
    files.put(
        "bytes of no filter", new byte[][] {HandMade.cat(header, 0), HandMade.cat(one, 4, 0)});
    files.put(
        "an empty Bloom filter",
        new byte[][] {header, HandMade.cat(one, entry(4, 1, new byte[0]))});
    files.put(
        "half a block",
        new byte[][] {
          HandMade.cat(header, new byte[16]), HandMade.cat(one, entry(4, 1, new byte[16]))
        });
    files.put(
        "a filter behind the end",
        new byte[][] {HandMade.cat(header, values), HandMade.cat(one, entry(4, 1, bloom))});
    for (String body :
        List.of("02 01 07", "02 01 07 01 07", "02 01 07 01 06", "01 01 07 00", "FF FF FF 7F", "")) {
      byte[] list = HandMade.hex(body);
      files.put(
          "values " + body,
          new byte[][] {HandMade.cat(header, list), HandMade.cat(one, entry(4, 2, list))});
    }
    return HandMade.each(
        files,
        (name, value) -> {
          write(value[0], value[1]);
          HostileSplits.keep(folder.resolve("split"), FILE, HandMade.COLUMN, refused());
        });
  }

  @TestFactory
  Stream<DynamicTest> membersThatCannotBe() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    edits.put("no list", json -> ((ObjectNode) json.path("columns").get(0)).put("filters", 1));
    edits.put(
        "an empty list",
        json -> ((ArrayNode) json.path("columns").get(0).path("filters")).removeAll());
    edits.put("a name of a path", json -> filterOf(json).put("file", "_a/b.filters"));
    edits.put("a visible name", json -> filterOf(json).put("file", "a.filters"));
    edits.put("another end", json -> filterOf(json).put("file", "_a.parts"));
    edits.put("one name twice", json -> filterOf(json).put("file", "_1-made.with2.filters"));
    edits.put("no file", json -> filterOf(json).remove("file"));
    edits.put("no length", json -> filterOf(json).remove("length"));
    edits.put("2^30 + 1 bytes", json -> filterOf(json).put("length", (1L << 30) + 1));
    edits.put("an index that is all", json -> filterOf(json).put("indexLength", good.length));
    edits.put("no checksum", json -> filterOf(json).remove("indexCrc32c"));
    edits.put("with itself", json -> filterOf(json).putArray("with").add(1));
    edits.put("with one twice", json -> filterOf(json).putArray("with").add(2).add(2));
    edits.put("with none", json -> filterOf(json).putArray("with"));
    edits.put("with a text", json -> filterOf(json).putArray("with").add("2"));
    return HandMade.each(
        edits,
        (name, value) -> {
          HandMade one = write(folder.resolve("split " + name.hashCode()));
          one.editSchema(value);
          one.schemaRefused();
        });
  }
}
