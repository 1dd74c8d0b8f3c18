package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compaction of insert-only tables, by itself and beside readers and UPDATEs. */
class CompactionTest {
  private static final String INSERT_ONLY =
      "'transactional'='true', 'transactional_properties'='insert_only'";
  private static final int ROWS = 40;

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
  void drop() throws Exception {
    Steps.next(null);
    tables.run("DROP TABLE IF EXISTS t");
    tables.run("DROP TABLE IF EXISTS o");
  }

  /** A statement on the CIF table {@code t}, and then on the ORC table {@code o}. */
  private static void both(String sql) throws Exception {
    tables.run(sql);
    tables.run(sql.replaceAll("\\bt\\b", "o").replace("CIF", "ORC"));
  }

  private static void insert(int part) throws Exception {
    tables.run("INSERT INTO t SELECT n, concat('s', n) FROM numbers WHERE n % 2 = " + part);
  }

  /** A table of all numbers, half of them in each of two deltas. */
  private static void make() throws Exception {
    tables.run(
        "CREATE TABLE t (id int, s string) STORED AS CIF TBLPROPERTIES (" + INSERT_ONLY + ")");
    insert(0);
    insert(1);
  }

  private static void expect(IntFunction<String> text) throws Exception {
    assertEquals(
        IntStream.range(0, ROWS).mapToObj(i -> i + "\t" + text.apply(i)).sorted().toList(),
        tables.rows("t"));
  }

  private static String state() throws Exception {
    return CompactorThreads.states("t").get(0);
  }

  private static void expectSplits(String pattern) throws Exception {
    assertTrue(tables.splits("t").toString().matches(pattern), tables.splits("t")::toString);
  }

  @Test
  void major_leavesABase_asOfOrc_andTheCleanerNothingElse() throws Exception {
    both(
        "CREATE TABLE t (id int, s string) STORED AS CIF TBLPROPERTIES ('cif.sort.by'='id desc', "
            + INSERT_ONLY
            + ")");
    for (int part = 0; part < 2; part++) {
      both("INSERT INTO t SELECT n, concat('s', n) FROM numbers WHERE n % 3 = " + part);
    }
    both("ALTER TABLE t ADD COLUMNS (c int)");
    tables.run("UPDATE t SET c = id * 2 WHERE id < 20");
    tables.run("INSERT OVERWRITE TABLE o SELECT id, s, IF(id < 20, id * 2, c) FROM o");
    both("INSERT INTO t SELECT n, 'new', 7 FROM numbers WHERE n % 3 = 2");
    List<String> rows = tables.rows("o");
    assertEquals(rows, tables.rows("t"));
    both("ALTER TABLE t COMPACT 'major'");
    CompactorThreads.work("hive.execution.engine", "tez");
    CompactorThreads.work();
    assertEquals("MAJOR ready for cleaning", state());
    assertEquals(rows, tables.rows("t"));
    assertEquals(4, tables.splits("t").size(), tables.splits("t")::toString);
    CompactorThreads.cleanAll("t");
    assertEquals("MAJOR succeeded", state());
    expectSplits("\\[base_0000005_v\\d+/000000_0/\\]");
    assertEquals(rows, tables.rows("t"));
    assertEquals(tables.run("SELECT id FROM t ORDER BY id DESC"), tables.run("SELECT id FROM t"));
    assertEquals(rows, tables.rows("o"));
    assertEquals(List.of("40"), tables.run("SELECT count(*) FROM t"));
  }

  @Tag("nightly")
  @Test
  void minor_leavesOneDelta_andAMajorOneBehindItABase() throws Exception {
    make();
    tables.run("ALTER TABLE t COMPACT 'minor'");
    CompactorThreads.work();
    assertEquals("MINOR ready for cleaning", state());
    expect(i -> "s" + i);
    CompactorThreads.cleanAll("t");
    expectSplits("\\[delta_0000001_0000002_v\\d+/\\d+_0/\\]");
    expect(i -> "s" + i);
    tables.run("INSERT INTO t VALUES (-1, 'more')");
    tables.run("ALTER TABLE t COMPACT 'major'");
    CompactorThreads.work();
    CompactorThreads.cleanAll("t");
    expectSplits("\\[base_0000003_v\\d+/000000_0/\\]");
    assertEquals(ROWS + 1, tables.rows("t").size());
  }

  @Tag("nightly")
  @Test
  void partitionsAndBuckets_areCompactedEachByItself() throws Exception {
    tables.run(
        "CREATE TABLE t (id int, s string) PARTITIONED BY (p int) CLUSTERED BY (id) INTO 2 BUCKETS"
            + " STORED AS CIF TBLPROPERTIES ("
            + INSERT_ONLY
            + ")");
    for (int part = 0; part < 2; part++) {
      tables.run(
          "INSERT INTO t PARTITION (p) SELECT n, 'x', n % 2 FROM numbers WHERE n DIV 20 = " + part);
    }
    tables.run("UPDATE t SET s = 'changed' WHERE p = 1 AND id < 9");
    assertEquals(8, tables.splits("t").size());
    List<String> rows = tables.rows("t");
    tables.run("ALTER TABLE t PARTITION (p=1) COMPACT 'major'");
    CompactorThreads.work();
    CompactorThreads.cleanAll("t");
    expectSplits(
        "\\[(p=0/delta_\\S+ ){4}p=1/base_0000003_v\\d+/000000_0/, p=1/base_0000003_v\\d+/000001_0/\\]");
    assertEquals(rows, tables.rows("t"));
    assertEquals(
        List.of("4"),
        tables.run("SELECT count(*) FROM t a JOIN t b ON a.id = b.id WHERE a.s = 'changed'"));
  }

  @Tag("nightly")
  @Test
  void theInitiatorQueuesATableOfManyDeltas_andWhatWasAbortedGoes() throws Exception {
    make();
    Transactions.abort(other, "INSERT INTO t VALUES (5000, 'aborted')");
    assertEquals(3, tables.splits("t").size());
    expect(i -> "s" + i);
    CompactorThreads.initiate("hive.compactor.delta.num.threshold", "1");
    assertEquals("MINOR initiated", state());
    CompactorThreads.work();
    // Rows of an aborted transaction go in a round of their own.
    Instant end = Instant.now().plusSeconds(60);
    while (tables.splits("t").size() > 1 && Instant.now().isBefore(end)) {
      CompactorThreads.clean();
    }
    assertEquals(1, tables.splits("t").size(), tables.splits("t")::toString);
    expect(i -> "s" + i);
  }

  @Test
  void aReaderThatBeganBefore_keepsWhatItReads() throws Exception {
    make();
    Steps.next(
        () -> {
          other.run("ALTER TABLE t COMPACT 'major'");
          CompactorThreads.work();
          other.run("INSERT INTO t VALUES (5000, 'late')");
          CompactorThreads.clean();
        });
    tables.run("SET hive.exec.pre.hooks=" + Steps.Hook.class.getName());
    List<String> rows = tables.run("SELECT count(*), sum(id) FROM t");
    tables.run("SET hive.exec.pre.hooks=");
    assertTrue(Steps.isTaken());
    assertEquals(List.of("40\t780"), rows);
    assertEquals("MAJOR ready for cleaning", state());
    CompactorThreads.cleanAll("t");
    assertEquals("MAJOR succeeded", state());
    assertEquals(ROWS + 1, tables.rows("t").size());
  }

  @Test
  void anUpdateThatACompactionOvertakes_fails_andChangesNothing() throws Exception {
    make();
    Steps.next(
        () -> {
          other.run("ALTER TABLE t COMPACT 'major'");
          CompactorThreads.work();
        });
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class,
            () -> tables.run("UPDATE t SET s = concat('new', step(id))"));
    assertTrue(Steps.isTaken());
    assertTrue(e.getMessage().contains("compacted"), e.getMessage());
    expect(i -> "s" + i);
    CompactorThreads.cleanAll("t");
    expectSplits("\\[base_\\S+\\]");
    tables.run("UPDATE t SET s = concat('new', id)");
    expect(i -> "new" + i);
  }

  /** Before the compaction looks for changes, and when it has written all. */
  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"pre", "post"})
  void anUpdateWhileACompactionWorks_fails_andTheCompactionDoesNot(String when) throws Exception {
    make();
    tables.run("UPDATE t SET s = 'before' WHERE id = 0");
    tables.run("ALTER TABLE t COMPACT 'major'");
    AtomicReference<Exception> fault = new AtomicReference<>();
    Steps.next(
        () -> {
          try {
            other.run("UPDATE t SET s = 'lost'");
          } catch (ExecutionException e) {
            fault.set(e);
          }
        });
    CompactorThreads.work("hive.exec." + when + ".hooks", Steps.Hook.class.getName());
    assertTrue(String.valueOf(fault.get()).contains("compacted"), () -> String.valueOf(fault));
    assertEquals("MAJOR ready for cleaning", state());
    CompactorThreads.cleanAll("t");
    expectSplits("\\[base_\\S+\\]");
    expect(i -> i == 0 ? "before" : "s" + i);
  }

  /** Files of an aborted compaction do not matter to an UPDATE. */
  @Test
  void aCompactionThatFails_isNoneToAnUpdate() throws Exception {
    make();
    tables.run("ALTER TABLE t COMPACT 'major'");
    Steps.next(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    CompactorThreads.work("hive.exec.post.hooks", Steps.Hook.class.getName());
    assertEquals("MAJOR failed", state().substring(0, 12));
    tables.run("UPDATE t SET s = concat('kept', id)");
    expect(i -> "kept" + i);
  }
}
