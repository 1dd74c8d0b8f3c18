package dev.cif.cli.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hive.ql.exec.UDF;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What statements leave in a table's folder, and what Hive then knows of the table. */
class WritesTest {
  @TempDir static Path folder;
  private static CifTables tables;

  @BeforeAll
  static void open() throws Exception {
    tables = new CifTables(folder.resolve("hive"));
    tables.makeNumbers();
    tables.run("CREATE TEMPORARY FUNCTION fail_once AS '" + FailOnce.class.getName() + "'");
  }

  @AfterAll
  static void close() throws Exception {
    tables.close();
  }

  /** Fails at one row of the first attempt. */
  @SuppressWarnings("deprecation")
  public static final class FailOnce extends UDF {
    static final AtomicBoolean FAILED = new AtomicBoolean();

    public int evaluate(int n) {
      if (n == 500 && FAILED.compareAndSet(false, true)) {
        throw new IllegalStateException("the first attempt fails");
      }
      return n;
    }
  }

  private static void create(String table, String properties) throws Exception {
    tables.run("DROP TABLE IF EXISTS " + table);
    tables.run("CREATE TABLE " + table + " (k int, s string) STORED AS CIF" + properties);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void failedInsert_leavesTheTableAsItWas(Engine engine) throws Exception {
    tables.engine(engine);
    create("t", "");
    tables.run("INSERT INTO t VALUES (1, 'one')");
    Set<String> before = tables.files("t");
    for (String insert : List.of("INSERT INTO t", "INSERT OVERWRITE TABLE t")) {
      assertThrows(
          HiveStatementException.class,
          () ->
              tables.run(
                  insert + " SELECT n, IF(assert_true(n < 900) IS NULL, 'x', 'y') FROM numbers"));
      assertEquals(before, tables.files("t"), insert);
      assertEquals(List.of("1\tone"), tables.run("SELECT * FROM t"), insert);
    }
  }

  @Test
  void retriedTask_writesItsRowsOnce() throws Exception {
    tables.engine(Engine.TEZ);
    create("t", "");
    FailOnce.FAILED.set(false);
    tables.run("SET hive.vectorized.execution.enabled=false");
    tables.run("INSERT INTO t SELECT fail_once(n), 'x' FROM numbers");
    tables.run("SET hive.vectorized.execution.enabled=true");
    assertTrue(FailOnce.FAILED.get());
    assertEquals(List.of("1000\t499500"), tables.run("SELECT count(*), sum(k) FROM t"));
    assertEquals(1, tables.splits("t").size());
    assertEquals(3, tables.files("t").size());
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void largeOutput_isCutIntoSeveralSplitDirectories(Engine engine) throws Exception {
    tables.engine(engine);
    create("t", " TBLPROPERTIES ('cif.split.size'='1', 'cif.block.rows'='100')");
    tables.run(
        "INSERT INTO t SELECT a.n + 1000 * b.n, 'x' FROM numbers a, numbers b WHERE b.n < 5");
    Set<String> splits = tables.splits("t");
    assertTrue(splits.size() >= 4, splits::toString);
    assertEquals(
        List.of("5000\t12497500"), tables.run("SELECT count(*), sum(k) FROM t"), splits::toString);
    assertEquals("5000", tables.described("t", "numRows"));
    String rawDataSize = tables.described("t", "rawDataSize");
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS");
    assertEquals("5000", tables.described("t", "numRows"));
    assertEquals(rawDataSize, tables.described("t", "rawDataSize"));
    tables.run("INSERT OVERWRITE TABLE t SELECT n, 'y' FROM numbers WHERE n < 3");
    assertEquals(List.of("0\ty", "1\ty", "2\ty"), tables.run("SELECT * FROM t ORDER BY k"));
    assertEquals(1, tables.splits("t").size());
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void bucketedTable_cutIntoSeveralSplitDirectories_keepsItsBuckets(Engine engine)
      throws Exception {
    tables.engine(engine);
    tables.run("DROP TABLE IF EXISTS b");
    tables.run(
        "CREATE TABLE b (k int, s string) CLUSTERED BY (k) INTO 2 BUCKETS STORED AS CIF"
            + " TBLPROPERTIES ('cif.split.size'='1', 'cif.block.rows'='100')");
    tables.run(
        "INSERT INTO b SELECT a.n + 1000 * c.n, 'x' FROM numbers a, numbers c WHERE c.n < 5");
    Set<String> splits = tables.splits("b");
    assertTrue(splits.size() >= 4, splits::toString);
    String rows = "SELECT count(*), sum(k) FROM b";
    assertEquals(List.of("5000\t12497500"), tables.run(rows));
    tables.run("CREATE TABLE IF NOT EXISTS halves (k int)");
    tables.run("TRUNCATE TABLE halves");
    tables.run("INSERT INTO halves SELECT k FROM b TABLESAMPLE(BUCKET 1 OUT OF 2 ON k)");
    tables.run("INSERT INTO halves SELECT k FROM b TABLESAMPLE(BUCKET 2 OUT OF 2 ON k)");
    assertEquals(List.of("5000\t12497500"), tables.run("SELECT count(*), sum(k) FROM halves"));
  }

  @Test
  void analyze_givesTheRawDataSizeOfTheInsert() throws Exception {
    for (Engine engine : Engine.values()) {
      tables.engine(engine);
      create("t", "");
      tables.run("INSERT INTO t SELECT n, concat('text ', n) FROM numbers");
      String size = tables.described("t", "rawDataSize");
      assertTrue(Long.parseLong(size) > 5000, size);
      tables.run("ANALYZE TABLE t COMPUTE STATISTICS");
      assertEquals(size, tables.described("t", "rawDataSize"), engine.name());
    }
  }

  @Test
  void strayFile_isAnError() throws Exception {
    create("t", "");
    tables.run("INSERT INTO t VALUES (1, 'one')");
    Path stray = Files.writeString(tables.folder("t").resolve("rows.txt"), "2,two");
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("SELECT count(*) FROM t"));
    assertTrue(e.getMessage().contains("rows.txt"), e::getMessage);
    assertTrue(e.getMessage().contains("no part of a split-directory"), e::getMessage);
    Files.delete(stray);
    assertEquals(List.of("1"), tables.run("SELECT count(*) FROM t"));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void loadData_ofTheFolderAboveSplitDirectories_addsTheirRows(Engine engine) throws Exception {
    tables.engine(engine);
    create("src", "");
    tables.run("INSERT INTO src VALUES (1, 'one')");
    tables.run("INSERT INTO src VALUES (2, 'two')");
    create("t", "");
    tables.run("INSERT INTO t VALUES (0, 'zero')");
    tables.run("LOAD DATA INPATH '" + tables.folder("src") + "' INTO TABLE t");
    assertEquals(List.of("0\tzero", "1\tone", "2\ttwo"), tables.run("SELECT * FROM t ORDER BY k"));
  }

  @Test
  void loadData_ofTheInsideOfASplitDirectory_intoATableWithRows_isAnErrorNotALoss()
      throws Exception {
    create("src", "");
    tables.run("INSERT INTO src VALUES (1, 'one')");
    create("t", "");
    tables.run("INSERT INTO t VALUES (0, 'zero')");
    Path split = tables.folder("src").resolve(tables.splits("src").iterator().next());
    tables.run("LOAD DATA INPATH '" + split + "' INTO TABLE t");
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("SELECT count(*) FROM t"));
    assertTrue(e.getMessage().contains("a folder of their own"), e::getMessage);
    Path own = Files.createDirectory(tables.folder("t").resolve("loaded"));
    for (String name : new TreeSet<>(List.of("schema.cif", "1-k.col", "2-s.col"))) {
      Files.move(tables.folder("t").resolve(name), own.resolve(name));
    }
    assertEquals(List.of("0\tzero", "1\tone"), tables.run("SELECT * FROM t ORDER BY k"));
  }

  @Test
  void damagedColumn_failsOnlyTheQueriesThatReadIt() throws Exception {
    create("t", "");
    tables.run("INSERT INTO t SELECT n, concat('text ', n) FROM numbers");
    Path file = tables.folder("t").resolve(tables.splits("t").iterator().next() + "2-s.col");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.delete(file.resolveSibling(".2-s.col.crc"));
    Files.write(file, bytes);
    assertEquals(List.of("499500"), tables.run("SELECT sum(k) FROM t"));
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("SELECT max(s) FROM t"));
    assertTrue(e.getMessage().contains("2-s.col"), e::getMessage);
    // Later statements of the session do what they say.
    tables.run("INSERT INTO t SELECT n + 1000, 'x' FROM numbers");
    assertEquals(List.of("1999000"), tables.run("SELECT sum(k) FROM t"));
  }

  @Test
  void option_thatIsNotAllowed_failsTheInsertWithItsName() throws Exception {
    create("t", " TBLPROPERTIES ('cif.split.size'='many')");
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class, () -> tables.run("INSERT INTO t VALUES (1, 'one')"));
    assertTrue(e.getMessage().contains("cif.split.size is 'many'"), e::getMessage);
  }
}
