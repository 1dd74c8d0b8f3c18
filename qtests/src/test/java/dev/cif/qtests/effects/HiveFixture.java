package dev.cif.qtests.effects;

import dev.cif.cli.hive.EmbeddedHive;
import dev.cif.cli.hive.EmbeddedHive.Options;
import dev.cif.cli.hive.Engine;
import dev.cif.cli.hive.HiveStatementException;
import dev.cif.cli.io.CountingFileSystem;
import dev.cif.cli.io.Reads;
import dev.cif.hive.ScanStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** An embedded Hive on one engine, whose reads of the local file system are counted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HiveFixture {
  @TempDir static Path home;

  private final Engine engine;
  private EmbeddedHive hive;

  HiveFixture(Engine engine) {
    this.engine = engine;
  }

  @BeforeAll
  void openHive() throws IOException {
    // Cached file systems of an earlier class would not count.
    FileSystem.closeAll();
    Path jars = Path.of("target", "hive-jars").toAbsolutePath();
    hive =
        EmbeddedHive.open(
            Options.temporary(home.resolve(getClass().getSimpleName()))
                .withEngine(engine)
                .withConf(CountingFileSystem.SETTING, CountingFileSystem.class.getName())
                .withConf("hive.jar.directory", jars.toString())
                .withConf("hive.user.install.directory", jars.toString())
                .withConf("hive.stats.column.autogather", "false")
                .withConf("hive.compute.query.using.stats", "false")
                .withConf("hive.fetch.task.conversion", "none")
                .withConf("hive.exec.dynamic.partition.mode", "nonstrict"));
  }

  @AfterAll
  void closeHive() throws IOException {
    if (hive != null) {
      hive.close();
    }
    FileSystem.closeAll();
  }

  @BeforeEach
  void vectorise() throws HiveStatementException {
    vectorised(true);
  }

  void vectorised(boolean on) throws HiveStatementException {
    run("SET hive.vectorized.execution.enabled=" + on);
  }

  Engine engine() {
    return engine;
  }

  /** Runs a statement and gives its rows as tab-separated text. */
  List<String> run(String sql) throws HiveStatementException {
    return hive.run(sql).lines();
  }

  /** Runs a query after setting all counts to 0. */
  List<String> measure(String sql) throws HiveStatementException {
    Reads.reset();
    ScanStatistics.reset();
    return run(sql);
  }

  long count(ScanStatistics.Counter counter) {
    return ScanStatistics.total(counter);
  }

  /** Values decoded by a query. */
  long decoded(String sql) throws HiveStatementException {
    measure(sql);
    return count(ScanStatistics.Counter.VALUES_DECODED);
  }

  /** The folder of a table. */
  Path folder(String table) {
    return home.resolve(getClass().getSimpleName()).resolve("warehouse").resolve(table);
  }

  /** What the last measured query read of a table. */
  Reads reads(String table) {
    return Reads.now().under(new org.apache.hadoop.fs.Path(folder(table).toUri()));
  }

  /** The names of the column files of a table that the last measured query opened. */
  TreeSet<String> columnFilesOpened(String table) {
    return reads(table).files().stream()
        .map(file -> file.path().substring(file.path().lastIndexOf('/') + 1))
        .filter(name -> name.endsWith(".col"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** All files of a table, by path below its folder; checksum files of Hadoop's left out. */
  TreeSet<String> files(String table) throws IOException {
    Path folder = folder(table);
    if (!Files.exists(folder)) {
      return new TreeSet<>();
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .filter(file -> !file.endsWith(".crc"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The split-directories of a table, by path below its folder. */
  TreeSet<String> splits(String table) throws IOException {
    return files(table).stream()
        .filter(file -> file.endsWith("schema.cif"))
        .map(file -> file.substring(0, file.length() - "schema.cif".length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Bytes of a table's files of a name. */
  long bytes(String table, String name) throws IOException {
    return files(table).stream()
        .filter(file -> file.endsWith("/" + name))
        .mapToLong(
            file -> {
              try {
                return Files.size(folder(table).resolve(file));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .sum();
  }
}
