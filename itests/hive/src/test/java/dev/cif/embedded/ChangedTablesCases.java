package dev.cif.embedded;

import static dev.cif.embedded.ChangedTables.ONE;
import static dev.cif.embedded.ChangedTables.P;
import static dev.cif.embedded.ChangedTables.TWO;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Statements that empty, move, replace or join folders of a table after UPDATEs of its columns.
 * Subclasses say in which Hive. Their {@code kinds()} are the tables, and {@code emptied()} those
 * that Hive lets TRUNCATE empty.
 */
abstract class ChangedTablesCases {
  @TempDir Path folder;

  /**
   * Kind of table.
   *
   * @param create first words of its statement
   * @param properties what follows the format
   */
  record Kind(String create, String properties) {
    @Override
    public String toString() {
      return create + properties;
    }
  }

  abstract SharedTables tables();

  /** Returns tables of a kind, changed. */
  ChangedTables changed(Kind kind, boolean isPartitioned) throws Exception {
    tables().run("SET hive.fetch.task.conversion=more");
    return new ChangedTables(tables(), kind.create(), isPartitioned, kind.properties());
  }

  /** With their files, also those of external tables. */
  @AfterEach
  void drop() throws Exception {
    for (String table : tables().run("SHOW TABLES")) {
      if (tables().described(table, "Table Type:").equals("EXTERNAL_TABLE")) {
        tables().run("ALTER TABLE " + table + " SET TBLPROPERTIES ('external.table.purge'='true')");
      }
      tables().run("DROP TABLE " + table);
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("kinds")
  void insertOverwrite_ofAChangedTable_leavesTheNewRows(Kind kind) throws Exception {
    ChangedTables changed = changed(kind, true);
    changed.both("INSERT OVERWRITE TABLE t PARTITION (" + ONE + ") VALUES (7, 'new')");
    changed.changeNumbers();
    changed.both("INSERT OVERWRITE TABLE t PARTITION (" + P + ") SELECT * FROM t");
    changed.both("INSERT INTO t PARTITION (" + ONE + ") VALUES (8, 'x')");
    changed.changeNumbers();
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("kinds")
  void partition_droppedAndAddedAgainOrRenamed_hasTheRowsOfItsFolder(Kind kind) throws Exception {
    ChangedTables changed = changed(kind, true);
    changed.both("ALTER TABLE t DROP PARTITION (" + ONE + ")");
    changed.both("ALTER TABLE t ADD PARTITION (" + ONE + ")");
    changed.both("INSERT INTO t PARTITION (" + ONE + ") VALUES (8, 'x')");
    changed.both("ALTER TABLE t PARTITION (" + TWO + ") RENAME TO PARTITION (" + P + "='a%b')");
    changed.changeNumbers();
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("emptied")
  void truncate_ofAChangedTable_leavesNothing(Kind kind) throws Exception {
    ChangedTables changed = changed(kind, true);
    changed.both("TRUNCATE TABLE t PARTITION (" + ONE + ")");
    changed.both("INSERT INTO t PARTITION (" + ONE + ") VALUES (8, 'x')");
    changed.changeNumbers();
    changed.both("TRUNCATE TABLE t");
    changed.both("INSERT INTO t PARTITION (" + ONE + ") VALUES (9, 'y')");
    changed.changeNumbers();
  }

  /** Hive calls the columns of a directory {@code _col0} and so on, whatever their names were. */
  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("kinds")
  void directoryWrittenFromAChangedTable_hasTheNewValues(Kind kind) throws Exception {
    ChangedTables changed = changed(kind, false);
    for (String[] one : new String[][] {{"t", "CIF"}, {"o", "ORC"}}) {
      String written = folder.resolve(one[1]).toUri().toString();
      tables()
          .run(
              "INSERT OVERWRITE DIRECTORY '"
                  + written
                  + "' STORED AS "
                  + one[1]
                  + " SELECT * FROM "
                  + one[0]);
      tables()
          .run(
              "CREATE EXTERNAL TABLE "
                  + one[0]
                  + "2 (`_col0` int, `_col1` string) STORED AS "
                  + one[1]
                  + " LOCATION '"
                  + written
                  + "'");
    }
    changed.expectSame("SELECT * FROM t2");
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("kinds")
  void table_madeAgainAtItsPlace_hasTheRowsOfItsFolder(Kind kind) throws Exception {
    ChangedTables changed = changed(kind, false);
    changed.makeAgain();
    changed.both("INSERT INTO t VALUES (4, 'd')");
    changed.changeTexts();
    changed.both("INSERT OVERWRITE TABLE t SELECT * FROM t");
  }
}
