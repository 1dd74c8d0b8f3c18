package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.embedded.EmbeddedHive.Options;
import dev.cif.hive.CifHook;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EmbeddedHiveTest {
  @TempDir Path home;

  private static EmbeddedHive open(Options options) throws Exception {
    SharedTables.closeShared();
    return EmbeddedHive.open(options);
  }

  private static List<String> lines(EmbeddedHive hive, String sql) throws Exception {
    return hive.run(sql).lines();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void run_onEachEngine_insertsAndGroups(Engine engine) throws Exception {
    try (EmbeddedHive hive = open(Options.temporary(home).withEngine(engine))) {
      assertEquals(
          List.of("hive.execution.engine=" + engine.hiveName()),
          lines(hive, "SET hive.execution.engine"));
      hive.runScript(
          """
          CREATE TABLE t (a int, s string) STORED AS ORC;
          INSERT INTO t VALUES (1, 'x;y'), (2, 'x;y'), (3, NULL);
          -- a second file
          INSERT INTO t SELECT a + 10, s FROM t;
          """);
      assertEquals(
          List.of("x;y\t4\t26", "NULL\t2\t16"),
          lines(hive, "SELECT s, count(*), sum(a) FROM t GROUP BY s ORDER BY s"));
    }
  }

  @Test
  void run_keptHome_hasItsTablesWhenOpenedAgain() throws Exception {
    Options options = Options.kept(home).withEngine(Engine.MR);
    try (EmbeddedHive hive = open(options)) {
      hive.run("CREATE TABLE kept STORED AS ORC AS SELECT 42 a");
    }
    try (EmbeddedHive hive = open(options)) {
      assertEquals(List.of("42"), lines(hive, "SELECT a FROM kept"));
      hive.run("INSERT INTO kept VALUES (43)");
    }
    try (EmbeddedHive hive = open(options)) {
      assertEquals(List.of("42", "43"), lines(hive, "SELECT a FROM kept ORDER BY a"));
    }
  }

  @Test
  void run_metastoreDown_saysWhichAndWhatToDo() throws Exception {
    Options options =
        Options.temporary(home)
            .withConf("hive.metastore.uris", "thrift://localhost:1")
            .withConf("hive.metastore.client.connect.retry.delay", "1ms")
            .withConf("hive.metastore.connect.retries", "1")
            .withConf("hive.metastore.failure.retries", "1");
    Exception e =
        assertThrows(
            Exception.class,
            () -> {
              try (EmbeddedHive hive = open(options)) {
                hive.run("SHOW TABLES");
              }
            });
    assertTrue(
        e.getMessage()
            .endsWith(
                "the metastore at thrift://localhost:1 does not answer (Connection refused);"
                    + " start it, or correct hive.metastore.uris"),
        e::getMessage);
  }

  @Test
  void withTransactions_oneAfterTheOther_eachHasAMetastoreOfItsOwn() throws Exception {
    for (String one : List.of("first", "second")) {
      try (EmbeddedHive hive =
          open(Options.temporary(home.resolve(one)).withEngine(Engine.MR).withTransactions())) {
        hive.run("CREATE TABLE t (a int) STORED AS ORC");
        assertEquals(List.of("t"), lines(hive, "SHOW TABLES"));
      }
    }
  }

  @Test
  void run_valuesOfEachKind_areTypedAndExact() throws Exception {
    EmbeddedHive hive = SharedTables.sharedHive();
    Result result =
        hive.run(
            "SELECT 7 AS i, cast('1.50' AS decimal(5,2)) AS d, cast('ab' AS char(4)) AS c,"
                + " map('k', array(1, 2)) AS m, cast('b' AS binary) AS b, 'tab\\there' AS s,"
                + " cast(NULL AS date) AS n");
    assertEquals(
        List.of(
            "int", "decimal(5,2)", "char(4)", "map<string,array<int>>", "binary", "string", "date"),
        result.columns().stream().map(Result.Column::type).toList());
    Object[] row = result.rows().get(0);
    assertEquals(7, row[0]);
    assertEquals(new BigDecimal("1.50"), row[1]);
    assertEquals("ab  ", row[2]);
    assertEquals("{\"k\":[1,2]}", row[3]);
    assertArrayEquals("b".getBytes(StandardCharsets.UTF_8), (byte[]) row[4]);
    assertEquals("tab\there", row[5]);
    assertNull(row[6]);
  }

  @Test
  void run_severalRows_eachKeepsItsOwnTimestamp() throws Exception {
    EmbeddedHive hive = SharedTables.sharedHive();
    hive.run("CREATE TABLE t (ts timestamp, b binary) STORED AS TEXTFILE");
    hive.run("INSERT INTO t VALUES ('1969-12-31 23:59:59.5', 'a'), ('2024-02-29 00:00:00', 'b')");
    assertEquals(
        List.of("1969-12-31 23:59:59.5\ta", "2024-02-29 00:00:00\tb"),
        lines(hive, "SELECT ts, b FROM t ORDER BY ts"));
    hive.run("DROP TABLE t");
  }

  @Test
  void run_refusedStatement_carriesHivesMessage() throws Exception {
    EmbeddedHive hive = SharedTables.sharedHive();
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class, () -> hive.run("SELECT nope FROM (SELECT 1 a) t"));
    assertTrue(
        e.getMessage().contains("Invalid table alias or column reference 'nope'"), e::getMessage);
    assertEquals("SELECT nope FROM (SELECT 1 a) t", e.sql());
    assertEquals(List.of("1"), lines(hive, "SELECT 1"));
  }

  @Test
  void run_updateWithoutTheHook_saysWhatToSet() throws Exception {
    EmbeddedHive hive = SharedTables.sharedHive();
    hive.run("CREATE TABLE t (a int) STORED AS CIF");
    hive.run("SET hive.semantic.analyzer.hook=");
    String hint = "hive.semantic.analyzer.hook must be " + CifHook.class.getName();
    String update = refused(hive, "UPDATE t SET a = 1");
    assertTrue(update.contains("transaction manager that does not support these"), update);
    assertTrue(update.contains(hint), update);
    assertTrue(refused(hive, "DELETE FROM t WHERE a = 1").contains(hint));
    hive.run("SET hive.semantic.analyzer.hook=" + CifHook.class.getName());
    assertFalse(refused(hive, "UPDATE t SET b = 1").contains(hint));
    hive.run("DROP TABLE t");
  }

  private static String refused(EmbeddedHive hive, String sql) {
    return assertThrows(HiveStatementException.class, () -> hive.run(sql)).getMessage();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void run_statementThatFailsInATask_saysWhyOnceAndBriefly(Engine engine) throws Exception {
    try (EmbeddedHive hive = open(Options.temporary(home).withEngine(engine))) {
      hive.run("CREATE TABLE t STORED AS ORC AS SELECT 'the reason' a");
      HiveStatementException e =
          assertThrows(
              HiveStatementException.class,
              () -> hive.run("SELECT assert_true(a <> 'the reason') FROM t GROUP BY a"));
      assertEquals(2, e.getMessage().split("ASSERT_TRUE\\(\\)", -1).length, e::getMessage);
      assertTrue(e.getMessage().length() < 300, e::getMessage);
    }
  }

  @Test
  void run_commands_printTheirOutputAsRows() throws Exception {
    EmbeddedHive hive = SharedTables.sharedHive();
    assertTrue(hive.run("SET my.value=3").rows().isEmpty());
    assertEquals(List.of("my.value=3"), lines(hive, "SET my.value"));
    Path file = Files.writeString(home.resolve("hello.txt"), "hello\n");
    assertEquals(List.of("hello"), lines(hive, "DFS -cat " + file));
  }

  @Test
  void open_secondInTheProcess_isRefused() throws Exception {
    EmbeddedHive hive = SharedTables.sharedHive();
    assertThrows(IllegalStateException.class, () -> EmbeddedHive.open(Options.temporary(home)));
    assertEquals(List.of("1"), lines(hive, "SELECT 1"));
  }
}
