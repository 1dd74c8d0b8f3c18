package dev.cif.itests.sparkhive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.spark.Sessions;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables of the metastore in a session with CIF's catalog, which reads and writes them by the data
 * source. A session without it, where CIF's SerDe does, decides.
 */
class MetastoreTest {
  private static SparkSession ours;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    ours = SparkHive.session().newSession();
    ours.conf().set("spark.sql.catalog.spark_catalog", "dev.cif.spark.CifSessionCatalog");
  }

  private static Dataset<Row> serde(String sql) {
    return SparkHive.run(sql);
  }

  private static void create(String columns, String partitions) {
    serde("DROP TABLE IF EXISTS m");
    serde("CREATE TABLE m (" + columns + ")" + partitions + SparkHive.CIF);
  }

  /** Returns the rows of a query, which are the same both ways. */
  private static List<String> compare(String sql) {
    List<String> expected = Sessions.rows(serde(sql));
    assertEquals(expected, Sessions.rows(ours.sql(sql)), sql);
    return expected;
  }

  private static boolean isDataSource(String sql) {
    return ours.sql("EXPLAIN " + sql).first().getString(0).contains("BatchScan");
  }

  @Test
  void tableOfHive_isReadByTheDataSource() {
    create(
        "i INT, s STRING, v VARCHAR(10), c CHAR(5), d DECIMAL(10,2), day DATE, at TIMESTAMP,"
            + " m MAP<STRING,INT>, r STRUCT<a:INT,b:ARRAY<STRING>>",
        "");
    serde(
        "INSERT INTO m SELECT id, concat('s', id), concat('v', id), concat('c', id % 10), id / 8,"
            + " date_add(DATE'2020-01-01', cast(id AS INT)), timestamp_micros(id * 86399999123),"
            + " map('k', id), named_struct('a', id, 'b', array('x', NULL)) FROM range(500)");
    assertTrue(isDataSource("SELECT i FROM m WHERE i = 3"));
    assertEquals(500, compare("SELECT i, s, v, rtrim(c) c, d, day, m, r FROM m").size());
    compare("SELECT sum(i), max(d), count(s), min(day) FROM m WHERE r.a > 20 AND m['k'] < 400");
    assertEquals(
        Sessions.rows(serde("SELECT i, CAST(at AS STRING) at FROM m")),
        Sessions.rows(ours.sql("SELECT i, CAST(at AS STRING) at FROM m")));
    ours.sql("INSERT INTO m SELECT 1000, 'new', v, c, d, day, at, NULL, r FROM m WHERE i = 77");
    assertEquals(501, compare("SELECT i, s, v, d, day, m, r FROM m").size());
    ours.sql("INSERT OVERWRITE m SELECT * FROM m WHERE i < 10");
    assertEquals(10, compare("SELECT i, s, v, d, day, m, r FROM m").size());
  }

  @Test
  void partitions_areThoseOfTheMetastore() {
    create("i INT, s STRING", " PARTITIONED BY (day DATE, hh STRING)");
    serde(
        "INSERT INTO m SELECT id, 'x', DATE'2024-01-01' + CAST(id % 3 AS INT),"
            + " IF(id % 2 = 0, 'a/b=c', 'n') FROM range(60)");
    assertEquals(60, compare("SELECT * FROM m").size());
    compare("SELECT count(*), max(i) FROM m WHERE day = DATE'2024-01-02' AND hh = 'a/b=c'");
    ours.sql("INSERT INTO m VALUES (100, 'new', DATE'2024-01-01', 'it\\'s')");
    ours.sql("INSERT INTO m SELECT i + 200, s, day, hh FROM m WHERE i = 4");
    assertEquals(62, compare("SELECT * FROM m").size());
    assertEquals(7, serde("SHOW PARTITIONS m").count());
    ours.sql(
        "INSERT OVERWRITE m PARTITION (day = DATE'2024-01-01', hh = 'it\\'s') SELECT 7, 'seven'");
    assertEquals(
        List.of("{\"i\":7,\"s\":\"seven\"}"), compare("SELECT i, s FROM m WHERE hh = 'it\\'s'"));
    ours.sql("DELETE FROM m WHERE day = DATE'2024-01-03'");
    assertEquals(42, compare("SELECT * FROM m").size());
    // Folders that the metastore does not have are no part of the table.
    serde("ALTER TABLE m DROP PARTITION (day = DATE'2024-01-02')");
    assertEquals(21, compare("SELECT * FROM m").size());
    // The SerDe's reader of Spark 4 can't read such a partition of a DATE.
    ours.sql("INSERT INTO m VALUES (101, 'y', NULL, 'z')");
    assertEquals(1, ours.sql("SELECT * FROM m WHERE day IS NULL AND hh = 'z'").count());
    assertEquals(1, serde("SHOW PARTITIONS m").where("partition LIKE 'day=__HIVE%'").count());
    create("i INT", " PARTITIONED BY (p INT)");
    serde("INSERT INTO m VALUES (1, 1)");
    serde("ALTER TABLE m ADD PARTITION (p = 2) LOCATION '" + folder.toUri() + "'");
    Exception e = assertThrows(Exception.class, () -> ours.sql("SELECT * FROM m").count());
    assertTrue(e.getMessage().contains("lies outside of the table's folder"), e.getMessage());
  }

  @Test
  void partitions_areListedAddedDroppedAndTruncated() {
    create("i INT", " PARTITIONED BY (day DATE, hh STRING)");
    serde(
        "INSERT INTO m SELECT id, DATE'2024-01-01' + CAST(id % 2 AS INT), IF(id % 3 = 0, 'a b/c=d',"
            + " 'u%41') FROM range(12)");
    assertEquals(4, compare("SHOW PARTITIONS m").size());
    assertEquals(2, compare("SHOW PARTITIONS m PARTITION (day = DATE'2024-01-02')").size());
    ours.sql(
        "ALTER TABLE m ADD PARTITION (day = DATE'2024-01-03', hh = 'it\\'s')"
            + " PARTITION (day = '2024-01-03', hh = 'x')");
    ours.sql("ALTER TABLE m ADD IF NOT EXISTS PARTITION (day = '2024-01-03', hh = 'x')");
    Exception e =
        assertThrows(
            Exception.class,
            () -> ours.sql("ALTER TABLE m ADD PARTITION (day = '2024-01-03', hh = 'x')"));
    assertTrue(e.getMessage().contains("already exist"), e.getMessage());
    assertEquals(6, compare("SHOW PARTITIONS m").size());
    ours.sql("INSERT INTO m VALUES (100, DATE'2024-01-03', 'x')");
    ours.sql("ALTER TABLE m DROP PARTITION (day = '2024-01-01', hh = 'u%41')");
    assertEquals(9, compare("SELECT * FROM m").size());
    assertFalse(Files.exists(place().resolve("day=2024-01-01/hh=u%2541")));
    assertTrue(Files.exists(place().resolve("day=2024-01-02/hh=u%2541")));
    ours.sql(
        "ALTER TABLE m DROP PARTITION (day = '2024-01-03', hh = 'x'),"
            + " PARTITION (day = '2024-01-03', hh = 'it\\'s')");
    assertEquals(3, compare("SHOW PARTITIONS m").size());
    ours.sql("ALTER TABLE m DROP IF EXISTS PARTITION (day = '2024-01-03', hh = 'x')");
    ours.sql("TRUNCATE TABLE m PARTITION (day = '2024-01-02', hh = 'a b/c=d')");
    assertEquals(6, compare("SELECT * FROM m").size());
    ours.sql("TRUNCATE TABLE m PARTITION (day = '2024-01-02', hh = 'u%41')");
    assertEquals(2, compare("SELECT * FROM m").size());
    ours.sql("TRUNCATE TABLE m");
    assertEquals(List.of(), compare("SELECT * FROM m"));
    assertEquals(3, compare("SHOW PARTITIONS m").size());
    for (String refused :
        List.of(
            "ALTER TABLE m PARTITION (day = '2024-01-02', hh = 'x') RENAME TO PARTITION (day ="
                + " '2024-01-04', hh = 'x')",
            "MSCK REPAIR TABLE m",
            "ALTER TABLE m PARTITION (day = '2024-01-02', hh = 'x') SET LOCATION '/tmp/x'")) {
      assertThrows(Exception.class, () -> ours.sql(refused), refused);
    }
  }

  /** Returns the table's folder. */
  private static Path place() {
    Row location = serde("DESCRIBE FORMATTED m").where("col_name = 'Location'").first();
    return Path.of(URI.create(location.getString(1)));
  }

  @Test
  void columns_areAddedFilledAndRenamed() {
    create("a INT, b STRING", " PARTITIONED BY (p INT)");
    serde("INSERT INTO m SELECT id, concat('b', id), id % 2 FROM range(20)");
    ours.sql("ALTER TABLE m ADD COLUMNS (n BIGINT)");
    ours.sql("INSERT INTO m.fill SELECT _split, _row, CAST(a * 2 AS BIGINT) AS n FROM m");
    assertEquals(20, compare("SELECT a, b, n, p FROM m WHERE n = a * 2").size());
    ours.sql("INSERT INTO m SELECT 50, 'new', 1, 1");
    assertEquals(21, compare("SELECT a, b, n, p FROM m WHERE b IS NOT NULL").size());
    Exception e =
        assertThrows(Exception.class, () -> ours.sql("ALTER TABLE m RENAME COLUMN b TO c"));
    assertTrue(e.getMessage().contains("in Hive"), e.getMessage());
  }

  @Test
  void rows_areDeletedUpdatedAndMerged_alsoIntoNewPartitions() {
    create("i INT, s STRING, v VARCHAR(10), c CHAR(5)", " PARTITIONED BY (p INT, hh STRING)");
    serde(
        "INSERT INTO m SELECT id, concat('s', id), concat('v', id), concat('c', id % 10),"
            + " id % 2, IF(id % 3 = 0, 'a/b=c', 'n') FROM range(60)");
    // The SerDe's reader takes a NULL partition of text for the name of its folder.
    String all = "SELECT i, s, v, rtrim(c) c, p FROM m";
    // With it Spark 3.5 changes no table that has such a column, of any data source.
    ours.conf().set("spark.sql.readSideCharPadding", "false");
    ours.sql("DELETE FROM m WHERE i % 10 = 7 AND c LIKE 'c%'");
    assertEquals(54, compare(all).size());
    ours.sql("UPDATE m SET s = 'up', hh = 'it\\'s' WHERE i < 5");
    assertEquals(5, compare(all + " WHERE hh = 'it\\'s' AND s = 'up'").size());
    assertEquals(6, serde("SHOW PARTITIONS m").count());
    ours.sql(
        "MERGE INTO m USING (SELECT CAST(id AS INT) n FROM range(50, 70)) ON i = n"
            + " WHEN MATCHED AND n > 55 THEN DELETE WHEN MATCHED THEN UPDATE SET v = 'set', p = 9"
            + " WHEN NOT MATCHED THEN INSERT (i, s, p, hh) VALUES (n, 'in', 1, NULL)"
            + " WHEN NOT MATCHED BY SOURCE AND i = 10 THEN DELETE");
    assertEquals(6, compare(all + " WHERE p = 9 AND v = 'set'").size());
    assertEquals(11, ours.sql("SELECT * FROM m WHERE hh IS NULL AND s = 'in'").count());
    assertEquals(60 - 6 - 3 - 1 + 11, compare(all).size());
    assertEquals(9, serde("SHOW PARTITIONS m").count());
    compare("SELECT count(*), min(i), max(i) FROM m");
    ours.conf().unset("spark.sql.readSideCharPadding");
    create("i INT, s STRING", " CLUSTERED BY (i) INTO 2 BUCKETS");
    Exception e = assertThrows(Exception.class, () -> ours.sql("UPDATE m SET s = 'x' WHERE i = 1"));
    assertTrue(e.getMessage().contains("divides tables by columns only"), e.getMessage());
  }

  /** Hive would answer a count from statistics that a write has made wrong. */
  @Test
  void writes_makeHiveForgetItsStatistics() throws SQLException {
    String insert =
        "INSERT INTO APP.%1$s_PARAMS (%2$s_ID, PARAM_KEY, PARAM_VALUE) SELECT %2$s_ID,"
            + " 'COLUMN_STATS_ACCURATE', '{\"BASIC_STATS\":\"true\"}' FROM APP.%3$s";
    create("a INT", "");
    serde("INSERT INTO m VALUES (1)");
    SparkHive.metastore(insert.formatted("TABLE", "TBL", "TBLS WHERE TBL_NAME = 'm'"));
    assertEquals(1, SparkHive.accurate("TABLE"));
    ours.sql("INSERT INTO m VALUES (2)");
    assertEquals(0, SparkHive.accurate("TABLE"));
    assertEquals(2, compare("SELECT * FROM m").size());
    create("a INT, b INT", " PARTITIONED BY (p INT, q STRING)");
    serde("INSERT INTO m VALUES (1, 1, 1, 'x'), (2, 2, 2, 'y'), (3, 3, 3, 'it\\'s')");
    SparkHive.metastore(
        "DELETE FROM APP.PARTITION_PARAMS WHERE PARAM_KEY = 'COLUMN_STATS_ACCURATE'");
    SparkHive.metastore(
        insert.formatted(
            "PARTITION",
            "PART",
            "PARTITIONS p JOIN APP.TBLS t ON p.TBL_ID = t.TBL_ID WHERE TBL_NAME = 'm'"));
    assertEquals(3, SparkHive.accurate("PARTITION"));
    ours.sql("INSERT INTO m VALUES (4, 4, 2, 'y')");
    assertEquals(2, SparkHive.accurate("PARTITION"));
    ours.sql("INSERT INTO m.fill SELECT _split, _row, 33 AS b FROM m WHERE a = 3");
    assertEquals(1, SparkHive.accurate("PARTITION"));
    ours.sql("DELETE FROM m WHERE a = 1 AND b = 7");
    assertEquals(1, SparkHive.accurate("PARTITION"));
    ours.sql("UPDATE m SET b = 7 WHERE a = 1");
    assertEquals(0, SparkHive.accurate("PARTITION"));
    assertEquals(4, compare("SELECT * FROM m").size());
    ours.sql("DELETE FROM m WHERE p = 2");
    assertEquals(0, SparkHive.accurate("PARTITION"));
  }

  @Test
  void transactionalTable_isRefused() throws SQLException {
    create("a INT", "");
    SparkHive.makeTransactional("m");
    Exception e = assertThrows(Exception.class, () -> ours.sql("SELECT * FROM m").count());
    assertTrue(e.getMessage().contains("only Hive knows"), e.getMessage());
    ours.sql("DROP TABLE m");
    assertFalse(ours.catalog().tableExists("m"));
  }
}
