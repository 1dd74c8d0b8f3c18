package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.CifHook;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * ALTER TABLE renames, drops and adds columns of a storage handler's table, and each keeps its own
 * values. {@code made} is another table over the same files, which knows nothing of that.
 */
class HandlerColumnsTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @TempDir Path data;

  @AfterEach
  void putBack() throws Exception {
    run("DROP TABLE IF EXISTS t", "DROP TABLE IF EXISTS made");
  }

  private static void hook(boolean on) throws Exception {
    run("SET hive.semantic.analyzer.hook=" + (on ? CifHook.class.getName() : ""));
  }

  private static void run(String... statements) throws Exception {
    for (String sql : statements) {
      tables.run(sql);
    }
  }

  /** Rows that somebody has written, and {@code t} over them. */
  private void make(String columns, String folders, String values, String properties)
      throws Exception {
    String place = " LOCATION '" + data.toUri() + "'";
    run(
        "CREATE EXTERNAL TABLE made (" + columns + ")" + folders + " STORED AS CIF" + place,
        "INSERT INTO made VALUES " + values,
        "CREATE EXTERNAL TABLE t STORED BY 'dev.cif.hive.CifStorageHandler'" + place + properties);
  }

  /** The answer, whose lines are sorted, must be the same of rows and of vectors. */
  private static void answers(String query, String... lines) throws Exception {
    for (String conversion : List.of("more", "none")) {
      run("SET hive.fetch.task.conversion=" + conversion);
      assertEquals(List.of(lines), tables.run(query).stream().sorted().toList(), query);
    }
  }

  private static void refused(String statement, String... reasons) {
    String message =
        assertThrows(HiveStatementException.class, () -> tables.run(statement), statement)
            .getMessage();
    for (String reason : reasons) {
      assertTrue(message.contains(reason), message);
    }
  }

  @Test
  void renamedColumns_keepTheirValues() throws Exception {
    run("SET hive.exec.dynamic.partition.mode=nonstrict");
    make(
        "a int, b string",
        " PARTITIONED BY (p int)",
        "(1, 'one', 1)",
        " TBLPROPERTIES ('cif.partition.columns' = 'p int')");
    run(
        "ALTER TABLE t CHANGE a id bigint",
        "ALTER TABLE t CHANGE b a string",
        "INSERT INTO t VALUES (20000000000, 'two', 2)",
        // In what others write the names mean what they meant first.
        "INSERT INTO made VALUES (3, 'three', 1)");
    answers("SELECT * FROM t", "1\tone\t1", "20000000000\ttwo\t2", "3\tthree\t1");
    answers("SELECT a FROM t WHERE id > 2 AND p = 1", "three");
    tables.engine(Engine.MR);
    answers("SELECT max(a), sum(id) FROM t WHERE id < 10", "three\t4");
    tables.engine(Engine.TEZ);
    run("UPDATE t SET a = upper(a), id = id + 1 WHERE p = 1");
    answers("SELECT * FROM t", "2\tONE\t1", "20000000000\ttwo\t2", "4\tTHREE\t1");
    run("INSERT OVERWRITE TABLE t SELECT id, concat(a, '!'), p FROM t WHERE id > 2");
    answers("SELECT * FROM t", "20000000000\ttwo!\t2", "4\tTHREE!\t1");
    run("SET hive.compute.query.using.stats=true");
    String question = "SELECT count(*), count(id), min(id), max(id), max(p) FROM t";
    assertFalse(tables.run("EXPLAIN " + question).toString().contains("TableScan"));
    answers(question, "2\t2\t4\t20000000000\t2");
  }

  @Tag("nightly")
  @Test
  void swappedNames_areTwoRenames() throws Exception {
    make("a int, b int", "", "(1, 2)", "");
    run(
        "ALTER TABLE t CHANGE a swap int",
        "ALTER TABLE t CHANGE b a int",
        "ALTER TABLE t CHANGE swap b int",
        "INSERT INTO t VALUES (30, 40)");
    answers("SELECT b, a FROM t", "1\t2", "30\t40");
    run("SET hive.compute.query.using.stats=true");
    answers("SELECT min(a), max(b) FROM t", "2\t30");
  }

  @Test
  void droppedColumn_whoseNameIsAddedAgain_hasNoOldValues() throws Exception {
    make("a int, b string, c int", "", "(1, 'old', 10)", "");
    run("ALTER TABLE t REPLACE COLUMNS (a int, b string)");
    answers("SELECT * FROM t", "1\told");
    run("ALTER TABLE t ADD COLUMNS (c int)", "INSERT INTO t VALUES (2, 'new', 20)");
    answers("SELECT * FROM t", "1\told\tNULL", "2\tnew\t20");
    run(
        "UPDATE t SET c = 11 WHERE a = 1",
        "ALTER TABLE t SET TBLPROPERTIES ('cif.default.n' = '7')",
        "ALTER TABLE t ADD COLUMNS (n int)",
        "ALTER TABLE t CHANGE n m int",
        "INSERT INTO t VALUES (3, 'newer', 30, NULL)");
    answers("SELECT * FROM t", "1\told\t11\t7", "2\tnew\t20\t7", "3\tnewer\t30\tNULL");
    run("SET hive.compute.query.using.stats=true");
    answers("SELECT min(c), max(c), count(m), max(m) FROM t", "11\t30\t2\t7");
    // A table that is made anew with these properties has the same columns.
    String again = String.join("\n", tables.run("SHOW CREATE TABLE t"));
    run("DROP TABLE t", again);
    answers("SELECT * FROM t", "1\told\t11\t7", "2\tnew\t20\t7", "3\tnewer\t30\tNULL");
    answers("SELECT c FROM made WHERE a = 1", "10");
  }

  @Test
  void changesThatWouldLoseValues_areRefused() throws Exception {
    make(
        "a int, b string",
        " PARTITIONED BY (p int)",
        "(1, 'one', 1)",
        " TBLPROPERTIES ('cif.partition.columns' = 'p int')");
    refused("ALTER TABLE t CHANGE p q int", "'p' can't be renamed: the folders have that name");
    refused("ALTER TABLE t REPLACE COLUMNS (a int, b string)", "'p' can't be dropped");
    refused("ALTER TABLE t REPLACE COLUMNS (a int, b date, p int)", "b", "cannot be read as date");
    refused(
        "ALTER TABLE t SET TBLPROPERTIES ('cif.default.a' = 'x')", "'x' is no int", "nothing was");
    hook(false);
    refused(
        "ALTER TABLE t CHANGE b c string",
        "'b' can't be renamed",
        "set hive.semantic.analyzer.hook to dev.cif.hive.CifHook");
    run("ALTER TABLE t ADD COLUMNS (later int)", "ALTER TABLE t CHANGE later last int");
    hook(true);
    run("ALTER TABLE t CHANGE b c string");
    hook(false);
    // Also of a column that the files have under another name.
    refused("ALTER TABLE t CHANGE c d string", "'c' can't be renamed");
    refused("ALTER TABLE t REPLACE COLUMNS (a int)", "Replace columns is not supported");
    answers("SELECT * FROM t", "1\tone\t1\tNULL");
  }

  @Test
  void columnThatTakesAStoredColumnsName_isRefused() throws Exception {
    make("a int, b int", "", "(1, 2)", "");
    run("DROP TABLE t");
    run(
        "CREATE EXTERNAL TABLE t (a int) STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '"
            + data.toUri()
            + "'");
    refused("ALTER TABLE t CHANGE a b int", "the columns 'a' and 'b'");
    answers("SELECT * FROM t", "1");
  }
}
