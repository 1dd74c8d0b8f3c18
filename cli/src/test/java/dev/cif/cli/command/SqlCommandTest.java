package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlCommandTest {
  @TempDir Path folder;

  @Test
  void sql_keepsItsTablesAndPrintsResults() throws Exception {
    Path home = folder.resolve("home");
    Path script = folder.resolve("make.sql");
    Files.writeString(
        script,
        """
        -- a comment; with a semicolon
        CREATE TABLE t (a int, s string) STORED AS CIF;
        INSERT INTO t VALUES (1, 'x'), (22, NULL);
        """);
    Run made = Run.good("sql", "--home", home, "--engine", "mr", "-f", script);
    assertEquals("", made.out());
    Run asked =
        Run.good("sql", "--home", home, "--engine", "mr", "-e", "SELECT a, s FROM t ORDER BY a");
    assertEquals(" a  s\n--  ----\n 1  x\n22  NULL\n", asked.out());
    assertTrue(asked.err().startsWith("(2 rows, "), asked.err());

    Run none =
        Run.good("sql", "--home", home, "--engine", "mr", "-e", "SELECT a FROM t WHERE a > 99");
    assertEquals("a\n-\n", none.out());

    // What Hive has written is a table for the other commands too. A table without transactions is
    // an external one to Hive 4.
    Path stored = home.resolve("external/t");
    assertEquals(
        "a,s\n22,\n", Run.good("cat", stored, "--format", "csv", "--where", "a > 1").out());
    Run.good("verify", stored);

    String error = Run.bad(1, "sql", "--home", home, "--engine", "mr", "-e", "SELECT nope FROM t");
    assertTrue(error.contains("nope"), error);
  }

  @Test
  void quickstart_runsAsItIs() {
    Path script = Path.of("..", "sql", "quickstart.sql");
    String out = Run.good("sql", "--home", folder.resolve("home"), "-f", script).out();
    assertTrue(out.contains("http://a.example/  NULL\n"), out);
    assertTrue(out.contains("http://c.example/  en\n"), out);
    assertTrue(out.contains("2026-01-01    3   14\n"), out);
  }

  @Test
  void sql_absentScript_isAnErrorNamingIt() {
    String error = Run.bad(1, "sql", "-f", folder.resolve("no.sql"));
    assertTrue(error.contains("no.sql: there is no such file"), error);
  }
}
