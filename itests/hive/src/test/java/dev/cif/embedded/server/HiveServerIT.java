package dev.cif.embedded.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.ColumnCacheMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HiveServer2 as docs/install.md sets it up: a real one, in a process of its own, with Hive's and
 * Hadoop's jars and our one jar; Tez runs its tasks inside of that process.
 */
class HiveServerIT {
  private static final Path JAR = Path.of(System.getProperty("hive.jar"));

  @TempDir Path folder;

  @Test
  void jarOnTheServersClassPath_statementsAndTheirTasksFindIt() throws Exception {
    try (HiveServer server = HiveServer.start(folder, List.of(JAR), JAR.toUri().toString())) {
      server.run("CREATE TABLE t (k int, s string, m map<string,int>) STORED AS CIF");
      server.run(
          "INSERT INTO t SELECT 1, 'one', map('a', 10) UNION ALL SELECT 2, 'two', map('b', 1)");
      assertEquals(List.of("3"), server.run("SELECT sum(k) FROM t"));
      assertEquals(List.of("10"), server.run("SELECT m['a'] FROM t WHERE s < 'p' ORDER BY m['a']"));
      server.run("SET hive.vectorized.execution.enabled=false");
      assertEquals(List.of("12"), server.run("SELECT count(*) + sum(m['a']) FROM t"));
      server.run("SET hive.vectorized.execution.enabled=true");
      columnCache(server);
      storageHandler(server);
      readError(server);
    }
  }

  /** The hook tells the server's cache what a query scans, and that it has ended. */
  private static void columnCache(HiveServer server) throws Exception {
    server.run("SET cif.cache.size=16777216");
    server.run("SET hive.query.lifetime.hooks=dev.cif.hive.CacheHook");
    assertEquals(List.of("3"), server.run("SELECT sum(k) FROM t"));
    long bytes = server.cache(ColumnCacheMXBean::getBytes);
    assertTrue(bytes > 0);
    assertEquals(bytes, server.cache(ColumnCacheMXBean::getReleasableBytes));
    assertEquals(0, server.cache(ColumnCacheMXBean::getQueries));
    long read = server.cache(ColumnCacheMXBean::getRequests);
    assertEquals(List.of("3"), server.run("SELECT sum(k) FROM t"));
    assertEquals(read, server.cache(ColumnCacheMXBean::getRequests));
    server.run("SET cif.cache.size=0");
  }

  /** A table of the storage handler over what table {@code t} has. */
  private void storageHandler(HiveServer server) throws SQLException {
    server.run("SET hive.semantic.analyzer.hook=dev.cif.hive.CifHook");
    server.run(
        "CREATE EXTERNAL TABLE h STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '"
            + folder.resolve("tables/t").toUri()
            + "'");
    server.run("INSERT INTO h SELECT 3, 'three', map('a', 5)");
    server.run("UPDATE h SET k = k * 10 WHERE k < 3");
    server.run("ALTER TABLE h CHANGE s name string");
    assertEquals(List.of("33"), server.run("SELECT sum(k) FROM h"));
    assertEquals(List.of("one"), server.run("SELECT name FROM h WHERE m['a'] = 10"));
    server.run("INSERT OVERWRITE TABLE h SELECT k, upper(name), m FROM h WHERE k > 3");
    assertEquals(List.of("ONE", "TWO"), server.run("SELECT name FROM h ORDER BY name"));
  }

  /** A reader's error is that of its statement alone, though all tasks run in the server. */
  private void readError(HiveServer server) throws Exception {
    server.run("CREATE TABLE damaged STORED AS CIF AS SELECT k, name FROM h");
    try (Stream<Path> files = Files.walk(folder.resolve("tables/damaged"))) {
      for (Path file : files.filter(file -> file.toString().endsWith(".col")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[0] ^= 1;
        Files.delete(file.resolveSibling("." + file.getFileName() + ".crc"));
        Files.write(file, bytes);
      }
    }
    assertThrows(SQLException.class, () -> server.run("SELECT max(name), sum(k) FROM damaged"));
    assertEquals(List.of("1"), server.run("SELECT count(*) FROM (SELECT 5) one"));
    server.run("INSERT INTO t VALUES (5, 'five', map('a', 1))");
    assertEquals(List.of("five"), server.run("SELECT max(name) FROM h WHERE k = 5"));
  }

  /** Hive looks for formats once, with the class path of the first CREATE TABLE. */
  @Test
  void jarAddedAfterATableWasMade_comesTooLate() throws Exception {
    try (HiveServer server = HiveServer.start(folder, List.of(), "")) {
      server.run("CREATE TABLE other (k int)");
      server.run("ADD JAR " + JAR);
      SQLException e =
          assertThrows(
              SQLException.class, () -> server.run("CREATE TABLE t (k int) STORED AS CIF"));
      assertTrue(e.getMessage().contains("Unrecognized file format"), e.getMessage());
    }
  }
}
