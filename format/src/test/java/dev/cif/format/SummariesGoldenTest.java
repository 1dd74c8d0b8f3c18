package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.DistinctValues;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.schema.ValueSummary;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden table of {@code testdata/summaries}: summaries of values (FORMAT.md section 5.4) by
 * hashes and by registers, of files of their own and of a group file. {@link #main} has made it;
 * like the other golden files it is never written again.
 */
class SummariesGoldenTest {
  private static final Path FOLDER =
      Golden.FOLDER.resolveSibling("summaries").toAbsolutePath().normalize();
  private static final int ROWS = 4_000;

  @TempDir private Path folder;

  private static Golden.Split table() {
    CifSchema schema =
        CifSchema.of(
            List.of(
                "n", "few", "text", "kind", "d", "at", "amount", "large", "flag", "none", "list"),
            List.of(
                CifType.BIGINT,
                CifType.INT,
                CifType.STRING,
                CifType.STRING,
                CifType.DOUBLE,
                CifType.TIMESTAMP,
                CifType.parse("decimal(9,2)"),
                CifType.parse("decimal(38,4)"),
                CifType.BOOLEAN,
                CifType.DATE,
                CifType.parse("array<int>")));
    List<List<Object>> rows = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      rows.add(
          Arrays.asList(
              row,
              row % 96,
              row % 10 == 0 ? null : Model.text("text " + row % 1_000),
              Model.text("kind " + row / 1_000),
              row % 4 == 0 ? -0.0 : row % 4 == 1 ? Double.NaN : (double) (row % 50) / 8,
              new TimestampValue(row / 2, 250_000_000),
              BigDecimal.valueOf(row % 97, 2),
              new BigDecimal("12345678901234567890123456789." + (1_000 + row)),
              row % 5 == 0 ? null : (Object) (row % 3 == 0 ? 1L : 0L),
              null,
              List.of(row)));
    }
    ColumnOptions options = ColumnOptions.DEFAULT.withBlockRows(1_500);
    ColumnGroups groups = ColumnGroups.OFF.with("kind", "a").with("amount", "a");
    return new Golden.Split(schema, WriteOptions.of(options).withColumnGroups(groups), rows);
  }

  private static SplitReader open(Path split) throws IOException {
    return SplitReader.open(Golden.fs(), new org.apache.hadoop.fs.Path(split.toUri()));
  }

  @Test
  void table_readsAsExpected() throws IOException {
    Golden.Split table = table();
    assertEquals(Files.readString(FOLDER.resolve("table.jsonl")), Golden.json(table));
    try (SplitReader split = open(FOLDER.resolve("table/split"))) {
      Golden.expectRows(table, split);
    }
  }

  /** The doubles nearest to the large decimals are the same for thousands of them. */
  @Test
  void estimates_areNearTheNumberOfDistinctValues() throws IOException {
    Map<String, Integer> distinct =
        Map.of(
            "n", ROWS, "few", 96, "text", 900, "kind", 4, "d", 52, "at", ROWS / 2, "amount", 97,
            "large", 1, "flag", 2, "none", 0);
    try (SplitReader split = open(FOLDER.resolve("table/split"))) {
      for (Map.Entry<String, Integer> column : distinct.entrySet()) {
        int expected = column.getValue();
        DistinctValues values = summary(split, column.getKey()).distinct();
        assertEquals(expected <= 96, values.isExact(), column.getKey());
        double tolerance = values.isExact() ? 0 : expected * 0.1;
        assertEquals(expected, (double) values.estimate(), tolerance, column.getKey());
      }
    }
  }

  private static ValueSummary summary(SplitReader split, String column) throws IOException {
    return split.summary(split.schema().indexOf(column));
  }

  @Test
  void otherMembers_areExact() throws IOException {
    try (SplitReader split = open(FOLDER.resolve("table/split"))) {
      assertEquals("text 999".length(), summary(split, "text").longest());
      assertEquals(0, summary(split, "n").longest());
      assertEquals(1_067, summary(split, "flag").trues());
      assertEquals(0, summary(split, "few").trues());
      assertEquals(ROWS, summary(split, "none").statistics().nulls());
      assertNull(summary(split, "list"));
    }
  }

  @Test
  void writingAgain_givesTheSameSummaries() throws IOException {
    Golden.write(table(), folder.resolve("split"));
    try (SplitReader golden = open(FOLDER.resolve("table/split"));
        SplitReader again = open(folder.resolve("split"))) {
      for (int i = 0; i < golden.schema().size() - 1; i++) {
        ColumnStatistics footer = golden.describe(i).statistics();
        ColumnStatistics kept = golden.summary(i).statistics();
        assertEquals(footer.nulls(), kept.nulls());
        assertEquals(footer.minExact(), kept.minExact());
        assertTrue(
            footer.min() == null
                ? kept.min() == null
                : ColumnStatistics.compare(footer.min(), kept.min()) == 0
                    && ColumnStatistics.compare(footer.max(), kept.max()) == 0);
        ValueSummary expected = golden.summary(i);
        ValueSummary found = again.summary(i);
        assertTrue(
            Arrays.equals(expected.distinct().registers(), found.distinct().registers()),
            golden.schema().column(i).name());
        assertEquals(expected.longest(), found.longest());
        assertEquals(expected.trues(), found.trues());
      }
    }
  }

  /** Makes the golden table. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    Golden.write(table(), FOLDER.resolve("table/split"));
    Files.writeString(FOLDER.resolve("table.jsonl"), Golden.json(table()));
    Golden.removeWritersFiles(FOLDER);
  }
}
