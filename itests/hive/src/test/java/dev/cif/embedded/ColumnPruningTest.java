package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cif.embedded.io.CountingFileSystem;
import dev.cif.embedded.io.FileRead;
import dev.cif.embedded.io.Reads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query opens exactly the files of the columns that it names. */
class ColumnPruningTest {
  @TempDir static Path folder;
  private static EmbeddedHive hive;

  @BeforeAll
  static void load() throws Exception {
    SharedTables.closeShared();
    // Tests before this one may have left another file system in Hadoop's cache.
    FileSystem.closeAll();
    Configuration conf = new Configuration();
    CountingFileSystem.register(conf);
    assertInstanceOf(CountingFileSystem.class, FileSystem.getLocal(conf));
    hive =
        EmbeddedHive.open(
            EmbeddedHive.Options.temporary(folder.resolve("hive"))
                .withConf(CountingFileSystem.SETTING, CountingFileSystem.class.getName())
                .withConf("hive.compute.query.using.stats", "false"));
    hive.run("CREATE TABLE seed (n int)");
    hive.run("INSERT INTO seed VALUES (1), (2), (3)");
    hive.run(
        "CREATE TABLE t STORED AS CIF TBLPROPERTIES ('cif.layout.m'='dcsl') AS SELECT n AS a,"
            + " concat('s', n) AS b, map('k', n) AS m, array(n) AS l,"
            + " named_struct('x', n, 'y', 'z') AS st FROM seed");
  }

  @AfterAll
  static void close() throws Exception {
    hive.close();
  }

  private static Set<String> opened(String query) throws Exception {
    Reads.reset();
    hive.run(query);
    Set<String> names = new TreeSet<>();
    for (FileRead read : Reads.now().files()) {
      Path file = Path.of(read.path());
      if (Files.exists(file.resolveSibling("schema.cif"))) {
        names.add(file.getFileName().toString());
      }
    }
    return names;
  }

  @Test
  void oneColumn_opensOneColumnFile() throws Exception {
    assertEquals(Set.of("1-a.col", "schema.cif"), opened("SELECT sum(a) FROM t"));
    assertEquals(Set.of("2-b.col", "schema.cif"), opened("SELECT b FROM t"));
  }

  @Test
  void predicateAndResult_openTheFilesOfBoth() throws Exception {
    assertEquals(
        Set.of("1-a.col", "3-m.col", "schema.cif"),
        opened("SELECT m['k'] FROM t WHERE a > 1 GROUP BY m['k']"));
  }

  @Test
  void countStar_opensNoColumnFile() throws Exception {
    assertEquals(Set.of("schema.cif"), opened("SELECT count(*) FROM t"));
  }

  @Test
  void predicateThatNoBlockCanMeet_readsNoColumn() throws Exception {
    assertEquals(Set.of("schema.cif"), opened("SELECT max(b) FROM t WHERE a > 1000000"));
  }

  @Test
  void allColumns_openAllFiles() throws Exception {
    assertEquals(6, opened("SELECT * FROM t").size());
  }

  @Test
  void columnCache_opensNoColumnFileASecondTime() throws Exception {
    String query = "SELECT max(b), sum(a), max(m['k']) FROM t";
    List<String> expected = hive.run(query).lines();
    hive.run("SET cif.cache.size=1048576");
    hive.run("SET cif.cache.direct=false");
    try {
      for (boolean vectorized : new boolean[] {true, false}) {
        hive.run("SET hive.vectorized.execution.enabled=" + vectorized);
        assertEquals(expected, hive.run(query).lines());
        assertEquals(Set.of("schema.cif"), opened(query));
      }
    } finally {
      hive.run("SET hive.vectorized.execution.enabled=true");
      hive.run("SET cif.cache.size=0");
    }
    assertEquals(Set.of("1-a.col", "2-b.col", "3-m.col", "schema.cif"), opened(query));
  }
}
