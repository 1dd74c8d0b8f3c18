package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.TableOwner;
import dev.cif.format.commit.TableOwner.Adopted;
import dev.cif.format.schema.TableDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A table of a metastore that has no table file gets the one that Hive's hook would write. */
@Tag("nightly")
class AdoptTest {
  private static final String NO_HOOK = "SET hive.semantic.analyzer.hook=";
  private static final String HOOK = NO_HOOK + "dev.cif.hive.CifHook";

  @TempDir static Path folder;

  @RegisterExtension
  static final SharedTables tables =
      SharedTables.withTransactions(
          Map.of(
              "hive.metastore.disallow.incompatible.col.type.changes", "false",
              "hive.exec.dynamic.partition.mode", "nonstrict",
              "hive.fetch.task.conversion", "more"));

  private static String metastore;

  @BeforeAll
  static void start() throws Exception {
    metastore = ThriftMetastore.start();
  }

  @AfterEach
  void dropAll() throws Exception {
    for (String table : List.of("t", "u")) {
      tables.run("DROP TABLE IF EXISTS " + table);
    }
  }

  private static Adopted adopt(String table) throws Exception {
    return adopt(table, metastore);
  }

  /** Adopts a table in a thread that has no session of Hive's. */
  private static Adopted adopt(String table, String uris) throws Exception {
    Configuration conf = new Configuration();
    conf.set("hive.metastore.uris", uris);
    FutureTask<Adopted> adopting = new FutureTask<>(() -> TableOwner.ask(conf, table));
    new Thread(adopting, "adopt").start();
    try {
      return adopting.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failed ? failed : e;
    }
  }

  private static String refusal(String table) {
    return assertThrows(IOException.class, () -> adopt(table)).getMessage();
  }

  /** Runs statements as a release without table files did. */
  private static void withoutHook(String... statements) throws Exception {
    tables.run(NO_HOOK);
    for (String sql : statements) {
      tables.run(sql);
    }
    tables.run(HOOK);
  }

  private static Path file(String table) throws Exception {
    return tables.folder(table).resolve("_cif_table");
  }

  /** Leaves a table as a release without table files has it. */
  private static void forget(String table) throws Exception {
    Files.delete(file(table));
    withoutHook("ALTER TABLE " + table + " UNSET TBLPROPERTIES IF EXISTS ('cif.table.revision')");
  }

  /** Returns the file that the next ALTER TABLE writes, which is none of a column. */
  private static TableDescription ofTheHook(String table) throws Exception {
    Files.delete(file(table));
    tables.run("ALTER TABLE " + table + " SET TBLPROPERTIES ('note'='none of CIF')");
    return FolderRows.described(tables.folder(table));
  }

  @Test
  void oldTable_getsWhatTheHookWrites_andItsRevisionStandsInTheMetastore() throws Exception {
    Path elsewhere = folder.resolve("elsewhere");
    for (String sql :
        List.of(
            "CREATE EXTERNAL TABLE t (a int, b string, c int COMMENT 'see')"
                + " PARTITIONED BY (d date COMMENT 'the day') STORED AS CIF"
                + " TBLPROPERTIES ('external.table.purge'='true', 'cif.codec'='zstd')",
            "INSERT INTO t VALUES (1, 'one', 10, '2021-01-01'), (2, 'two', 20, NULL)",
            "ALTER TABLE t CHANGE b name string",
            "ALTER TABLE t REPLACE COLUMNS (a int, name string)",
            "ALTER TABLE t ADD COLUMNS (c bigint)",
            "ALTER TABLE t SET TBLPROPERTIES ('cif.default.c'='7')",
            "ALTER TABLE t ADD PARTITION (d='2021-01-02') LOCATION '" + elsewhere.toUri() + "'",
            "INSERT INTO t VALUES (3, 'three', 30, '2021-01-02')")) {
      tables.run(sql);
    }
    forget("t");
    Adopted adopted = adopt("default.t");
    assertTrue(adopted.isWritten());
    assertEquals(tables.folder("t").toString(), adopted.folder().toUri().getPath());
    assertEquals("1", tables.described("t", "cif.table.revision"));
    TableDescription written = FolderRows.described(tables.folder("t"));
    assertEquals(adopted.table(), written);
    assertEquals(1, written.revision());
    assertEquals("default.t", written.owner());
    assertEquals(
        List.of("1\tone\t7\t2021-01-01", "2\ttwo\t7\tNULL", "3\tthree\t30\t2021-01-02"),
        FolderRows.rows(tables.folder("t")));
    assertEquals(tables.rows("t"), FolderRows.rows(tables.folder("t")));
    assertFalse(adopt("default.t").isWritten());
    assertEquals("1", tables.described("t", "cif.table.revision"));
    assertEquals(ofTheHook("t"), written.withRevision(2));
    tables.run("ALTER TABLE t CHANGE name b string");
    tables.run("INSERT INTO t VALUES (4, 'four', 40, '2021-01-02')");
    assertEquals(tables.rows("t"), FolderRows.rows(tables.folder("t")));
    assertEquals(4, FolderRows.rows(tables.folder("t")).size());
  }

  @Test
  void transactionalTable_keepsItsStatistics_andItsCommittedRowsAreRead() throws Exception {
    tables.run(
        "CREATE TABLE t (id int, s string) PARTITIONED BY (p int) STORED AS CIF"
            + " TBLPROPERTIES ('transactional'='true', 'transactional_properties'='insert_only')");
    tables.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 2)");
    tables.run("ALTER TABLE t CHANGE s text string");
    tables.run("INSERT OVERWRITE TABLE t PARTITION (p=2) VALUES (4, 'd')");
    forget("t");
    String statistics = tables.described("t", "COLUMN_STATS_ACCURATE");
    assertTrue(adopt("default.t").isWritten());
    assertEquals(statistics, tables.described("t", "COLUMN_STATS_ACCURATE"));
    assertEquals(
        List.of("1\ta\t1", "2\tb\t1", "4\td\t2"),
        FolderRows.committed(tables.folder("t"), metastore));
    TableDescription written = FolderRows.described(tables.folder("t"));
    assertEquals("insert_only", written.transactional());
    assertEquals(ofTheHook("t"), written.withRevision(2));
    tables.run("INSERT INTO t VALUES (5, 'e', 3)");
    assertEquals(tables.rows("t"), FolderRows.committed(tables.folder("t"), metastore));
  }

  @Test
  void changeWithoutTheHook_isFollowed() throws Exception {
    tables.run("CREATE TABLE t (a int, b int) STORED AS CIF");
    tables.run("INSERT INTO t VALUES (1, 2)");
    withoutHook("ALTER TABLE t ADD COLUMNS (c int)", "INSERT INTO t VALUES (3, 4, 5)");
    assertEquals(List.of("1\t2", "3\t4"), FolderRows.rows(tables.folder("t")));
    Adopted adopted = adopt("default.t");
    assertTrue(adopted.isWritten());
    assertEquals(2, adopted.table().revision());
    assertEquals(List.of("1\t2\tNULL", "3\t4\t5"), FolderRows.rows(tables.folder("t")));
  }

  @Test
  void refusals_nameTheTableAndTheReason() throws Exception {
    assertNull(adopt("default.t", ""));
    String none = refusal("default.nothing");
    assertTrue(none.contains("table default.nothing of the metastore at thrift://"), none);
    assertTrue(none.contains("there is no such table"), none);
    tables.run("CREATE TABLE u (a int) STORED AS ORC");
    assertTrue(refusal("default.u").contains("no table of CIF"), refusal("default.u"));
    tables.run("DROP TABLE u");
    tables.run("CREATE TABLE u (a int) STORED AS CIF TBLPROPERTIES ('cif.table.file'='false')");
    assertTrue(refusal("default.u").contains("cif.table.file is false"), refusal("default.u"));
    Exception down =
        assertThrows(IOException.class, () -> adopt("default.u", "thrift://localhost:1"));
    assertTrue(down.getMessage().contains("thrift://localhost:1"), down.getMessage());
  }

  @Test
  void fileOfAnotherTableOrOfALaterState_stays() throws Exception {
    tables.run("CREATE TABLE t (a int, b int) STORED AS CIF");
    tables.run("INSERT INTO t VALUES (1, 2)");
    tables.run(
        "CREATE EXTERNAL TABLE u (a int) STORED AS CIF LOCATION '"
            + tables.folder("t").toUri()
            + "'");
    assertTrue(refusal("default.u").contains("is of table default.t"), refusal("default.u"));
    tables.run("ALTER TABLE t CHANGE b c int");
    withoutHook(
        "ALTER TABLE t CHANGE c b int",
        "ALTER TABLE t SET TBLPROPERTIES ('cif.table.revision'='1')");
    String file = Files.readString(file("t"));
    assertTrue(refusal("default.t").contains("restored from an older state"));
    assertEquals(file, Files.readString(file("t")));
    assertEquals("1", tables.described("t", "cif.table.revision"));
    Files.writeString(file("t"), "CIFT1 2 00000000\n{}\n");
    assertTrue(refusal("default.t").contains("remove it"), refusal("default.t"));
  }
}
