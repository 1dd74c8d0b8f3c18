package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables with {@code cif.sort.by}: the order of their rows is that of ORC's rows by ORDER BY. */
class SortedTablesTest {
  private static final String COLUMNS =
      "n int, g int, s string, m map<string,array<int>>, x struct<a:double,b:date>";
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    // By one reducer, in an order that has nothing of that of the columns.
    tables.run(
        "CREATE TABLE o STORED AS ORC AS SELECT n, IF(n % 11 = 0, NULL, n % 7) AS g,"
            + " concat('s', n % 13) AS s, map('k', array(n, -n)) AS m,"
            + " named_struct('a', n / 4, 'b', date_add('2026-01-01', n)) AS x"
            + " FROM numbers ORDER BY n * 379 % 1000");
  }

  @AfterEach
  void putBack() throws Exception {
    for (String table : List.of("t", "u")) {
      tables.run("DROP TABLE IF EXISTS " + table);
    }
  }

  private static String properties(String order) {
    return " TBLPROPERTIES ('cif.sort.by'='" + order + "', 'cif.block.rows'='50')";
  }

  /** The rows as they are stored: a task reads them one after another. */
  private static List<String> stored(String table) throws Exception {
    return tables.run("SELECT * FROM " + table);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TEZ | STORED AS CIF",
        "MR | STORED AS CIF",
        "TEZ | STORED BY 'dev.cif.hive.CifStorageHandler'"
      })
  void insertedRowsHaveTheOrder(Engine engine, String storage) throws Exception {
    tables.engine(engine);
    tables.run(
        "CREATE TABLE t ("
            + COLUMNS
            + ") "
            + storage
            + properties("G desc nulls first, s, n desc"));
    tables.run("INSERT INTO t SELECT * FROM o");
    assertEquals(1, tables.splits("t").size());
    assertEquals(tables.run("SELECT * FROM o ORDER BY g DESC NULLS FIRST, s, n DESC"), stored("t"));
  }

  @Test
  void createTableAsSortsInLittleMemory_andAFilterReadsFewRows() throws Exception {
    tables.run(
        "CREATE TABLE t STORED AS CIF TBLPROPERTIES ('cif.sort.by'='n', 'cif.block.rows'='50',"
            + " 'cif.write.memory'='20000') AS SELECT * FROM o");
    tables.run(
        "CREATE TABLE u STORED AS CIF TBLPROPERTIES ('cif.block.rows'='50') AS SELECT * FROM o");
    assertEquals(tables.run("SELECT * FROM o ORDER BY n"), stored("t"));
    String query = "SELECT s, m['k'][1] FROM $t WHERE n = 77";
    assertEquals(List.of("s12\t-77"), tables.measure(query.replace("$t", "u")));
    long unsorted = ScanStatistics.total(Counter.BYTES_READ);
    assertEquals(0, ScanStatistics.total(Counter.ROWS_PRUNED));
    assertEquals(List.of("s12\t-77"), tables.measure(query.replace("$t", "t")));
    // All blocks but one are passed over.
    assertEquals(950, ScanStatistics.total(Counter.ROWS_PRUNED));
    long sorted = ScanStatistics.total(Counter.BYTES_READ);
    assertTrue(sorted < unsorted, sorted + " of " + unsorted);
  }

  @Test
  void partitionsAreSortedEach() throws Exception {
    tables.run("SET hive.exec.dynamic.partition.mode=nonstrict");
    tables.run(
        "CREATE TABLE t (n int, s string) PARTITIONED BY (g int) STORED AS CIF"
            + properties("s, n desc"));
    tables.run("INSERT INTO t PARTITION (g) SELECT n, s, g FROM o");
    assertEquals(8, tables.splits("t").size());
    for (int g = 0; g < 7; g++) {
      assertEquals(
          tables.run("SELECT n, s FROM o WHERE g = " + g + " ORDER BY s, n DESC"),
          tables.run("SELECT n, s FROM t WHERE g = " + g));
    }
  }

  @Test
  void anUpdateOfAColumnOfTheOrderLeavesRowsWhereTheyAre_andAllAnswersRight() throws Exception {
    tables.run("CREATE TABLE t (" + COLUMNS + ") STORED AS CIF" + properties("n"));
    tables.run("INSERT INTO t SELECT * FROM o");
    tables.run("UPDATE t SET n = 999 - n WHERE n % 2 = 0");
    tables.run("ALTER TABLE t ADD COLUMNS (later int)");
    tables.run("UPDATE t SET later = n + 1 WHERE g = 3");
    String updated =
        "SELECT IF(n % 2 = 0, 999 - n, n) AS n, g, s, m, x,"
            + " IF(g = 3, IF(n % 2 = 0, 999 - n, n) + 1, NULL) AS later FROM o ORDER BY o.n";
    assertEquals(tables.run(updated), stored("t"));
    assertEquals(
        tables.run("SELECT s FROM o WHERE n IN (14, 985) ORDER BY s"),
        tables.run("SELECT s FROM t WHERE n = 985 ORDER BY s"));
    // Inserted rows are sorted by the new rule, with the new column.
    tables.run("INSERT OVERWRITE TABLE t SELECT * FROM t");
    assertEquals(
        tables.run("SELECT * FROM (" + updated + ") y ORDER BY n").size(), stored("t").size());
    assertEquals(tables.run("SELECT n FROM t ORDER BY n"), tables.run("SELECT n FROM t"));
  }

  @Test
  void anOrderThatCanNotBeIsRefusedWithWhatToDo() throws Exception {
    for (String[] bad :
        new String[][] {
          {"nix", "there is no such column in the files; there are [n, g, s, m, x]"},
          {"m", "have no order; sort by columns of primitive types"},
          {"n up", "columns between commas are allowed"}
        }) {
      tables.run("CREATE TABLE t (" + COLUMNS + ") STORED AS CIF" + properties(bad[0]));
      HiveStatementException e =
          assertThrows(
              HiveStatementException.class, () -> tables.run("INSERT INTO t SELECT * FROM o"));
      assertTrue(e.getMessage().contains("cif.sort.by is '" + bad[0] + "'"), e.getMessage());
      assertTrue(e.getMessage().contains(bad[1]), e.getMessage());
      assertEquals(List.of(), stored("t"));
      tables.run("DROP TABLE t");
    }
  }

  @Test
  void bucketedTablesStaySortedAsHiveHasThem() throws Exception {
    tables.run(
        "CREATE TABLE t (n int, s string) CLUSTERED BY (n) SORTED BY (s DESC) INTO 2 BUCKETS"
            + " STORED AS CIF"
            + properties("n"));
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class, () -> tables.run("INSERT INTO t SELECT n, s FROM o"));
    assertTrue(
        e.getMessage()
            .contains(
                "is SORTED BY (s desc), and Hive joins by that; cif.sort.by is 'n', which gives"
                    + " another order: have it begin with those columns, or unset it"),
        e.getMessage());
    // Nothing else is refused of such a table.
    assertEquals(List.of(), stored("t"));
    tables.run("ALTER TABLE t SET TBLPROPERTIES ('cif.sort.by'='S desc, n')");
    tables.run("INSERT INTO t SELECT n, s FROM o");
    assertEquals(2, tables.splits("t").size());
    for (int bucket = 1; bucket <= 2; bucket++) {
      String sample = " TABLESAMPLE (BUCKET " + bucket + " OUT OF 2 ON n)";
      List<String> rows = tables.run("SELECT * FROM t" + sample);
      assertEquals(tables.run("SELECT * FROM t" + sample + " ORDER BY s DESC, n"), rows);
      assertTrue(rows.size() > 400, rows.size() + " rows");
    }
  }
}
