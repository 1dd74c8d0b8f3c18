package dev.cif.spark;

import dev.cif.format.engines.EnginesContract;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;

/** Spark with CIF's data source answers as all engines do. */
class EnginesTest extends EnginesContract {
  private static SparkSession spark;

  @BeforeAll
  static void open() {
    spark = Sessions.withCatalog();
    // Hive's TIMESTAMP is this type of Spark's.
    spark.conf().set("spark.sql.timestampType", "TIMESTAMP_NTZ");
    Sessions.makeNumbers(spark);
  }

  @Override
  protected Map<String, String> cif() {
    return Map.of("create", "CREATE TABLE", "using", "USING cif", "stored", "");
  }

  @Override
  protected Map<String, String> peer() {
    return Map.of("create", "CREATE TABLE", "using", "USING parquet", "stored", "");
  }

  @Override
  protected List<String> run(String sql) {
    return Sessions.rowsAsHive(spark.sql(sql));
  }

  /** Does nothing, as the folders tell. */
  @Override
  protected void addPartitions(String table) {}
}
