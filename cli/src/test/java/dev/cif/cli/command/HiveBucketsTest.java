package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.join.BucketRows;
import dev.cif.mapreduce.join.BucketSplit;
import dev.cif.mapreduce.join.BucketTables;
import dev.cif.mapreduce.join.Buckets;
import dev.cif.mapreduce.join.HashJoin;
import dev.cif.mapreduce.join.MergeJoin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs join the corresponding buckets of tables that Hive has written as Hive joins the tables. */
@Tag("nightly")
class HiveBucketsTest {
  @TempDir Path folder;

  @Test
  void joinsOfBuckets_answerAsHiveDoes() throws Exception {
    Path home = folder.resolve("home");
    Path script = folder.resolve("make.sql");
    Files.writeString(
        script,
        """
        CREATE TABLE n STORED AS CIF AS
          SELECT pos AS i FROM (SELECT posexplode(split(space(499), ' ')) AS (pos, x)) p;
        CREATE TABLE orders (id INT, who STRING)
          CLUSTERED BY (id) SORTED BY (id) INTO 4 BUCKETS STORED AS CIF;
        INSERT INTO orders SELECT 3 * i, concat('o', i) FROM n;
        CREATE TABLE items (ord INT, what STRING)
          CLUSTERED BY (ord) SORTED BY (ord) INTO 4 BUCKETS STORED AS CIF;
        INSERT INTO items SELECT IF(i % 50 = 0, NULL, 2 * CAST(i / 2 AS INT)), concat('i', i) FROM n;
        CREATE TABLE joined STORED AS CIF AS
          SELECT concat(o.who, ' ', t.what) AS pair FROM orders o JOIN items t ON o.id = t.ord;
        """);
    Run.good("sql", "--home", home, "--engine", "mr", "-f", script);
    Path tables = home.resolve("external");
    Set<String> expected = new TreeSet<>();
    Run.good("cat", home.resolve("external/joined"), "--format", "csv")
        .out()
        .lines()
        .skip(1)
        .forEach(expected::add);
    assertTrue(expected.size() > 100, "pairs: " + expected.size());

    Configuration job = new Configuration();
    BucketTables.add(job, "orders", path(tables, "orders"), "id, who", "id");
    BucketTables.add(job, "items", path(tables, "items"), "ord, what", "ord");
    Set<String> merged = new TreeSet<>();
    Set<String> hashed = new TreeSet<>();
    for (BucketSplit split : BucketSplit.plan(job)) {
      try (Buckets buckets = new Buckets(job, split, (group, name, count) -> {}, () -> {})) {
        MergeJoin join = buckets.merge("orders", "items");
        while (join.next()) {
          for (GenericRecord order : join.rows(0)) {
            join.rows(1).forEach(item -> merged.add(order.get("who") + " " + item.get("what")));
          }
        }
        HashJoin orders = buckets.hash("orders");
        BucketRows items = buckets.rows("items");
        while (items.next()) {
          for (GenericRecord order : orders.matches(items)) {
            hashed.add(order.get("who") + " " + items.row().get("what"));
          }
        }
      }
    }
    assertEquals(expected, merged);
    assertEquals(expected, hashed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mr", "tez"})
  void functionsOfBuckets_areHives(String engine) throws Exception {
    List<String> types =
        List.of("tinyint", "smallint", "int", "bigint", "date", "string", "varchar(12)");
    Path home = folder.resolve("home");
    Path script = folder.resolve("make.sql");
    StringBuilder sql =
        new StringBuilder(
            """
            CREATE TABLE n STORED AS CIF AS
              SELECT IF(pos = 7, NULL, (pos - 50) * IF(pos > 70, 1, 2)) AS i
              FROM (SELECT posexplode(split(space(99), ' ')) AS (pos, x)) p;
            """);
    for (String type : types) {
      for (int version = 1; version <= 2; version++) {
        String value =
            type.equals("date")
                ? "date_add(DATE '1970-01-01', CAST(i AS INT))"
                : "CAST("
                    + (type.contains("r") ? "concat('ö', i * i, 'é')" : "i")
                    + " AS "
                    + type
                    + ")";
        sql.append(
            String.format(
                "CREATE TABLE %s (v STRING, k %s) CLUSTERED BY (k%s) INTO 3 BUCKETS STORED AS CIF"
                    + " TBLPROPERTIES ('bucketing_version'='%d');"
                    + " INSERT INTO %1$s SELECT concat('v', i %% 5), %s FROM n;\n",
                table(type, version), type, version == 1 ? "" : ", v", version, value));
      }
    }
    Files.writeString(script, sql);
    Run.good("sql", "--home", home, "--engine", engine, "-f", script);
    for (String type : types) {
      for (int version = 1; version <= 2; version++) {
        Configuration job = new Configuration();
        job.set(BucketTables.FUNCTION, "hive-" + version);
        org.apache.hadoop.fs.Path table = path(home.resolve("external"), table(type, version));
        BucketTables.add(job, "t", table, "k, v", version == 1 ? "k" : "k, v");
        assertEquals(100, rows(job), type + " " + version);
        job.set(BucketTables.FUNCTION, "hive-" + (3 - version));
        if (!type.equals("tinyint") || version == 2) {
          CifException e = assertThrows(CifException.class, () -> rows(job), type + " " + version);
          assertTrue(e.getMessage().contains("belong to bucket"), e.getMessage());
        }
      }
    }
  }

  private static String table(String type, int version) {
    return type.replaceAll("[^a-z]", "") + "_" + version;
  }

  private static int rows(Configuration job) throws IOException {
    int count = 0;
    for (BucketSplit split : BucketSplit.plan(job)) {
      try (Buckets buckets = new Buckets(job, split, (group, name, n) -> {}, () -> {})) {
        BucketRows rows = buckets.rows("t");
        while (rows.next()) {
          count++;
        }
      }
    }
    return count;
  }

  private static org.apache.hadoop.fs.Path path(Path tables, String name) {
    return new org.apache.hadoop.fs.Path(tables.resolve(name).toUri());
  }
}
