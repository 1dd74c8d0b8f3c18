package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TimestampValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The golden table of {@code testdata/filters}: filters of keys (FORMAT.md section 5.3) of one
 * column and of several, of files of their own and of a group file. {@link #main} has made it; like
 * the other golden files it is never written again.
 */
class FiltersGoldenTest {
  private static final Path FOLDER =
      Golden.FOLDER.resolveSibling("filters").toAbsolutePath().normalize();
  private static final int ROWS = 600;
  private static final int BLOCK_ROWS = 150;

  /** Beyond this no long list of values is shorter than a Bloom filter. */
  private static String guid(long row) {
    return String.format(Locale.ROOT, "%08x-guid-%04x", row * 0x9E3779B1L & 0xFFFFFFFFL, row % 97);
  }

  private static Golden.Split table() {
    CifSchema schema =
        CifSchema.of(
            List.of("n", "guid", "run", "event", "kind", "d", "at", "amount", "flag"),
            List.of(
                CifType.INT,
                CifType.STRING,
                CifType.BIGINT,
                CifType.INT,
                CifType.STRING,
                CifType.DOUBLE,
                CifType.TIMESTAMP,
                CifType.parse("decimal(30,2)"),
                CifType.BOOLEAN));
    List<List<Object>> rows = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      rows.add(
          Arrays.asList(
              (row * 7919) % ROWS,
              row % 50 == 0 ? null : Model.text(guid(row)),
              row % 5,
              row % 13 == 0 ? null : (Object) (row * 31 % 1000),
              row < BLOCK_ROWS ? null : Model.text("kind " + row / 50 % 4),
              row % 4 == 0 ? -0.0 : row % 4 == 1 ? Double.NaN : (double) row / 8,
              new TimestampValue(row - 300, (int) (row % 3) * 250_000_000),
              row % 3 == 0
                  ? new BigDecimal("123456789012345678901234567." + (10 + row % 80))
                  : BigDecimal.valueOf(row - 300, 2),
              row < 300 ? 1L : 0L));
    }
    ColumnOptions options = ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS);
    ColumnGroups groups = ColumnGroups.OFF.with("run", "a").with("amount", "a");
    WriteOptions write =
        WriteOptions.of(options)
            .withColumnGroups(groups)
            .withFilters(
                List.of(
                    List.of("n"),
                    List.of("guid"),
                    List.of("run", "event"),
                    List.of("run", "event", "kind"),
                    List.of("kind"),
                    List.of("d"),
                    List.of("at"),
                    List.of("amount"),
                    List.of("flag")));
    return new Golden.Split(schema, write, rows);
  }

  private static SplitReader open() throws IOException {
    return SplitReader.open(
        Golden.fs(), new org.apache.hadoop.fs.Path(FOLDER.resolve("table/split").toUri()));
  }

  private static List<RowRanges.Range> rows(SplitReader split, Predicate... conditions)
      throws IOException {
    return Scan.select(split, Predicate.and(List.of(conditions)), ColumnTypes.STORED).ranges();
  }

  private static Predicate is(String column, Object literal) {
    return Predicate.compare(column, Op.EQ, literal);
  }

  @Test
  void table_readsAsExpected() throws IOException {
    Golden.Split table = table();
    assertEquals(Files.readString(FOLDER.resolve("table.jsonl")), Golden.json(table));
    try (SplitReader split = open()) {
      Golden.expectRows(table, split);
    }
  }

  @Test
  void equalities_leaveBlocksThatMayHaveTheKey() throws IOException {
    try (SplitReader split = open()) {
      assertEquals(9, split.filters().size());
      assertEquals(RowRanges.between(300, 450).ranges(), rows(split, is("guid", guid(333))));
      assertEquals(List.of(), rows(split, is("guid", "8")));
      assertEquals(List.of(), rows(split, is("guid", guid(350))), "which is NULL");
      assertEquals(
          RowRanges.between(0, 150).union(RowRanges.between(450, 600)).ranges(),
          rows(split, Predicate.in("guid", List.of(guid(3), guid(599), "no"))));
      assertEquals(List.of(), rows(split, is("kind", "kind 11")));
      assertEquals(
          RowRanges.between(150, 300).union(RowRanges.between(450, 600)).ranges(),
          rows(split, is("kind", "kind 1")));
      assertEquals(
          List.of(), rows(split, is("d", 0.5)), "between the least and the largest, in no row");
      assertEquals(RowRanges.between(0, 600).ranges(), rows(split, is("d", 0.0)));
      assertEquals(RowRanges.between(0, 600).ranges(), rows(split, is("d", Double.NaN)));
      assertEquals(
          RowRanges.between(150, 300).ranges(),
          rows(split, is("amount", new BigDecimal("-0.980"))));
      assertEquals(List.of(), rows(split, is("amount", new BigDecimal("-0.980001"))));
      // Rows 100 and 101: the run of one, the event of the other.
      assertEquals(
          RowRanges.between(0, 150).ranges(), rows(split, is("run", 0L), is("event", 100L)));
      assertEquals(List.of(), rows(split, is("run", 0L), is("event", 131L)));
    }
  }

  /** Makes the golden table. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    Golden.write(table(), FOLDER.resolve("table/split"));
    Files.writeString(FOLDER.resolve("table.jsonl"), Golden.json(table()));
    try (var files = Files.list(FOLDER.resolve("table/split"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".crc")).toList()) {
        Files.delete(file);
      }
    }
  }
}
