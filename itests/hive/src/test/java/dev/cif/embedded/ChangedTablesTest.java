package dev.cif.embedded;

import static dev.cif.embedded.ChangedTables.ONE;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** External tables: their folders may outlive them, with the changes. */
@Tag("nightly")
class ChangedTablesTest extends ChangedTablesCases {
  private static final Kind PURGED = new Kind("CREATE TABLE", "");
  private static final Kind KEPT = new Kind("CREATE EXTERNAL TABLE", "");

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  static Stream<Kind> kinds() {
    return Stream.of(KEPT);
  }

  static Stream<Kind> emptied() {
    return Stream.of(PURGED);
  }

  @Override
  SharedTables tables() {
    return tables;
  }

  @Test
  void partitionsFoundByMsck_haveTheValuesOfTheirFolders() throws Exception {
    ChangedTables changed = changed(KEPT, true);
    tables.run("SET hive.msck.path.validation=ignore");
    changed.both("ALTER TABLE t DROP PARTITION (" + ONE + ")");
    changed.both("MSCK REPAIR TABLE t");
    changed.changeNumbers();
    // Below the same table's status files.
    changed.both("DFS -cp '{t}/p q=_2' '{t}/p q=3'");
    changed.both("MSCK REPAIR TABLE t");
    changed.changeTexts();
  }

  @Test
  void tableOverTheFolderOfAChangedOne_isReadAndChangedAsThatOne() throws Exception {
    ChangedTables changed = changed(KEPT, false);
    changed.both("CREATE EXTERNAL TABLE t2 LIKE t LOCATION '{t}'");
    changed.expectSame("SELECT * FROM t2");
    changed.changeNumbers("t2");
    tables.run("DROP TABLE t2");
    tables.run("DROP TABLE o2");
    changed.changeTexts();
  }

  @Test
  void tableThatIsSetToAnotherFolderAndBack_hasTheRowsOfEach() throws Exception {
    ChangedTables changed = changed(KEPT, false);
    Path t = tables.folder("t");
    Path o = tables.folder("o");
    changed.both("ALTER TABLE t SET LOCATION 'file:{t}-other'");
    changed.both("INSERT INTO t VALUES (5, 'e')");
    changed.changeNumbers();
    tables.run("ALTER TABLE t SET LOCATION '" + t.toUri() + "'");
    tables.run("ALTER TABLE o SET LOCATION '" + o.toUri() + "'");
    changed.changeNumbers();
  }
}
