package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.ColumnCacheMXBean;
import dev.cif.cache.ProcessCache;
import dev.cif.hive.CacheHook;
import dev.cif.hive.scan.ScanStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/** The column cache knows what queries will scan, keeps that, and lets go of the rest. */
class CacheHookTest {
  private static final int ROWS = 1000;
  private static final String HOOK = "hive.query.lifetime.hooks";

  @RegisterExtension static final SharedTables hive = SharedTables.shared();
  private static ColumnCacheMXBean cache;

  @BeforeAll
  static void load() throws Exception {
    String rows =
        "SELECT pos AS a, concat('w', pos %% 7) AS b, pos + 1 AS c"
            + " FROM (SELECT posexplode(split(space(%d), ' ')) AS (pos, x)) s";
    hive.run("CREATE TABLE large STORED AS CIF AS " + String.format(rows, ROWS - 1));
    hive.run("CREATE TABLE small STORED AS CIF AS " + String.format(rows, 9));
    cache = ProcessCache.bean();
  }

  @AfterAll
  static void close() throws Exception {
    ProcessCache.empty();
  }

  @BeforeEach
  void cache() throws Exception {
    hive.run("RESET");
    ProcessCache.empty();
    hive.run("SET cif.cache.size=16777216");
    hive.run("SET cif.cache.direct=false");
    hive.run("SET cif.cache.free.memory=0");
    // The second scan of a table would be the first.
    hive.run("SET hive.optimize.shared.work=false");
  }

  private static Path file(String table, String column) throws Exception {
    try (Stream<Path> files = Files.walk(hive.folder(table))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-" + column + ".col"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static boolean has(String table, String column) throws Exception {
    return ProcessCache.has(file(table, column));
  }

  private static long bytesRead() {
    return cache.getBytesPlain() + cache.getBytesDirect();
  }

  private static void expectNoClaims() {
    assertEquals(0, cache.getQueries());
    assertEquals(0, cache.getClaimedBytes());
  }

  @ParameterizedTest
  @EngineSource
  void tableThatIsScannedTwice_isReadOnceAndThenReleasable(Engine engine) throws Exception {
    hive.engine(engine);
    String query =
        "SELECT count(*), max(y.b) FROM large x JOIN large y ON x.a = y.a WHERE x.a % 3 = 0";
    hive.run("SET cif.cache.size=0");
    assertEquals(List.of("334\tw6"), hive.measure(query));
    assertEquals(3, ScanStatistics.total(ScanStatistics.Counter.FILES_OPENED), "a, and a and b");
    hive.run("SET cif.cache.size=16777216");
    long before = bytesRead();
    assertEquals(List.of("334\tw6"), hive.run(query));
    long files = Files.size(file("large", "a")) + Files.size(file("large", "b"));
    assertEquals(files, bytesRead() - before);
    expectNoClaims();
    assertTrue(cache.getBytes() > 0);
    assertEquals(cache.getBytes(), cache.getReleasableBytes());
  }

  @Test
  void filesOfAQueryThatIsOver_goBeforeOlderOnesOfWhichNothingIsKnown() throws Exception {
    hive.run("SET " + HOOK + "=");
    List<String> expected = hive.run("SELECT sum(a) FROM small");
    assertEquals(0, cache.getReleasableBytes());
    hive.run("SET " + HOOK + "=" + CacheHook.class.getName());
    hive.run("SELECT max(b), sum(a) FROM large");
    assertTrue(has("small", "a") && has("large", "a") && has("large", "b"));
    ProcessCache.lack(1);
    ProcessCache.lack(1);
    assertTrue(has("small", "a"));
    assertFalse(has("large", "a") || has("large", "b"));
    assertEquals(expected, hive.run("SELECT sum(a) FROM small"));
    expectNoClaims();
    ProcessCache.lack(1);
    assertEquals(0, cache.getFiles());
  }

  @Test
  void tasksThatKnowTheirJobAlone_releaseWhatIsScanned() throws Exception {
    // In a container, the hook was in another process.
    hive.run("SET " + HOOK + "=");
    hive.run("SET dev.cif.hive.scans.default.large=a=2&b=1");
    hive.run("SELECT sum(a), max(b) FROM large");
    assertEquals(1, cache.getQueries());
    assertTrue(cache.getClaimedBytes() > 0);
    assertTrue(cache.getReleasableBytes() > 0);
    ProcessCache.lack(1);
    assertFalse(has("large", "b"));
    assertTrue(has("large", "a"));
    hive.run("SELECT sum(a) FROM large");
    assertTrue(cache.getClaimedBytes() > 0);
    hive.run("RESET");
    hive.run("SET cif.cache.size=16777216");
    hive.run("SELECT sum(a) FROM large");
    expectNoClaims();
    assertEquals(cache.getBytes(), cache.getReleasableBytes());
  }

  @Test
  void queryThatFails_leavesNoClaims() throws Exception {
    hive.run(Gate.FUNCTION);
    assertThrows(
        HiveStatementException.class,
        () ->
            hive.run(
                "SELECT max(x.b), max(y.b) FROM large x JOIN small y ON x.a = y.a WHERE"
                    + " gate(y.a - 20)"));
    expectNoClaims();
    assertEquals(cache.getBytes(), cache.getReleasableBytes());
    assertThrows(HiveStatementException.class, () -> hive.run("SELECT nothing FROM large"));
    expectNoClaims();
  }

  @Test
  void whatAQueryWillStillScan_outlivesOthersAndIsShared() throws Exception {
    Gate.shut();
    String query =
        "SELECT count(*), sum(l.c) FROM large l JOIN (SELECT a FROM small WHERE gate(a)) s"
            + " ON l.a = s.a";
    try (OtherSession other = new OtherSession()) {
      other.set("cif.cache.size", "16777216");
      other.set("cif.cache.direct", "false");
      other.set("cif.cache.free.memory", "0");
      other.run(Gate.FUNCTION);
      Future<List<String>> answer = other.start(query);
      try {
        Gate.await();
        assertEquals(1, cache.getQueries());
        // The other query has not come to the large table yet; it will not read b.
        assertEquals(List.of("499500\tw6"), hive.run("SELECT sum(a), max(b) FROM large"));
        assertEquals(1, cache.getQueries());
        assertTrue(cache.getClaimedBytes() > 0);
        ProcessCache.lack(1);
        assertFalse(has("large", "b"));
        assertTrue(has("large", "a"));
        // Files that a reader has open stay, whatever others lack.
        ProcessCache.lack(Long.MAX_VALUE >> 1);
        assertFalse(has("large", "a"));
        assertTrue(has("small", "a"));
        hive.run("SELECT sum(a), sum(c) FROM large");
      } finally {
        Gate.open();
      }
      long before = bytesRead();
      assertEquals(List.of("10\t55"), answer.get());
      assertEquals(before, bytesRead());
    }
    expectNoClaims();
    assertEquals(cache.getBytes(), cache.getReleasableBytes());
  }

  @Test
  void sessionWithoutTheCache_tellsNothing() throws IOException, HiveStatementException {
    hive.run("SET cif.cache.size=0");
    hive.run("SELECT sum(a) FROM large");
    expectNoClaims();
    assertEquals(0, cache.getFiles());
  }
}
