package dev.cif.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.command.Run;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableQueryTest {
  private static final int ROWS = 3000;

  @TempDir java.nio.file.Path folder;
  private FileSystem fs;
  private Path table;
  private final Integer[] sorted = new Integer[ROWS];
  private final Integer[] random = new Integer[ROWS];
  private final String[] text = new String[ROWS];

  /** Three columns with NULLs: one ascends, so that blocks can be left out, two are random. */
  @BeforeEach
  void write() throws Exception {
    fs = FileSystem.getLocal(new Configuration());
    table = new Path(folder.toUri());
    CifSchema schema =
        CifSchema.of(List.of("a", "b", "s"), List.of(CifType.INT, CifType.BIGINT, CifType.STRING));
    Random dice = new Random(17);
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(64));
    try (SplitWriter writer = SplitWriter.create(fs, new Path(table, "split"), schema, options)) {
      for (int i = 0; i < ROWS; i++) {
        sorted[i] = i % 97 == 0 ? null : i / 3;
        random[i] = dice.nextInt(5) == 0 ? null : dice.nextInt(50);
        text[i] = dice.nextInt(6) == 0 ? null : "t" + (i / 200) + "-" + dice.nextInt(9);
        append(writer.column(0), sorted[i]);
        append(writer.column(1), random[i]);
        if (text[i] == null) {
          writer.column(2).appendNull();
        } else {
          ((BytesVector) writer.column(2)).append(text[i]);
        }
        writer.endRow();
      }
    }
  }

  private static void append(dev.cif.format.vector.ColumnVector out, Integer value) {
    if (value == null) {
      out.appendNull();
    } else {
      ((LongVector) out).append(value);
    }
  }

  /** A condition as text, and what it is for a row by definition; null for unknown. */
  private record Check(String text, java.util.function.IntFunction<Boolean> truth) {}

  private Check check(Random dice, int depth) {
    int what = dice.nextInt(depth == 0 ? 6 : 9);
    int n = dice.nextInt(1100);
    int small = dice.nextInt(50);
    switch (what) {
      case 0:
        return new Check("a < " + n, i -> sorted[i] == null ? null : sorted[i] < n);
      case 1:
        return new Check(
            "a between " + n + " and " + (n + 40),
            i -> sorted[i] == null ? null : sorted[i] >= n && sorted[i] <= n + 40);
      case 2:
        return new Check("b = " + small, i -> random[i] == null ? null : random[i] == small);
      case 3:
        return new Check("b is null", i -> random[i] == null);
      case 4:
        String prefix = "t" + dice.nextInt(15);
        return new Check(
            "s like '" + prefix + "%'", i -> text[i] == null ? null : text[i].startsWith(prefix));
      case 5:
        return new Check(
            "a in (" + n + ", " + small + ")",
            i -> sorted[i] == null ? null : sorted[i] == n || sorted[i] == small);
      case 6:
        Check inner = check(dice, depth - 1);
        return new Check(
            "not (" + inner.text() + ")",
            i -> inner.truth().apply(i) == null ? null : !inner.truth().apply(i));
      default:
        Check x = check(dice, depth - 1);
        Check y = check(dice, depth - 1);
        boolean and = what == 7;
        return new Check(
            "(" + x.text() + (and ? ") and (" : ") or (") + y.text() + ")",
            i -> combined(x.truth().apply(i), y.truth().apply(i), and));
    }
  }

  private static Boolean combined(Boolean x, Boolean y, boolean and) {
    Boolean decisive = !and;
    if (decisive.equals(x) || decisive.equals(y)) {
      return decisive;
    }
    return (x == null || y == null) ? null : and;
  }

  @Test
  void where_literalsOfAnyExponent_areComparedOrRefused() throws Exception {
    java.nio.file.Path numbers =
        Run.table(folder, "1,1.50,0.5,2.5\n", "i int, d decimal(10,2), f double, g float");
    for (String column : List.of("i", "d", "f", "g")) {
      for (String exponent : List.of("300000000", "2147483647")) {
        assertEquals(1, matches(numbers, column + " > 1e-" + exponent), column);
        assertEquals(0, matches(numbers, column + " = 1e-" + exponent), column);
        assertEquals(1, matches(numbers, column + " < 1e" + exponent), column);
        assertEquals(1, matches(numbers, column + " > -1e" + exponent), column);
        assertEquals(1, matches(numbers, column + " > 0e" + exponent), column);
      }
      String error = Run.bad(2, "cat", numbers, "--where", column + " < 1e99999999999");
      assertTrue(error.contains("1e99999999999 at character"), error);
    }
  }

  private static int matches(java.nio.file.Path table, String condition) throws Exception {
    return Run.good("cat", table, "--where", condition).json().size();
  }

  @Test
  void run_randomConditions_givesExactlyTheRowsThatSatisfyThem() throws Exception {
    Random dice = new Random(23);
    TableSchema schema = TableSchema.read(fs, table);
    int matched = 0;
    for (int round = 0; round < 300; round++) {
      Check check = check(dice, 3);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        if (Boolean.TRUE.equals(check.truth().apply(i))) {
          expected.add(sorted[i] + " " + random[i] + " " + text[i]);
        }
      }
      List<String> found = new ArrayList<>();
      new TableQuery(schema, ColumnPaths.parseList("a,b,s"), Condition.parse(check.text()))
          .run(
              row ->
                  found.add(
                      (row[0].isNull() ? null : row[0].asLong())
                          + " "
                          + (row[1].isNull() ? null : row[1].asLong())
                          + " "
                          + (row[2].isNull() ? null : row[2].asString())));
      assertEquals(expected, found, check.text());
      matched += expected.size();
    }
    assertTrue(matched > 10_000, "conditions that select nothing prove nothing: " + matched);
  }

  private static RowRanges select(SplitReader split, String where, TableSchema table)
      throws Exception {
    Predicate predicate = Filter.of(Condition.parse(where), table.schema());
    return Scan.select(split, predicate, ColumnTypes.STORED);
  }

  @Test
  void of_conditionOnASortedColumn_leavesOutItsOtherBlocks() throws Exception {
    TableSchema schema = TableSchema.read(fs, table);
    try (SplitReader split = schema.splits().get(0).read(ReadOptions.DEFAULT)) {
      for (String where :
          List.of(
              "a = 500",
              "a between 490 and 500 and b = 3",
              "500 <= a and not a > 510",
              "s like 't7%'",
              "a in (500, 501)")) {
        long rows = select(split, where, schema).count();
        assertTrue(rows > 0 && rows <= 384, where + " selects " + rows);
      }
      for (String where : List.of("not s like 't7%'", "a = b", "a = 500 or b = a")) {
        assertEquals(ROWS, select(split, where, schema).count(), where);
      }
    }
  }

  @Test
  void cat_opensOnlyTheColumnsItNeeds() throws Exception {
    Files.delete(folder.resolve("split/2-b.col"));
    Run run = Run.good("cat", table, "--columns", "s", "--where", "a = 500");
    assertEquals(3, run.out().lines().count());
    assertTrue(Run.bad(1, "cat", table, "--limit", 1).contains("2-b.col"));
  }

  @Test
  void cat_damagedBlock_concernsOnlyTheRowsThatNeedIt() throws Exception {
    java.nio.file.Path file = folder.resolve("split/3-s.col");
    byte[] bytes = Files.readAllBytes(file);
    bytes[12] ^= 1;
    Files.write(file, bytes);
    // The damage is in the first block; the rows that survive the condition are in others.
    assertEquals(
        3, Run.good("cat", table, "--columns", "s", "--where", "a = 500").out().lines().count());
    String error = Run.bad(1, "cat", table, "--columns", "s", "--where", "a = 5");
    assertTrue(error.contains("3-s.col"), error);
    assertTrue(error.contains("'s'"), error);
  }
}
