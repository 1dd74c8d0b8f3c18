package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.ChangeHistory;
import dev.cif.format.commit.TableChange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code ALTER TABLE ... EXECUTE ROLLBACK} takes UPDATEs back. */
class RollbackTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
  }

  @AfterEach
  void drop() throws Exception {
    tables.run("DROP TABLE IF EXISTS t");
  }

  private static void make() throws Exception {
    tables.run("CREATE TABLE t (id int, `a b` int) PARTITIONED BY (p int) STORED AS CIF");
    tables.run("INSERT INTO t PARTITION (p) SELECT n, n, n % 2 FROM numbers");
  }

  private static String sums() throws Exception {
    return tables.run("SELECT sum(`a b`), max(`a b`), count(*) FROM t").get(0);
  }

  private static List<ChangeHistory.Entry> history() throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    return ChangeHistory.of(fs, new Path(tables.folder("t").toUri()));
  }

  private static void expectRefused(String sql, String... words) throws Exception {
    String before = sums();
    Exception e = assertThrows(Exception.class, () -> tables.run(sql), sql);
    for (String word : words) {
      assertTrue(String.valueOf(e.getMessage()).contains(word), sql + ": " + e.getMessage());
    }
    assertEquals(before, sums());
  }

  @Test
  void rollback_ofANumberOfUpdates() throws Exception {
    make();
    String first = sums();
    tables.run("UPDATE t SET `a b` = -1 WHERE p = 1");
    String second = sums();
    tables.run("UPDATE t SET `a b` = `a b` * 2");
    tables.run("ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS");
    tables.run("SET hive.compute.query.using.stats=true");
    try {
      tables.run("EXPLAIN ALTER TABLE t EXECUTE ROLLBACK(1)");
      assertEquals(2, history().size());
      tables.run("ALTER TABLE t EXECUTE ROLLBACK(1)");
      assertEquals(second, sums());
      assertEquals(List.of("998"), tables.run("SELECT max(`a b`) FROM t WHERE p = 0 OR p = 1"));
      tables.run("INSERT INTO t PARTITION (p=2) VALUES (5000, 5000)");
      tables.run("ALTER TABLE default.t EXECUTE ROLLBACK(1)");
      tables.run("ALTER TABLE t DROP PARTITION (p=2)");
      assertEquals(first, sums());
    } finally {
      tables.run("SET hive.compute.query.using.stats=false");
    }
    List<ChangeHistory.Entry> history = history();
    assertEquals(4, history.size());
    assertEquals("UPDATE t SET `a b` = -1 WHERE p = 1", history.get(0).origin().statement());
    assertEquals(500, history.get(0).rows());
    assertEquals(1000, history.get(1).rows());
    assertEquals(System.getProperty("user.name"), history.get(0).origin().user());
    assertTrue(history.get(0).origin().program().startsWith("Hive 4."));
    assertEquals("ALTER TABLE t EXECUTE ROLLBACK(1)", history.get(2).origin().statement());
    expectRefused("ALTER TABLE t EXECUTE ROLLBACK(1)", "since the last vacuum there were 0");
  }

  @Test
  void rollback_toATime() throws Exception {
    make();
    tables.run("UPDATE t SET `a b` = -1 WHERE p = 1");
    String then = sums();
    Instant time = Instant.ofEpochMilli(history().get(0).time() + 1);
    Thread.sleep(5);
    tables.run("UPDATE t SET `a b` = 7");
    tables.run("UPDATE t SET `a b` = 8, id = 9");
    String text =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC).format(time)
            + " UTC";
    tables.run("ALTER TABLE t EXECUTE ROLLBACK('" + text + "')");
    assertEquals(then, sums());
    assertEquals(List.of("999"), tables.run("SELECT max(id) FROM t"));
    tables.run("ALTER TABLE t EXECUTE ROLLBACK('" + text + "')");
    assertEquals(then, sums());
  }

  @Tag("nightly")
  @Test
  void whatCannotBeRolledBack_isRefused() throws Exception {
    make();
    tables.run("UPDATE t SET `a b` = 7");
    expectRefused("ALTER TABLE t EXECUTE ROLLBACK(2)", "since the last vacuum there were 1");
    expectRefused("ALTER TABLE t EXECUTE ROLLBACK(0)", "0 is no number of changes");
    expectRefused("ALTER TABLE t EXECUTE EXPIRE_SNAPSHOTS", "ROLLBACK", "bin/cif vacuum");
    FileSystem fs = FileSystem.getLocal(new Configuration());
    TableChange.fold(fs, new Path(tables.folder("t").toUri() + "/p=1"));
    expectRefused("ALTER TABLE t EXECUTE ROLLBACK(1)", "a vacuum has removed");
    TableChange.vacuum(fs, new Path(tables.folder("t").toUri()), Duration.ofMillis(-1));
    expectRefused("ALTER TABLE t EXECUTE ROLLBACK(1)", "since the last vacuum there were 0");
    tables.run("DROP TABLE t");
    tables.run("CREATE TABLE t STORED AS ORC AS SELECT n AS `a b` FROM numbers");
    expectRefused("ALTER TABLE t EXECUTE ROLLBACK(1)", "not supported");
  }
}
