package dev.cif.itests.sparkhive;

import dev.cif.format.engines.EnginesContract;
import dev.cif.spark.Sessions;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;

/** Spark with CIF's data source, on tables of the metastore, answers as all engines do. */
class MetastoreEnginesTest extends EnginesContract {
  private static SparkSession spark;

  @BeforeAll
  static void open() {
    spark = SparkHive.session().newSession();
    spark.conf().set("spark.sql.catalog.spark_catalog", "dev.cif.spark.CifSessionCatalog");
    Sessions.makeNumbers(spark);
  }

  @Override
  protected Map<String, String> cif() {
    return Map.of("create", "CREATE EXTERNAL TABLE", "using", "", "stored", SparkHive.CIF);
  }

  @Override
  protected Map<String, String> peer() {
    return Map.of("create", "CREATE TABLE", "using", "USING parquet", "stored", "");
  }

  /** Runs a statement; one that creates a table as Hive would. */
  @Override
  protected List<String> run(String sql) {
    boolean isOfHive = sql.startsWith("CREATE") || sql.contains("ADD PARTITION");
    return Sessions.rowsAsHive(isOfHive ? SparkHive.run(sql) : spark.sql(sql));
  }
}
