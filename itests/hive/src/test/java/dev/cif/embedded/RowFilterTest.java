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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Filters of queries, whose columns are read first: the answers are Hive's own, and of the other
 * columns only what passes is decoded.
 */
class RowFilterTest {
  private static final int ROWS = 10_000;
  private static final int PREDICATES = Boolean.getBoolean("cif.nightly") ? 20 : 6;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.run(
        """
        CREATE TABLE t STORED AS CIF TBLPROPERTIES ('cif.block.rows'='3000') AS
        SELECT n, x, if(n % 7 = 0, NULL, CAST(x / 16.0 AS double)) AS d,
          CAST(x / 10.0 AS float) AS f,
          if(n % 11 = 0, NULL, CAST(x / 8.0 AS decimal(10,3))) AS e,
          if(n % 5 = 0, NULL, lpad(x, 4, '0')) AS s, CAST(lpad(x, 5, 'a') AS char(9)) AS c,
          date_add('1990-01-01', x) AS day,
          CAST(concat(date_add('1969-01-01', x), ' 12:00:00.125') AS timestamp) AS t,
          n % 3 = 0 AS b, map('k', n, 'other', 1) AS m, array(n, n + 1) AS l
        FROM (SELECT a.n + 1000 * b.d AS n, (a.n + 1000 * b.d) * 7919 % 10000 AS x
              FROM numbers a, digits b) q
        ORDER BY n
        """);
  }

  private static String padded(int v) {
    return String.format(Locale.ROOT, "%04d", v);
  }

  /** A condition on one column; many leave few rows of a window, or none. */
  private static String leaf(Random dice) {
    int v = dice.nextInt(ROWS);
    int width = List.of(0, 1, 30, 400, 6000).get(dice.nextInt(5));
    String op = List.of("=", "<", ">=", "<=>", "<>").get(dice.nextInt(5));
    switch (dice.nextInt(11)) {
      case 0:
        return "x BETWEEN " + v + " AND " + (v + width);
      case 1:
        return "n " + op + " " + v;
      case 2:
        return "d " + op + " " + (v / 16.0 + 1) + "D";
      case 3:
        return "f " + op + " CAST(" + (v / 10.0 + 1) + " AS float)";
      case 4:
        return "e BETWEEN " + v / 8.0 + " AND " + (v + width) / 8.0;
      case 5:
        return "s " + op + " '" + padded(v) + "'";
      case 6:
        return "c IN ('a" + padded(v) + "', 'aa" + v % 1000 + "', 'a0017')";
      case 7:
        return "day " + op + " date_add('1990-01-01', " + v + ")";
      case 8:
        return "t " + op + " '1971-10-05 12:00:00.125'";
      case 9:
        return List.of("s LIKE '00%'", "s LIKE '%9%7%'", "c NOT LIKE '%12%'", "c LIKE '%001_'")
            .get(dice.nextInt(4));
      default:
        return List.of("s IS NULL", "e IS NOT NULL", "b", "NOT b").get(dice.nextInt(4));
    }
  }

  private static String condition(Random dice, int depth) {
    switch (dice.nextInt(depth == 0 ? 1 : 4)) {
      case 1:
        return "NOT (" + condition(dice, depth - 1) + ")";
      case 2:
        return "(" + condition(dice, depth - 1) + ") OR (" + condition(dice, depth - 1) + ")";
      case 3:
        return "(" + condition(dice, depth - 1) + ") AND (" + condition(dice, depth - 1) + ")";
      default:
        return leaf(dice);
    }
  }

  @ParameterizedTest
  @YesSource
  void randomConditions_giveTheRowsOfHivesOwnFilter(boolean inBatches) throws Exception {
    Random dice = new Random(inBatches ? 1 : 2);
    List<String> conditions = new ArrayList<>();
    List<String> sums = new ArrayList<>();
    for (int i = 0; i < PREDICATES; i++) {
      String condition = condition(dice, 2);
      conditions.add(condition);
      sums.add(
          "count(if(P, 1, NULL)), sum(if(P, n, NULL)), sum(if(P, m['k'] + l[1], NULL))"
              .replace("P", condition));
    }
    tables.vectorised(inBatches);
    // No filter, nothing pushed down.
    List<String> expected =
        List.of(tables.run("SELECT " + String.join(", ", sums) + " FROM t").get(0).split("\t", -1));
    long filtered = 0;
    for (int i = 0; i < PREDICATES; i++) {
      String query = "SELECT count(*), sum(n), sum(m['k'] + l[1]) FROM t WHERE ";
      List<String> answer = tables.measure(query + conditions.get(i));
      String wanted = String.join("\t", expected.subList(3 * i, 3 * i + 3));
      assertEquals(List.of(wanted), answer, conditions.get(i));
      filtered += ScanStatistics.total(Counter.ROWS_FILTERED);
    }
    assertTrue(filtered > PREDICATES * ROWS / 10, "what leaves nothing out proves nothing");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsThatFail_areNotDecodedInOtherColumns(boolean inBatches) throws Exception {
    tables.vectorised(inBatches);
    assertEquals(List.of("0017\t17"), tables.measure("SELECT max(s), max(x) FROM t WHERE x = 17"));
    assertEquals(ROWS - 1, ScanStatistics.total(Counter.ROWS_FILTERED));
    assertEquals(0, ScanStatistics.total(Counter.ROWS_PRUNED));
    long decoded = ScanStatistics.total(Counter.VALUES_DECODED);
    assertTrue(decoded < ROWS + 1100, "values decoded: " + decoded);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void textsThatAreNotLikeThePattern_areLeftOut(boolean inBatches) throws Exception {
    tables.vectorised(inBatches);
    tables.run(
        "CREATE TABLE IF NOT EXISTS texts STORED AS CIF AS"
            + " SELECT x, concat('text ', reverse(x), ' of ', x) AS s FROM t");
    String query = "SELECT count(*), sum(x) FROM texts WHERE s LIKE '%of 123%'";
    assertEquals(List.of("11\t12468"), tables.measure(query));
    assertTrue(ScanStatistics.total(Counter.ROWS_FILTERED) > ROWS - 100);
    // To Hive a backslash before any other letter is a letter.
    for (String condition :
        List.of(
            "s LIKE 'text 5_43%5'",
            "s LIKE '%\\\\t%'",
            "s LIKE '%of 77%' OR s LIKE '%of 123%' AND x > 0 AND NOT s LIKE '%77'",
            "s LIKE 'text 7%' AND s LIKE '%9'")) {
      assertEquals(
          tables.run("SELECT sum(if(" + condition + ", 1, 0)) FROM texts"),
          tables.run("SELECT count(*) FROM texts WHERE " + condition),
          condition);
    }
  }

  @Test
  void numbersOfRows_areThoseOfTheRowsThatPass() throws Exception {
    tables.vectorised(false);
    String query = "SELECT sum(BLOCK__OFFSET__INSIDE__FILE - n), count(*) FROM t WHERE x < 100";
    assertEquals(List.of("0\t100"), tables.measure(query));
    assertTrue(ScanStatistics.total(Counter.ROWS_FILTERED) > ROWS / 2);
  }

  /** To Hive's rows -0.0 is below 0.0 and NaN above all; to its batches neither. */
  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void zerosAndNotANumber_areLeftToHive(boolean inBatches) throws Exception {
    tables.vectorised(inBatches);
    String table = "edges_" + inBatches;
    tables.run(
        "CREATE TABLE "
            + table
            + " STORED AS CIF AS SELECT n, CASE WHEN n % 50 = 1 THEN CAST('NaN' AS double)"
            + " WHEN n % 50 = 2 THEN CAST('-0.0' AS double) WHEN n % 50 = 3 THEN 0.0D"
            + " WHEN n % 50 = 4 THEN -1D ELSE 7D END AS d FROM numbers");
    for (String condition :
        List.of("d < 0", "d <= 0", "d = 0", "d <> 0", "d > 8", "NOT (d <= 8)", "d < 7")) {
      String query = "SELECT count(*), sum(n) FROM " + table + " WHERE " + condition;
      tables.run("SET hive.optimize.index.filter=false");
      List<String> expected = tables.run(query);
      tables.run("SET hive.optimize.index.filter=true");
      assertEquals(expected, tables.run(query), condition);
    }
  }
}
