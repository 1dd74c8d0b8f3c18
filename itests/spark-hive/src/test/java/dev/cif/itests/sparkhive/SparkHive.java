package dev.cif.itests.sparkhive;

import dev.cif.spark.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark in this process, with a metastore of its own in memory: two cores, and three attempts for
 * each task. All tests share it.
 */
final class SparkHive {
  /** Statement's part that makes a table one of CIF, as the guide has it. */
  static final String CIF =
      " ROW FORMAT SERDE 'dev.cif.hive.serde.CifSerDe'"
          + " STORED AS INPUTFORMAT 'dev.cif.hive.CifInputFormat'"
          + " OUTPUTFORMAT 'dev.cif.hive.CifOutputFormat' ";

  static final String METASTORE = "jdbc:derby:memory:cif-spark-hive;create=true";

  private static SparkSession session;

  private SparkHive() {}

  static synchronized SparkSession session() {
    if (session == null) {
      session = create();
    }
    return session;
  }

  private static SparkSession create() {
    try {
      Path home = Files.createTempDirectory("cif-spark-hive");
      home.toFile().deleteOnExit();
      return Sessions.builder()
          .config("spark.sql.datetime.java8API.enabled", "true")
          // ORC goes the way of CIF, by Hive's SerDe.
          .config("spark.sql.hive.convertMetastoreOrc", "false")
          .config("spark.sql.warehouse.dir", home.resolve("warehouse").toUri().toString())
          .config("spark.hadoop.hive.exec.scratchdir", home.resolve("scratch").toString())
          .config("spark.hadoop.hive.exec.dynamic.partition.mode", "nonstrict")
          .config("spark.hadoop.javax.jdo.option.ConnectionURL", METASTORE)
          .config("spark.hadoop.datanucleus.schema.autoCreateAll", "true")
          .config("spark.hadoop.hive.metastore.schema.verification", "false")
          .config("spark.hadoop.hive.stats.autogather", "false")
          .enableHiveSupport()
          .getOrCreate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Dataset<Row> run(String sql) {
    return session().sql(sql);
  }

  /** Runs a statement in the metastore's database. */
  static void metastore(String sql) throws SQLException {
    try (Connection metastore = DriverManager.getConnection(METASTORE);
        Statement statement = metastore.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Returns the number of tables or partitions with statistics by which Hive answers.
   *
   * @param kind TABLE or PARTITION
   */
  static int accurate(String kind) throws SQLException {
    try (Connection metastore = DriverManager.getConnection(METASTORE);
        Statement statement = metastore.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT count(*) FROM APP."
                    + kind
                    + "_PARAMS WHERE PARAM_KEY = 'COLUMN_STATS_ACCURATE'"
                    + " AND PARAM_VALUE LIKE '%BASIC_STATS%true%'")) {
      found.next();
      return found.getInt(1);
    }
  }

  /**
   * Makes a table transactional, as Hive 4 leaves it there; the metastore of 2.3 would refuse the
   * property.
   */
  static void makeTransactional(String table) throws SQLException {
    metastore(
        "INSERT INTO APP.TABLE_PARAMS (TBL_ID, PARAM_KEY, PARAM_VALUE)"
            + " SELECT TBL_ID, 'transactional', 'true' FROM APP.TBLS WHERE TBL_NAME = '"
            + table
            + "'");
    run("REFRESH TABLE " + table);
  }

  /** Runs a query, and returns its rows as {@link Sessions#rows} does. */
  static List<String> rows(String sql) {
    return Sessions.rows(run(sql));
  }
}
