package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tez's dynamic semi-join reduction: the scan of a large table is given the least and the largest
 * key of a small one, which another task computes while the scan is opened.
 */
@Tag("nightly")
class DynamicSemiJoinTest {
  private static final String COLUMNS =
      "n, CAST(n / 10 AS tinyint) AS i8, CAST(n AS smallint) AS i16, CAST(n AS int) AS i32,"
          + " CAST(n AS bigint) AS i64, CAST(n / 10.0 AS float) AS f, n / 10.0D AS d,"
          + " CAST(n / 8.0 AS decimal(10,3)) AS e, n >= 500 AS b,"
          + " lpad(n, 4, '0') AS s, CAST(lpad(n, 4, '0') AS varchar(9)) AS v,"
          + " CAST(lpad(n, 4, '0') AS char(9)) AS c, date_add('1582-09-20', n) AS day,"
          + " CAST(concat(date_add('1969-01-01', n), ' 12:00:00.125') AS timestamp) AS t";

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    // Hive is to take the reduction for worth it on little data.
    tables.run("SET hive.disable.unsafe.external.table.operations=false");
    tables.run("SET hive.tez.bigtable.minsize.semijoin.reduction=1");
    tables.run("SET hive.tez.min.bloom.filter.entries=1");
    tables.run("SET hive.tez.dynamic.semijoin.reduction.threshold=-999999999");
    tables.run("SET hive.auto.convert.join=false");
    tables.run(
        "CREATE TABLE large STORED AS CIF TBLPROPERTIES ('cif.block.rows'='100') AS SELECT "
            + COLUMNS
            + " FROM numbers ORDER BY n");
    tables.run(
        "CREATE TABLE small STORED AS CIF AS SELECT " + COLUMNS + " FROM numbers WHERE n % 7 = 0");
    tables.run("ANALYZE TABLE large COMPUTE STATISTICS FOR COLUMNS");
    tables.run("ANALYZE TABLE small COMPUTE STATISTICS FOR COLUMNS");
  }

  private static String join(String column, String ofSmall) {
    return "SELECT count(*), sum(l.n), max(s.n) FROM large l JOIN small s ON l."
        + column
        + " = s."
        + column
        + " WHERE s.n "
        + ofSmall;
  }

  private static List<String> withoutPushDown(String query) throws Exception {
    tables.run("SET hive.tez.dynamic.semijoin.reduction=false");
    tables.run("SET hive.optimize.index.filter=false");
    try {
      return tables.run(query);
    } finally {
      tables.run("SET hive.optimize.index.filter=true");
      tables.run("SET hive.tez.dynamic.semijoin.reduction=true");
    }
  }

  /** In both modes the answer is that without push-down, and so many rows are left out. */
  private static void expect(String query, long pruned) throws Exception {
    List<String> expected = withoutPushDown(query);
    String plan = String.join("\n", tables.run("EXPLAIN " + query));
    assertTrue(plan.contains("DynamicValue("), plan);
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      String mode = query + (inBatches ? ", vectorised" : ", row by row");
      assertEquals(expected, tables.measure(query), mode);
      assertEquals(pruned, ScanStatistics.total(Counter.ROWS_PRUNED), mode);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"i8", "i16", "i32", "i64", "f", "d", "e", "s", "v", "c", "day", "t"})
  void join_onAColumnOfEachType_readsTheRowsBetweenTheComputedBounds(String column)
      throws Exception {
    expect(join(column, "BETWEEN 315 AND 380"), 900);
  }

  /** Hive's cache of search arguments takes the second for the first, whose bounds it knows. */
  @Test
  void join_asBeforeWithOtherKeys_readsTheRowsBetweenTheirBounds() throws Exception {
    expect(join("i16", "BETWEEN 315 AND 380"), 900);
    expect(join("i16", "BETWEEN 714 AND 780"), 900);
  }

  @Test
  void join_onABoolean_readsTheRowsOfThatValue() throws Exception {
    expect(join("b", "< 500"), 500);
  }

  @Test
  void join_withNothing_answersNothing() throws Exception {
    String query = join("i32", "BETWEEN 1 AND 6");
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(List.of("0\tNULL\tNULL"), tables.run(query));
    }
  }

  @Test
  void join_onTwoColumns_readsTheRowsBetweenTheBoundsOfBoth() throws Exception {
    expect(
        "SELECT count(*), sum(l.n) FROM large l JOIN small s ON l.i32 = s.i32 AND l.s = s.s"
            + " WHERE s.n BETWEEN 315 AND 380 AND l.day < '1584-01-01'",
        900);
  }

  /** In Java's old calendar, which search arguments have, ten days of October 1582 are missing. */
  @Test
  void predicate_onDaysOfOctober1582_losesNoRow() throws Exception {
    tables.run(
        "CREATE TABLE days STORED AS CIF TBLPROPERTIES ('cif.block.rows'='1') AS"
            + " SELECT n, date_add('1582-10-01', n) AS day FROM numbers WHERE n < 30 ORDER BY n");
    List<String> conditions = new ArrayList<>();
    for (String bound : List.of("1582-10-04", "1582-10-06", "1582-10-14", "1582-10-15")) {
      for (String op : List.of("=", "<", ">=", "<=>", "<>")) {
        conditions.add("day " + op + " '" + bound + "'");
      }
    }
    // Without a job a query takes milliseconds.
    tables.run("SET hive.fetch.task.conversion=more");
    List<String> verdicts = tables.run("SELECT n, " + String.join(", ", conditions) + " FROM days");
    for (int i = 0; i < conditions.size(); i++) {
      int column = 1 + i;
      assertEquals(
          verdicts.stream()
              .map(row -> row.split("\t"))
              .filter(row -> row[column].equals("true"))
              .map(row -> row[0])
              .toList(),
          tables.run("SELECT n FROM days WHERE " + conditions.get(i)),
          conditions.get(i));
    }
    tables.run("SET hive.fetch.task.conversion=none");
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(
          List.of("9"),
          tables.run("SELECT count(*) FROM days WHERE day BETWEEN '1582-10-06' AND '1582-10-14'"));
      assertEquals(
          List.of("2"),
          tables.run("SELECT count(*) FROM days WHERE day IN ('1582-10-07', '1582-10-21')"));
    }
  }
}
