package dev.cif.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Spark in this process, one for all tests: two cores, and three attempts for each task. Tests of
 * other modules begin theirs by {@link #builder}.
 */
public final class Sessions {
  private static SparkSession session;

  private Sessions() {}

  /** Returns the session that tests share. */
  static synchronized SparkSession shared() {
    if (session == null) {
      session = create();
    }
    return session;
  }

  /** Returns a builder with the settings of all tests. */
  public static SparkSession.Builder builder() {
    return SparkSession.builder()
        .master("local[2,3]")
        .appName("cif-tests")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.sql.adaptive.enabled", "false")
        // Most queries are short: compiling them would take longer.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN");
  }

  private static SparkSession create() {
    try {
      Path warehouse = Files.createTempDirectory("cif-spark-warehouse");
      warehouse.toFile().deleteOnExit();
      return builder()
          // A cached table leaves out NaN by its statistics.
          .config("spark.sql.inMemoryColumnarStorage.partitionPruning", "false")
          .config("spark.sql.session.timeZone", "America/Los_Angeles")
          .config("spark.sql.warehouse.dir", warehouse.toUri().toString())
          .getOrCreate();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Returns a new session with our catalog, which shares the tables of others. */
  static SparkSession withCatalog() {
    SparkSession other = shared().newSession();
    other.conf().set("spark.sql.catalog.spark_catalog", CifSessionCatalog.class.getName());
    return other;
  }

  /** Returns true on Spark 4, whose own catalog knows our tables. */
  static boolean isSpark4() {
    return shared().version().startsWith("4.");
  }

  /** Returns each row as JSON, in which all values can be told from others, sorted. */
  public static List<String> rows(Dataset<?> data) {
    Map<String, String> exact =
        Map.of(
            "ignoreNullFields", "false",
            "timestampFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX",
            "timestampNTZFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS");
    Dataset<Row> json =
        data.toDF().select(functions.to_json(functions.struct(functions.col("*")), exact));
    return json.collectAsList().stream().map(row -> row.getString(0)).sorted().toList();
  }
}
