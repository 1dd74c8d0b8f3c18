package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Statements of a client of JDBC, whose tasks Tez runs on YARN; answers are those of ORC. */
@ExtendWith(OneCluster.class)
class TablesIT {
  /** Rows of all kinds of values; NULLs among them. */
  private static final String ROWS =
      "SELECT i AS id, if(i % 7 = 0, NULL, concat('name-', i % 100)) AS name,"
          + " CAST(i / 8 AS decimal(9,3)) AS price, map('a', i % 5, concat('k', i % 3), i) AS marks,"
          + " array(i, i + 1) AS next, named_struct('x', i, 'y', repeat('y', i % 4)) AS point,"
          + " date_add(date '2024-02-28', i % 400) AS day, i % 4 AS part"
          + " FROM (SELECT pos AS i FROM (SELECT 1 AS one) s"
          + " LATERAL VIEW posexplode(split(space(4999), ' ')) p AS pos, word) numbers";

  private static final List<String> QUERIES =
      List.of(
          "SELECT part, count(*), min(name), max(price), sum(marks['a']), count(name) FROM %s"
              + " GROUP BY part ORDER BY part",
          "SELECT * FROM %s WHERE point.x BETWEEN 700 AND 705 AND marks['k1'] IS NOT NULL"
              + " ORDER BY id",
          "SELECT a.id, b.day FROM %1$s a JOIN %1$s b ON a.id = b.id + 4000 WHERE b.name LIKE"
              + " 'name-9%%' ORDER BY a.id LIMIT 20");

  @Test
  void insertCtasAndPartitions_answersAreOrcs(Cluster cluster) throws Exception {
    try (Session session = cluster.session()) {
      session.run(
          "CREATE DATABASE answers",
          "USE answers",
          "CREATE TABLE orc STORED AS ORC AS " + ROWS,
          "CREATE TABLE inserted LIKE orc STORED AS CIF",
          "INSERT INTO inserted SELECT * FROM orc WHERE id < 2500",
          "INSERT INTO inserted SELECT * FROM orc WHERE id >= 2500",
          "CREATE TABLE ctas STORED AS CIF AS SELECT * FROM orc",
          "CREATE TABLE parts (id int, name string, price decimal(9,3), marks map<string,int>,"
              + " next array<int>, point struct<x:int,y:string>, day date)"
              + " PARTITIONED BY (part int) STORED AS CIF",
          "INSERT INTO parts SELECT * FROM orc");
      for (String query : QUERIES) {
        List<String> expected = session.rows(String.format(query, "orc"));
        assertTrue(!expected.isEmpty(), query);
        for (String table : List.of("inserted", "parts")) {
          assertEquals(expected, session.rows(String.format(query, table)), query + " of " + table);
        }
      }
      assertEquals(
          session.rows("SELECT * FROM orc WHERE id % 50 = 7 ORDER BY id"),
          session.rows("SELECT * FROM ctas WHERE id % 50 = 7 ORDER BY id"));
      assertEquals(
          List.of("part=0", "part=1", "part=2", "part=3"), session.rows("SHOW PARTITIONS parts"));
      session.run(
          "INSERT OVERWRITE TABLE parts PARTITION (part=1) VALUES"
              + " (-1, 'only', 1.5, map('a', 1), array(1), named_struct('x', 1, 'y', 'y'),"
              + " date '2024-01-01')");
      assertEquals(
          List.of("1\t-1"), session.rows("SELECT count(*), sum(id) FROM parts WHERE part = 1"));
      assertEquals(List.of("1250"), session.rows("SELECT count(*) FROM parts WHERE part = 2"));
    }
  }
}
