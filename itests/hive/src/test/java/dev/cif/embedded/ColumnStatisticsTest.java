package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.embedded.io.CountingFileSystem;
import dev.cif.embedded.io.FileRead;
import dev.cif.embedded.io.Reads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Statistics of columns come from schema files, and are those that Hive computes of the same rows
 * in ORC, from all values.
 */
class ColumnStatisticsTest {
  @RegisterExtension
  static final SharedTables tables =
      SharedTables.with(CountingFileSystem.SETTING, CountingFileSystem.class.getName());

  private static final List<String> COLUMNS =
      List.of(
          "tiny", "small", "whole", "large", "f", "d", "amount", "wide", "day", "at", "flag",
          "text", "short", "fixed", "raw", "nothing", "a`b c");

  private static final List<String> FIGURES =
      List.of(
          "min",
          "max",
          "num_nulls",
          "distinct_count",
          "avg_col_len",
          "max_col_len",
          "num_trues",
          "num_falses");

  private static final String ROWS =
      "SELECT cast(n % 90 AS tinyint) AS tiny, cast(n % 80 AS smallint) AS small, n AS whole,"
          + " n * 10000000019 AS large, cast(n % 7 AS float) AS f,"
          + " if(n % 9 = 0, NULL, n / 8) AS d, cast(n % 50 AS decimal(9,2)) AS amount,"
          + " cast(n * 1.5 AS decimal(38,6)) AS wide, date_add('2026-01-01', n % 31) AS day,"
          + " cast(from_unixtime(1700000000 + n) AS timestamp) AS at, n % 3 = 0 AS flag,"
          + " concat('text ', n % 60) AS text, cast(n AS varchar(5)) AS short,"
          + " cast(n % 11 AS char(4)) AS fixed, cast(cast(n AS string) AS binary) AS raw,"
          + " cast(NULL AS int) AS nothing, n % 20 - 10 AS `a``b c`";

  @BeforeAll
  static void load() throws Exception {
    CountingFileSystem.register(new Configuration());
    tables.makeNumbers();
  }

  @AfterEach
  void drop() throws Exception {
    tables.run("DROP TABLE IF EXISTS t");
    tables.run("DROP TABLE IF EXISTS o");
  }

  /** Returns what Hive tells of a column: number of NULLs, of distinct values, and so on. */
  private static Map<String, String> statistics(String table, String column) throws Exception {
    Map<String, String> found = new LinkedHashMap<>();
    String name = "`" + column.replace("`", "``") + "`";
    for (String line : tables.run("DESCRIBE FORMATTED " + table + " " + name)) {
      String[] cells = line.split("\t", -1);
      String what = cells[0].strip();
      if (cells.length > 1 && FIGURES.contains(what)) {
        found.put(what, cells[1].strip());
      }
    }
    return found;
  }

  /**
   * Compares with ORC. Up to 96 distinct values are exact in both, and 154 and more estimated
   * alike.
   */
  private static void expectThoseOfOrc(String of, List<String> columns) throws Exception {
    for (String column : columns) {
      Map<String, String> expected = statistics("o" + of, column);
      Map<String, String> found = statistics("t" + of, column);
      assertFalse(expected.getOrDefault("num_nulls", "").isEmpty(), column + ": " + expected);
      assertEquals(expected, found, column);
    }
  }

  private static void makeOrc(String rows) throws Exception {
    tables.run("CREATE TABLE o STORED AS ORC AS " + rows);
    tables.run("ANALYZE TABLE o COMPUTE STATISTICS FOR COLUMNS");
  }

  private static List<String> columnFiles() {
    List<String> opened = new ArrayList<>();
    for (FileRead read : Reads.now().files()) {
      if (read.path().endsWith(".col")) {
        opened.add(read.path());
      }
    }
    return opened;
  }

  @Test
  void insertIntoATableWithAMap_keepsThem() throws Exception {
    makeOrc(ROWS + " FROM numbers");
    tables.run(
        "CREATE TABLE t STORED AS CIF AS SELECT *, map('k', 1) AS m FROM ("
            + ROWS
            + " FROM numbers WHERE n < 300) r");
    assertEquals("300", rows());
    tables.run("EXPLAIN INSERT INTO t SELECT * FROM t");
    tables.run(
        "INSERT INTO t SELECT *, map('k', 2) FROM (" + ROWS + " FROM numbers WHERE n >= 300) r");
    expectThoseOfOrc("", COLUMNS);
    assertTrue(
        String.join("\n", tables.run("EXPLAIN EXTENDED SELECT whole FROM t WHERE whole > 5"))
            .contains("Column stats: COMPLETE"));
  }

  private static String rows() throws Exception {
    return tables.run("SELECT count(*) FROM t").get(0);
  }

  @Test
  void analyze_opensNoColumnFile() throws Exception {
    makeOrc(ROWS + " FROM numbers");
    tables.run("SET hive.stats.column.autogather=false");
    tables.run("CREATE TABLE t STORED AS CIF AS " + ROWS + " FROM numbers");
    assertEquals("", statistics("t", "whole").get("num_nulls"));
    Reads.reset();
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS `a``b c`, Text");
    assertEquals(List.of(), columnFiles());
    expectThoseOfOrc("", List.of("a`b c", "text"));
    assertEquals("", statistics("t", "whole").get("num_nulls"));
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
    assertEquals(List.of(), columnFiles());
    expectThoseOfOrc("", COLUMNS);
  }

  @Tag("nightly")
  @Test
  void partitions_haveTheirOwn() throws Exception {
    tables.run(
        "CREATE TABLE o (n int, s string) PARTITIONED BY (p int, `q r` string) STORED AS ORC");
    tables.run(
        "CREATE TABLE t (n int, s string, a array<int>) PARTITIONED BY (p int, `q r` string)"
            + " STORED AS CIF");
    String rows = "SELECT n, concat('s', n %% 40) AS s, %s n %% 3 AS p, 'x=y' AS q FROM numbers";
    tables.run("INSERT INTO o PARTITION (p, `q r`) " + String.format(rows, ""));
    tables.run("INSERT INTO t PARTITION (p, `q r`) " + String.format(rows, "array(n),"));
    String one = " PARTITION (p=7, `q r`='it''s') SELECT n, 's'%s FROM numbers WHERE n > 9";
    tables.run("INSERT INTO o" + String.format(one, ""));
    tables.run("INSERT INTO t" + String.format(one, ", array(n)"));
    tables.run("ANALYZE TABLE o COMPUTE STATISTICS FOR COLUMNS");
    for (int run = 0; run < 2; run++) {
      for (String place : List.of("p=0, `q r`='x=y'", "p=2, `q r`='x=y'", "p=7, `q r`='it''s'")) {
        expectThoseOfOrc(" PARTITION (" + place + ")", List.of("n", "s"));
      }
      Reads.reset();
      tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
      tables.run("ANALYZE TABLE t PARTITION (p=7, `q r`) COMPUTE STATISTICS FOR COLUMNS n");
      assertEquals(List.of(), columnFiles());
    }
  }

  /** Summaries count deleted rows, too, so that Hive looks at the values. */
  @Tag("nightly")
  @Test
  void deletedRows_areNotCounted() throws Exception {
    String rows = "SELECT n, n % 10 AS k FROM numbers";
    makeOrc(rows + " WHERE n BETWEEN 100 AND 899");
    tables.run("CREATE TABLE t STORED AS CIF AS " + rows);
    tables.run("DELETE FROM t WHERE n < 100 OR n > 899");
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
    expectThoseOfOrc("", List.of("n", "k"));
  }

  @Tag("nightly")
  @Test
  void updatedColumns_haveTheNewOnes() throws Exception {
    makeOrc("SELECT n, n * 2 AS k, 'new' AS s FROM numbers");
    tables.run("CREATE TABLE t STORED AS CIF AS SELECT n, n AS k, 'old' AS s FROM numbers");
    tables.run("UPDATE t SET k = n * 2, s = 'new'");
    Reads.reset();
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
    assertEquals(List.of(), columnFiles());
    expectThoseOfOrc("", List.of("n", "k", "s"));
  }

  @Tag("nightly")
  @Test
  void tableStoredByTheHandler_hasThoseOfItsFilesInEachPlan() throws Exception {
    String rows = "SELECT n, concat('s', n % 40) AS s, array(n) AS a FROM numbers";
    makeOrc("SELECT n, s FROM (" + rows + ") r WHERE n < 600");
    tables.run("CREATE TABLE files STORED AS CIF AS " + rows + " WHERE n < 600");
    tables.run(
        "CREATE EXTERNAL TABLE t STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '"
            + tables.folder("files").toUri()
            + "'");
    try {
      for (int plan = 0; plan < 2; plan++) {
        expectThoseOfOrc("", List.of("n", "s"));
      }
      tables.run("DROP TABLE o");
      makeOrc("SELECT n, s FROM (" + rows + ") r");
      tables.run("INSERT INTO t " + rows + " WHERE n >= 600");
      expectThoseOfOrc("", List.of("n", "s"));
      tables.run("DELETE FROM files WHERE n = 3");
      tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
      assertEquals("999", statistics("t", "n").get("max"));
      assertTrue(
          String.join("\n", tables.run("EXPLAIN EXTENDED SELECT n FROM t WHERE n > 5"))
              .contains("Column stats: COMPLETE"));
    } finally {
      tables.run("DROP TABLE files");
    }
  }

  @Tag("nightly")
  @Test
  void columnsThatAreFolders_areNotTakenForNull(@TempDir Path folder) throws Exception {
    tables.run(
        "CREATE EXTERNAL TABLE t (n int, p int) STORED BY 'dev.cif.hive.CifStorageHandler'"
            + " LOCATION '"
            + folder.toUri()
            + "' TBLPROPERTIES ('cif.partition.columns'='p')");
    tables.run("INSERT INTO t SELECT n, n % 4 FROM numbers");
    assertEquals("1000", rows());
    assertEquals("0", statistics("t", "n").get("num_nulls"));
    assertNotEquals("1000", statistics("t", "p").get("num_nulls"));
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
    assertEquals("4", statistics("t", "p").get("distinct_count"));
    assertEquals("0", statistics("t", "p").get("num_nulls"));
  }

  @Tag("nightly")
  @Test
  void emptyTable_andOneOfNoColumnWithStatistics() throws Exception {
    tables.run("CREATE TABLE t (n int, m map<string,int>) STORED AS CIF");
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
    assertEquals("0", statistics("t", "n").get("num_nulls"));
    tables.run("DROP TABLE t");
    tables.run("CREATE TABLE t (m map<string,int>) STORED AS CIF");
    tables.run("INSERT INTO t SELECT map('a', d) FROM digits");
    assertEquals("10", rows());
  }
}
