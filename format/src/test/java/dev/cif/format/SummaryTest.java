package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ValueSummary;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Summaries of values, FORMAT.md section 5.4, in schema files. */
class SummaryTest {
  @TempDir private Path folder;

  private static ObjectNode summary(ObjectNode json) {
    ObjectNode entry = (ObjectNode) json.get("columns").get(0);
    return (ObjectNode) entry.get("summary");
  }

  private static String base64(int bytes, int value) {
    byte[] all = new byte[bytes];
    Arrays.fill(all, (byte) value);
    return Base64.getEncoder().encodeToString(all);
  }

  /** Scans need no summary, so that one that cannot be costs nobody rows. */
  @TestFactory
  Stream<DynamicTest> summariesThatCannotBe_areErrorsWhereTheyAreUsed() {
    Map<String, Consumer<ObjectNode>> edits = new LinkedHashMap<>();
    edits.put("no statistics", json -> summary(json).remove("statistics"));
    edits.put("statistics in no base64", json -> summary(json).put("statistics", "?"));
    edits.put("statistics that end", json -> summary(json).put("statistics", base64(1, 0)));
    edits.put("more NULLs than rows", json -> summary(json).put("statistics", base64(2, 4)));
    edits.put("more than statistics", json -> summary(json).put("statistics", base64(9, 0)));
    edits.put("no sketch", json -> summary(json).remove("hashes"));
    edits.put("two sketches", json -> summary(json).put("registers", base64(768, 0)));
    edits.put("hashes that are no text", json -> summary(json).put("hashes", 17));
    edits.put("hashes in no base64", json -> summary(json).put("hashes", "a b"));
    edits.put("half a hash", json -> summary(json).put("hashes", base64(12, 1)));
    edits.put("a hash twice", json -> summary(json).put("hashes", base64(16, 1)));
    edits.put("too many hashes", json -> summary(json).put("hashes", base64(97 * 8, 1)));
    edits.put("too few registers", json -> registers(json, base64(767, 0)));
    edits.put("a register of 63", json -> registers(json, base64(768, 0xFF)));
    edits.put("a length of -1", json -> summary(json).put("longest", -1));
    edits.put("a length of 2^31", json -> summary(json).put("longest", 1L << 31));
    edits.put("-1 rows are true", json -> summary(json).put("trues", -1));
    return HandMade.each(
        edits,
        (name, edit) -> {
          HandMade split = HandMade.split(folder.resolve("split " + name.hashCode()), "int", 3);
          split.editSchema(edit);
          try (SplitReader reader = split.open()) {
            reader.column(HandMade.COLUMN).value(2);
            assertEquals(3, reader.rows(), name);
            CifException e = assertThrows(CifException.class, () -> reader.summary(0));
            assertTrue(e.getMessage().contains("schema.cif"), e.getMessage());
            assertTrue(e.getMessage().contains(HandMade.COLUMN), e.getMessage());
          }
        });
  }

  private static void registers(ObjectNode json, String text) {
    summary(json).remove("hashes");
    summary(json).put("registers", text);
  }

  @Test
  void columnThatIsAdded_hasASummary() throws IOException {
    org.apache.hadoop.fs.Path split =
        new org.apache.hadoop.fs.Path(folder.resolve("split").toUri());
    write(split, 1, 200);
    try (SplitReader reader = SplitReader.open(Golden.fs(), split);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                Golden.fs(),
                reader,
                "added",
                CifType.INT,
                ColumnOptions.DEFAULT,
                List.of("c0"),
                "test")) {
      for (int row = 0; row < 200; row++) {
        ((LongVector) writer.vector()).append(row % 7);
        writer.endRow();
      }
      // The text is how a task hands a column to the job that commits it.
      AddedColumn added = AddedColumn.fromJson(writer.finish().toJson());
      added.publish(Golden.fs());
    }
    try (SplitReader reader = SplitReader.open(Golden.fs(), split)) {
      assertEquals(7, reader.summary(reader.schema().indexOf("added")).distinct().estimate());
      ValueSummary before = reader.summary(0);
      assertEquals(200, (double) before.distinct().estimate(), 20);
    }
  }

  @Test
  void splitsOfManyColumns_haveNone() throws IOException {
    org.apache.hadoop.fs.Path wide = new org.apache.hadoop.fs.Path(folder.resolve("wide").toUri());
    org.apache.hadoop.fs.Path most = new org.apache.hadoop.fs.Path(folder.resolve("most").toUri());
    write(wide, 1_001, 1);
    write(most, 1_000, 1);
    try (SplitReader reader = SplitReader.open(Golden.fs(), wide)) {
      assertNull(reader.summary(0));
    }
    try (SplitReader reader = SplitReader.open(Golden.fs(), most)) {
      assertNotNull(reader.summary(999));
    }
  }

  private static void write(org.apache.hadoop.fs.Path split, int columns, int rows)
      throws IOException {
    CifSchema schema =
        CifSchema.of(
            IntStream.range(0, columns).mapToObj(i -> "c" + i).toList(),
            Collections.nCopies(columns, CifType.INT));
    try (SplitWriter writer =
        SplitWriter.create(Golden.fs(), split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < rows; row++) {
        for (int i = 0; i < columns; i++) {
          ((LongVector) writer.column(i)).append(row);
        }
        writer.endRow();
      }
    }
  }
}
