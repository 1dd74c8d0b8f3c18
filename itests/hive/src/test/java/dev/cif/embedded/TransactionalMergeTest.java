package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * MERGE of insert-only transactional tables, with rows that it inserts: Hive runs the same
 * statements on full ACID tables of ORC.
 */
class TransactionalMergeTest {
  private static final String MERGE =
      "MERGE INTO t USING s ON t.id = s.k AND t.p = s.q"
          + " WHEN MATCHED AND s.w = 3 THEN DELETE"
          + " WHEN MATCHED THEN UPDATE SET v = concat('set ', s.w)"
          + " WHEN NOT MATCHED AND s.w <> 1 THEN INSERT VALUES (s.k, concat('new ', s.w), s.q)";

  @RegisterExtension static final SharedTables tables = SharedTables.withTransactions();
  private static OtherSession other;

  @BeforeAll
  static void load() throws Exception {
    other = new OtherSession();
    tables.run(
        "CREATE TABLE numbers STORED AS TEXTFILE AS"
            + " SELECT pos AS n FROM (SELECT posexplode(split(space(59), ' '))) x");
    tables.run("CREATE TEMPORARY FUNCTION step AS '" + Steps.Function.class.getName() + "'");
  }

  @AfterAll
  static void close() throws Exception {
    other.close();
  }

  @AfterEach
  void putBack() throws Exception {
    Steps.next(null);
    for (String table : List.of("t", "o", "s")) {
      tables.run("DROP TABLE IF EXISTS " + table);
    }
  }

  /** A statement on the table of CIF, and then on that of ORC. */
  private static void both(String sql) throws Exception {
    both(Engine.TEZ, sql);
  }

  /** MapReduce's local task of a map join fails over Hive's own ACID tables. */
  private static void both(Engine engine, String sql) throws Exception {
    tables.engine(engine);
    tables.run(sql);
    tables.engine(Engine.TEZ);
    tables.run(sql.replaceAll("\\bt\\b", "o"));
    assertEquals(tables.rows("o"), tables.rows("t"), sql);
  }

  /** Makes tables with rows in partitions 0 and 1, and a source with rows of partition 2, too. */
  private static void make() throws Exception {
    String columns = " (id int, v string) PARTITIONED BY (p int) STORED AS ";
    tables.run(
        "CREATE TABLE t"
            + columns
            + "CIF TBLPROPERTIES ('transactional'='true', 'transactional_properties'='insert_only')");
    tables.run("CREATE TABLE o" + columns + "ORC TBLPROPERTIES ('transactional'='true')");
    both(
        "INSERT INTO t PARTITION (p) SELECT n, concat('old ', n), n % 2 FROM numbers WHERE n < 40");
    tables.run(
        "CREATE TABLE s STORED AS ORC AS SELECT n AS k, n % 5 AS w, n % 3 AS q FROM numbers"
            + " WHERE n >= 10");
  }

  @ParameterizedTest
  @EngineSource
  void rowsAreSetDeletedAndInserted_asInAcidOrc(Engine engine) throws Exception {
    make();
    String metastore = ThriftMetastore.start();
    both(engine, MERGE);
    assertEquals(tables.run("SHOW PARTITIONS o"), tables.run("SHOW PARTITIONS t"));
    assertEquals(tables.rows("o"), FolderRows.committed(tables.folder("t"), metastore));
    // Inserted rows are changed like others; nothing is left to be inserted.
    both(engine, "UPDATE t SET v = concat(v, ' again') WHERE id % 4 = 0");
    both(engine, MERGE);
    both(engine, "DELETE FROM t WHERE id % 9 = 0");
    both("INSERT INTO t PARTITION (p) SELECT n + 1000, 'later', n % 4 FROM numbers");
    for (int p = 0; p < 3; p++) {
      tables.run("ALTER TABLE t PARTITION (p=" + p + ") COMPACT 'major'");
      CompactorThreads.work();
    }
    CompactorThreads.cleanAll("t");
    assertEquals(tables.rows("o"), tables.rows("t"));
    assertEquals(tables.rows("o"), FolderRows.committed(tables.folder("t"), metastore));
  }

  @Tag("nightly")
  @Test
  void anEmptyTableTakesAllRows() throws Exception {
    make();
    both("TRUNCATE TABLE t");
    both(MERGE);
    both("MERGE INTO t USING s ON t.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'x', 7)");
  }

  @Test
  void aStatementWhoseTransactionEndsByAnAbort_countsAsAWholeOrNotAtAll() throws Exception {
    make();
    List<String> before = tables.rows("t");
    Steps.next(Transactions::abortOpen);
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class,
            () -> tables.run(MERGE.replace("s.w <> 1", "step(s.w) <> 1")));
    assertTrue(Steps.isTaken());
    assertTrue(e.getMessage().contains("aborted"), e.getMessage());
    assertEquals(before, tables.rows("t"));
    // When all is written, and the change has been committed.
    Transactions.abort(other, MERGE);
    tables.run(MERGE.replaceAll("\\bt\\b", "o"));
    assertEquals(tables.rows("o"), tables.rows("t"));
  }

  @Tag("nightly")
  @Test
  void besideAnInsert_bothCount() throws Exception {
    make();
    Steps.next(() -> other.run("INSERT INTO t PARTITION (p=2) VALUES (5000, 'meanwhile')"));
    tables.run(MERGE.replace("s.w <> 1", "step(s.w) <> 1"));
    assertTrue(Steps.isTaken());
    tables.run(MERGE.replaceAll("\\bt\\b", "o"));
    tables.run("INSERT INTO o PARTITION (p=2) VALUES (5000, 'meanwhile')");
    assertEquals(tables.rows("o"), tables.rows("t"));
  }

  @Tag("nightly")
  @Test
  void aMergeThatACompactionOvertakes_failsAndInsertsNothing() throws Exception {
    make();
    both("INSERT INTO t PARTITION (p=1) SELECT n + 2000, 'more' FROM numbers");
    List<String> before = tables.rows("t");
    Steps.next(
        () -> {
          other.run("ALTER TABLE t PARTITION (p=1) COMPACT 'major'");
          CompactorThreads.work();
        });
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class,
            () ->
                tables.run(
                    "MERGE INTO t USING s ON t.id = s.k"
                        + " WHEN NOT MATCHED THEN INSERT VALUES (step(s.k), 'new', 1)"));
    assertTrue(Steps.isTaken());
    assertTrue(e.getMessage().contains("compacted"), e.getMessage());
    assertEquals(before, tables.rows("t"));
  }
}
