package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hive.common.util.HiveVersionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The least that a version of Hive must do with CIF tables: the same as with ORC tables. Runs only
 * when it is named, by {@code bin/test.d/versions_test.sh} for each version.
 */
class HiveVersionSmoke {
  private static final List<String> FORMATS = List.of("CIF", "ORC");

  /** Number of rows of the first INSERT. */
  private static final int ROWS = 1000;

  private static final String TYPES =
      "n int, ti tinyint, si smallint, bi bigint, f float, d double, de decimal(12,3), s string,"
          + " vc varchar(9), ch char(5), bo boolean, b binary, dt date, ts timestamp,"
          + " l array<int>, m map<string,bigint>, st struct<x:int,y:array<string>>";

  @TempDir static Path folder;
  private static EmbeddedHive hive;

  @BeforeAll
  static void load() throws Exception {
    // The line that versions_test.sh prints.
    System.out.printf(
        Locale.ROOT,
        "versions: Hive %s, Hadoop %s, Tez %s, JDK %s%n",
        HiveVersionInfo.getVersion(),
        VersionInfo.getVersion(),
        tez(),
        Runtime.version().feature());
    FileSystem.closeAll();
    hive =
        EmbeddedHive.open(
            EmbeddedHive.Options.temporary(folder.resolve("hive"))
                .withConf("hive.compute.query.using.stats", "false")
                .withConf("hive.fetch.task.conversion", "none")
                .withConf("hive.exec.dynamic.partition.mode", "nonstrict"));
    hive.run("CREATE TABLE digits (d int) STORED AS TEXTFILE");
    hive.run("INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    hive.run(
        "CREATE TABLE numbers STORED AS TEXTFILE AS SELECT a.d + 10 * b.d + 100 * c.d AS n"
            + " FROM digits a, digits b, digits c");
    for (String format : FORMATS) {
      insert(format);
      createAsSelect(format);
      partition(format);
    }
  }

  @AfterAll
  static void close() throws Exception {
    hive.close();
  }

  /** The version in the name of Tez's jar. */
  private static String tez() throws Exception {
    Class<?> tez = Class.forName("org.apache.tez.dag.api.TezConfiguration");
    URI jar = tez.getProtectionDomain().getCodeSource().getLocation().toURI();
    return Path.of(jar).getFileName().toString().replaceAll("tez-api-(.*)\\.jar", "$1");
  }

  private static String table(String name, String format) {
    return name + "_" + format.toLowerCase(Locale.ROOT);
  }

  /** Values of every type, NULLs in every column, in three INSERTs, and a column added between. */
  private static void insert(String format) throws Exception {
    String all = table("all", format);
    String properties = format.equals("CIF") ? " TBLPROPERTIES ('cif.block.rows'='100')" : "";
    hive.run("CREATE TABLE " + all + " (" + TYPES + ") STORED AS " + format + properties);
    hive.run(
        "INSERT INTO "
            + all
            + " SELECT n, cast(n % 90 AS tinyint), cast(n AS smallint), n * 10000000000,"
            + " cast(n / 4 AS float), n / 8, cast(n / 1000 AS decimal(12,3)), concat('s', n),"
            + " cast(concat('v', n) AS varchar(9)), cast(concat('c', n % 7) AS char(5)), n % 2 = 0,"
            + " cast(concat('b', n) AS binary), date_add(cast('1969-12-01' AS date), n),"
            + " cast(concat('2001-02-03 04:05:06.', lpad(n, 9, '0')) AS timestamp),"
            + " array(n, n + 1, NULL), map('one', cast(n AS bigint), concat('k', n % 3), NULL),"
            + " named_struct('x', n, 'y', array(concat('y', n), ''))"
            + " FROM numbers ORDER BY n");
    hive.run("INSERT INTO " + all + " (n) VALUES (NULL), (-1)");
    hive.run("ALTER TABLE " + all + " ADD COLUMNS (late string)");
    hive.run("INSERT INTO " + all + " (n, late) VALUES (5000, 'after'), (5001, NULL)");
  }

  private static void createAsSelect(String format) throws Exception {
    hive.run(
        "CREATE TABLE "
            + table("few", format)
            + " STORED AS "
            + format
            + " AS SELECT n, s, m, late FROM "
            + table("all", format)
            + " WHERE n % 50 = 0");
  }

  /** Returns what DESCRIBE tells of a column in a row that begins so. */
  private static String figure(String table, String column, String name) throws Exception {
    return hive.run("DESCRIBE FORMATTED " + table + " " + column).lines().stream()
        .map(line -> line.split("\t", -1))
        .filter(cells -> cells.length > 1 && cells[0].strip().equals(name))
        .map(cells -> cells[1].strip())
        .findFirst()
        .orElse("none");
  }

  @Test
  void statisticsOfColumns_areThoseOfOrc() throws Exception {
    for (String name : List.of("all", "few")) {
      hive.run("ANALYZE TABLE " + table(name, "ORC") + " COMPUTE STATISTICS FOR COLUMNS");
    }
    // An INSERT keeps them, as there is a map.
    for (String figure : List.of("min", "max", "num_nulls", "distinct_count", "max_col_len")) {
      for (String column : List.of("n", "s", "late")) {
        String expected = figure(table("few", "ORC"), column, figure);
        assertEquals(expected, figure(table("few", "CIF"), column, figure), column + " " + figure);
      }
    }
    hive.run("ANALYZE TABLE " + table("all", "CIF") + " COMPUTE STATISTICS FOR COLUMNS");
    for (String column : List.of("ti", "bi", "d", "de", "s", "ch", "bo", "dt", "ts", "late")) {
      for (String figure : List.of("num_nulls", "distinct_count", "num_trues")) {
        String expected = figure(table("all", "ORC"), column, figure);
        assertEquals(expected, figure(table("all", "CIF"), column, figure), column + " " + figure);
      }
    }
  }

  /** A partition that is named, others that rows choose, and one that is written anew. */
  private static void partition(String format) throws Exception {
    String parts = table("parts", format);
    String all = table("all", format);
    hive.run(
        "CREATE TABLE "
            + parts
            + " (n int, l array<int>) PARTITIONED BY (p string) STORED AS "
            + format);
    hive.run(
        "INSERT INTO " + parts + " PARTITION (p='fixed') SELECT n, l FROM " + all + " WHERE n < 9");
    hive.run(
        "INSERT INTO " + parts + " PARTITION (p) SELECT n, l, ch FROM " + all + " WHERE ti = 5");
    hive.run("ALTER TABLE " + parts + " ADD COLUMNS (late int)");
    hive.run(
        "INSERT OVERWRITE TABLE "
            + parts
            + " PARTITION (p='fixed') SELECT n, l, n + 1 FROM "
            + all
            + " WHERE n BETWEEN 3 AND 6");
  }

  /** Queries with {@code ?} where the format's name is; each orders its rows. */
  private static List<String> queries() {
    return List.of(
        "SELECT * FROM all_? ORDER BY n",
        "SELECT * FROM few_? ORDER BY n",
        "SELECT * FROM parts_? ORDER BY p, n",
        "SELECT count(*) FROM all_?",
        "SELECT bo, count(*), sum(bi), max(de), min(ts), avg(d) FROM all_? GROUP BY bo ORDER BY bo",
        "SELECT n, m['one'], st.x, st.y[0], l[1], size(l) FROM all_? WHERE n BETWEEN 95 AND 105"
            + " ORDER BY n",
        "SELECT n, late FROM all_? WHERE late IS NOT NULL OR n < 0 OR n IS NULL ORDER BY n",
        "SELECT n FROM all_? WHERE s IN ('s7', 's900', 'no') OR dt = cast('1970-01-01' AS date)"
            + " ORDER BY n",
        "SELECT n FROM all_? WHERE de > 0.995 AND ch LIKE 'c%' ORDER BY n",
        "SELECT p, count(*), sum(late) FROM parts_? WHERE p <> 'c1' GROUP BY p ORDER BY p",
        "SELECT a.n, f.s, a.st.y FROM all_? a JOIN few_? f ON a.n = f.n WHERE f.n > 700 ORDER BY"
            + " a.n",
        "SELECT f.n, count(x.n) FROM few_? f LEFT JOIN parts_? x ON f.n = x.n - 5 GROUP BY f.n"
            + " ORDER BY f.n",
        "SELECT k, sum(v) FROM all_? LATERAL VIEW explode(m) e AS k, v GROUP BY k ORDER BY k");
  }

  private static List<String> lines(String sql) throws Exception {
    return hive.run(sql).lines();
  }

  private static String on(String format, String query) {
    return query.replace("?", format.toLowerCase(Locale.ROOT));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void queries_rowByRowAndVectorised_answerAsOnOrc(Engine engine) throws Exception {
    hive.run("SET hive.execution.engine=" + engine.hiveName());
    List<String> expected = new ArrayList<>();
    List<String> actual = new ArrayList<>();
    for (boolean vectorised : List.of(true, false)) {
      hive.run("SET hive.vectorized.execution.enabled=" + vectorised);
      for (String query : queries()) {
        List<String> answer = lines(on("ORC", query));
        assertFalse(answer.isEmpty(), query);
        String mode = (vectorised ? "vectorised: " : "row by row: ") + query + " ";
        expected.add(mode + answer);
        actual.add(mode + lines(on("CIF", query)));
      }
    }
    assertEquals(expected, actual);
  }

  @Test
  void filter_leavesOutTheBlocksThatCannotMatch() throws Exception {
    hive.run("SET hive.execution.engine=tez");
    for (boolean vectorised : List.of(true, false)) {
      hive.run("SET hive.vectorized.execution.enabled=" + vectorised);
      ScanStatistics.reset();
      assertEquals(
          List.of("10"), lines("SELECT count(*) FROM all_cif WHERE n >= 990 AND n < 1000"));
      assertTrue(
          ScanStatistics.total(Counter.ROWS_PRUNED) >= ROWS - 100, "vectorised " + vectorised);
    }
  }

  @Test
  void explain_showsThatTheScanIsVectorised() throws Exception {
    hive.run("SET hive.execution.engine=tez");
    hive.run("SET hive.vectorized.execution.enabled=true");
    String plan =
        String.join("\n", lines("EXPLAIN VECTORIZATION SELECT sum(n) FROM all_cif WHERE n > 3"));
    assertTrue(plan.contains("Execution mode: vectorized"), plan);
  }

  @Test
  void describe_namesTheFormat() throws Exception {
    String described = String.join("\n", lines("DESCRIBE FORMATTED few_cif"));
    assertTrue(described.contains("dev.cif.hive.CifInputFormat"), described);
    assertTrue(String.join("\n", lines("SHOW CREATE TABLE few_cif")).contains("dev.cif.hive"));
  }
}
