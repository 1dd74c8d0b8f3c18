package dev.cif.spark;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

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

  /** Makes a view {@code numbers} with a column {@code n} of 0 to 199. */
  public static void makeNumbers(SparkSession spark) {
    spark
        .sql("SELECT CAST(id AS INT) AS n FROM range(0, 200, 1, 1)")
        .createOrReplaceTempView("numbers");
  }

  /** Returns the rows as Hive prints them, with tabs between the columns. */
  public static List<String> rowsAsHive(Dataset<Row> data) {
    ZoneId zone = ZoneId.of(data.sparkSession().conf().get("spark.sql.session.timeZone"));
    List<String> rows = new ArrayList<>();
    for (Row row : data.collectAsList()) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        cells.add(row.isNullAt(i) ? "NULL" : text(row.get(i), zone));
      }
      rows.add(String.join("\t", cells));
    }
    return rows;
  }

  /** Returns a value as Hive does: those within others as JSON. */
  private static String text(Object value, ZoneId zone) {
    if (value instanceof Instant moment) {
      return text(LocalDateTime.ofInstant(moment, zone), zone);
    }
    if (value instanceof Timestamp moment) {
      return text(moment.toInstant(), zone);
    }
    if (value instanceof LocalDateTime time) {
      return time.format(MICROS);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof Row struct) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < struct.size(); i++) {
        fields.add('"' + struct.schema().fieldNames()[i] + "\":" + json(struct.get(i), zone));
      }
      return "{" + String.join(",", fields) + "}";
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      List<String> entries = new ArrayList<>();
      for (Object entry : each(map)) {
        scala.Tuple2<?, ?> both = (scala.Tuple2<?, ?>) entry;
        entries.add(json(both._1(), zone) + ":" + json(both._2(), zone));
      }
      return "{" + String.join(",", entries) + "}";
    }
    if (value instanceof scala.collection.Iterable<?> array) {
      List<String> elements = new ArrayList<>();
      for (Object element : each(array)) {
        elements.add(json(element, zone));
      }
      return "[" + String.join(",", elements) + "]";
    }
    return value.toString();
  }

  private static List<Object> each(scala.collection.Iterable<?> all) {
    List<Object> list = new ArrayList<>();
    scala.collection.Iterator<?> each = all.iterator();
    while (each.hasNext()) {
      list.add(each.next());
    }
    return list;
  }

  private static String json(Object value, ZoneId zone) {
    if (value == null) {
      return "null";
    }
    boolean isQuoted =
        value instanceof String || value instanceof LocalDate || value instanceof Date;
    return isQuoted ? '"' + value.toString() + '"' : text(value, zone);
  }
}
