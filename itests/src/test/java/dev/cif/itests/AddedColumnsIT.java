package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.itests.Hdfs.File;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A column is added and filled, and HDFS tells what was written for it. */
@ExtendWith(OneCluster.class)
class AddedColumnsIT {
  private static final String TABLE = "/warehouse/external/added.db/pages";

  @Test
  void updateOfAnAddedColumn_writesOneFileASplitAndNothingElse(Cluster cluster) throws Exception {
    try (Session session = cluster.session()) {
      session.run(
          "CREATE DATABASE added",
          "USE added",
          "CREATE TABLE pages (url string, size int) STORED AS CIF",
          "CREATE TABLE orc (url string, size int, host string) STORED AS ORC");
      for (int insert = 0; insert < 2; insert++) {
        String values =
            "VALUES ('http://a.example/" + insert + "', " + insert + "), ('http://b.example/', 10)";
        session.run("INSERT INTO pages " + values);
        session.run(
            "INSERT INTO orc SELECT url, size, parse_url(url, 'HOST') FROM (TABLE("
                + values
                + ") AS v (url, size))");
      }
      List<File> before = cluster.hdfs().files(TABLE);
      Map<String, Long> columnsBefore = columnFiles(before);
      assertEquals(2, columnsBefore.size(), columnsBefore.toString());

      session.run("ALTER TABLE pages ADD COLUMNS (host string)");
      assertEquals(ofRows(before), ofRows(cluster.hdfs().files(TABLE)));
      assertEquals(List.of("0"), session.rows("SELECT count(host) FROM pages"));

      session.run("UPDATE pages SET host = parse_url(url, 'HOST')");
      List<File> after = cluster.hdfs().files(TABLE);
      Map<String, Long> columnsAfter = columnFiles(after);
      assertEquals(columnsBefore.keySet(), columnsAfter.keySet());
      columnsBefore.forEach(
          (split, files) -> assertEquals(files + 1, columnsAfter.get(split), split));
      assertTrue(after.containsAll(before.stream().filter(AddedColumnsIT::isColumn).toList()));

      String all = "SELECT url, size, host FROM %s ORDER BY url, size";
      assertEquals(
          session.rows(String.format(all, "orc")), session.rows(String.format(all, "pages")));
      assertEquals(
          List.of("a.example\t2", "b.example\t2"),
          session.rows("SELECT host, count(*) FROM pages GROUP BY host ORDER BY host"));
    }
  }

  @Test
  void columnsThatAreRenamedAndDropped_keepTheirValues(Cluster cluster) throws Exception {
    try (Session session = cluster.session()) {
      session.run(
          "CREATE DATABASE renamed",
          "USE renamed",
          "CREATE TABLE t (a int, b string, c int) STORED AS CIF",
          "INSERT INTO t VALUES (1, 'x', 10)",
          // The names are swapped.
          "ALTER TABLE t CHANGE a other int",
          "ALTER TABLE t CHANGE b a string",
          "ALTER TABLE t CHANGE other b int",
          "INSERT INTO t VALUES (2, 'y', 20)");
    }
    try (Session session = cluster.session()) {
      session.run("USE renamed");
      assertEquals(
          List.of("1\tx\t10", "2\ty\t20"), session.rows("SELECT b, a, c FROM t ORDER BY b"));
      session.run(
          "ALTER TABLE t REPLACE COLUMNS (b int, a string)", "ALTER TABLE t ADD COLUMNS (c int)");
      assertEquals(
          List.of("1\tx\tnull", "2\ty\tnull"), session.rows("SELECT b, a, c FROM t ORDER BY b"));
      session.run("UPDATE t SET c = b * 100 WHERE a = 'y'");
      assertEquals(
          List.of("1\tx\tnull", "2\ty\t200"), session.rows("SELECT b, a, c FROM t ORDER BY b"));
    }
  }

  /** Files but that which describes the table to readers without a metastore. */
  private static List<File> ofRows(List<File> files) {
    return files.stream().filter(file -> !file.path().endsWith("/_cif_table")).toList();
  }

  private static boolean isColumn(File file) {
    return file.path().endsWith(".col");
  }

  /** Returns the number of column files of each split-directory. */
  private static Map<String, Long> columnFiles(List<File> files) {
    return files.stream()
        .filter(AddedColumnsIT::isColumn)
        .collect(
            Collectors.groupingBy(
                file -> file.path().substring(0, file.path().lastIndexOf('/')),
                TreeMap::new,
                Collectors.counting()));
  }
}
