package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.commit.TableChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Folders of a table that are named, moved or copied in ways that writers and readers must know.
 */
class FoldersTest {
  private static CifTables tables;

  @TempDir Path folder;

  @BeforeAll
  static void open() throws Exception {
    tables = CifTables.shared();
  }

  @AfterAll
  static void close() throws Exception {
    tables.close();
  }

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
}
