package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Filters on parts of columns, {@code m['k'] = 'v'} and {@code s.f > 3}: the part is read first,
 * the rest only of rows that can pass, and the answers are Hive's own.
 */
class PartFilterTest {
  private static final int ROWS = 4_000;
  private static final int PREDICATES = Boolean.getBoolean("cif.nightly") ? 10 : 4;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.vectorised(false);
    tables.run(
        """
        CREATE TABLE t STORED AS CIF TBLPROPERTIES ('cif.block.rows'='1000') AS
        SELECT n, x, rpad(concat('pad ', n), 200, sha2(concat('', n), 256)) AS pad,
          CASE WHEN n % 13 = 0 THEN NULL
            WHEN n % 13 = 1 THEN map('a', CAST(NULL AS string))
            WHEN n % 3 = 0 THEN map('a', lpad(x, 4, '0'), 'b', 't')
            ELSE map('b', concat('v', x % 50), 'c', 'x') END AS m,
          if(n % 7 = 0, NULL, map(1, x / 16.0D, 2, if(n % 5 = 0, NULL, CAST(-x AS double)))) AS i,
          if(n % 11 = 0, NULL, named_struct('f', if(n % 6 = 0, NULL, x), 't', lpad(x, 4, '0'),
            'd', x / 16.0D, 'g', CAST(x / 10.0 AS float), 'e', CAST(x / 8.0 AS decimal(10,3)),
            'c', CAST(lpad(x, 5, 'a') AS char(9)), 'v', CAST(lpad(x, 5, 'a') AS varchar(9)),
            'day', date_add('1990-01-01', x),
            'at', CAST(concat(date_add('1969-01-01', x), ' 12:00:00.125') AS timestamp),
            'b', n % 3 = 0, 'y', CAST(x % 100 AS tinyint), 'm', map('k', x),
            'p', named_struct('q', x % 10))) AS s,
          map('k', named_struct('f', x), 'l', named_struct('f', 1)) AS r
        FROM (SELECT a.n + 1000 * b.d AS n, (a.n + 1000 * b.d) * 1237 % 4000 AS x
              FROM numbers a, digits b WHERE b.d < 4) q
        ORDER BY n
        """);
  }

  private static String padded(int v) {
    return String.format(Locale.ROOT, "%04d", v);
  }

  private static <T> T oneOf(Random dice, List<T> some) {
    return some.get(dice.nextInt(some.size()));
  }

  /** A condition on one part, whose comparisons hold for few rows or many. */
  private static String leaf(Random dice) {
    int v = dice.nextInt(oneOf(dice, List.of(ROWS, ROWS / 10)));
    int width = oneOf(dice, List.of(0, 1, 30, 400, 2500));
    String op = " " + oneOf(dice, List.of("=", "=", "<", ">=", ">", "<=", "<=>", "<>")) + " ";
    return oneOf(
        dice,
        List.of(
            "m['a']" + op + "'" + padded(v) + "'",
            "m['b']" + op + "'v" + v % 50 + "'",
            "m['b'] LIKE 'v" + v % 5 + "%'",
            "m['b'] NOT LIKE '%" + v % 10 + "'",
            "m['b'] IN ('v7', 't', 'v" + v % 50 + "')",
            "m['a'] NOT IN ('" + padded(v) + "', '0017')",
            "m['b'] BETWEEN 'v1' AND 'v" + v % 50 + "'",
            "m['no'] IS NULL",
            "m['a'] IS " + (v % 2 == 0 ? "NULL" : "NOT NULL"),
            "i[1]" + op + v / 16.0 + "D",
            "i[2] BETWEEN " + -v + "D AND " + (width - v) + "D",
            "i[2] NOT BETWEEN " + -v + "D AND " + (width - v) + "D",
            "i[3] = 1 OR i[2] IS NOT NULL",
            "s.f" + op + v,
            v + op + "s.f",
            "s.f IN (17, " + v + ")",
            "s.t" + op + "'" + padded(v) + "'",
            "s.d" + op + v / 16.0 + "D",
            "s.g" + op + "CAST(" + v / 10.0 + " AS float)",
            "s.e BETWEEN " + v / 8.0 + " AND " + (v + width) / 8.0,
            "s.c" + op + "'aa" + v % 1000 + "'",
            "s.c IN ('a" + padded(v) + "', 'aa" + v % 1000 + "', 'a0017')",
            "s.v LIKE 'aa" + v % 10 + "%'",
            "s.d" + op + v / 16.0,
            "s.day" + op + "'1995-03-0" + (1 + v % 9) + "'",
            "s.day" + op + "date_add('1990-01-01', " + v + ")",
            "s.at" + op + "'1971-10-05 12:00:00.125'",
            v % 2 == 0 ? "s.b" : "NOT s.b",
            "s.b IS NOT TRUE",
            "s.y" + op + v % 100,
            "CAST(s.y AS int) = " + v % 100,
            "s.m['k']" + op + v,
            "s.p.q IN (1, " + v % 10 + ")",
            "s.p.q IS NULL",
            "r['k'].f" + op + v,
            "r['no'].f IS " + (v % 2 == 0 ? "NULL" : "NOT NULL"),
            "length(m['b']) = 2",
            "x" + op + v));
  }

  private static String condition(Random dice, int depth) {
    switch (dice.nextInt(depth == 0 ? 1 : 5)) {
      case 1:
        return "NOT (" + condition(dice, depth - 1) + ")";
      case 2:
        return "(" + condition(dice, depth - 1) + ") OR (" + condition(dice, depth - 1) + ")";
      case 3:
      case 4:
        return "(" + condition(dice, depth - 1) + ") AND (" + condition(dice, depth - 1) + ")";
      default:
        return leaf(dice);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void randomConditions_giveTheRowsOfHivesOwnFilter(boolean inBatches, boolean byCost)
      throws Exception {
    Random dice = new Random((inBatches ? 1 : 2) + (byCost ? 10 : 20));
    List<String> conditions = new ArrayList<>();
    List<String> sums = new ArrayList<>();
    for (int i = 0; i < PREDICATES; i++) {
      String condition = condition(dice, 2);
      conditions.add(condition);
      sums.add("count(if(P, 1, NULL)), sum(if(P, n, NULL))".replace("P", condition));
    }
    tables.vectorised(inBatches);
    tables.run("SET hive.cbo.enable=" + byCost);
    // No filter, nothing pushed down.
    List<String> expected =
        List.of(tables.run("SELECT " + String.join(", ", sums) + " FROM t").get(0).split("\t", -1));
    long filtered = 0;
    for (int i = 0; i < PREDICATES; i++) {
      String query = "SELECT count(*), sum(n) FROM t WHERE " + conditions.get(i);
      List<String> answer = tables.measure(query);
      String wanted = String.join("\t", expected.subList(2 * i, 2 * i + 2));
      assertEquals(List.of(wanted), answer, conditions.get(i));
      filtered += ScanStatistics.total(Counter.ROWS_FILTERED);
    }
    assertTrue(filtered > PREDICATES * ROWS / 10, "what leaves nothing out proves nothing");
  }

  /** With push-down the answer is that without, and no more is read than so many values. */
  private static void expect(String condition, long rowsLeft, long mostDecoded) throws Exception {
    String query = "SELECT count(*), max(pad), sum(x) FROM t WHERE " + condition;
    for (boolean inBatches : tables.modes()) {
      tables.vectorised(inBatches);
      String mode = condition + (inBatches ? ", vectorised" : ", row by row");
      tables.run("SET hive.optimize.index.filter=false");
      List<String> expected = tables.measure(query);
      long bytes = ScanStatistics.total(Counter.BYTES_READ);
      tables.run("SET hive.optimize.index.filter=true");
      assertEquals(expected, tables.measure(query), mode);
      long leftOut =
          ScanStatistics.total(Counter.ROWS_FILTERED) + ScanStatistics.total(Counter.ROWS_PRUNED);
      assertEquals(ROWS - rowsLeft, leftOut, mode);
      long decoded = ScanStatistics.total(Counter.VALUES_DECODED);
      assertTrue(decoded <= mostDecoded, mode + ": values decoded: " + decoded);
      long read = ScanStatistics.total(Counter.BYTES_READ);
      // Row by row, Hive itself reads the other columns of rows that pass only.
      assertTrue(!inBatches || 2 * read < bytes, mode + ": bytes read: " + read + " of " + bytes);
      if (rowsLeft == 0) {
        assertEquals(1, ScanStatistics.total(Counter.FILES_OPENED), mode);
      }
    }
  }

  @Test
  void rowsThatFail_areReadOfTheFiltersPartOnly() throws Exception {
    expect("m['b'] = 'no such'", 0, ROWS);
    expect("m['no such key'] = 'v'", 0, ROWS);
    expect("s.f > 4000", 0, ROWS);
    expect("r['k'].f IN (-1, 4001)", 0, ROWS);
    // Each block has a key and a field as columns of their own.
    expect("s.f = 17", 1, ROWS + 2 * 1000);
    expect("m['a'] LIKE '001%' AND n < 1000", 1, 2 * ROWS);
  }

  @Test
  void blocksOfNull_areLeftOut() throws Exception {
    tables.run(
        "CREATE TABLE IF NOT EXISTS halves STORED AS CIF TBLPROPERTIES ('cif.block.rows'='100')"
            + " AS SELECT n, if(n < 500, NULL, map('k', n)) AS m FROM numbers ORDER BY n");
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(
          List.of("499"), tables.measure("SELECT count(n) FROM halves WHERE m['k'] > 500"));
      assertEquals(500, ScanStatistics.total(Counter.ROWS_PRUNED));
      assertEquals(
          List.of("999"), tables.run("SELECT count(n) FROM halves WHERE NOT m['k'] <=> 500"));
    }
  }

  /** The answer is that of ORC's table, and statistics leave out so many rows of CIF's. */
  private static void expectPruned(String orc, String condition, long rows) throws Exception {
    String query = "SELECT n, m['k'], s.f FROM clustered WHERE " + condition;
    List<String> expected = tables.run(query.replace("clustered", orc));
    for (boolean inBatches : tables.modes()) {
      tables.vectorised(inBatches);
      assertEquals(expected, tables.measure(query), condition);
      assertEquals(rows, ScanStatistics.total(Counter.ROWS_PRUNED), condition);
      long blocks = ScanStatistics.total(Counter.BLOCKS_READ);
      // One a column; of m first its key, and then all of it.
      assertTrue(blocks <= 4 * (1000 - rows) / 100, condition + ": blocks read: " + blocks);
    }
  }

  @Test
  void statisticsOfParts_leaveOutBlocks() throws Exception {
    tables.run(
        "CREATE TABLE clustered STORED AS CIF"
            + " TBLPROPERTIES ('cif.block.rows'='100', 'cif.part.statistics'='true') AS"
            + " SELECT n, map('k', n, concat('k', n DIV 100), 1) AS m,"
            + " if(n % 9 = 0, NULL, named_struct('f', n, 'p', named_struct('t', lpad(n, 4, '0'))))"
            + " AS s FROM numbers ORDER BY n");
    tables.run("CREATE TABLE orc_before STORED AS ORC AS SELECT * FROM clustered");
    expectPruned("orc_before", "m['k'] = 142", 900);
    expectPruned("orc_before", "m['k3'] = 1 AND s.f < 1000", 900);
    expectPruned("orc_before", "m['no'] = 1", 1000);
    expectPruned("orc_before", "m['k3'] IS NULL AND n > 250", 300);
    expectPruned("orc_before", "s.p.t LIKE '07%'", 900);
    expectPruned("orc_before", "s.f BETWEEN 850 AND 870 OR m['k0'] = 1", 800);
    expectPruned("orc_before", "NOT (m['k'] < 930 OR s.f IN (5, 6))", 900);
    tables.run("UPDATE clustered SET m = map('k', n + 5000) WHERE n >= 900");
    tables.run(
        "CREATE TABLE orc_after STORED AS ORC AS"
            + " SELECT n, if(n >= 900, map('k', n + 5000), m) AS m, s FROM orc_before");
    expectPruned("orc_after", "m['k'] > 5000", 900);
    expectPruned("orc_after", "m['k'] = 950", 1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tez", "mr"})
  void everyKindOfTask_filters(String engine) throws Exception {
    String query = "SELECT n FROM t WHERE s.p.q = 7 AND m['b'] LIKE 'v17%' AND x < 100";
    tables.run("SET hive.optimize.index.filter=false");
    List<String> expected = tables.run(query);
    assertTrue(!expected.isEmpty(), "no row");
    tables.run("SET hive.optimize.index.filter=true");
    tables.run("SET hive.execution.engine=" + engine);
    for (String conversion : List.of("none", "more")) {
      tables.run("SET hive.fetch.task.conversion=" + conversion);
      assertEquals(expected, tables.measure(query), conversion);
      assertTrue(ScanStatistics.total(Counter.ROWS_FILTERED) > ROWS / 2, conversion);
    }
    tables.run("SET hive.fetch.task.conversion=none");
    tables.run("SET hive.execution.engine=tez");
  }

  @Test
  void fieldsAndColumnsThatCameLater_areNull() throws Exception {
    tables.run(
        "CREATE TABLE later STORED AS CIF AS SELECT n, named_struct('a', n) AS s FROM numbers");
    tables.run("ALTER TABLE later CHANGE s s struct<a:int,b:int>");
    tables.run("ALTER TABLE later ADD COLUMNS (q struct<z:int>, w map<string,int>)");
    tables.run(
        "INSERT INTO later SELECT 1000, named_struct('a', 7, 'b', 8), named_struct('z', 9),"
            + " map('k', 10)");
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(List.of("1000"), tables.run("SELECT n FROM later WHERE s.b > 3"));
      assertEquals(List.of("1000"), tables.run("SELECT count(*) FROM later WHERE s.b IS NULL"));
      assertEquals(
          List.of("1000"), tables.run("SELECT n FROM later WHERE s.a = 7 AND s.b IS NOT NULL"));
      assertEquals(List.of("1000"), tables.measure("SELECT n FROM later WHERE q.z = 9"));
      // The plan leaves out the one that lacks the column.
      assertEquals(1, ScanStatistics.total(Counter.SPLITS));
      assertEquals(List.of("1000"), tables.run("SELECT n FROM later WHERE w['k'] IN (9, 10)"));
      assertEquals(List.of("1000"), tables.run("SELECT count(*) FROM later WHERE w['k'] IS NULL"));
    }
  }

  /** To Hive's rows -0.0 is below 0.0 and NaN above all; to its batches neither. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void zerosAndNotANumber_areLeftToHive(boolean inBatches) throws Exception {
    tables.vectorised(inBatches);
    tables.run("SET hive.cbo.enable=false");
    tables.run(
        "CREATE TABLE IF NOT EXISTS edges STORED AS CIF TBLPROPERTIES ('cif.block.rows'='1') AS"
            + " SELECT n, d, named_struct('d', d) AS s FROM (SELECT n, CASE"
            + " WHEN n = 1 THEN CAST('NaN' AS double) WHEN n = 2 THEN CAST('-0.0' AS double)"
            + " WHEN n = 3 THEN 0.0D WHEN n = 4 THEN -1D ELSE n END AS d FROM numbers WHERE n < 9)"
            + " q ORDER BY n");
    for (String condition :
        List.of(
            "s.d < 0",
            "s.d <= 0",
            "s.d <> 0 AND n > 1",
            "NOT (d > 6 AND n > 0)",
            "s.d IN (0, 7)",
            "NOT (s.d BETWEEN 0 AND 6 OR n = 0)",
            "n = 0 OR NOT s.d < 6")) {
      String query = "SELECT count(*), sum(n) FROM edges WHERE " + condition;
      tables.run("SET hive.optimize.index.filter=false");
      List<String> expected = tables.run(query);
      tables.run("SET hive.optimize.index.filter=true");
      assertEquals(expected, tables.run(query), condition);
    }
  }
}
