package dev.cif.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Application that uses the packaged jar in a stock Spark, with code of each codec. */
public final class SparkJarProbe {
  private SparkJarProbe() {}

  /**
   * Writes and reads tables.
   *
   * @param args folder for them
   */
  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().getOrCreate();
    StringBuilder codecs = new StringBuilder();
    long count = 0;
    long sum = 0;
    for (String codec : new String[] {"zstd", "lz4"}) {
      String path = args[0] + "/" + codec;
      spark
          .range(100)
          .selectExpr("id", "concat('text of the row ', id) AS s")
          .write()
          .format("cif")
          .option("cif.layout", "block")
          .option("cif.compression", codec)
          .save(path);
      Dataset<Row> table = spark.read().format("cif").load(path);
      Row found = table.where("s LIKE 'text%'").selectExpr("count(*)", "sum(id)").first();
      count = found.getLong(0);
      sum = found.getLong(1);
      codecs.append(codec).append(' ');
    }
    System.out.println("PROBE " + count + " " + sum + " " + codecs + "ok");
    spark.stop();
  }
}
