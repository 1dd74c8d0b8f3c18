package dev.cif.itests.sparkhive;

import dev.cif.format.engines.EnginesContract;
import dev.cif.spark.Sessions;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;

/** Spark with CIF's SerDe answers as all engines do. */
class EnginesTest extends EnginesContract {
  private static SparkSession spark;

  @BeforeAll
  static void open() {
    spark = SparkHive.session().newSession();
    Sessions.makeNumbers(spark);
  }

  @Override
  protected Map<String, String> cif() {
    return Map.of("create", "CREATE EXTERNAL TABLE", "using", "", "stored", SparkHive.CIF);
  }

  /** Parquet: Spark's ORC has no names with spaces. */
  @Override
  protected Map<String, String> peer() {
    return Map.of("create", "CREATE TABLE", "using", "USING parquet", "stored", "");
  }

  @Override
  protected List<String> run(String sql) {
    return Sessions.rowsAsHive(spark.sql(sql));
  }
}
