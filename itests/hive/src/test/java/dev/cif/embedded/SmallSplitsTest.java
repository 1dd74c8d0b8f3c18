package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many small split-directories are read by few tasks, and are told apart all the same. They are so
 * many that most are planned from a listing.
 */
class SmallSplitsTest {
  private static final int COPIES = 60;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.run("SET hive.exec.dynamic.partition.mode=nonstrict");
    tables.run("SET hive.merge.mapfiles=false");
    tables.run("SET hive.merge.tezfiles=false");
    for (String format : List.of("CIF", "ORC")) {
      tables.run(
          String.format(
              "CREATE TABLE t_%1$s (n int, s string) PARTITIONED BY (d int) STORED AS %1$s",
              format));
      tables.run(
          String.format(
              "INSERT INTO t_%s SELECT n, concat('s', n), n %% 2 FROM numbers WHERE n < 100",
              format));
      copy(Path.of(URI.create(tables.described("t_" + format, "Location:"))));
    }
  }

  /** Copies the split-directory, or file, of each partition. */
  private static void copy(Path table) throws Exception {
    for (String partition : List.of("d=0", "d=1")) {
      Path parent = table.resolve(partition);
      Path first;
      try (Stream<Path> children = Files.list(parent)) {
        first = children.filter(p -> !p.getFileName().toString().startsWith(".")).findAny().get();
      }
      for (int i = 1; i < COPIES; i++) {
        Path copy = parent.resolve(String.format("%06d_9", i));
        try (Stream<Path> files = Files.walk(first)) {
          for (Path file : files.toList()) {
            Files.copy(file, copy.resolve(first.relativize(file).toString()));
          }
        }
      }
    }
  }

  private static String on(String format, String query) {
    return query.replace("$t", "t_" + format);
  }

  @ParameterizedTest
  @EnumSource
  void splits_shareTasks(Engine engine) throws Exception {
    tables.engine(engine);
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      tables.run("DROP TABLE IF EXISTS tasks");
      tables.run("CREATE TABLE tasks STORED AS TEXTFILE AS SELECT n, d FROM t_CIF");
      // Each task writes a file.
      List<String> files = tables.run("SELECT count(DISTINCT INPUT__FILE__NAME) FROM tasks");
      assertTrue(Integer.parseInt(files.get(0)) <= 4, files::toString);
      assertEquals(List.of("6000\t297000"), tables.run("SELECT count(*), sum(n) FROM tasks"));
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @EngineSource
  void queries_haveTheAnswersOfOrc(Engine engine) throws Exception {
    tables.engine(engine);
    for (boolean inBatches : List.of(true, false)) {
      tables.vectorised(inBatches);
      for (String query :
          List.of(
              "SELECT d, count(*), sum(n), max(s) FROM $t GROUP BY d ORDER BY d",
              "SELECT count(*), sum(n) FROM $t WHERE d = 1 AND n > 90",
              "SELECT count(*) FROM $t WHERE n < 0",
              "SELECT d, count(*), sum(n) FROM $t WHERE n BETWEEN 95 AND 97 GROUP BY d ORDER BY d",
              "SELECT count(*), sum(a.n) FROM $t a JOIN $t b ON a.n = b.n + 1",
              "SELECT count(DISTINCT INPUT__FILE__NAME) FROM $t",
              "SELECT d, count(*) FROM (SELECT d, INPUT__FILE__NAME AS f, sum(n) AS s FROM $t"
                  + " GROUP BY d, INPUT__FILE__NAME) x WHERE s = 2450 + 50 * d"
                  + " GROUP BY d ORDER BY d")) {
        assertEquals(tables.once(on("ORC", query)), tables.run(on("CIF", query)), query);
      }
      assertEquals(
          List.of("0\t49\t120\t6000"),
          tables.run(
              "SELECT min(o), max(o), count(DISTINCT f), count(DISTINCT concat(f, ' ', o)) FROM"
                  + " (SELECT INPUT__FILE__NAME AS f, BLOCK__OFFSET__INSIDE__FILE AS o FROM t_CIF)"
                  + " x"));
      // Copies have a row at the same address.
      assertEquals(
          List.of("100"),
          tables.run("SELECT count(DISTINCT d, n, BLOCK__OFFSET__INSIDE__FILE) FROM t_CIF"));
    }
  }

  @Tag("nightly")
  @Test
  void merge_onMr_makesFewSplitsOfMany() throws Exception {
    tables.engine(Engine.MR);
    tables.run("CREATE TABLE merged (n int, s string) STORED AS CIF");
    // About one task a split-directory.
    tables.run("SET mapreduce.input.fileinputformat.split.minsize=400");
    tables.run("SET mapreduce.input.fileinputformat.split.maxsize=400");
    tables.run("SET hive.merge.mapfiles=true");
    try {
      tables.run("INSERT INTO merged SELECT n, s FROM t_CIF WHERE d = 0 AND n < 2");
    } finally {
      tables.run("SET hive.merge.mapfiles=false");
      tables.run("SET mapreduce.input.fileinputformat.split.minsize=1");
      tables.run("SET mapreduce.input.fileinputformat.split.maxsize=256000000");
    }
    assertEquals(
        List.of("60\t1"),
        tables.run("SELECT count(*), count(DISTINCT INPUT__FILE__NAME) FROM merged"));
  }

  @Test
  void merge_onMr_behindReducers_makesOneSplitOfThose() throws Exception {
    tables.engine(Engine.MR);
    tables.run("CREATE TABLE reduced (n int, s string) STORED AS CIF");
    tables.run("SET mapreduce.job.reduces=4");
    String insert =
        "INSERT INTO reduced SELECT n, s FROM t_ORC WHERE d = 0 AND n < 20 DISTRIBUTE BY n";
    try {
      tables.run(insert);
      assertEquals(4, tables.splits("reduced").size());
      tables.run("TRUNCATE TABLE reduced");
      tables.run("SET hive.merge.mapredfiles=true");
      tables.run(insert);
    } finally {
      tables.run("SET hive.merge.mapredfiles=false");
      tables.run("SET mapreduce.job.reduces=-1");
    }
    assertEquals(1, tables.splits("reduced").size(), tables.splits("reduced")::toString);
    assertEquals(
        tables.run("SELECT count(*), sum(n), max(s) FROM t_ORC WHERE d = 0 AND n < 20"),
        tables.run("SELECT count(*), sum(n), max(s) FROM reduced"));
    tables.run("DROP TABLE reduced");
  }
}
