package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.TableChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Folders of a table that are named, moved or copied in ways that writers and readers must know.
 */
class FoldersTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @TempDir Path folder;

  @AfterEach
  void drop() throws Exception {
    for (String table : tables.run("SHOW TABLES")) {
      tables.run("DROP TABLE " + table);
    }
  }

  private static TableChange.Vacuumed vacuum(Path table) throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    return TableChange.vacuum(
        fs, new org.apache.hadoop.fs.Path(table.toString()), Duration.ofMillis(-1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"_h", "_"})
  void partitionFolderThatBeginsLikeAHiddenOne_isReadUpdatedAndTidied(String key) throws Exception {
    String h = "`" + key + "`";
    tables.run("CREATE TABLE t (v int) PARTITIONED BY (" + h + " string) STORED AS CIF");
    tables.run("INSERT INTO t PARTITION (" + h + "='1') VALUES (1), (2)");
    tables.run("INSERT INTO t PARTITION (" + h + "='2') VALUES (3)");
    tables.run("UPDATE t SET v = v * 10");
    assertEquals(List.of("10\t1", "20\t1", "30\t2"), tables.rows("t"));
    TableChange.Vacuumed done = vacuum(tables.folder("t"));
    assertEquals(new TableChange.Vacuumed(2, 1, done.bytes()), done);
    assertEquals(List.of("10\t1", "20\t1", "30\t2"), tables.rows("t"));
    tables.run("UPDATE t SET v = v + 1");
    assertEquals(List.of("11\t1", "21\t1", "31\t2"), tables.rows("t"));
    tables.run("INSERT OVERWRITE TABLE t PARTITION (" + h + "='1') VALUES (5)");
    assertEquals(List.of("31\t2", "5\t1"), tables.rows("t"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"_p", "_"})
  void partitionColumnOfTheHandlerThatBeginsLikeAHiddenFolder_isRead(String key) throws Exception {
    Path place = folder.resolve("h");
    tables.run(
        "CREATE EXTERNAL TABLE h (v int, `"
            + key
            + "` string) STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '"
            + place.toUri()
            + "' TBLPROPERTIES ('cif.partition.columns'='"
            + key
            + "')");
    tables.run("INSERT INTO h VALUES (1, 'a'), (2, 'b')");
    tables.run("INSERT INTO h VALUES (3, 'b')");
    assertEquals(List.of("1\ta", "2\tb", "3\tb"), tables.rows("h"));
    tables.run("INSERT OVERWRITE TABLE h VALUES (4, 'b')");
    assertEquals(List.of("1\ta", "4\tb"), tables.rows("h"));
    tables.run("UPDATE h SET v = v * 2");
    vacuum(place);
    assertEquals(List.of("2\ta", "8\tb"), tables.rows("h"));
  }

  /** A table of partitions 1 and 2 with two changes: 11, 12 and 23 are right. */
  private static void makeChanged(String table) throws Exception {
    tables.run("CREATE TABLE " + table + " (v int, s string) PARTITIONED BY (p int) STORED AS CIF");
    tables.run("INSERT INTO " + table + " PARTITION (p=1) VALUES (1, 'a'), (2, 'b')");
    tables.run("INSERT INTO " + table + " PARTITION (p=2) VALUES (3, 'c')");
    tables.run("UPDATE " + table + " SET v = v * 10");
    tables.run("UPDATE " + table + " SET v = v + p WHERE s < 'c'");
    tables.run("UPDATE " + table + " SET s = upper(s) WHERE p = 2");
    assertEquals(CHANGED, tables.rows(table));
  }

  private static final List<String> CHANGED = List.of("11\ta\t1", "21\tb\t1", "30\tC\t2");
  private static final List<String> ONE = List.of("11\ta\t1", "21\tb\t1");
  private static final List<String> TWO = List.of("30\tC\t2");

  @Test
  void exportOfAChangedTable_isImportedAsItWas() throws Exception {
    makeChanged("t");
    tables.run("EXPORT TABLE t TO '" + folder.resolve("all").toUri() + "'");
    tables.run("IMPORT TABLE u FROM '" + folder.resolve("all").toUri() + "'");
    assertEquals(CHANGED, tables.rows("u"));
    tables.run("UPDATE t SET v = -v WHERE p = 2");
    tables.run("EXPORT TABLE t PARTITION (p=2) TO '" + folder.resolve("two").toUri() + "'");
    tables.run("IMPORT TABLE w FROM '" + folder.resolve("two").toUri() + "'");
    assertEquals(List.of("-30\tC\t2"), tables.rows("w"));
    assertEquals(List.of("-30\tC\t2", "11\ta\t1", "21\tb\t1"), tables.rows("t"));

    tables.run("CREATE TABLE flat STORED AS CIF AS SELECT v, s FROM t");
    tables.run("UPDATE flat SET s = concat(s, '!')");
    tables.run("DELETE FROM flat WHERE v = 11");
    tables.run("EXPORT TABLE flat TO '" + folder.resolve("flat").toUri() + "'");
    tables.run("IMPORT TABLE flat2 FROM '" + folder.resolve("flat").toUri() + "'");
    assertEquals(List.of("-30\tC!", "21\tb!"), tables.rows("flat2"));
  }

  @Test
  void partitionOfAChangedTable_isReadWhereItWasExchangedTo() throws Exception {
    makeChanged("t");
    tables.run("CREATE TABLE u LIKE t");
    tables.run("ALTER TABLE u EXCHANGE PARTITION (p=1) WITH TABLE t");
    assertEquals(ONE, tables.rows("u"));
    assertEquals(TWO, tables.rows("t"));
    vacuum(tables.folder("t"));
    assertEquals(ONE, tables.rows("u"));
    assertEquals(TWO, tables.rows("t"));
    tables.run("UPDATE u SET v = v + 1");
    tables.run("DELETE FROM u WHERE v = 12");
    tables.run("ALTER TABLE t EXCHANGE PARTITION (p=1) WITH TABLE u");
    assertEquals(List.of("22\tb\t1", "30\tC\t2"), tables.rows("t"));
    vacuum(tables.folder("u"));
    assertEquals(List.of("22\tb\t1", "30\tC\t2"), tables.rows("t"));
  }

  @Test
  void folderOfAChangedTable_isReadOrRefused_neverReadAsItWasBefore() throws Exception {
    makeChanged("t");
    Path t = tables.folder("t");
    String one = t.resolve("p=1").toUri().toString();
    tables.run("CREATE TABLE u LIKE t");
    // In its place the status files are found.
    tables.run("ALTER TABLE u ADD PARTITION (p=1) LOCATION '" + one + "'");
    assertEquals(ONE, tables.rows("u"));
    tables.run(
        "CREATE EXTERNAL TABLE inner_t (v int, s string) STORED AS CIF LOCATION '" + one + "'");
    assertEquals(List.of("11\ta", "21\tb"), tables.rows("inner_t"));
    tables.run("LOAD DATA INPATH '" + one + "' INTO TABLE u PARTITION (p=3)");
    assertEquals(
        List.of("11\ta\t3", "21\tb\t3"), tables.run("SELECT * FROM u WHERE p = 3 ORDER BY v"));
    tables.run("ALTER TABLE t PARTITION (p=2) RENAME TO PARTITION (p=4)");
    assertEquals(List.of("30\tC\t4"), tables.run("SELECT * FROM t WHERE p = 4"));
    tables.run("ALTER TABLE t RENAME TO renamed");
    assertEquals(List.of("30\tC\t4"), tables.run("SELECT * FROM renamed WHERE p = 4"));

    // Copied by hand, without the status files.
    Path copy = folder.resolve("copy");
    copy(tables.folder("renamed").resolve("p=4"), copy);
    for (String statement :
        List.of(
            "ALTER TABLE u ADD PARTITION (p=5) LOCATION '" + copy.toUri() + "'",
            "ALTER TABLE u PARTITION (p=5) SET LOCATION '" + copy.toUri() + "'")) {
      tables.run(statement);
      String message =
          assertThrows(
                  HiveStatementException.class, () -> tables.run("SELECT * FROM u WHERE p = 5"))
              .getMessage();
      assertTrue(message.contains("was copied or moved without its table"), message);
    }
  }

  private static void copy(Path from, Path to) throws Exception {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }
}
