package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The golden table of {@code testdata/parts}: structs and maps whose parts have statistics
 * (FORMAT.md section 5.2), in files of their own and in a group file. {@link #main} has made it;
 * like the other golden files it is never written again.
 */
class PartsGoldenTest {
  private static final Path FOLDER =
      Golden.FOLDER.resolveSibling("parts").toAbsolutePath().normalize();
  private static final int ROWS = 300;
  private static final int BLOCK_ROWS = 60;

  private static Golden.Split table() {
    CifSchema schema =
        CifSchema.of(
            List.of("n", "s", "m", "i", "g"),
            List.of(
                CifType.INT,
                CifType.parse(
                    "struct<a:int,b:struct<t:string,d:decimal(12,3),l:array<int>>,at:timestamp>"),
                CifType.parse("map<string,double>"),
                CifType.parse("map<int,varchar(9)>"),
                CifType.parse("struct<a:int>")));
    Random random = new Random(2011);
    List<List<Object>> rows = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      Object inner =
          random.nextInt(9) == 0 ? null : Model.random(schema.column(1).type().child(1), random, 0);
      Object at = Model.randomOrNull(CifType.TIMESTAMP, random, 0);
      Object s = row % 7 == 0 ? null : Arrays.asList(row, inner, at);
      Object m =
          row % 11 == 0
              ? null
              : List.of(
                  Model.entry(Model.text("all"), row / 4.0),
                  Model.entry(Model.text("k" + row / BLOCK_ROWS), row % 2 == 0 ? 1.0 : null));
      Object i = List.of(Model.entry(row, Model.text("v" + row)), Model.entry(-1L, null));
      rows.add(Arrays.asList(row, s, m, i, List.of(row)));
    }
    ColumnOptions options =
        ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS).withPartStatistics(true);
    ColumnGroups groups = ColumnGroups.OFF.with("n", "a").with("g", "a");
    return new Golden.Split(schema, WriteOptions.of(options).withColumnGroups(groups), rows);
  }

  private static SplitReader open() throws IOException {
    return SplitReader.open(
        Golden.fs(), new org.apache.hadoop.fs.Path(FOLDER.resolve("table/split").toUri()));
  }

  private static List<RowRanges.Range> rows(SplitReader split, Predicate predicate)
      throws IOException {
    return Scan.select(split, predicate, ColumnTypes.STORED).ranges();
  }

  private static ColumnPath path(String column, Step... steps) {
    return new ColumnPath(column, column, List.of(steps));
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
  void filtersOnParts_leaveOutBlocks() throws IOException {
    try (SplitReader split = open()) {
      assertEquals(
          RowRanges.between(120, 180).ranges(),
          rows(split, Predicate.compare(path("s", new Step.Field("a")), Op.EQ, 150)));
      assertEquals(
          RowRanges.between(60, 120).ranges(),
          rows(split, Predicate.compare(path("m", new Step.Key("k1")), Op.GT, 0.5)));
      assertEquals(
          List.of(), rows(split, Predicate.compare(path("m", new Step.Key("no")), Op.NE, 1.0)));
      assertEquals(
          RowRanges.between(240, 300).ranges(),
          rows(split, Predicate.like(path("i", new Step.Index(250)), "v%")));
      assertEquals(List.of(), rows(split, Predicate.like(path("i", new Step.Index(-1)), "v%")));
      assertEquals(
          RowRanges.between(0, 60).ranges(),
          rows(split, Predicate.compare(path("g", new Step.Field("a")), Op.LT, 60)));
      for (int c = 1; c < 5; c++) {
        assertEquals(List.of(4, 6, 300, 1).get(c - 1), split.parts(c).count());
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
    try (var files = Files.list(FOLDER.resolve("table/split"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".crc")).toList()) {
        Files.delete(file);
      }
    }
  }
}
