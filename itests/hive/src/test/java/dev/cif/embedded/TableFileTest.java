package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A reader without a metastore sees a table of Hive's as Hive does, by its table file. */
class TableFileTest {
  @TempDir static Path folder;

  @RegisterExtension
  static final SharedTables tables =
      SharedTables.with("hive.metastore.disallow.incompatible.col.type.changes", "false");

  @BeforeAll
  static void open() throws Exception {
    run(
        "SET hive.stats.column.autogather=false",
        "SET hive.exec.dynamic.partition.mode=nonstrict",
        "SET hive.fetch.task.conversion=more");
  }

  @AfterEach
  void dropAll() throws Exception {
    run("DROP TABLE IF EXISTS t", "DROP TABLE IF EXISTS u", "DROP TABLE IF EXISTS v");
  }

  private static void run(String... statements) throws Exception {
    for (String sql : statements) {
      tables.run(sql);
    }
  }

  private static Path place(String table) throws Exception {
    String location =
        tables.run("DESCRIBE FORMATTED " + table).stream()
            .filter(line -> line.startsWith("Location:"))
            .findFirst()
            .orElseThrow();
    return Path.of(
        java.net.URI.create(
            location.substring(location.indexOf(":") + 1).replace("NULL", "").strip()));
  }

  private static boolean hasFile(String table) throws Exception {
    return Files.exists(place(table).resolve("_cif_table"));
  }

  /** Both see the same rows, and these are some. */
  private static void same(String table, int rows) throws Exception {
    List<String> ofHive = tables.run("SELECT * FROM " + table).stream().sorted().toList();
    assertEquals(rows, ofHive.size());
    assertEquals(ofHive, FolderRows.rows(place(table)));
  }

  @Test
  void renamedDroppedAddedAndDefaultedColumns() throws Exception {
    run("CREATE TABLE t (a int, b string, c int COMMENT 'see') STORED AS CIF");
    assertTrue(hasFile("t"));
    run(
        "INSERT INTO t VALUES (1, 'one', 10)",
        "ALTER TABLE t CHANGE b `a b` string",
        "ALTER TABLE t REPLACE COLUMNS (a int, `a b` string)",
        "INSERT INTO t VALUES (2, 'two')",
        "ALTER TABLE t ADD COLUMNS (c bigint, d int)",
        "ALTER TABLE t SET TBLPROPERTIES ('cif.default.d'='7')",
        "INSERT INTO t VALUES (3, 'three', 30, 40)");
    assertEquals(
        List.of("a int", "a b string", "c bigint", "d int"), FolderRows.columns(place("t")));
    assertEquals(
        List.of("1\tone\tNULL\t7", "2\ttwo\tNULL\t7", "3\tthree\t30\t40"),
        FolderRows.rows(place("t")));
    run("ALTER TABLE t CHANGE a z bigint FIRST", "UPDATE t SET d = z * 2 WHERE z > 1");
    same("t", 3);
    run("ALTER TABLE t RENAME TO u");
    same("u", 3);
    assertTrue(Files.readString(place("u").resolve("_cif_table")).contains("\"default.u\""));
  }

  @Test
  void partitions_haveTheirTypes_andThoseElsewhereAreRead() throws Exception {
    Path elsewhere = folder.resolve("elsewhere");
    run(
        "CREATE TABLE t (a int) PARTITIONED BY (d date, k int) STORED AS CIF",
        "INSERT INTO t VALUES (1, '2021-01-01', 5), (2, NULL, NULL)",
        "ALTER TABLE t ADD PARTITION (d='2021-01-02', k=6) LOCATION '" + elsewhere.toUri() + "'",
        "INSERT INTO t PARTITION (d='2021-01-02', k=6) VALUES (3)");
    assertTrue(Files.exists(elsewhere), "the partition is elsewhere");
    assertEquals(List.of("a int", "d date", "k int"), FolderRows.columns(place("t")));
    same("t", 3);
    run("ALTER TABLE t DROP PARTITION (d='2021-01-02')");
    same("t", 2);
    run("ALTER TABLE t PARTITION (d='2021-01-01', k=5) RENAME TO PARTITION (d='2021-01-03', k=8)");
    same("t", 2);
  }

  @Test
  void fileSurvivesOverwritesAndTruncation_andIsNotCopied() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) STORED AS CIF",
        "INSERT INTO t VALUES (1, 2)",
        "ALTER TABLE t CHANGE b c int",
        "INSERT OVERWRITE TABLE t VALUES (3, 4)");
    assertTrue(hasFile("t"));
    same("t", 1);
    run("TRUNCATE TABLE t");
    assertTrue(hasFile("t"));
    run(
        "INSERT INTO t VALUES (5, 6), (7, 8)",
        "CREATE TABLE u LIKE t",
        "INSERT INTO u SELECT * FROM t");
    same("t", 2);
    same("u", 2);
    run("CREATE TABLE v STORED AS CIF AS SELECT c, a FROM t");
    assertEquals(List.of("c int", "a int"), FolderRows.columns(place("v")));
    same("v", 2);
    Path place = place("v");
    run("DROP TABLE v");
    assertFalse(Files.exists(place));
  }

  @Test
  void property_keepsATableWithoutFile() throws Exception {
    run("CREATE TABLE u (a int) STORED AS CIF TBLPROPERTIES ('cif.table.file'='false')");
    assertFalse(hasFile("u"));
    run("ALTER TABLE u ADD COLUMNS (b int)", "INSERT INTO u VALUES (1, 2)");
    assertFalse(hasFile("u"));
  }

  @Test
  void changeThatTheHookDidNotSee_isMendedByTheNextStatement() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) STORED AS CIF",
        "INSERT INTO t VALUES (1, 2)",
        "SET hive.semantic.analyzer.hook=",
        "ALTER TABLE t ADD COLUMNS (c int)",
        "SET hive.semantic.analyzer.hook=dev.cif.hive.CifHook");
    assertEquals(List.of("a int", "b int"), FolderRows.columns(place("t")));
    run("INSERT INTO t VALUES (3, 4, 5)");
    assertEquals(List.of("a int", "b int", "c int"), FolderRows.columns(place("t")));
    same("t", 2);
  }

  @Test
  void metastoreThatWasRestored_isToldApart() throws Exception {
    run(
        "CREATE TABLE t (a int, b int) STORED AS CIF",
        "INSERT INTO t VALUES (1, 2)",
        "ALTER TABLE t CHANGE b c int");
    // A backup of the metastore has the columns and the revision of before.
    run(
        "SET hive.semantic.analyzer.hook=",
        "ALTER TABLE t CHANGE c b int",
        "ALTER TABLE t SET TBLPROPERTIES ('cif.table.revision'='1')",
        "SET hive.semantic.analyzer.hook=dev.cif.hive.CifHook");
    for (String sql : List.of("INSERT INTO t VALUES (3, 4)", "ALTER TABLE t ADD COLUMNS (d int)")) {
      Exception e = assertThrows(Exception.class, () -> tables.run(sql));
      assertTrue(e.getMessage().contains("restored from an older state"), e.getMessage());
      assertTrue(e.getMessage().contains("[a, c]"), e.getMessage());
    }
    run("ALTER TABLE t SET TBLPROPERTIES ('cif.table.revision'='2')");
    assertEquals(List.of("a int", "b int"), FolderRows.columns(place("t")));
  }

  @Test
  void externalTableOverAFolder_takesItsKeysOver() throws Exception {
    run(
        "CREATE EXTERNAL TABLE t (a int, b int) STORED AS CIF LOCATION '"
            + folder.resolve("x").toUri()
            + "'",
        "INSERT INTO t VALUES (1, 2)",
        "ALTER TABLE t CHANGE b c int",
        "ALTER TABLE t SET TBLPROPERTIES ('cif.default.d'='9')",
        "ALTER TABLE t ADD COLUMNS (d int)",
        "DROP TABLE t",
        "CREATE EXTERNAL TABLE t (a int, c int, d int) STORED AS CIF LOCATION '"
            + folder.resolve("x").toUri()
            + "'");
    assertEquals(List.of("1\t2\t9"), tables.run("SELECT * FROM t"));
    same("t", 1);
  }

  @Test
  void damagedFile_isAnErrorOfWritersAndReaders() throws Exception {
    run("CREATE TABLE t (a int) STORED AS CIF", "INSERT INTO t VALUES (1)");
    Path place = place("t");
    Files.writeString(place.resolve("_cif_table"), "CIFT1 2 00000000\n{}\n");
    assertThrows(CifException.class, () -> FolderRows.rows(place));
    Exception e = assertThrows(Exception.class, () -> tables.run("INSERT INTO t VALUES (2)"));
    assertTrue(e.getMessage().contains("_cif_table"), e.getMessage());
    assertTrue(e.getMessage().contains("remove it"), e.getMessage());
    Files.delete(place.resolve("_cif_table"));
    run("INSERT INTO t VALUES (2)");
    assertTrue(hasFile("t"));
    same("t", 2);
  }
}
