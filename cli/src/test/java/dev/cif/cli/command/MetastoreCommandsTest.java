package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.Engine;
import dev.cif.embedded.ThriftMetastore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that ask a metastore, beside the Hive that has it. */
class MetastoreCommandsTest {
  @TempDir static Path home;

  private static EmbeddedHive hive;
  private static String metastore;

  @BeforeAll
  static void start() throws Exception {
    hive =
        EmbeddedHive.open(
            EmbeddedHive.Options.temporary(home)
                .withEngine(Engine.MR)
                .withTransactions()
                .withConf("hive.exec.dynamic.partition.mode", "nonstrict"));
    metastore = ThriftMetastore.start();
  }

  @AfterAll
  static void stop() throws Exception {
    hive.close();
  }

  private static void run(String... statements) throws Exception {
    for (String sql : statements) {
      hive.run(sql);
    }
  }

  /** Makes a table as a release without table files has it, and returns its folder. */
  private static Path old(String table) throws Exception {
    run(
        "SET hive.semantic.analyzer.hook=",
        "ALTER TABLE " + table + " UNSET TBLPROPERTIES IF EXISTS ('cif.table.revision')",
        "SET hive.semantic.analyzer.hook=dev.cif.hive.CifHook");
    Path folder = folder(table);
    Files.delete(folder.resolve("_cif_table"));
    return folder;
  }

  private static Path folder(String table) throws IOException {
    try (Stream<Path> below = Files.walk(home)) {
      return below
          .filter(path -> path.endsWith(table + "/_cif_table"))
          .findFirst()
          .orElseThrow()
          .getParent();
    }
  }

  @Test
  void adopt_writesWhatTheMetastoreHas() throws Exception {
    run(
        "CREATE EXTERNAL TABLE pages (id int, url string) PARTITIONED BY (day date) STORED AS CIF",
        "INSERT INTO pages VALUES (1, 'a', '2021-01-01')",
        "ALTER TABLE pages CHANGE url address string",
        "INSERT INTO pages VALUES (2, 'b', '2021-01-02')");
    Path folder = old("pages");
    String out = Run.good("adopt", "default.pages", "--metastore", metastore).out();
    assertTrue(out.contains("2 columns and 1 partition column; written, revision 1"), out);
    assertEquals(
        "id,address,day\n1,a,2021-01-01\n2,b,2021-01-02\n",
        Run.good("cat", folder, "--format", "csv").out());
    out = Run.good("adopt", "default.pages", "--metastore", metastore).out();
    assertTrue(out.contains("as it was, revision 1"), out);
  }

  @Test
  void adopt_saysWhatToDo() {
    String none = Run.bad(1, "adopt", "no.where");
    assertTrue(none.contains("--metastore"), none);
    String folder = Run.bad(2, "adopt", home, "--metastore", metastore);
    assertTrue(folder.contains("give database.table"), folder);
    String types =
        Run.bad(2, "adopt", "default.t", "--metastore", metastore, "--partitions", "day date");
    assertTrue(types.contains("has the types of default.t"), types);
    String missing = Run.bad(1, "adopt", "default.none", "--metastore", metastore);
    assertTrue(missing.contains("table default.none of the metastore at"), missing);
  }

  @Test
  void transactionalTable_isReadByItsMetastore_andShownAsItIs() throws Exception {
    run(
        "CREATE TABLE visits (id int, what string) PARTITIONED BY (day date) STORED AS CIF"
            + " TBLPROPERTIES ('transactional'='true', 'transactional_properties'='insert_only')",
        "INSERT INTO visits VALUES (1, 'old', '2021-01-01'), (2, 'two', '2021-01-02')",
        "INSERT OVERWRITE TABLE visits PARTITION (day='2021-01-01')"
            + " VALUES (1, 'new'), (3, 'three')",
        "ALTER TABLE visits CHANGE what note string");
    Path folder = folder("visits");
    String rows = Run.good("cat", folder, "--format", "csv", "--metastore", metastore).out();
    assertEquals("id,note,day\n1,new,2021-01-01\n3,three,2021-01-01\n2,two,2021-01-02\n", rows);
    assertEquals(
        "id,note,day\n1,new,2021-01-01\n2,two,2021-01-02\n",
        Run.good(
                "get",
                folder,
                "--key",
                "id=1",
                "--key",
                "day=2021-01-02",
                "--format",
                "csv",
                "--metastore",
                metastore)
            .out());
    for (Path part : List.of(folder, folder.resolve("day=2021-01-01"))) {
      String refused = Run.bad(1, "get", part, "--key", "id=1");
      assertTrue(refused.contains("in bin/cif --metastore"), refused);
    }
    // Its files have what was overwritten.
    String meta = Run.good("meta", folder).out();
    assertTrue(meta.contains("4 rows"), meta);
    assertTrue(meta.contains("transactional (insert_only; rows that don't count are among"), meta);
    assertTrue(Run.good("verify", folder).out().contains("4 rows"));
    String joined = Run.bad(1, "compact", folder);
    assertTrue(joined.contains("ALTER TABLE ... COMPACT 'major'"), joined);
  }
}
