package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/** Split-directories that several tasks read, each some of the rows. */
@Tag("nightly")
class DividedSplitsTest {
  private static final int ROWS = 10_000;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.run(
        """
        CREATE TABLE big STORED AS TEXTFILE AS SELECT a.n + 1000 * b.d AS n FROM numbers a, digits b
        """);
    for (String format : List.of("CIF", "ORC")) {
      tables.run(
          String.format(
              """
              CREATE TABLE t_%1$s STORED AS %1$s AS
              SELECT n, concat('s', n %% 37) AS s, CAST(n / 4 AS decimal(9,2)) AS e,
                array(n, n + 1) AS l, map('k', n) AS m
              FROM big ORDER BY n
              """,
              format));
    }
  }

  @BeforeEach
  void divide() throws Exception {
    divide(20_000);
  }

  private static void divide(int bytes) throws Exception {
    tables.run("SET mapreduce.input.fileinputformat.split.minsize=" + bytes);
    tables.run("SET mapreduce.input.fileinputformat.split.maxsize=" + bytes);
  }

  private static String on(String format, String query) {
    return query.replace("$t", "t_" + format);
  }

  @ParameterizedTest
  @EngineSource
  void queries_haveTheAnswersOfOrc(Engine engine) throws Exception {
    tables.engine(engine);
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      for (String query :
          List.of(
              "SELECT count(n), sum(n), min(n), max(n), sum(e), sum(m['k']), sum(l[1]) FROM $t",
              "SELECT s, count(*), sum(n) FROM $t GROUP BY s ORDER BY s",
              "SELECT n, s, e FROM $t WHERE n BETWEEN 2490 AND 2510 ORDER BY n",
              "SELECT n, l, m FROM $t WHERE n % 1000 = 7 ORDER BY n",
              "SELECT count(*), sum(a.n) FROM $t a JOIN $t b ON a.n = b.n + 1",
              "SELECT count(*) FROM $t WHERE e > 2000")) {
        assertEquals(tables.once(on("ORC", query)), tables.measure(on("CIF", query)), query);
        assertTrue(ScanStatistics.total(Counter.SPLITS) > 1, query);
      }
    }
    tables.engine(Engine.TEZ);
    tables.vectorised(true);
  }

  /** Ten blocks in ten parts: none is read by two tasks, of other columns next to none. */
  @Test
  void parts_readTheirOwnBlocks() throws Exception {
    tables.run(
        "CREATE TABLE blocks STORED AS CIF TBLPROPERTIES ('cif.block.rows'='1000') AS"
            + " SELECT n FROM big ORDER BY n");
    divide(ROWS / 10 * 4);
    assertEquals(List.of("49995000"), tables.measure("SELECT sum(n) FROM blocks"));
    assertEquals(10, ScanStatistics.total(Counter.SPLITS));
    assertEquals(10, ScanStatistics.total(Counter.BLOCKS_READ));
    assertEquals(ROWS, ScanStatistics.total(Counter.VALUES_DECODED));
    assertEquals(List.of("499"), tables.measure("SELECT count(*) FROM blocks WHERE n > 9500"));
    assertEquals(9000, ScanStatistics.total(Counter.ROWS_PRUNED));
    divide(1 << 24);
    assertEquals(List.of("49995000"), tables.measure("SELECT sum(n) FROM blocks"));
    assertEquals(1, ScanStatistics.total(Counter.SPLITS));
  }

  @ParameterizedTest
  @EngineSource
  void predicateThatLeavesNoBlock_givesNoRow(Engine engine) throws Exception {
    tables.engine(engine);
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(
          List.of("0\tNULL"), tables.measure("SELECT count(*), sum(n) FROM t_CIF WHERE n < -1"));
      assertEquals(0, ScanStatistics.total(Counter.SPLITS), "the plan has none");
      assertEquals(
          List.of(), tables.run("SELECT s, count(*) FROM t_CIF WHERE n > 10000 GROUP BY s"));
      assertEquals(
          List.of("10000"),
          tables.run(
              "SELECT count(*) FROM t_CIF a LEFT JOIN (SELECT * FROM t_CIF WHERE n < -1) b"
                  + " ON a.n = b.n WHERE b.n IS NULL"));
    }
    tables.engine(Engine.TEZ);
    tables.vectorised(true);
  }

  @Test
  void row_keepsItsAddress() throws Exception {
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      assertEquals(
          List.of("0\t10000"),
          tables.measure(
              "SELECT sum(if(BLOCK__OFFSET__INSIDE__FILE = n, 0, 1)), count(*) FROM t_CIF"));
      assertTrue(ScanStatistics.total(Counter.SPLITS) > 1);
      assertEquals(List.of("1"), tables.run("SELECT count(DISTINCT INPUT__FILE__NAME) FROM t_CIF"));
    }
    tables.vectorised(true);
  }

  @Test
  void bucketsAndSortedTables_joinAsBefore() throws Exception {
    for (String format : List.of("CIF", "ORC")) {
      for (String name : List.of("x", "y")) {
        tables.run(
            String.format(
                "CREATE TABLE %1$s_%2$s (k int, s string) CLUSTERED BY (k) SORTED BY (k)"
                    + " INTO 3 BUCKETS STORED AS %2$s",
                name, format));
        tables.run(
            String.format(
                "INSERT INTO %1$s_%2$s SELECT n %% 4000, concat('%1$s', n) FROM big",
                name, format));
      }
    }
    String query =
        "SELECT count(*), sum(a.k), min(b.s), max(a.s) FROM x_%1$s a JOIN y_%1$s b ON a.k = b.k";
    for (Engine engine : Engine.values()) {
      tables.engine(engine);
      for (boolean merge : List.of(true, false)) {
        tables.run("SET hive.auto.convert.sortmerge.join=" + merge);
        tables.run("SET hive.auto.convert.join=false");
        tables.run("SET hive.optimize.bucketmapjoin=" + merge);
        List<String> expected = tables.run(String.format(query, "ORC"));
        assertEquals(expected, tables.measure(String.format(query, "CIF")));
        assertTrue(ScanStatistics.total(Counter.SPLITS) > 6);
      }
    }
    tables.engine(Engine.TEZ);
    tables.run("SET hive.auto.convert.join=true");
  }
}
