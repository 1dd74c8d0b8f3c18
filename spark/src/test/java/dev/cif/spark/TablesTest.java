package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables USING cif, in our catalog and, in Spark 4, in its own. */
class TablesTest {
  @TempDir Path folder;

  /** Names of the catalogs; a session as a parameter would be closed after the test. */
  static List<String> catalogs() {
    return Sessions.isSpark4() ? List.of("ours", "sparks") : List.of("ours");
  }

  private static SparkSession session(String catalog) {
    return catalog.equals("ours") ? Sessions.withCatalog() : Sessions.shared().newSession();
  }

  @AfterEach
  void drop() {
    SparkSession spark = Sessions.withCatalog();
    for (String table : List.of("t", "u", "p")) {
      spark.sql("DROP TABLE IF EXISTS " + table);
    }
  }

  private static List<String> rows(SparkSession spark, String query) {
    return Sessions.rows(spark.sql(query));
  }

  private String place(String name) {
    return folder.resolve(name).toUri().toString();
  }

  @ParameterizedTest
  @MethodSource("catalogs")
  void table_isCreatedFilledReadAndDropped(String catalog) {
    SparkSession spark = session(catalog);
    spark.sql("CREATE TABLE t (id INT, s STRING) USING cif TBLPROPERTIES ('cif.block.rows'='10')");
    assertEquals(List.of(), rows(spark, "SELECT * FROM t"));
    spark.sql("INSERT INTO t VALUES (1, 'a'), (2, NULL)");
    spark.sql("INSERT INTO t SELECT id + 2, 'x' FROM t");
    assertEquals(4, spark.table("t").count());
    assertEquals(List.of("{\"id\":2}"), rows(spark, "SELECT id FROM t WHERE s IS NULL"));
    spark.sql("INSERT OVERWRITE t SELECT id, s FROM t WHERE id > 2");
    assertEquals(
        List.of("{\"id\":3,\"s\":\"x\"}", "{\"id\":4,\"s\":\"x\"}"),
        rows(spark, "SELECT * FROM t"));
    spark.sql("TRUNCATE TABLE t");
    assertEquals(List.of(), rows(spark, "SELECT * FROM t"));
    spark.sql("DROP TABLE t");
    assertFalse(spark.catalog().tableExists("t"));
  }

  @ParameterizedTest
  @MethodSource("catalogs")
  void tableOfAFolder_hasItsColumns(String catalog) {
    SparkSession spark = session(catalog);
    spark
        .sql("SELECT * FROM VALUES (1, 'a'), (2, 'b') AS t(id, k)")
        .write()
        .format("cif")
        .partitionBy("k")
        .save(place("t"));
    spark.sql("CREATE TABLE t USING cif LOCATION '" + place("t") + "'");
    assertEquals("id INT,k STRING", spark.table("t").schema().toDDL());
    assertEquals(List.of("{\"id\":2}"), rows(spark, "SELECT id FROM t WHERE k = 'b'"));
    spark.sql("INSERT INTO t VALUES (3, 'c')");
    assertTrue(Files.isDirectory(folder.resolve("t/k=c")));
    spark.sql(
        "CREATE TABLE u (id BIGINT, k STRING) USING cif PARTITIONED BY (k) LOCATION '"
            + place("t")
            + "'");
    assertEquals(3, spark.sql("SELECT id FROM u WHERE id < 10L").count());
    spark.sql("DROP TABLE t");
    assertTrue(Files.isDirectory(folder.resolve("t/k=c")));
  }

  @ParameterizedTest
  @MethodSource("catalogs")
  void partitions_areOverwrittenByValueOrDynamically(String catalog) {
    SparkSession spark = session(catalog);
    spark.sql("CREATE TABLE p (id INT, k STRING, n INT) USING cif PARTITIONED BY (k, n)");
    spark.sql("INSERT INTO p VALUES (1, 'a', 1), (2, 'a', 2), (3, 'b', 1)");
    spark.sql("INSERT INTO p PARTITION (k = 'b', n = 7) SELECT 4");
    spark.sql("INSERT OVERWRITE p PARTITION (k = 'a', n = 1) SELECT 5");
    assertEquals(
        List.of(
            "{\"id\":2,\"k\":\"a\",\"n\":2}",
            "{\"id\":3,\"k\":\"b\",\"n\":1}",
            "{\"id\":4,\"k\":\"b\",\"n\":7}",
            "{\"id\":5,\"k\":\"a\",\"n\":1}"),
        rows(spark, "SELECT * FROM p"));
    spark.sql("INSERT OVERWRITE p PARTITION (k = 'a') SELECT 6, 9");
    assertEquals(3, spark.table("p").count());
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    try {
      spark.sql("INSERT OVERWRITE p VALUES (7, 'b', 7), (8, 'c', 8)");
    } finally {
      spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    assertEquals(
        List.of(
            "{\"id\":3,\"k\":\"b\",\"n\":1}",
            "{\"id\":6,\"k\":\"a\",\"n\":9}",
            "{\"id\":7,\"k\":\"b\",\"n\":7}",
            "{\"id\":8,\"k\":\"c\",\"n\":8}"),
        rows(spark, "SELECT * FROM p"));
    spark.sql("DELETE FROM p WHERE k = 'b' OR n > 8");
    assertEquals(List.of("{\"id\":8,\"k\":\"c\",\"n\":8}"), rows(spark, "SELECT * FROM p"));
    spark.sql("DELETE FROM p WHERE id = 8");
    assertEquals(List.of(), rows(spark, "SELECT * FROM p"));
  }

  @Test
  void columnsThatAreRenamedDroppedAndAdded_haveTheirOwnValues() {
    SparkSession spark = Sessions.withCatalog();
    spark.sql("CREATE TABLE t (a INT, b STRING, k INT) USING cif PARTITIONED BY (k)");
    spark.sql("INSERT INTO t VALUES (1, 'x', 7)");
    spark.sql("ALTER TABLE t RENAME COLUMN a TO `a b`");
    spark.sql("INSERT INTO t VALUES (2, 'y', 7)");
    spark.sql("ALTER TABLE t RENAME COLUMN b TO a");
    spark.sql("ALTER TABLE t ADD COLUMNS (b BIGINT)");
    spark.sql("INSERT INTO t SELECT 3, 'z', 30, 8");
    assertEquals(
        List.of(
            "{\"a b\":1,\"a\":\"x\",\"b\":null}",
            "{\"a b\":2,\"a\":\"y\",\"b\":null}",
            "{\"a b\":3,\"a\":\"z\",\"b\":30}"),
        rows(spark, "SELECT `a b`, a, b FROM t"));
    assertEquals(List.of("{\"b\":null}"), rows(spark, "SELECT b FROM t WHERE a = 'y'"));
    assertEquals(
        List.of("{\"n\":1,\"m\":30,\"l\":1}"),
        rows(spark, "SELECT count(b) n, max(b) m, min(`a b`) l FROM t"));
    spark.sql("INSERT INTO t.fill SELECT _split, _row, 100L AS b FROM t WHERE a = 'x'");
    assertEquals(
        List.of("{\"a\":\"x\",\"b\":100}", "{\"a\":\"y\",\"b\":null}", "{\"a\":\"z\",\"b\":30}"),
        rows(spark, "SELECT a, b FROM t"));
    spark.sql("ALTER TABLE t DROP COLUMN b");
    spark.sql("ALTER TABLE t ADD COLUMNS (b BIGINT)");
    assertEquals(0, spark.sql("SELECT b FROM t WHERE b IS NOT NULL").count());
    assertEquals(List.of("{\"m\":null}"), rows(spark, "SELECT max(b) m FROM t"));
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('cif.filters' = 'a')");
    Exception e = assertThrows(Exception.class, () -> spark.sql("ALTER TABLE t DROP COLUMN a"));
    assertTrue(e.getMessage().contains("cif.filters"), e.getMessage());
    // Letters of a property's value are no names of columns.
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('cif.compression' = 'zstd')");
    spark.sql("ALTER TABLE t RENAME COLUMN `a b` TO z");
    spark.sql("ALTER TABLE t RENAME COLUMN z TO d");
    spark.sql("ALTER TABLE t RENAME COLUMN a TO s");
    assertEquals("s", spark.sql("SHOW TBLPROPERTIES t ('cif.filters')").head().getString(1));
    assertEquals(List.of("{\"d\":1}"), rows(spark, "SELECT d FROM t WHERE s = 'x'"));
  }

  @Test
  void defaultOfAColumn_isItsValueInOlderRows() {
    SparkSession spark = Sessions.withCatalog();
    spark.sql("CREATE TABLE t (a INT) USING cif");
    spark.sql("INSERT INTO t VALUES (1)");
    spark.sql("ALTER TABLE t ADD COLUMNS (b INT)");
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('cif.default.b' = '5')");
    spark.sql("INSERT INTO t VALUES (2, 3)");
    assertEquals(List.of("{\"a\":1,\"b\":5}", "{\"a\":2,\"b\":3}"), rows(spark, "SELECT * FROM t"));
    assertEquals(List.of("{\"a\":1}"), rows(spark, "SELECT a FROM t WHERE b = 5"));
    assertEquals(List.of("{\"n\":2,\"m\":5}"), rows(spark, "SELECT count(b) n, max(b) m FROM t"));
  }

  @ParameterizedTest
  @MethodSource("catalogs")
  void createAsSelect_fillsTheTable(String catalog) {
    SparkSession spark = session(catalog);
    spark.sql("CREATE TABLE t USING cif PARTITIONED BY (k) AS SELECT id, id % 3 k FROM range(10)");
    assertEquals(10, spark.table("t").count());
    assertEquals(List.of("{\"n\":4}"), rows(spark, "SELECT count(*) n FROM t WHERE k = 0"));
    spark.sql("CREATE TABLE u USING cif LOCATION '" + place("u") + "' AS SELECT 'x' s");
    assertEquals(List.of("{\"s\":\"x\"}"), rows(spark, "SELECT * FROM u"));
    spark.table("t").write().mode("append").insertInto("t");
    assertEquals(20, spark.table("t").count());
  }

  @Test
  void temporaryView_isATableOfAFolder() {
    SparkSession spark = Sessions.shared().newSession();
    spark.range(5).write().format("cif").save(place("v"));
    spark.sql("CREATE TEMPORARY VIEW v USING cif OPTIONS (path '" + place("v") + "')");
    assertEquals(List.of("{\"n\":2}"), rows(spark, "SELECT count(*) n FROM v WHERE id > 2"));
  }

  @Test
  void tablesOfOtherFormats_areLeftToSpark() {
    SparkSession spark = Sessions.withCatalog();
    spark.sql("CREATE TABLE t (id INT) USING parquet");
    spark.sql("INSERT INTO t VALUES (1)");
    assertEquals(1, spark.table("t").count());
    assertThrows(
        Exception.class,
        () -> spark.sql("CREATE TABLE u USING cif LOCATION '" + place("none") + "'"));
  }
}
