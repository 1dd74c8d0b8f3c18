package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.compact.Compaction;
import dev.cif.format.compact.SplitGroup;
import dev.cif.hive.CifOutputFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A table of Hive's has the same answers before and after its split-directories are joined. */
class CompactTableTest {
  private static final int INSERTS = 4;

  private static CifTables tables;

  @BeforeAll
  static void load() throws Exception {
    tables = CifTables.shared();
    tables.makeNumbers();
    tables.engine(Engine.TEZ);
    tables.run("SET hive.exec.dynamic.partition.mode=nonstrict");
    tables.run("SET hive.merge.tezfiles=false");
    for (String format : List.of("CIF", "ORC")) {
      tables.run(
          String.format(
              "CREATE TABLE p_%1$s (n int, s string) PARTITIONED BY (d int) STORED AS %1$s",
              format));
      tables.run(
          String.format(
              "CREATE TABLE b_%1$s (n int, s string) CLUSTERED BY (n) INTO 2 BUCKETS STORED AS %1$s",
              format));
      for (int i = 0; i < INSERTS; i++) {
        if (i == INSERTS / 2) {
          tables.run("ALTER TABLE p_" + format + " ADD COLUMNS (extra string) CASCADE");
        }
        String more = i < INSERTS / 2 ? "" : ", concat('e', n)";
        String rows = " FROM numbers WHERE n % " + INSERTS + " = " + i;
        tables.run(
            String.format(
                "INSERT INTO p_%s SELECT n, concat('s', n)%s, n %% 3%s", format, more, rows));
        tables.run("INSERT INTO b_" + format + " SELECT n, concat('s', n)" + rows);
      }
    }
    // An older split-directory has no column of this name: its rows read as the default.
    tables.run("ALTER TABLE p_CIF SET TBLPROPERTIES ('cif.default.extra' = 'none')");
  }

  @AfterAll
  static void close() throws Exception {
    tables.close();
  }

  private static void compact(String table) throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    Path folder = new Path(tables.folder(table).toUri());
    try (Compaction compaction =
        Compaction.begin(
            fs,
            folder,
            CifOutputFormat.DEFAULT_SPLIT_SIZE,
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
            "SELECT d, count(*), sum(n), max(s) FROM p_$ GROUP BY d ORDER BY d",
            "SELECT n, s, d FROM p_$ WHERE n BETWEEN 500 AND 520 ORDER BY n",
            "SELECT count(*), min(s) FROM p_$ WHERE d = 1 AND s > 's5'");
    String defaults = "SELECT extra, count(*) FROM p_CIF WHERE n < 8 GROUP BY extra ORDER BY extra";
    expectAnswersOfOrc(queries);
    List<String> before = tables.run(defaults);
    assertEquals("e2\t1", before.get(0));
    assertEquals("none\t4", before.get(before.size() - 1));
    int splits = tables.splits("p_CIF").size();
    compact("p_CIF");
    // Those without the column are joined among themselves.
    assertEquals(6, tables.splits("p_CIF").size(), tables.splits("p_CIF")::toString);
    assertTrue(splits >= 3 * INSERTS);
    expectAnswersOfOrc(queries);
    assertEquals(before, tables.run(defaults));
    for (String format : List.of("CIF", "ORC")) {
      tables.run("INSERT INTO p_" + format + " VALUES (1000, 's1000', 'e1000', 1)");
    }
    expectAnswersOfOrc(queries);
  }

  @Test
  void compact_ofBuckets_keepsThem() throws Exception {
    List<String> queries =
        List.of(
            "SELECT count(*), sum(n), max(s) FROM b_$",
            "SELECT count(*), sum(n) FROM b_$ TABLESAMPLE (BUCKET 2 OUT OF 2 ON n)",
            "SELECT count(*), sum(a.n), max(b.s) FROM b_$ a JOIN b_$ b ON a.n = b.n");
    for (String name :
        List.of("hive.auto.convert.sortmerge.join", "hive.convert.join.bucket.mapjoin.tez")) {
      tables.run("SET " + name + "=true");
    }
    expectAnswersOfOrc(queries);
    assertTrue(tables.splits("b_CIF").size() >= 2 * INSERTS);
    compact("b_CIF");
    assertEquals(2, tables.splits("b_CIF").size(), tables.splits("b_CIF")::toString);
    expectAnswersOfOrc(queries);
  }
}
