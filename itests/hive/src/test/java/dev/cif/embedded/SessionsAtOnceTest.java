package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sessions of one process, whose tasks run in it: none meets what another's task leaves or does.
 */
class SessionsAtOnceTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();
  private static OtherSession other;

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    other = new OtherSession();
    other.run(Gate.FUNCTION);
  }

  @AfterAll
  static void close() throws Exception {
    other.close();
  }

  @AfterEach
  void putBack() throws Exception {
    Gate.open();
    tables.run("DROP TABLE IF EXISTS t");
    tables.run("DROP TABLE IF EXISTS u");
    other.set("hive.execution.engine", Engine.TEZ.hiveName());
    other.set("hive.vectorized.execution.enabled", "true");
  }

  /** Overwrites the middle of a table's first file of such a name. */
  private static void damage(String ending) throws Exception {
    String name =
        tables.files("t").stream().filter(file -> file.endsWith(ending)).findFirst().orElseThrow();
    Path file = tables.folder("t").resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length / 4, bytes.length / 2, (byte) 0xff);
    Files.delete(file.resolveSibling("." + file.getFileName() + ".crc"));
    Files.write(file, bytes);
  }

  @ParameterizedTest
  @CsvSource({"CIF, 2-s.col", "ORC, 000000_0"})
  void readError_leavesLaterStatementsOfAllSessionsWhole(String format, String ending)
      throws Exception {
    tables.run("CREATE TABLE t (k int, s string) STORED AS " + format);
    tables.run("INSERT INTO t SELECT n, concat('text ', n * n) FROM numbers");
    tables.run("CREATE TABLE u (k int, s string) STORED AS CIF");
    damage(ending);
    assertThrows(Exception.class, () -> other.run("SELECT max(s) FROM t"));
    assertEquals(List.of("5"), other.run("SELECT 5"));
    assertEquals(List.of("1000"), other.run("SELECT count(*) FROM numbers"));
    other.run("INSERT INTO u VALUES (1, 'one'), (2, 'two')");
    other.run("UPDATE u SET s = 'deux' WHERE k = 2");
    assertEquals(List.of("1\tone", "2\tdeux"), other.run("SELECT * FROM u ORDER BY k"));
    assertThrows(Exception.class, () -> tables.run("SELECT max(s) FROM t"));
    tables.run("INSERT INTO u VALUES (3, 'three')");
    assertEquals(List.of("3"), tables.run("SELECT count(*) FROM u"));
  }

  /** Each statement changes the table that the others have left. */
  @Test
  void columnsThatSessionsAddAtOnce_areAllThere() throws Exception {
    tables.run("CREATE TABLE t (k int) STORED AS CIF");
    tables.run("INSERT INTO t VALUES (1)");
    List<Future<List<String>>> theirs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      theirs.add(other.start("ALTER TABLE t ADD COLUMNS (theirs" + i + " int)"));
    }
    for (int i = 0; i < 10; i++) {
      tables.run("ALTER TABLE t ADD COLUMNS (ours" + i + " int)");
    }
    for (Future<List<String>> statement : theirs) {
      statement.get();
    }
    List<String> columns = new ArrayList<>();
    for (String line : tables.run("DESCRIBE t")) {
      columns.add(line.replaceAll("\\s+", " ").replace(" NULL", "").strip());
    }
    assertEquals(21, columns.size(), columns.toString());
    assertEquals(columns, FolderRows.columns(tables.folder("t")));
    tables.run("ALTER TABLE t CHANGE ours3 ours int");
    tables.run("UPDATE t SET ours = 3, theirs3 = 4");
    assertEquals(List.of("1\t3\t4"), tables.run("SELECT k, ours, theirs3 FROM t"));
  }

  /** A task knows its own file and row while another session's task reads another file. */
  @ParameterizedTest
  @EngineSource
  void scanBesideAnothers_keepsItsFileAndItsRow(Engine engine, boolean inBatches) throws Exception {
    tables.run("CREATE TABLE t (n int) STORED AS CIF");
    tables.run("INSERT INTO t SELECT n FROM numbers WHERE n < 500");
    tables.run("INSERT INTO t SELECT n FROM numbers WHERE n >= 500");
    tables.engine(engine);
    other.set("hive.execution.engine", engine.hiveName());
    other.set("hive.vectorized.execution.enabled", Boolean.toString(inBatches));
    String query =
        "SELECT regexp_extract(input__file__name, '[^/]*$', 0), block__offset__inside__file, n"
            + " FROM t WHERE n % 100 = 7 AND ";
    List<String> alone = tables.run(query + "true");
    assertEquals(
        List.of("000000_0", "000000_0_copy_1"),
        alone.stream().map(row -> row.split("\t", 2)[0]).distinct().sorted().toList());
    Gate.shut();
    Future<List<String>> answer = other.start(query + "gate(n)");
    Gate.await();
    assertEquals(List.of("45"), tables.run("SELECT sum(d) FROM digits"));
    assertEquals(List.of("499500"), tables.run("SELECT sum(n) FROM numbers"));
    Gate.open();
    assertEquals(alone.stream().sorted().toList(), answer.get().stream().sorted().toList());
  }

  @Test
  @Tag("nightly")
  void updatesOfTwoSessions_eachSetTheirColumn() throws Exception {
    tables.run("CREATE TABLE t (n int, a int, b int) STORED AS CIF");
    for (int part = 0; part < 4; part++) {
      tables.run(
          "INSERT INTO t SELECT x.n * 1000 + y.n, 0, 0 FROM numbers x, numbers y WHERE x.n DIV 10 = "
              + part);
    }
    for (int round = 1; round <= 10; round++) {
      Future<List<String>> update =
          other.start("UPDATE t SET b = n + " + round + " WHERE n % 2 = 0");
      tables.run("UPDATE t SET a = n - " + round + " WHERE n % 3 = 0");
      update.get();
      assertEquals(
          List.of("40000\t0\t0"),
          tables.run(
              String.join(
                      ", ",
                      "SELECT count(*)",
                      "sum(abs(a - IF(n % 3 = 0, n - ROUND, 0)))",
                      "sum(abs(b - IF(n % 2 = 0, n + ROUND, 0))) FROM t")
                  .replace("ROUND", Integer.toString(round))));
    }
  }
}
