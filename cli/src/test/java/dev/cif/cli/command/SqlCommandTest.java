package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.Main;
import dev.cif.embedded.EmbeddedHive;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlCommandTest {
  private static final String ASSERTION =
      "org.apache.hadoop.hive.ql.metadata.HiveException: ASSERT_TRUE(): assertion failed.";

  /** Number that a shell, and Java, add to that of the signal that ended a process. */
  private static final int SIGNALLED = 128;

  private static final int SIGKILL = 9;

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

    // A table that Hive has written is one for the other commands too. A table without transactions
    // is an external one to Hive 4.
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
    assertTrue(out.contains("http://b.example/  unknown   text/css\n"), out);
    assertTrue(out.contains("http://c.example/  en        text/html\n"), out);
    assertTrue(out.contains("2026-01-01    3   14\n"), out);
  }

  @Test
  void sql_taskThatFails_tellsTheRootCauseAndTheRestOnlyWhenAsked() {
    Path home = folder.resolve("home");
    String sql = "SELECT assert_true(a > 1) FROM (SELECT explode(array(1)) a) t GROUP BY a";
    Run run = Run.of("sql", "--stacktrace", "--home", home, "-e", sql);
    assertEquals(1, run.status());
    String error = run.err().lines().findFirst().orElseThrow();
    assertTrue(error.endsWith("failed: " + ASSERTION), error);
    assertTrue(error.length() < 300, error);
    assertTrue(run.err().contains("TaskAttempt 3 failed"), run.err());
  }

  /** The task kills its process: Tez can't clear away what it has put into folders. */
  @Tag("nightly")
  @Test
  void sql_killedOnTez_leavesNothingInTheFolderWhereItWasStarted() throws Exception {
    Path started = Files.createDirectory(folder.resolve("started"));
    Path home = folder.resolve("home");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(jvmOptions());
    command.addAll(List.of("-cp", classPath(), Main.class.getName()));
    command.addAll(List.of("sql", "--home", home.toString(), "-e"));
    command.add("SELECT TRANSFORM(a) USING 'sh -c \"kill -9 $PPID\"' FROM (SELECT 1 a) t");
    int status =
        new ProcessBuilder(command)
            .directory(started.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start()
            .waitFor();
    assertEquals(SIGNALLED + SIGKILL, status, Files.readString(folder.resolve("log")));
    try (Stream<Path> left = Files.list(started)) {
      assertEquals(List.of(), left.toList());
    }
    assertTrue(Files.isDirectory(home.resolve("tmp")));
  }

  private static List<String> jvmOptions() throws IOException {
    try (InputStream in = EmbeddedHive.class.getResourceAsStream("jvm.options")) {
      return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).trim().split("\\s+"));
    }
  }

  /** This JVM's, in absolute paths, as the process is started in another folder. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void sql_absentScript_isAnErrorNamingIt() {
    String error = Run.bad(1, "sql", "-f", folder.resolve("no.sql"));
    assertTrue(error.contains("no.sql: there is no such file"), error);
  }
}
