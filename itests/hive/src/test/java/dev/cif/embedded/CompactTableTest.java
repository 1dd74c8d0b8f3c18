package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.compact.Compaction;
import dev.cif.format.compact.CompactionPlan;
import dev.cif.format.compact.SplitGroup;
import dev.cif.hive.write.CifRecordWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A table of Hive's has the same answers before and after its split-directories are joined. */
class CompactTableTest {
  private static final List<String> FORMATS = List.of("CIF", "ORC");
  private static final int COPIES = 3;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.engine(Engine.TEZ);
    tables.run("SET hive.exec.dynamic.partition.mode=nonstrict");
    tables.run("SET hive.merge.tezfiles=false");
    for (String format : FORMATS) {
      tables.run(
          String.format(
              "CREATE TABLE p_%1$s (n int, s string) PARTITIONED BY (d int) STORED AS %1$s",
              format));
      tables.run(
          String.format(
              "CREATE TABLE b_%1$s (n int, s string) CLUSTERED BY (n) INTO 2 BUCKETS"
                  + " STORED AS %1$s",
              format));
    }
    insert("p", "n, concat('s', n), n % 2", "n < 100");
    insert("b", "n, concat('s', n)", "n < 100");
    for (String format : FORMATS) {
      copy(tables.folder("p_" + format).resolve("d=0"));
      copy(tables.folder("p_" + format).resolve("d=1"));
      copy(tables.folder("b_" + format));
      tables.run("ALTER TABLE p_" + format + " ADD COLUMNS (extra string) CASCADE");
    }
    insert("p", "n, concat('s', n), concat('e', n % 3), n % 2", "n >= 100");
    insert("p", "n, concat('s', n), concat('e', n % 3), n % 2", "n < 7");
    // An older split-directory has no column of this name: its rows read as the default.
    tables.run("ALTER TABLE p_CIF SET TBLPROPERTIES ('cif.default.extra' = 'none')");
  }

  /** Into the tables of both formats, by one statement. */
  private static void insert(String table, String columns, String where) throws Exception {
    StringBuilder statement = new StringBuilder("FROM numbers");
    for (String format : FORMATS) {
      statement.append(
          String.format(" INSERT INTO %s_%s SELECT %s WHERE %s", table, format, columns, where));
    }
    tables.run(statement.toString());
  }

  /** Copies split-directories, which stands for a second run of the INSERT. */
  private static void copy(Path folder) throws Exception {
    List<Path> all;
    try (Stream<Path> children = Files.list(folder)) {
      all = children.filter(p -> !p.getFileName().toString().startsWith(".")).toList();
    }
    for (Path one : all) {
      for (int i = 1; i <= COPIES; i++) {
        Path copy = folder.resolve(one.getFileName() + "_copy_" + i);
        try (Stream<Path> files = Files.walk(one)) {
          for (Path file : files.toList()) {
            Files.copy(file, copy.resolve(one.relativize(file).toString()));
          }
        }
      }
    }
  }

  private static void compact(String table) throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    var folder = new org.apache.hadoop.fs.Path(tables.folder(table).toUri());
    try (Compaction compaction =
        Compaction.begin(
            fs,
            folder,
            CifRecordWriter.DEFAULT_SPLIT_SIZE,
            CompactionPlan.WORN,
            name -> String.valueOf(Utilities.getBucketIdFromFile(name)))) {
      for (SplitGroup group : compaction.plan().groups()) {
        compaction.join(group, property -> null, (rows, bytes) -> {});
      }
    }
  }

  private static void expectAnswersOfOrc(List<String> queries) throws Exception {
    for (String query : queries) {
      assertEquals(
          tables.run(query.replace("$", "ORC")), tables.run(query.replace("$", "CIF")), query);
    }
  }

  @Test
  void compact_ofPartitions_leavesAllAnswers_defaultsIncluded() throws Exception {
    List<String> queries =
        List.of(
            "SELECT d, count(*), sum(n), max(s) FROM p_$ WHERE s > 's3' GROUP BY d ORDER BY d",
            "SELECT n, s, d FROM p_$ WHERE n BETWEEN 95 AND 105 ORDER BY n, s, d");
    String defaults = "SELECT extra, count(*) FROM p_CIF GROUP BY extra ORDER BY extra";
    List<String> before = tables.run(defaults);
    assertEquals("none\t400", before.get(before.size() - 1));
    assertEquals(2 * (COPIES + 3), tables.splits("p_CIF").size());
    compact("p_CIF");
    // Split-directories without the column are joined among themselves.
    assertEquals(4, tables.splits("p_CIF").size(), tables.splits("p_CIF")::toString);
    expectAnswersOfOrc(queries);
    assertEquals(before, tables.run(defaults));
    insert("p", "n, concat('s', n), concat('e', n), n % 2", "n < 3");
    expectAnswersOfOrc(queries.subList(0, 1));
  }

  @Test
  void compact_ofBuckets_keepsThem() throws Exception {
    List<String> queries =
        List.of("SELECT count(*), sum(a.n), max(b.s) FROM b_$ a JOIN b_$ b ON a.n = b.n");
    for (String name :
        List.of("hive.auto.convert.sortmerge.join", "hive.convert.join.bucket.mapjoin.tez")) {
      tables.run("SET " + name + "=true");
    }
    expectAnswersOfOrc(queries);
    assertEquals(2 * (COPIES + 1), tables.splits("b_CIF").size());
    compact("b_CIF");
    assertEquals(2, tables.splits("b_CIF").size(), tables.splits("b_CIF")::toString);
    expectAnswersOfOrc(queries);
  }
}
