package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.Database;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Managed tables, which Hive archives: insert-only ones, and those that have no transactions. */
class ManagedTablesTest extends ChangedTablesCases {
  private static final Kind PLAIN = new Kind("CREATE TABLE", "");
  private static final Kind INSERT_ONLY =
      new Kind(
          "CREATE TABLE",
          " TBLPROPERTIES ('transactional'='true', 'transactional_properties'='insert_only')");

  // The metastore would make external tables of those without transactions.
  @RegisterExtension
  static final SharedTables tables =
      SharedTables.withTransactions(Map.of("metastore.metadata.transformer.class", " "));

  @BeforeAll
  static void open() throws Exception {
    tables.run("SET hive.archive.enabled=true");
    tables.run("CREATE TEMPORARY FUNCTION step AS '" + Steps.Function.class.getName() + "'");
  }

  static Stream<Kind> kinds() {
    return Stream.of(PLAIN, INSERT_ONLY);
  }

  static Stream<Kind> emptied() {
    return kinds();
  }

  @Override
  SharedTables tables() {
    return tables;
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("kinds")
  void archivedPartitions_haveTheRowsOfOrc_alsoAfterUnarchive(Kind kind) throws Exception {
    ChangedTables changed = changed(kind, true);
    assertEquals("MANAGED_TABLE", tables.described("t", "Table Type:"));
    changed.both("ALTER TABLE t ARCHIVE PARTITION (" + ChangedTables.ONE + ")");
    changed.expectSame("SELECT count(*), sum(`a,b`), max(`s t`) FROM t");
    changed.expectSame("SELECT * FROM t WHERE " + ChangedTables.ONE);
    String refused =
        assertThrows(HiveStatementException.class, () -> tables.run("UPDATE t SET `a,b` = 0"))
            .getMessage();
    assertTrue(refused.contains("UNARCHIVE PARTITION first"), refused);
    tables.run("UPDATE t SET `a,b` = 99 WHERE " + ChangedTables.TWO);
    tables.run("INSERT OVERWRITE TABLE o PARTITION (" + ChangedTables.TWO + ") VALUES (99, 'C')");
    changed.expectSame("UPDATE of the other partition");
    changed.both("ALTER TABLE t UNARCHIVE PARTITION (" + ChangedTables.ONE + ")");
    changed.changeNumbers();
  }

  @Tag("nightly")
  @Test
  void export_ofATableWithAnArchivedPartition_hasItsRows() throws Exception {
    ChangedTables changed = changed(PLAIN, true);
    changed.both("ALTER TABLE t ARCHIVE PARTITION (" + ChangedTables.ONE + ")");
    for (String table : List.of("t", "o")) {
      String place = folder.resolve(table).toUri().toString();
      tables.run("EXPORT TABLE " + table + " TO '" + place + "'");
      tables.run("IMPORT TABLE " + table + "2 FROM '" + place + "'");
    }
    changed.expectSame("SELECT * FROM t2");
  }

  /** Hive joins files of its own formats only, and compacts insert-only tables. */
  @Tag("nightly")
  @Test
  void concatenate_ofAChangedTableWithoutTransactions_isRefused() throws Exception {
    ChangedTables changed = changed(PLAIN, false);
    HiveStatementException e =
        assertThrows(HiveStatementException.class, () -> tables.run("ALTER TABLE t CONCATENATE"));
    assertTrue(e.getMessage().contains("only supported for RCFile"), e.getMessage());
    changed.expectSame("CONCATENATE");
  }

  /** Kinds of tables by night; by day insert-only ones, whose UPDATE has a transaction. */
  static Stream<Kind> kindsByDay() {
    return Boolean.getBoolean("cif.nightly") ? kinds() : Stream.of(INSERT_ONLY);
  }

  /** Hive's replication copies the files that its own statements have written, and no others. */
  @ParameterizedTest
  @MethodSource("kindsByDay")
  void update_inADatabaseThatIsReplicated_isRefused(Kind kind) throws Exception {
    changed(kind, true);
    List<String> before = tables.rows("t");
    for (String property : List.of("repl.source.for", "repl.target.for")) {
      try {
        setOfDatabase(property, "1");
        expectRefused("UPDATE t SET `a,b` = 0", property);
        setOfDatabase(property, "");
        // This UPDATE is planned before the property is set, and committed after.
        Steps.next(() -> setOfDatabase(property, "1"));
        expectRefused("UPDATE t SET `a,b` = step(0)", property);
        assertTrue(Steps.isTaken());
        assertEquals(before, tables.rows("t"));
      } finally {
        Steps.next(null);
        setOfDatabase(property, "");
      }
    }
    tables.run("UPDATE t SET `a,b` = 5 WHERE " + ChangedTables.TWO);
    assertEquals(List.of("5\tC\t_2"), tables.run("SELECT * FROM t WHERE " + ChangedTables.TWO));
  }

  /** Sets a property of the database as REPL DUMP does, which takes no lock of it. */
  private static void setOfDatabase(String property, String value) throws Exception {
    HiveMetaStoreClient metastore = new HiveMetaStoreClient(new HiveConf());
    try {
      Database database = metastore.getDatabase("default");
      database.putToParameters(property, value);
      metastore.alterDatabase("default", database);
    } finally {
      metastore.close();
    }
  }

  private static void expectRefused(String update, String property) {
    String message =
        assertThrows(HiveStatementException.class, () -> tables.run(update)).getMessage();
    assertTrue(message.contains("is replicated by Hive (property '" + property + "')"), message);
  }
}
