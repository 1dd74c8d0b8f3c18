package dev.cif.impala;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.read.SplitReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.impala.extdatasource.thrift.TComparisonOp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rows of whole tables: batches, threads, parts of values, files opened. */
class ScanTest {
  @TempDir Path folder;

  /** Splits of 0, 10, 20 ... rows with the numbers from 0 on. */
  private TestTable numbers(int splits) throws IOException {
    TestTable table = new TestTable(folder.resolve("t")).column("n", "bigint");
    long next = 0;
    for (int s = 0; s < splits; s++) {
      List<List<Object>> rows = new ArrayList<>();
      for (int i = 0; i < 10 * s; i++) {
        rows.add(List.of(next++));
      }
      table.split(String.format(Locale.ROOT, "s%02d", s), rows);
    }
    return table;
  }

  private static List<Object> column(List<List<Object>> rows) {
    return rows.stream().map(row -> row.get(0)).toList();
  }

  private static List<Long> upTo(long end) {
    return LongStream.range(0, end).boxed().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 7, 1024, Integer.MAX_VALUE})
  void select_anyBatchSize_givesAllRowsInFullBatches(int batchSize) throws Exception {
    ImpalaDriver driver =
        new ImpalaDriver(numbers(12).init()).column("n", "BIGINT").batchSize(batchSize);
    assertEquals(upTo(660), column(driver.select("n")));
    assertEquals(660, driver.lastPlan().estimate());
    assertEquals(batchSize > 0 ? Math.min(660, batchSize) : 660, driver.largestBatch());
    assertEquals(660, driver.count(List.of()));
  }

  @Test
  void select_emptyTable_endsAtOnce() throws Exception {
    Files.createDirectories(folder.resolve("t"));
    ImpalaDriver driver =
        new ImpalaDriver(new TestTable(folder.resolve("t")).init()).column("n", "BIGINT");
    assertEquals(List.of(), driver.select("n"));
    assertEquals(0, driver.count(List.of()));
    assertEquals(0, driver.lastPlan().estimate());
  }

  @Test
  void select_limit_stopsEarlyAndClosesTheScan() throws Exception {
    ImpalaDriver driver =
        new ImpalaDriver(numbers(12).init()).column("n", "BIGINT").batchSize(8).limit(20);
    assertEquals(upTo(20), column(driver.select("n")));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void select_manyThreads_giveEachRowOnce(int threads) throws Exception {
    TestTable table = numbers(12);
    for (int run = 0; run < 20; run++) {
      ImpalaDriver driver =
          new ImpalaDriver(table.init()).column("n", "BIGINT").threads(threads).batchSize(7);
      List<Object> found = new ArrayList<>(column(driver.select("n")));
      found.sort(null);
      assertEquals(upTo(660), found);
      assertEquals(660, driver.count(List.of()));
      List<List<SqlComparison>> where =
          List.of(List.of(new SqlComparison("n", TComparisonOp.LT, 300L)));
      assertEquals(300, driver.count(where));
    }
  }

  @Test
  void select_longValues_comeInBatchesOfBoundedBytes() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("s", "string");
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add(List.of(Character.toString('a' + i % 26).repeat(1 << 20)));
    }
    table.split("s", rows);
    ImpalaDriver driver = new ImpalaDriver(table.init()).column("s", "STRING");
    assertEquals(rows, driver.select("s"));
    assertTrue(driver.largestBatch() < 30, () -> driver.largestBatch() + " rows of 1 MiB");
  }

  @Test
  void select_partsOfValues_areThoseOfTheExpressions() throws Exception {
    TestTable table =
        new TestTable(folder.resolve("t"))
            .column("metadata", "map<string,string>")
            .column("by-number", "map<int,array<bigint>>")
            .column("s", "struct<a:int,Inner:struct<b:string,c:decimal(5,2)>>")
            .column("l", "array<struct<x:map<string,date>,y:double>>")
            .column("padded", "map<char(4),smallint>");
    Map<String, Object> noValue = new HashMap<>();
    noValue.put("content-type", null);
    List<Object> struct = List.of(1, Arrays.asList("inner", null));
    List<Object> list = List.of(Arrays.asList(null, 0.5), List.of(Map.of(), 1.5));
    table.split(
        "s",
        List.of(
            List.of(
                Map.of("content-type", "text/html", "x", "y"),
                Map.of(7, List.of(1L, 2L), 8, List.of()),
                struct,
                list,
                Map.of("ab", 3)),
            Arrays.asList(noValue, Map.of(), Arrays.asList(2, null), List.of(), Map.of()),
            Arrays.asList(null, null, null, null, null)));
    String columns =
        "\"columns\": {\"Type\": \"metadata['content-type']\", \"second\": \"`by-number`[7][1]\","
            + " \"b\": \"s.inner.b\", \"a\": \"s . A\", \"y\": \"l[1].y\", \"neg\": \"l[-1].y\","
            + " \"p\": \"padded['ab  ']\"}";
    ImpalaDriver driver =
        new ImpalaDriver(table.init(columns))
            .column("type", "STRING")
            .column("second", "BIGINT")
            .column("b", "STRING")
            .column("a", "INT")
            .column("y", "DOUBLE")
            .column("neg", "DOUBLE")
            .column("p", "INT");
    assertEquals(
        List.of(
            Arrays.asList("text/html", 2L, "inner", 1, 1.5, null, 3),
            Arrays.asList(null, null, null, 2, null, null, null),
            Arrays.asList(null, null, null, null, null, null, null)),
        driver.select("type", "second", "b", "a", "y", "neg", "p"));
  }

  @Test
  void select_partitionedTable_showsKeysAsColumns() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("n", "bigint");
    table.split("Day=2026-01-01/k=1/000000_0", List.of(List.of(1L)));
    table.split("day=2026-01-02/k=__HIVE_DEFAULT_PARTITION__/000000_0", List.of(List.of(2L)));
    table.split("day=__HIVE_DEFAULT_PARTITION__/k=3/a/b", List.of(List.of(3L), List.of(4L)));
    ImpalaDriver driver =
        new ImpalaDriver(table.init("\"columns\": {\"also\": \"K\"}"))
            .column("n", "BIGINT")
            .column("day", "DATE")
            .column("also", "SMALLINT");
    java.time.LocalDate first = java.time.LocalDate.of(2026, 1, 1);
    List<List<Object>> rows = driver.select("n", "day", "also");
    assertEquals(
        List.of(
            Arrays.asList(1L, first, (short) 1),
            Arrays.asList(2L, first.plusDays(1), null),
            Arrays.asList(3L, null, (short) 3),
            Arrays.asList(4L, null, (short) 3)),
        rows.stream().sorted((a, b) -> Long.compare((Long) a.get(0), (Long) b.get(0))).toList());
    List<List<SqlComparison>> where =
        List.of(List.of(new SqlComparison("day", TComparisonOp.GT, first)));
    assertEquals(List.of(List.of(2L)), driver.select(where, "n"));
    assertEquals(1, driver.lastPlan().estimate());
  }

  @Test
  void select_pathOfASplitOrPartition_takesNoKeysFromAbove() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("n", "bigint");
    table.split("day=1/k=2/s", List.of(List.of(1L)));
    for (String path : List.of("/day=1", "/day=1/", "/day=1/k=2/s")) {
      String init = "{\"path\": \"" + table.root().toUri() + path + "\"}";
      ImpalaDriver driver =
          new ImpalaDriver(init)
              .column("n", "BIGINT")
              .column("day", "STRING")
              .column("k", "STRING");
      String key = path.endsWith("s") ? null : "2";
      assertEquals(List.of(Arrays.asList(1L, null, key)), driver.select("n", "day", "k"));
    }
  }

  @Test
  void select_partitionThatNoRowIsWantedOf_isNotOpened() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("n", "bigint");
    table.split("k=1/s", List.of(List.of(1L)));
    Files.write(table.split("k=2/s", List.of(List.of(2L))).resolve("schema.cif"), new byte[9]);
    ImpalaDriver driver = new ImpalaDriver(table.init()).column("n", "BIGINT").column("k", "INT");
    List<List<SqlComparison>> where =
        List.of(
            List.of(
                new SqlComparison("k", TComparisonOp.LT, 2),
                new SqlComparison("k", TComparisonOp.EQ, 7)));
    assertEquals(List.of(List.of(1L)), driver.select(where, "n"));
  }

  @Test
  void select_someColumns_opensTheirFilesAlone() throws Exception {
    TestTable table =
        new TestTable(folder.resolve("t"))
            .column("a", "int")
            .column("b", "string")
            .column("c", "string");
    Path split = table.split("s", List.of(List.of(1, "x", "y"), List.of(2, "z", "w")));
    Files.delete(file(split, "c"));
    ImpalaDriver driver =
        new ImpalaDriver(table.init())
            .column("a", "INT")
            .column("b", "STRING")
            .column("c", "STRING");
    assertEquals(List.of(List.of(1, "x"), List.of(2, "z")), driver.select("a", "b"));
    Files.delete(file(split, "a"));
    assertEquals(List.of(List.of("x"), List.of("z")), driver.select("b"));
    Files.delete(file(split, "b"));
    assertEquals(2, driver.count(List.of()));
    assertThrows(ImpalaDriver.QueryFailed.class, () -> driver.select("a"));
  }

  @Test
  void select_conditionThatFewRowsMeet_readsFewBytesOfOtherColumns() throws Exception {
    TestTable table =
        new TestTable(folder.resolve("t")).column("a", "int").column("b", "string").blockRows(10);
    List<List<Object>> rows = new ArrayList<>();
    java.util.Random random = new java.util.Random(1);
    for (int i = 0; i < 1000; i++) {
      rows.add(
          List.of(i, random.ints(300, 'a', 'z').mapToObj(Character::toString).collect(joining())));
    }
    table.split("s", rows);
    InitString settings = InitString.parse(table.init());
    ImpalaType string = ImpalaType.of(ImpalaType.Kind.STRING);
    SqlComparison wanted = new SqlComparison("a", TComparisonOp.EQ, 555);
    Conditions where =
        Conditions.of(
            new ImpalaDriver(table.init()).column("a", "INT").thrift(List.of(List.of(wanted))),
            settings);
    Conditions none = Conditions.of(List.of(), settings);
    long all = read(new SharedScan(ImpalaTable.list(settings), none, columns(string), 100));
    long few = read(new SharedScan(ImpalaTable.list(settings), where, columns(string), 100));
    assertTrue(few * 5 < all, () -> few + " bytes read, of " + all);
    assertEquals(2, files(new SharedScan(ImpalaTable.list(settings), where, columns(string), 100)));
    assertEquals(1, files(new SharedScan(ImpalaTable.list(settings), none, columns(string), 100)));
    assertEquals(0, files(new SharedScan(ImpalaTable.list(settings), none, List.of(), 100)));
  }

  private static List<OutputColumn> columns(ImpalaType type) {
    return List.of(new OutputColumn("b", type));
  }

  private static long read(SharedScan scan) throws Exception {
    return drained(scan).bytesRead;
  }

  private static int files(SharedScan scan) throws Exception {
    return drained(scan).filesOpened;
  }

  private static SharedScan.Totals drained(SharedScan scan) throws Exception {
    boolean end = false;
    while (!end) {
      end = scan.next().end();
    }
    scan.close();
    return scan.totals();
  }

  @Test
  void select_splitsOfOtherColumns_haveNulls() throws Exception {
    new TestTable(folder.resolve("t")).column("a", "int").split("s1", List.of(List.of(1)));
    TestTable table =
        new TestTable(folder.resolve("t")).column("B", "string").column("st", "struct<x:int>");
    table.split("s2", List.of(List.of("b", List.of(5))));
    String columns = "\"columns\": {\"x\": \"st.x\", \"y\": \"st.y\"}";
    ImpalaDriver driver =
        new ImpalaDriver(table.init(columns))
            .column("a", "BIGINT")
            .column("b", "STRING")
            .column("x", "INT")
            .column("y", "STRING");
    List<List<Object>> rows = new ArrayList<>(driver.select("a", "b", "x", "y"));
    Collections.sort(rows, (l, r) -> l.toString().compareTo(r.toString()));
    assertEquals(
        List.of(Arrays.asList(1L, null, null, null), Arrays.asList(null, "b", 5, null)), rows);
    ImpalaDriver strict =
        new ImpalaDriver(table.init(columns, "\"missing_columns\": \"error\""))
            .column("a", "BIGINT")
            .column("y", "STRING");
    String of = assertThrows(ImpalaDriver.QueryFailed.class, () -> strict.select("a")).getMessage();
    assertTrue(of.contains("/s2: there is no column 'a'"), of);
    of = assertThrows(ImpalaDriver.QueryFailed.class, () -> strict.select("y")).getMessage();
    assertTrue(of.contains("there is no column 'st'") || of.contains("no field 'y'"), of);
  }

  static Path file(Path split, String column) throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    try (SplitReader reader = SplitReader.open(fs, new org.apache.hadoop.fs.Path(split.toUri()));
        Stream<Path> files = Files.list(split)) {
      String name = reader.file(reader.schema().indexOf(column)).getName();
      return files.filter(f -> f.getFileName().toString().equals(name)).findFirst().orElseThrow();
    }
  }
}
