package dev.cif.bench.hive.changes;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tables of the benchmark: a wide table in each format, and tables of keys with new values.
 *
 * <p>The values of a row follow from its number by multiplications and shifts that Spark computes
 * alike, so that {@code bench/spark/changes.py} makes the same rows. Not thread-safe.
 */
final class WideTables {
  /** Columns that a change sets: a text, an INT and a DECIMAL, of 11, 15 and 17 bits. */
  static final List<Integer> SET = List.of(7, 11, 13);

  private static final int KINDS = 5;
  private static final long MILLION = 1_000_000;

  private final EmbeddedHive hive;
  private final long rows;
  private final int columns;
  private final int files;

  /**
   * Takes what all tables have in common.
   *
   * @param columns number of columns, at least 14
   * @param files number of files, or split-directories, of a wide table
   */
  WideTables(EmbeddedHive hive, long rows, int columns, int files) {
    this.hive = hive;
    this.rows = rows;
    this.columns = columns;
    this.files = files;
  }

  /** Returns the name of a format's unchanged table. */
  String name(String format) {
    return "wide_" + rows + "_" + columns + "_" + files + "_" + format;
  }

  /** Creates the unchanged table of a format, unless it exists. */
  void base(String format, String clause) throws HiveStatementException {
    String name = name(format);
    String list =
        IntStream.range(0, columns).mapToObj(WideTables::column).collect(Collectors.joining(", "));
    // Mixed once for each row; a column takes other bits of it.
    make(
        name,
        clause,
        "SELECT "
            + list
            + " FROM (SELECT n, x ^ shiftrightunsigned(x, 29) AS y FROM (SELECT n,"
            + " (n + 1) * 6364136223846793005L AS x FROM "
            + numbers()
            + ") m) h");
  }

  /**
   * Creates a table of a share of the keys, evenly spread over the wide table, with new values.
   *
   * @param percent share of the keys
   * @param version number that tells the values apart, and the keys if they aren't all
   */
  String keys(double percent, int version) throws HiveStatementException {
    String name =
        String.format(Locale.ROOT, "keys_%d_%d_%d", rows, Math.round(percent * 10), version);
    make(
        name,
        "STORED AS ORC",
        "SELECT n AS k, "
            + text("z", 11)
            + " AS v7, CAST("
            + bits("z", 15)
            + " AS int) AS v11,"
            + " CAST("
            + bits("z", 17)
            + " / 100 AS decimal(12,2)) AS v13 FROM (SELECT n,"
            + " ((n + "
            + version
            + " * 1000003L) * 7919L) * 3935559000370003845L AS z FROM "
            + numbers()
            + " WHERE "
            + chosen("n", percent, version)
            + ") h");
    return name;
  }

  /** Returns the condition that a share of the keys fulfils, another one for each version. */
  static String chosen(String key, double percent, int version) {
    long of = 1000;
    long many = Math.round(percent * 10);
    return many >= of
        ? "TRUE"
        : String.format(
            Locale.ROOT, "pmod(%s * 7919L + %d, %d) < %d", key, version * many % of, of, many);
  }

  /** Creates a copy of an unchanged table, in place of an earlier one. */
  void copy(String base, String clause, String name) throws HiveStatementException {
    hive.run("DROP TABLE IF EXISTS " + name);
    hive.run("CREATE TABLE " + name + " " + clause + " AS SELECT * FROM " + base);
  }

  private void make(String name, String clause, String query) throws HiveStatementException {
    if (!hive.run("SHOW TABLES LIKE '" + name + "'").rows().isEmpty()) {
      return;
    }
    System.err.println("making " + name);
    String made = name + "_making";
    hive.run("DROP TABLE IF EXISTS " + made);
    hive.run("CREATE TABLE " + made + " " + clause + " AS " + query);
    hive.run("ALTER TABLE " + made + " RENAME TO " + name);
  }

  /** Creates the table of row numbers, in as many files as a wide table is to have. */
  private String numbers() throws HiveStatementException {
    String name = "numbers_" + rows + "_" + files;
    if (hive.run("SHOW TABLES LIKE '" + name + "'").rows().isEmpty()) {
      String made = name + "_making";
      hive.run("DROP TABLE IF EXISTS thousand");
      hive.run(
          "CREATE TABLE thousand STORED AS ORC AS SELECT t.n FROM (SELECT 1 AS one) s"
              + " LATERAL VIEW posexplode(split(repeat('x', 999), 'x')) t AS n, nothing");
      hive.run("DROP TABLE IF EXISTS " + made);
      hive.run("CREATE TABLE " + made + " (n bigint) STORED AS ORC");
      for (int i = 0; i < files; i++) {
        hive.run(
            "INSERT INTO "
                + made
                + " SELECT n FROM (SELECT c.n * 1000000L + a.n * 1000L + b.n AS"
                + " n FROM thousand a CROSS JOIN thousand b CROSS JOIN (SELECT n FROM thousand"
                + " WHERE n <= "
                + rows / MILLION
                + ") c) x WHERE n >= "
                + i * rows / files
                + " AND n < "
                + (i + 1) * rows / files);
      }
      hive.run("ALTER TABLE " + made + " RENAME TO " + name);
    }
    return name;
  }

  /** Returns a column's expression: numbers, texts, decimals and dates, of 4 to 23 bits. */
  private static String column(int i) {
    String mixed = "y * " + (2L * i + 1) * 2685821657736338717L + "L";
    int width = 4 + i % 20;
    String value =
        switch (i % KINDS) {
          case 0 -> bits(mixed, width);
          case 1 -> "CAST(" + bits(mixed, width) + " AS int)";
          case 2 -> text(mixed, width);
          case 3 -> "CAST(" + bits(mixed, width) + " / 100 AS decimal(12,2))";
          default -> "date_add(DATE '2020-01-01', CAST(" + bits(mixed, 11) + " AS int))";
        };
    return (i == 0 ? "n" : value) + " AS c" + i;
  }

  private static String bits(String mixed, int count) {
    return "(shiftrightunsigned(" + mixed + ", 24) & " + ((1L << count) - 1) + "L)";
  }

  private static String text(String mixed, int count) {
    return "concat('value ', " + bits(mixed, count) + ")";
  }

  /** Returns the folder of a table. */
  Path folder(String table) throws HiveStatementException, IOException {
    for (String line : hive.run("DESCRIBE FORMATTED " + table).lines()) {
      if (line.startsWith("Location:")) {
        String location = line.substring("Location:".length()).strip().split("\t", -1)[0].strip();
        return Path.of(URI.create(location).getPath());
      }
    }
    throw new IOException(table + " has no location");
  }
}
