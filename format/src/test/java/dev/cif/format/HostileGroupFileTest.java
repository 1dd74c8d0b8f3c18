package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.internal.file.Crc;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
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
 * Group files (FORMAT.md section 5.1) whose checksums are right and whose content is not, and
 * schema files that say of them what cannot be: one clear error at little cost.
 */
class HostileGroupFileTest {
  private static final int ROWS = 3;
  private static final String GROUP = "1-group.col";

  @TempDir Path folder;
  private HandMade split;
  private Path file;

  @BeforeEach
  void goodSplit() throws IOException {
    split = write(folder.resolve("split"));
    file = folder.resolve("split").resolve(GROUP);
  }

  /** Two columns of NULLs and numbers in one group file, and one of its own. */
  private static HandMade write(Path path) throws IOException {
    CifSchema schema =
        CifSchema.of(
            List.of(HandMade.COLUMN, HandMade.HEALTHY, "own"),
            List.of(CifType.INT, CifType.INT, CifType.INT));
    WriteOptions options =
        WriteOptions.DEFAULT.withColumnGroups(ColumnGroups.of("all").with("own", "none"));
    try (SplitWriter writer =
        SplitWriter.create(
            Golden.fs(), new org.apache.hadoop.fs.Path(path.toString()), schema, options)) {
      for (int i = 0; i < ROWS; i++) {
        writer.column(0).appendNull();
        Model.append((long) i, writer.column(1));
        Model.append((long) i, writer.column(2));
        writer.endRow();
      }
    }
    return HandMade.at(path);
  }

  private static ObjectNode entry(ObjectNode json, int column) {
    return (ObjectNode) json.path("columns").get(column);
  }

  private static void put(ObjectNode json, int column, String member, long value) {
    entry(json, column).put(member, value);
  }

  private static long get(ObjectNode json, int column, String member) {
    return entry(json, column).path(member).longValue();
  }

  @TestFactory
  Stream<DynamicTest> schemaFilesThatContradict() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    edits.put("groups are not required", json -> json.remove("requires"));
    edits.put("changes instead", json -> json.putArray("requires").add("changes"));
    edits.put("another feature too", json -> json.withArray("requires").add("more"));
    edits.put("footerOffset -1", json -> put(json, 0, "footerOffset", -1));
    edits.put("footerOffset 7", json -> put(json, 0, "footerOffset", 7));
    edits.put("footerOffset 2^63-1", json -> put(json, 0, "footerOffset", Long.MAX_VALUE));
    edits.put("footerOffset null", json -> entry(json, 0).putNull("footerOffset"));
    edits.put("footerOffset as text", json -> entry(json, 0).put("footerOffset", "8"));
    edits.put("behind the file", json -> put(json, 1, "footerOffset", get(json, 1, "length")));
    edits.put("one footer twice", json -> put(json, 1, "footerOffset", footerOffset(json)));
    edits.put("overlapping", json -> put(json, 1, "footerOffset", footerOffset(json) + 1));
    edits.put("a longer footer", json -> put(json, 0, "footerLength", 1 << 20));
    edits.put("other lengths", json -> put(json, 1, "length", get(json, 1, "length") + 1));
    edits.put("grouped and alone", json -> entry(json, 1).remove("footerOffset"));
    edits.put("file of a column", json -> entry(json, 1).put("file", "3-own.col"));
    edits.put("of a group", json -> entry(json, 2).put("file", GROUP));
    return HandMade.each(
        edits,
        (name, value) -> {
          HandMade one = write(folder.resolve("split " + name.hashCode()));
          one.editSchema(value);
          one.schemaRefused();
        });
  }

  private static long footerOffset(ObjectNode json) {
    return get(json, 0, "footerOffset");
  }

  @Test
  void aFeatureWithoutGroups_isRefused() throws IOException {
    HandMade own = HandMade.split(folder.resolve("own"), "int", ROWS);
    own.editSchema(json -> json.putArray("requires").add("groups"));
    assertTrue(own.schemaRefused().contains("groups"));
  }

  /** Puts a footer of the first column behind the file, and tells the schema file. */
  private void writeFooter(byte[] footer) throws IOException {
    byte[] before = Files.readAllBytes(file);
    Files.write(file, HandMade.cat(before, footer));
    split.editSchema(
        json -> {
          long length = before.length + (long) footer.length;
          put(json, 0, "length", length);
          put(json, 1, "length", length);
          put(json, 0, "footerOffset", before.length);
          put(json, 0, "footerLength", footer.length);
          entry(json, 0).put("footerCrc32c", String.format(Locale.ROOT, "%08x", Crc.of(footer)));
        });
  }

  private static byte[] gapped(long gap, byte[] entry) {
    return HandMade.cat(HandMade.uvarint(gap), entry);
  }

  private static byte[] block(int length, int rows) {
    return HandMade.entry(length, rows, new byte[0]);
  }

  @TestFactory
  Stream<DynamicTest> footersThatCannotBe() {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    footers.put(
        "a gap beyond the file", HandMade.footer("int", 3, 1, gapped(1 << 20, block(3, 3))));
    footers.put("a gap of 2^63", HandMade.footer("int", 3, 1, gapped(1L << 63, block(3, 3))));
    footers.put("a gap of 2^64-1", HandMade.footer("int", 3, 1, gapped(-1, block(3, 3))));
    footers.put("a block into footers", HandMade.footer("int", 3, 1, gapped(0, block(4000, 3))));
    footers.put("no gaps", HandMade.footer("int", 3, 1, block(3, 3)));
    footers.put("rows too few", HandMade.footer("int", 3, 1, gapped(0, block(3, 2))));
    footers.put("rows too many", HandMade.footer("int", 3, 1, gapped(0, block(3, 4))));
    footers.put("many blocks", HandMade.footer("int", 3, 1 << 20, gapped(0, block(3, 3))));
    footers.put("another type", HandMade.footer("bigint", 3, 1, gapped(0, block(3, 3))));
    footers.put("a false checksum", HandMade.footer("int", 3, 1, gapped(0, block(3, 3))));
    return HandMade.each(
        footers,
        (name, value) -> {
          goodSplitAt(folder.resolve("footer " + name.hashCode()));
          writeFooter(value);
          String message = HandMade.refused(split::readColumn);
          assertTrue(message.contains(GROUP), message);
          assertTrue(message.contains("'" + HandMade.COLUMN + "'"), message);
          split.expectHealthy();
        });
  }

  private void goodSplitAt(Path path) throws IOException {
    split = write(path);
    file = path.resolve(GROUP);
  }

  /** Their checksums hold, so that each column reads. */
  @Test
  void aBlockThatTwoColumnsShare_isReadByBoth() throws IOException {
    int[] offset = new int[1];
    byte[] bytes = Files.readAllBytes(file);
    try (SplitReader reader = split.open()) {
      ColumnDescription healthy = reader.describe(1);
      offset[0] = (int) healthy.blocks().get(0).offset();
      int length = healthy.blocks().get(0).length();
      byte[] body = Arrays.copyOfRange(bytes, offset[0], offset[0] + length);
      byte[] entry = HandMade.entry(length, ROWS, body);
      byte[] footer = HandMade.footer("int", ROWS, 1, gapped(offset[0] - 8L, entry));
      footer[0] = 0;
      writeFooter(footer);
    }
    split.expectHealthy();
    try (SplitReader reader = split.open()) {
      ColumnVector values = ColumnVector.create(CifType.INT);
      reader.column(HandMade.COLUMN).read(0, ROWS, values);
      assertEquals(2L, Model.of(values, 2));
    }
  }

  @Test
  void filesOfOtherLengths_areRefused() throws IOException {
    byte[] good = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(good, good.length + 1));
    assertTrue(groupRefused().contains("goes on"));
    Files.write(file, Arrays.copyOf(good, good.length - 1));
    assertTrue(groupRefused().contains("truncated"));
    Files.write(file, good);
    split.editSchema(
        json -> {
          put(json, 0, "length", 1L << 40);
          put(json, 1, "length", 1L << 40);
        });
    assertTrue(groupRefused().contains("truncated"));
    Files.delete(file);
    assertTrue(groupRefused().contains("does not exist"));
  }

  @Test
  void aFileOfAnotherKind_isRefused() throws IOException {
    byte[] good = Files.readAllBytes(file);
    for (int i = 0; i < 8; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 0x20;
      Files.write(file, bad);
      groupRefused();
    }
    byte[] column = good.clone();
    column[3] = 'C';
    Files.write(file, column);
    assertTrue(groupRefused().contains("CIFG"));
  }

  /** The columns of the group are refused, and the other column reads. */
  private String groupRefused() throws IOException {
    String message = HandMade.refused(split::readColumn);
    assertTrue(message.contains(GROUP), message);
    assertTrue(message.contains("'" + HandMade.COLUMN + "'"), message);
    HandMade.refused(split::expectHealthy);
    try (SplitReader reader = split.open()) {
      ColumnVector values = ColumnVector.create(CifType.INT);
      reader.column("own").read(0, ROWS, values);
      assertEquals(2L, Model.of(values, 2));
    }
    return message;
  }

  @Test
  void everyFlippedByte_isFoundByVerify() throws IOException {
    byte[] good = Files.readAllBytes(file);
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 1;
      Files.write(file, bad);
      HandMade.refused(
          () -> {
            try (SplitReader reader = split.open()) {
              reader.verify(0);
              reader.verify(1);
            }
          });
    }
  }
}
