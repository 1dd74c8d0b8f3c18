package dev.cif.impala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.impala.extdatasource.thrift.TComparisonOp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that conditions give the rows of SQL, whoever evaluates them. */
class PredicatesTest {
  private static final String TIMESTAMPS = "\"timestamp_predicates\": true";

  @TempDir Path folder;

  /** Stored type, Impala's type, values (ascending, so that blocks differ), literals. */
  static Stream<Arguments> types() {
    LocalDateTime noon = LocalDateTime.of(2026, 11, 21, 12, 0);
    return Stream.of(
        of("boolean", "BOOLEAN", v(false, null, true), v(false, true)),
        of("tinyint", "TINYINT", v((byte) -128, null, (byte) 5), v((byte) 5, (short) 300, -129)),
        of("smallint", "SMALLINT", v((short) -3, null, (short) 9), v((short) -3, 40000, 9L)),
        of("int", "INT", v(-3, null, 9, 9, 12), v(9, (byte) 0, Long.MAX_VALUE)),
        of("int", "BIGINT", v(-3L, null, 9L, 9L, 12L), v(9L, Long.MIN_VALUE, 5_000_000_000L)),
        of("bigint", "BIGINT", v(Long.MIN_VALUE, null, 7L, Long.MAX_VALUE), v(7L, 7, (byte) 7)),
        of(
            "float",
            "FLOAT",
            v(-1.5f, null, -0.0f, 0.0f, 0.1f, Float.NaN, Float.POSITIVE_INFINITY),
            v(0.0, -0.0, -1.5, (double) 0.1f, Double.POSITIVE_INFINITY)),
        of(
            "float",
            "DOUBLE",
            v(-1.5, null, -0.0, (double) 0.1f, Double.NaN),
            v(0.0, 0.1, (double) 0.1f)),
        of(
            "double",
            "DOUBLE",
            v(-Double.MAX_VALUE, null, -0.0, 0.0, 0.1, Double.NaN, Double.NEGATIVE_INFINITY),
            v(0.0, -0.0, 0.1, 1e300, Double.NEGATIVE_INFINITY)),
        of(
            "decimal(9,2)",
            "DECIMAL(9,2)",
            v(dec("-5.00"), null, dec("0.10"), dec("9999999.99")),
            v(dec("0.1"), dec("0.105"), dec("1E+2"), dec("-5"), dec("99999999999"))),
        of(
            "decimal(38,10)",
            "DECIMAL(38,10)",
            v(dec("-5").setScale(10), null, dec("9".repeat(38)).movePointLeft(10)),
            v(dec("-5"), dec("0.0000000001"))),
        of(
            "string",
            "STRING",
            v("", null, "a", "a ", "ab", "\u00e4", "\uffee", "\ud83d\ude00"),
            v("", "a", "a ", "a\u0000", "\uffee", "\ud83d\ude00", "zz")),
        of("char(3)", "STRING", v("", null, "a", "ab"), v("a", "a ", "")),
        of("varchar(3)", "STRING", v("", null, "a", "a "), v("a", "a ", "")),
        of(
            "date",
            "DATE",
            v(LocalDate.of(1, 1, 1), null, LocalDate.of(2026, 1, 1)),
            v(LocalDate.of(2026, 1, 1), LocalDate.of(9999, 12, 31))),
        of(
            "timestamp",
            "TIMESTAMP",
            v(
                LocalDateTime.of(1400, 1, 1, 0, 0),
                null,
                noon.minusNanos(1),
                noon,
                noon.plusNanos(1)),
            v(noon, noon.plusNanos(1), LocalDateTime.of(1400, 1, 1, 0, 0))));
  }

  private static Arguments of(
      String stored, String impala, List<Object> values, List<Object> literals) {
    return Arguments.of(stored, impala, values, literals);
  }

  private static List<Object> v(Object... values) {
    return Arrays.asList(values);
  }

  private static BigDecimal dec(String text) {
    return new BigDecimal(text);
  }

  @ParameterizedTest
  @MethodSource("types")
  void select_everyOperator_givesTheRowsOfSql(
      String stored, String impala, List<Object> values, List<Object> literals) throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", stored).blockRows(1);
    table.split("s1", rows(values));
    table.split("s2", rows(Arrays.asList(null, null)));
    new TestTable(folder.resolve("t")).column("other", "int").split("s3", rows(List.of(1)));
    List<Object> all = new ArrayList<>(values);
    all.addAll(Arrays.asList(null, null, null));
    for (TComparisonOp op : TComparisonOp.values()) {
      for (Object literal : literals) {
        SqlComparison comparison = new SqlComparison("c", op, literal);
        List<List<Object>> expected =
            rows(all).stream().filter(row -> comparison.isTrue(row.get(0))).toList();
        List<List<SqlComparison>> where = List.of(List.of(comparison));
        ImpalaDriver driver = new ImpalaDriver(table.init(TIMESTAMPS)).column("c", impala);
        assertEquals(expected, driver.select(where, "c"), comparison::toString);
        assertEquals(1, driver.lastPlan().accepted().size(), comparison::toString);
        assertTrue(driver.lastPlan().estimate() >= expected.size(), comparison::toString);
        assertEquals(expected.size(), driver.count(where), comparison::toString);
        assertEquals(expected, driver.offerNothing().select(where, "c"), comparison::toString);
      }
    }
  }

  /** Impala's type, a literal that may mean something else than it says. */
  static Stream<Arguments> doubtful() {
    return Stream.of(
        Arguments.of("FLOAT", 0.1),
        Arguments.of("FLOAT", dec("0.5")),
        Arguments.of("FLOAT", Double.NaN),
        Arguments.of("DOUBLE", Double.NaN),
        Arguments.of("DOUBLE", 1),
        Arguments.of("INT", 1.5),
        Arguments.of("INT", dec("1.5")),
        Arguments.of("INT", true),
        Arguments.of("BOOLEAN", (byte) 1),
        Arguments.of("DECIMAL(9,2)", 0.5),
        Arguments.of("DECIMAL(9,2)", 7),
        Arguments.of("DECIMAL(38,10)", dec("1E-11")),
        Arguments.of("DECIMAL(38,10)", dec("1E+30")),
        Arguments.of("DECIMAL(9,2)", dec("1E+999999")),
        Arguments.of("DECIMAL(9,2)", "no number"),
        Arguments.of("STRING", 5),
        Arguments.of("STRING", "\ufffd"),
        Arguments.of("DATE", "2026-01-01"),
        Arguments.of("DATE", LocalDate.of(10000, 1, 1)),
        Arguments.of("TIMESTAMP", LocalDateTime.of(2026, 1, 1, 0, 0)));
  }

  @ParameterizedTest
  @MethodSource("doubtful")
  void prepare_literalOfDoubtfulMeaning_isLeftToImpala(String impala, Object literal)
      throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("other", "int");
    table.split("s", rows(List.of(1)));
    ImpalaDriver driver = new ImpalaDriver(table.init()).column("c", impala).column("other", "INT");
    SqlComparison certain = new SqlComparison("other", TComparisonOp.EQ, 1);
    SqlComparison doubtful = new SqlComparison("c", TComparisonOp.EQ, literal);
    ImpalaDriver.Plan plan =
        driver.plan(
            List.of(List.of(doubtful), List.of(certain), List.of(certain, doubtful), List.of()));
    assertEquals(List.of(List.of(certain)), plan.accepted());
    assertEquals(3, plan.remaining().size());
  }

  @Test
  void select_timestampsOutsideImpalasCalendar_compareAsNull() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", "timestamp");
    table.split("s", rows(List.of(LocalDateTime.of(10000, 1, 1, 0, 0))));
    ImpalaDriver driver = new ImpalaDriver(table.init(TIMESTAMPS)).column("c", "TIMESTAMP");
    LocalDateTime literal = LocalDateTime.of(2026, 1, 1, 0, 0);
    for (TComparisonOp op : TComparisonOp.values()) {
      long rows = driver.count(List.of(List.of(new SqlComparison("c", op, literal))));
      assertEquals(op == TComparisonOp.DISTINCT_FROM ? 1 : 0, rows, op::toString);
    }
  }

  @Test
  void select_replacedText_isComparedAsImpalaSeesIt() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", "binary");
    byte[] bad = {'a', (byte) 0xff};
    table.split("s", List.of(List.of(bad)));
    // Above the bytes as Impala sees them (EF BF BD), below those stored (FF).
    SqlComparison between = new SqlComparison("c", TComparisonOp.LT, "a\ud83d\ude00");
    assertTrue(between.isTrue("a\ufffd"));
    List<List<SqlComparison>> where = List.of(List.of(between));
    String replace = table.init("\"invalid_utf8\": \"replace\"");
    assertEquals(1, new ImpalaDriver(replace).column("c", "STRING").count(where));
    String asNull = table.init("\"invalid_utf8\": \"null\"");
    assertEquals(0, new ImpalaDriver(asNull).column("c", "STRING").count(where));
  }

  @Test
  void select_randomConditions_giveTheRowsOfSql() throws Exception {
    Random random = new Random(7);
    TestTable table =
        new TestTable(folder.resolve("t"))
            .column("i", "int")
            .column("s", "string")
            .column("d", "double")
            .column("m", "map<string,int>")
            .blockRows(10);
    List<List<Object>> all = new ArrayList<>();
    for (int day = 0; day < 4; day++) {
      List<List<Object>> rows = new ArrayList<>();
      for (int k = 0; k < 50; k++) {
        Integer inMap = pick(random, 1, 2, null);
        Map<String, Object> map = new HashMap<>(Map.of("other", 9));
        if (random.nextBoolean()) {
          map.put("k", inMap);
        } else {
          inMap = null;
        }
        Object i = k < 40 ? (Object) (k / 5) : null;
        Object s = pick(random, "", "a", "b", null);
        Object d = pick(random, 0.5, -0.0, Double.NaN, null);
        rows.add(Arrays.asList(i, s, d, map));
        all.add(Arrays.asList(i, s, d, inMap, day == 3 ? null : "day " + day));
      }
      String value = day == 3 ? "__HIVE_DEFAULT_PARTITION__" : "day%20" + day;
      table.split("p=" + value + "/s", rows);
    }
    String init = table.init("\"columns\": {\"k\": \"m['k']\"}");
    List<String> names = List.of("i", "s", "d", "k", "p");
    for (int run = 0; run < 150; run++) {
      List<List<SqlComparison>> where = conditions(random);
      List<List<Object>> expected = all.stream().filter(row -> wanted(where, names, row)).toList();
      for (boolean offer : List.of(true, false)) {
        ImpalaDriver driver = driver(init).batchSize(1 + random.nextInt(60));
        driver = offer ? driver : driver.offerNothing();
        List<List<Object>> rows = driver.select(where, "i", "s", "d", "k", "p");
        assertEquals(sorted(expected), sorted(rows), where::toString);
        assertTrue(driver.lastPlan().estimate() >= rows.size(), where::toString);
      }
    }
  }

  private static ImpalaDriver driver(String init) {
    return new ImpalaDriver(init)
        .column("i", "INT")
        .column("s", "STRING")
        .column("d", "DOUBLE")
        .column("k", "BIGINT")
        .column("p", "STRING");
  }

  private static List<List<SqlComparison>> conditions(Random random) {
    List<List<SqlComparison>> conjuncts = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      List<SqlComparison> disjuncts = new ArrayList<>();
      for (int k = random.nextInt(3); k >= 0; k--) {
        TComparisonOp op = TComparisonOp.values()[random.nextInt(8)];
        disjuncts.add(
            switch (random.nextInt(5)) {
              case 0 -> new SqlComparison("i", op, random.nextInt(10));
              case 1 -> new SqlComparison("s", op, pick(random, "", "a", "aa", "c"));
              case 2 -> new SqlComparison("d", op, pick(random, 0.0, 0.5, 7.0));
              case 3 -> new SqlComparison("k", op, pick(random, 1L, 2L));
              default -> new SqlComparison("p", op, pick(random, "day 1", "day 2", "x"));
            });
      }
      conjuncts.add(disjuncts);
    }
    return conjuncts;
  }

  private static boolean wanted(
      List<List<SqlComparison>> where, List<String> names, List<Object> row) {
    return where.stream()
        .allMatch(or -> or.stream().anyMatch(c -> c.isTrue(row.get(names.indexOf(c.column())))));
  }

  @SafeVarargs
  private static <T> T pick(Random random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static List<String> sorted(List<List<Object>> rows) {
    List<String> texts = new ArrayList<>(rows.stream().map(List::toString).toList());
    Collections.sort(texts);
    return texts;
  }

  private static List<List<Object>> rows(List<?> values) {
    List<List<Object>> rows = new ArrayList<>();
    values.forEach(value -> rows.add(Arrays.asList((Object) value)));
    return rows;
  }
}
