package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifException;
import dev.cif.hive.scan.ScanStatistics;
import dev.cif.hive.scan.ScanStatistics.Counter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/** Insert-only transactional tables: what ORC's do, CIF's do, and UPDATE besides. */
class TransactionsTest {
  private static final String INSERT_ONLY =
      " TBLPROPERTIES ('transactional'='true', 'transactional_properties'='insert_only')";

  /** Files go with the table. */
  private static final String HANDLER =
      " STORED BY 'dev.cif.hive.CifStorageHandler' TBLPROPERTIES ('external.table.purge'='true')";

  @RegisterExtension static final SharedTables tables = SharedTables.withTransactions();
  private static OtherSession other;

  @BeforeAll
  static void load() throws Exception {
    other = new OtherSession();
    tables.run(
        "CREATE TABLE numbers STORED AS TEXTFILE AS"
            + " SELECT pos AS n FROM (SELECT posexplode(split(space(39), ' '))) x");
    tables.run("CREATE TEMPORARY FUNCTION step AS '" + Steps.Function.class.getName() + "'");
  }

  @AfterAll
  static void close() throws Exception {
    other.close();
  }

  @AfterEach
  void putBack() throws Exception {
    Steps.next(null);
    for (String table : List.of("t", "o", "t2", "o2")) {
      tables.run("DROP TABLE IF EXISTS " + table);
    }
  }

  /** A statement on the CIF tables {@code t} and {@code t2}, and then on the ORC tables. */
  private static void both(String sql) throws Exception {
    tables.run(sql);
    tables.run(sql.replaceAll("\\bt(2?)\\b", "o$1").replace("CIF", "ORC"));
    assertEquals(tables.rows("o"), tables.rows("t"), sql);
  }

  private static void make() throws Exception {
    tables.run("CREATE TABLE t (id int, v int) STORED AS CIF" + INSERT_ONLY);
    tables.run("INSERT INTO t SELECT n, n FROM numbers");
  }

  private static List<String> figures() throws Exception {
    return tables.run("SELECT count(*), sum(id), sum(v) FROM t");
  }

  @ParameterizedTest
  @EngineSource
  void insertsOfAllKinds_giveWhatOrcGives(Engine engine) throws Exception {
    tables.engine(engine);
    both(
        "CREATE TABLE t (id int, s string) PARTITIONED BY (p int) CLUSTERED BY (id) INTO 2 BUCKETS"
            + " STORED AS CIF"
            + INSERT_ONLY);
    both("INSERT INTO t PARTITION (p) SELECT n, concat('s', n), n % 3 FROM numbers");
    both("INSERT OVERWRITE TABLE t PARTITION (p=1) SELECT n, 'one' FROM numbers WHERE n < 9");
    both("ALTER TABLE t ADD COLUMNS (c int) CASCADE");
    both(
        "INSERT INTO t PARTITION (p=2) SELECT n, 'a', 1 FROM numbers WHERE n < 2"
            + " UNION ALL SELECT n, 'b', 2 FROM numbers WHERE n > 37");
    both("INSERT OVERWRITE TABLE t PARTITION (p) SELECT n, 'new', n, n % 2 FROM numbers");
    both("TRUNCATE TABLE t PARTITION (p=0)");
    String count = "SELECT p, count(*), sum(c), max(s) FROM t GROUP BY p ORDER BY p";
    assertEquals(tables.run(count.replace(" t ", " o ")), tables.run(count));
    tables.run("CREATE TABLE t2 STORED AS CIF" + INSERT_ONLY + " AS SELECT id, s FROM t");
    assertEquals(tables.run("SELECT id, s FROM o").stream().sorted().toList(), tables.rows("t2"));
    both("TRUNCATE TABLE t");
  }

  /** Readers of folders that ask the metastore for transactions find the rows that Hive finds. */
  @Tag("nightly")
  @Test
  void readersThatAskTheMetastore_haveTheRowsThatCount() throws Exception {
    both("CREATE TABLE t (id int, s string) PARTITIONED BY (p int) STORED AS CIF" + INSERT_ONLY);
    String metastore = ThriftMetastore.start();
    expectCommitted(metastore);
    both("INSERT INTO t PARTITION (p) SELECT n, 'one', n % 3 FROM numbers");
    Transactions.abort(other, "INSERT INTO t PARTITION (p=1) SELECT n + 100, 'lost' FROM numbers");
    both("INSERT INTO t PARTITION (p) SELECT n, 'two', n % 2 FROM numbers WHERE n < 10");
    expectCommitted(metastore);
    both("INSERT OVERWRITE TABLE t PARTITION (p=1) SELECT n, 'new' FROM numbers WHERE n < 5");
    Transactions.abort(other, "INSERT OVERWRITE TABLE t PARTITION (p=0) SELECT 7, 'lost'");
    both("TRUNCATE TABLE t PARTITION (p=2)");
    expectCommitted(metastore);
    both("INSERT INTO t PARTITION (p) SELECT n, 'three', n % 3 FROM numbers WHERE n > 30");
    for (String compaction : List.of("(p=0) COMPACT 'minor'", "(p=1) COMPACT 'major'")) {
      tables.run("ALTER TABLE t PARTITION " + compaction);
      CompactorThreads.work();
      expectCommitted(metastore);
    }
    // A transaction that is open, with all of its rows written.
    AtomicReference<List<String>> meanwhile = new AtomicReference<>();
    Path folder = tables.folder("t");
    Steps.next(() -> meanwhile.set(FolderRows.committed(folder, metastore)));
    tables.run("SET hive.exec.post.hooks=" + Steps.Hook.class.getName());
    tables.run("INSERT INTO t PARTITION (p) SELECT n, 'four', 0 FROM numbers WHERE n > 37");
    tables.run("SET hive.exec.post.hooks=");
    assertEquals(tables.rows("o"), meanwhile.get());
    tables.run("INSERT INTO o PARTITION (p) SELECT n, 'four', 0 FROM numbers WHERE n > 37");
    expectCommitted(metastore);
    Exception e =
        assertThrows(CifException.class, () -> FolderRows.committed(tables.folder("t"), ""));
    assertTrue(e.getMessage().contains("name its metastore"), e.getMessage());
    e =
        assertThrows(
            IOException.class,
            () -> FolderRows.committed(tables.folder("t"), "thrift://localhost:1"));
    assertTrue(e.getMessage().contains("thrift://localhost:1"), e.getMessage());
  }

  private static void expectCommitted(String metastore) throws Exception {
    assertEquals(tables.rows("o"), FolderRows.committed(tables.folder("t"), metastore));
  }

  /** ORC row by row decides: in batches it gives 0 where nobody asks for ROW__ID's numbers. */
  @Tag("nightly")
  @ParameterizedTest
  @YesSource
  void virtualColumns_areThoseOfOrc(boolean numbered) throws Exception {
    both(
        "CREATE TABLE t (id int, s string) PARTITIONED BY (p int, q string)"
            + " CLUSTERED BY (id) INTO 2 BUCKETS STORED AS CIF"
            + INSERT_ONLY.replace(")", ", 'insertonly.fetch.bucketid'='" + numbered + "')"));
    both("INSERT INTO t PARTITION (p, q) SELECT n, 'one', n % 2, 'x y' FROM numbers");
    both(
        "INSERT INTO t PARTITION (p, q) SELECT n, 'two', 1, concat('q', n) FROM numbers WHERE n < 3");
    both("INSERT OVERWRITE TABLE t PARTITION (p=0, q) SELECT n, 'new', NULL FROM numbers");
    for (String query :
        List.of(
            "SELECT row__id, row__is__deleted, id, p, q FROM t",
            "SELECT regexp_extract(input__file__name, '(delta|base)_.*', 0), id, row__id FROM t",
            "SELECT row__id.writeid, row__id.bucketid, row__id.rowid, p, count(*) FROM t"
                + " WHERE row__id.writeid > 1 OR row__id IS NULL"
                + " GROUP BY row__id.writeid, row__id.bucketid, row__id.rowid, p")) {
      tables.vectorised(false);
      List<String> right = tables.run(query.replace("FROM t", "FROM o")).stream().sorted().toList();
      for (String conversion : List.of("none", "more")) {
        tables.run("SET hive.fetch.task.conversion=" + conversion);
        assertEquals(right, tables.run(query).stream().sorted().toList(), query);
      }
      tables.vectorised(true);
      tables.run("SET hive.fetch.task.conversion=none");
      assertEquals(right, tables.run(query).stream().sorted().toList(), query);
      tables.run("SET hive.fetch.task.conversion=more");
    }
  }

  /**
   * By the rows' write ids, which stand some folders above split-directories where many are
   * written.
   */
  @Tag("nightly")
  @ParameterizedTest
  @YesSource
  void materializedView_rebuilt_hasTheRowsThatCameAndThoseThatChanged(boolean inBatches)
      throws Exception {
    tables.vectorised(inBatches);
    tables.run(
        "CREATE TABLE t (id int, v int) STORED AS CIF"
            + INSERT_ONLY.replace(")", ", 'cif.split.size'='1', 'cif.block.rows'='100')"));
    tables.run("INSERT INTO t SELECT n, n FROM numbers");
    tables.run("CREATE MATERIALIZED VIEW mv AS SELECT id, v FROM t WHERE v > 20");
    try {
      String figures = "SELECT count(*), sum(id), sum(v) FROM mv";
      tables.run(
          "INSERT INTO t SELECT pos + 100, pos FROM (SELECT posexplode(split(space(4999), ' '))) x");
      assertTrue(
          tables.splits("t").contains("delta_0000002_0000002_0000/000000_0/000000_0_copy_3/"));
      tables.run("ALTER MATERIALIZED VIEW mv REBUILD");
      assertEquals(List.of("4998\t12995760\t12497860"), tables.run(figures));
      tables.run("UPDATE t SET v = 21 WHERE id < 2 OR id = 139");
      tables.run("ALTER MATERIALIZED VIEW mv REBUILD");
      assertEquals(List.of("5000\t12995761\t12497884"), tables.run(figures));
      tables.run("DELETE FROM t WHERE id < 2 OR id = 5099");
      tables.run("ALTER MATERIALIZED VIEW mv REBUILD");
      assertEquals(List.of("4997\t12990661\t12492843"), tables.run(figures));
    } finally {
      tables.run("DROP MATERIALIZED VIEW mv");
    }
  }

  @Test
  void whatWasAborted_isNotSeen_andAReaderKeepsItsSnapshot() throws Exception {
    make();
    Transactions.abort(other, "INSERT INTO t SELECT n + 100, 1 FROM numbers");
    assertEquals(2, tables.splits("t").size());
    assertEquals(List.of("40\t780\t780"), figures());
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class,
            () ->
                tables.run(
                    "INSERT INTO t SELECT regexp_extract('1', IF(n < 30, '1', '('), 0), 1 FROM numbers"));
    assertTrue(e.getMessage().contains("Unclosed group"), e.getMessage());
    assertEquals(List.of("40\t780\t780"), figures());
    // Between the reader's snapshot and its plan of what to read.
    Steps.next(() -> other.run("INSERT INTO t VALUES (1000, 1000)"));
    tables.run("SET hive.exec.pre.hooks=" + Steps.Hook.class.getName());
    List<String> seen = figures();
    tables.run("SET hive.exec.pre.hooks=");
    assertTrue(Steps.isTaken());
    assertEquals(List.of("40\t780\t780"), seen);
    assertEquals(List.of("41\t1780\t1780"), figures());
  }

  @Test
  void managedTables_areCountedByStatisticsAlone_andUpdateOutdatesThoseOfItsColumns()
      throws Exception {
    tables.run("CREATE TABLE t (id int, v int) PARTITIONED BY (p int) STORED AS CIF" + INSERT_ONLY);
    tables.run("INSERT INTO t PARTITION (p) SELECT n, n, n % 2 FROM numbers");
    tables.run("SET hive.compute.query.using.stats=true");
    tables.run("SET hive.query.results.cache.enabled=true");
    try {
      String query = "SELECT count(*), max(v), max(id) FROM t WHERE p = 1";
      assertEquals(List.of("20\t39\t39"), tables.measure(query));
      assertEquals(0, ScanStatistics.total(Counter.SPLITS));
      tables.run("UPDATE t SET v = v + 100 WHERE id > 30");
      assertEquals(List.of("20\t139\t39"), tables.run(query));
      assertEquals(List.of("40"), tables.measure("SELECT count(*) FROM t"));
      assertEquals(0, ScanStatistics.total(Counter.SPLITS));
      // The cache of results knows by the write id that the table is another.
      tables.run("SET hive.compute.query.using.stats=false");
      String sum = "SELECT sum(v) FROM t";
      assertEquals(List.of("1680"), tables.run(sum));
      assertEquals(List.of("1680"), tables.measure(sum));
      assertEquals(0, ScanStatistics.total(Counter.SPLITS));
      tables.run("UPDATE t SET v = 1");
      assertEquals(List.of("40"), tables.run(sum));
      tables.run("SET hive.compute.query.using.stats=true");
      tables.run("DELETE FROM t WHERE id >= 35");
      assertEquals(List.of("35\t34"), tables.run("SELECT count(*), max(id) FROM t"));
      assertEquals(List.of("35"), tables.run(sum));
    } finally {
      tables.run("SET hive.compute.query.using.stats=false");
      tables.run("SET hive.query.results.cache.enabled=false");
    }
  }

  /** It changes what its snapshot has; rows that come meanwhile are as they were written. */
  @Test
  void update_besideInserts() throws Exception {
    make();
    Transactions.abort(other, "INSERT INTO t VALUES (500, 500)");
    Steps.next(() -> other.run("INSERT INTO t VALUES (1000, 1000)"));
    tables.run("UPDATE t SET v = step(v) * 2");
    assertTrue(Steps.isTaken());
    assertEquals(List.of("41\t1780\t2560"), figures());
    tables.run("UPDATE t SET v = 0 WHERE id = 1000");
    assertEquals(List.of("41\t1780\t1560"), figures());
  }

  /** The second waits for the first, and changes what that has left. */
  @Test
  void twoUpdatesOfAColumn_followEachOther() throws Exception {
    make();
    AtomicReference<Future<List<String>>> second = new AtomicReference<>();
    Steps.next(
        () -> {
          second.set(other.start("UPDATE t SET v = v * 10"));
          Transactions.awaitWaiting(second.get());
        });
    tables.run("UPDATE t SET v = step(v) + 1");
    second.get().get();
    assertEquals(List.of("40\t780\t8200"), figures());
  }

  /** Without locks Hive fails the INSERT when its rows are there, as it does with tables of ORC. */
  @Test
  void addColumnsBesideAnInsert_waitsForIt() throws Exception {
    make();
    AtomicReference<Future<List<String>>> alter = new AtomicReference<>();
    Steps.next(
        () -> {
          alter.set(other.start("ALTER TABLE t ADD COLUMNS (c int)"));
          Transactions.awaitWaiting(alter.get());
        });
    tables.run("INSERT INTO t SELECT n, step(n) FROM numbers");
    alter.get().get();
    assertEquals(List.of("80\t1560\t0"), tables.run("SELECT count(*), sum(v), count(c) FROM t"));
  }

  @Test
  void anUpdateThatFails_changesNothing() throws Exception {
    make();
    assertThrows(
        HiveStatementException.class,
        () -> tables.run("UPDATE t SET v = regexp_extract('1', IF(id < 30, '1', '('), 0)"));
    assertEquals(List.of("40\t780\t780"), figures());
    tables.run("UPDATE t SET v = 1");
    assertEquals(List.of("40\t780\t40"), figures());
  }

  @Test
  void anUpdateWhoseTransactionIsAborted_changesNothing() throws Exception {
    make();
    Steps.next(Transactions::abortOpen);
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class, () -> tables.run("UPDATE t SET v = step(v) + 1"));
    assertTrue(Steps.isTaken());
    assertTrue(e.getMessage().contains("aborted"), e.getMessage());
    assertEquals(List.of("40\t780\t780"), figures());
    tables.run("UPDATE t SET v = v + 1");
    assertEquals(List.of("40\t780\t820"), figures());
  }

  @Test
  void updateWithoutTheHook_isHivesErrorAndAHint() throws Exception {
    tables.run("CREATE TABLE t (id int, v int) STORED AS CIF" + INSERT_ONLY);
    tables.run("CREATE EXTERNAL TABLE t2 (id int, v int) STORED AS CIF");
    tables.run("CREATE EXTERNAL TABLE o (id int, v int)" + HANDLER);
    tables.run("SET hive.semantic.analyzer.hook=");
    Map<String, String> errors =
        Map.of(
            "t", "on table t that is insert-only transactional",
            "t2", "on table t2 that is not transactional",
            "o", "UPDATE needs");
    for (Map.Entry<String, String> error : errors.entrySet()) {
      String update = "UPDATE " + error.getKey() + " SET v = 1";
      String message =
          assertThrows(HiveStatementException.class, () -> tables.run(update)).getMessage();
      assertTrue(message.contains(error.getValue()), message);
      assertTrue(message.contains("hive.semantic.analyzer.hook"), message);
    }
  }

  /** To Hive such a table has no transactions: it has locks, and what CIF commits counts. */
  @ParameterizedTest
  @EngineSource
  void storageHandlersTable_isWrittenAsAcidOrcIs(Engine engine) throws Exception {
    tables.engine(engine);
    tables.run("CREATE EXTERNAL TABLE t (id int, v int)" + HANDLER);
    tables.run(
        "CREATE TABLE o (id int, v int) STORED AS ORC TBLPROPERTIES ('transactional'='true')");
    both("INSERT INTO t SELECT n, n FROM numbers");
    both("UPDATE t SET v = v * 2 WHERE id > 30");
    both("DELETE FROM t WHERE id % 7 = 1 OR v > 70");
    both("INSERT OVERWRITE TABLE t SELECT id, v FROM t WHERE id < 35");
    both("INSERT INTO t SELECT n + 100, 1 FROM numbers WHERE n < 3");
    assertEquals(2, tables.splits("t").size());
    assertThrows(
        HiveStatementException.class,
        () -> tables.run("INSERT OVERWRITE TABLE t SELECT n, assert_true(n < 30) FROM numbers"));
    assertEquals(tables.rows("o"), tables.rows("t"));
  }

  /** Hive does not lock external tables unless it is told to. */
  @Test
  void storageHandlersTable_besideAnUpdate_takesInsertsAndReplacements() throws Exception {
    tables.run("CREATE EXTERNAL TABLE t (id int, v int)" + HANDLER);
    tables.run("INSERT INTO t SELECT n, n FROM numbers");
    Steps.next(() -> other.run("INSERT INTO t VALUES (1000, 1000)"));
    tables.run("UPDATE t SET v = step(v) + 1");
    assertTrue(Steps.isTaken());
    assertEquals(List.of("41\t1780\t1820"), figures());
    Steps.next(() -> other.run("INSERT OVERWRITE TABLE t VALUES (5, 35)"));
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class, () -> tables.run("UPDATE t SET v = step(v) + 1"));
    assertTrue(Steps.isTaken());
    assertTrue(e.getMessage().contains("external/t/"), e.getMessage());
    assertEquals(List.of("1\t5\t35"), figures());
    // Hive cannot abort a change that CIF has committed.
    Transactions.abort(other, "INSERT INTO t VALUES (1, 1)");
    assertEquals(List.of("2\t6\t36"), figures());
  }
}
