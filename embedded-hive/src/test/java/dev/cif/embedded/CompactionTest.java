package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hive.conf.HiveConf;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compaction of insert-only tables: what Hive's does of ORC, it does of CIF. */
class CompactionTest {
  private static final String INSERT_ONLY =
      " TBLPROPERTIES ('transactional'='true', 'transactional_properties'='insert_only')";

  @TempDir static Path folder;
  private static CifTables tables;
  private static OtherSession other;

  @BeforeAll
  static void load() throws Exception {
    tables = CifTables.withTransactions(folder.resolve("hive"));
    other = new OtherSession();
    tables.makeNumbers();
    tables.run("CREATE TEMPORARY FUNCTION step AS '" + Steps.Function.class.getName() + "'");
  }

  @AfterAll
  static void close() throws Exception {
    other.close();
    tables.close();
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

  private static void insert(int part, String into) throws Exception {
    both(
        "INSERT INTO t "
            + into
            + " SELECT n, concat('s', n) FROM numbers WHERE n % 4 = "
            + part);
  }

  private static void expectSame() throws Exception {
    assertEquals(
        tables.run("SELECT * FROM o ORDER BY id, s"), tables.run("SELECT * FROM t ORDER BY id, s"));
  }

  /** Compacts both tables; the state of the CIF table's compaction. */
  private static String compact(String kind, String partition) throws Exception {
    both("ALTER TABLE t " + partition + " COMPACT '" + kind + "'");
    Compaction.work();
    Compaction.work();
    return Compaction.states("t").get(0);
  }

  @Test
  void major_leavesABase_andTheCleanerNothingElse() throws Exception {
    both("CREATE TABLE t (id int, s string) STORED AS CIF" + INSERT_ONLY);
    for (int part = 0; part < 3; part++) {
      insert(part, "");
    }
    both("ALTER TABLE t ADD COLUMNS (c int)");
    tables.run("UPDATE t SET c = id * 2 WHERE id < 500");
    tables.run("INSERT OVERWRITE TABLE o SELECT id, s, IF(id < 500, id * 2, c) FROM o");
    both("INSERT INTO t SELECT n, 'new', 7 FROM numbers WHERE n % 4 = 3");
    expectSame();
    assertEquals("MAJOR ready for cleaning", compact("major", ""));
    expectSame();
    assertEquals(5, tables.splits("t").size(), tables.splits("t")::toString);
    Compaction.clean();
    expectSame();
    assertEquals("MAJOR succeeded", Compaction.states("t").get(0));
    assertTrue(
        tables.splits("t").toString().matches("\\[base_0000005_v\\d+/000000_0/\\]"),
        tables.splits("t")::toString);
    both("INSERT INTO t VALUES (5000, 'last', 1)");
    expectSame();
    assertEquals(List.of("1001"), tables.run("SELECT count(*) FROM t"));
  }

  @Test
  void minor_leavesOneDelta() throws Exception {
    both("CREATE TABLE t (id int, s string) STORED AS CIF" + INSERT_ONLY);
    for (int part = 0; part < 4; part++) {
      insert(part, "");
    }
    assertEquals("MINOR ready for cleaning", compact("minor", ""));
    expectSame();
    Compaction.clean();
    expectSame();
    assertTrue(
        tables.splits("t").toString().matches("\\[delta_0000001_0000004_v\\d+/\\d+_0/\\]"),
        tables.splits("t")::toString);
    // And then all of it.
    insert(0, "");
    assertEquals("MAJOR ready for cleaning", compact("major", ""));
    Compaction.clean();
    expectSame();
    assertEquals(1, tables.splits("t").size(), tables.splits("t")::toString);
  }

  /** What tasks wrote that rolled, too. */
  @Test
  void partitionsAndBuckets_areCompactedEachByItself() throws Exception {
    both(
        "CREATE TABLE t (id int, s string) PARTITIONED BY (p int) CLUSTERED BY (id) INTO 2 BUCKETS"
            + " STORED AS CIF TBLPROPERTIES ('transactional'='true',"
            + " 'transactional_properties'='insert_only', 'cif.split.size'='1000',"
            + " 'cif.block.rows'='100')");
    for (int part = 0; part < 3; part++) {
      insert(part, "PARTITION (p=1)");
      insert(part, "PARTITION (p=2)");
    }
    tables.run("UPDATE t SET s = 'changed' WHERE p = 1 AND id < 100");
    tables.run(
        "INSERT OVERWRITE TABLE o PARTITION (p=1)"
            + " SELECT id, IF(id < 100, 'changed', s) FROM o WHERE p = 1");
    both("INSERT INTO t PARTITION (p=1) VALUES (-1, 'more')");
    final List<String> rest = tables.splits("t").stream().filter(split -> split.startsWith("p=2")).toList();
    assertEquals("MAJOR ready for cleaning", compact("major", "PARTITION (p=1)"));
    Compaction.clean();
    expectSame();
    assertEquals(
        rest, tables.splits("t").stream().filter(split -> split.startsWith("p=2")).toList());
    assertTrue(
        tables.splits("t").stream().noneMatch(split -> split.startsWith("p=1/delta")),
        tables.splits("t")::toString);
    assertEquals(
        tables.run("SELECT count(*) FROM o a JOIN o b ON a.id = b.id WHERE a.p = 1"),
        tables.run("SELECT count(*) FROM t a JOIN t b ON a.id = b.id WHERE a.p = 1"));
  }

  @Test
  void theInitiatorQueuesATableOfManyDeltas_andWhatWasAbortedGoes() throws Exception {
    both("CREATE TABLE t (id int, s string) STORED AS CIF" + INSERT_ONLY);
    for (int part = 0; part < 3; part++) {
      insert(part, "");
    }
    tables.run("SET hive.in.test=true");
    tables.run("SET hive.test.rollbacktxn=true");
    insert(3, "");
    tables.run("SET hive.test.rollbacktxn=false");
    tables.run("SET hive.in.test=false");
    insert(1, "");
    expectSame();
    assertEquals(5, tables.splits("t").size());
    Compaction.initiate("hive.compactor.delta.num.threshold", "2");
    assertEquals(List.of("MINOR initiated"), Compaction.states("t"));
    Compaction.work();
    Compaction.work();
    Compaction.clean();
    expectSame();
    assertEquals(1, tables.splits("t").size(), tables.splits("t")::toString);
  }

  @Test
  void aReaderThatBeganBefore_keepsWhatItReads() throws Exception {
    both("CREATE TABLE t (id int, s string) STORED AS CIF" + INSERT_ONLY);
    insert(0, "");
    insert(1, "");
    Steps.next(
        () -> {
          other.run("ALTER TABLE t COMPACT 'major'");
          Compaction.work();
          other.run("INSERT INTO t SELECT n, 'late' FROM numbers");
          Compaction.clean();
        });
    tables.run("SET hive.exec.pre.hooks=" + Steps.Hook.class.getName());
    List<String> rows = tables.run("SELECT count(*), sum(id), max(s) FROM t");
    tables.run("SET hive.exec.pre.hooks=");
    assertTrue(Steps.isTaken());
    assertEquals(tables.run("SELECT count(*), sum(id), max(s) FROM o"), rows);
    assertEquals("MAJOR ready for cleaning", Compaction.states("t").get(0));
    Compaction.clean();
    assertEquals("MAJOR succeeded", Compaction.states("t").get(0));
    assertEquals(List.of("1500"), tables.run("SELECT count(*) FROM t"));
  }

  @Test
  void anUpdateThatACompactionOvertakes_fails_andChangesNothing() throws Exception {
    both("CREATE TABLE t (id int, s string) STORED AS CIF" + INSERT_ONLY);
    insert(0, "");
    insert(1, "");
    Steps.next(
        () -> {
          other.run("ALTER TABLE t COMPACT 'major'");
          Compaction.work();
        });
    HiveStatementException e =
        assertThrows(
            HiveStatementException.class,
            () -> tables.run("UPDATE t SET s = concat('new ', step(id))"));
    assertTrue(Steps.isTaken());
    assertTrue(e.getMessage().contains("compacted"), e.getMessage());
    expectSame();
    Compaction.clean();
    expectSame();
    tables.run("UPDATE t SET s = concat('new ', id)");
    assertEquals(
        List.of("500"), tables.run("SELECT count(*) FROM t WHERE s = concat('new ', id)"));
  }

  /** Before the compaction looks for changes, and behind that. */
  @ParameterizedTest
  @ValueSource(strings = {"pre", "post"})
  void anUpdateWhileACompactionWorks_fails_andTheCompactionDoesNot(String when) throws Exception {
    both("CREATE TABLE t (id int, s string) STORED AS CIF" + INSERT_ONLY);
    insert(0, "");
    insert(1, "");
    tables.run("UPDATE t SET s = 'before' WHERE id = 0");
    AtomicReference<Exception> fault = new AtomicReference<>();
    tables.run("ALTER TABLE t COMPACT 'major'");
    Steps.next(
        () -> {
          try {
            other.run("UPDATE t SET s = 'lost'");
          } catch (ExecutionException e) {
            fault.set(e);
          }
        });
    HiveConf conf = new HiveConf();
    conf.set("hive.exec." + when + ".hooks", Steps.Hook.class.getName());
    Compaction.work(conf);
    assertTrue(Steps.isTaken());
    assertTrue(String.valueOf(fault.get()).contains("compacted"), () -> String.valueOf(fault));
    assertEquals("MAJOR ready for cleaning", Compaction.states("t").get(0));
    Compaction.clean();
    assertEquals(1, tables.splits("t").size(), tables.splits("t")::toString);
    assertEquals(
        List.of("500\t499"),
        tables.run("SELECT count(*), sum(IF(s = concat('s', id), 1, 0)) FROM t"));
    tables.run("UPDATE t SET s = 'kept'");
    assertEquals(List.of("kept"), tables.run("SELECT DISTINCT s FROM t"));
  }

  /** What was aborted is nobody's, so the UPDATE need not mind it. */
  @Test
  void aCompactionThatFails_isNoneToAnUpdate() throws Exception {
    both("CREATE TABLE t (id int, s string) STORED AS CIF" + INSERT_ONLY);
    insert(0, "");
    insert(1, "");
    tables.run("ALTER TABLE t COMPACT 'major'");
    HiveConf conf = new HiveConf();
    conf.set("hive.exec.post.hooks", Steps.Hook.class.getName());
    Steps.next(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    Compaction.work(conf);
    assertTrue(Compaction.states("t").get(0).startsWith("MAJOR failed"), Compaction.states("t")::toString);
    expectSame();
    tables.run("UPDATE t SET s = 'kept'");
    assertEquals(List.of("kept"), tables.run("SELECT DISTINCT s FROM t"));
  }
}
