package dev.cif.bench.hive.update;

import dev.cif.cli.text.TextTable;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Fills an added column of a wide table, over CIF and over ORC in one Hive, by turns. A plain ORC
 * table has to be rewritten. A transactional one has UPDATE, which writes all columns of the
 * changed rows, and the ids of those rows.
 */
@Command(
    name = "bench/hive/update",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Fills an added column of a wide table in CIF, in ORC and in transactional ORC.")
public final class UpdateBench implements Callable<Integer> {
  private static final long MILLION = 1_000_000;
  private static final int KINDS = 5;

  @Option(names = "--rows", defaultValue = "10000000", description = "in millions, at least one")
  private long rows;

  @Option(names = "--columns", defaultValue = "50", description = "before one is added")
  private int columns;

  @Option(names = "--runs", defaultValue = "3", description = "timed runs of each format")
  private int runs;

  @Option(
      names = "--home",
      defaultValue = "bench/hive/target/update",
      description = "where the tables are kept")
  private Path home;

  /** Format, with its costs of filling the column. */
  private static final class Side {
    final String table;
    final String clause;
    final boolean hasUpdate;
    final List<Double> seconds = new ArrayList<>();
    final List<Long> bytes = new ArrayList<>();

    Side(String table, String clause, boolean hasUpdate) {
      this.table = table;
      this.clause = clause;
      this.hasUpdate = hasUpdate;
    }
  }

  private EmbeddedHive hive;

  public static void main(String[] arguments) {
    int status = new CommandLine(new UpdateBench()).execute(arguments);
    // Hive and Tez leave threads behind that would keep the process alive.
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }

  @Override
  public Integer call() throws IOException, HiveStatementException {
    EmbeddedHive.Options options =
        EmbeddedHive.Options.kept(home)
            .withTransactions()
            .withConf("hive.strict.checks.cartesian.product", "false")
            .withConf("hive.compute.query.using.stats", "false");
    try (EmbeddedHive open = EmbeddedHive.open(options)) {
      hive = open;
      // A home may have tables of other sizes.
      String wide = "wide_" + rows + "_" + columns + "_";
      List<Side> sides =
          List.of(
              new Side(wide + "cif", "STORED AS CIF", true),
              new Side(
                  wide + "orc", "STORED AS ORC TBLPROPERTIES ('orc.compress' = 'ZSTD')", false),
              new Side(
                  wide + "acid",
                  "STORED AS ORC TBLPROPERTIES ('orc.compress' = 'ZSTD', 'transactional' = 'true')",
                  true));
      for (Side side : sides) {
        make(side);
      }
      for (int run = 1; run <= runs; run++) {
        for (Side side : sides) {
          fill(side, run);
        }
        String answer = answer(sides.get(0));
        for (Side side : sides) {
          if (!answer.equals(answer(side))) {
            throw new IllegalStateException(side.table + " differs: " + answer);
          }
        }
      }
      report(sides);
    }
    return 0;
  }

  /** Creates a table with the column to be filled, unless it exists. */
  private void make(Side side) throws HiveStatementException {
    if (!hive.run("SHOW TABLES LIKE '" + side.table + "'").rows().isEmpty()) {
      return;
    }
    System.err.println("making " + side.table);
    hive.run("DROP TABLE IF EXISTS thousand");
    hive.run(
        "CREATE TABLE thousand STORED AS ORC AS SELECT t.n FROM (SELECT 1 AS one) s"
            + " LATERAL VIEW posexplode(split(repeat('x', 999), 'x')) t AS n, nothing");
    String made = side.table + "_making";
    hive.run("DROP TABLE IF EXISTS " + made);
    hive.run(
        "CREATE TABLE "
            + made
            + " "
            + side.clause
            + " AS SELECT "
            + IntStream.range(0, columns)
                .mapToObj(UpdateBench::column)
                .collect(Collectors.joining(", "))
            + " FROM (SELECT c.n * 1000000L + a.n * 1000L + b.n AS n FROM thousand a CROSS JOIN"
            + " thousand b CROSS JOIN (SELECT n FROM thousand WHERE n < "
            + Math.max(1, rows / MILLION)
            + ") c) x");
    hive.run("ALTER TABLE " + made + " ADD COLUMNS (filled bigint)");
    hive.run("ALTER TABLE " + made + " RENAME TO " + side.table);
  }

  /**
   * Returns the expression of a column: numbers, texts of few values and of many, decimals, dates.
   */
  private static String column(int i) {
    String hash = "pmod(n * " + (2 * i + 1) * 7919L + "L, " + (1L << (4 + i % 20)) + "L)";
    String value =
        switch (i % KINDS) {
          case 0 -> hash;
          case 1 -> "CAST(" + hash + " AS int)";
          case 2 -> "concat('value ', " + hash + ")";
          case 3 -> "CAST(" + hash + " / 100 AS decimal(12,2))";
          default -> "date_add(DATE '2020-01-01', CAST(pmod(" + hash + ", 2000) AS int))";
        };
    return (i == 0 ? "n" : value) + " AS c" + i;
  }

  private void fill(Side side, int run) throws HiveStatementException, IOException {
    Path folder = folder(side);
    Map<Path, Long> before = files(folder);
    String value = "c0 * " + run + " + c1";
    long start = System.nanoTime();
    if (side.hasUpdate) {
      hive.run("UPDATE " + side.table + " SET filled = " + value);
    } else {
      String others =
          IntStream.range(0, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
      hive.run(
          "INSERT OVERWRITE TABLE "
              + side.table
              + " SELECT "
              + others
              + ", "
              + value
              + " FROM "
              + side.table);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long bytes = 0;
    for (Map.Entry<Path, Long> file : files(folder).entrySet()) {
      boolean isNew = !file.getValue().equals(before.get(file.getKey()));
      bytes += isNew ? Files.size(file.getKey()) : 0;
    }
    side.seconds.add(seconds);
    side.bytes.add(bytes);
    System.err.printf(
        Locale.ROOT, "%s: %.2f s, %.2f MB written%n", side.table, seconds, bytes / 1e6);
  }

  /** Returns the files below a folder, with their modification times. */
  private static Map<Path, Long> files(Path folder) throws IOException {
    Map<Path, Long> files = new HashMap<>();
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        files.put(file, Files.getLastModifiedTime(file).toMillis());
      }
    }
    return files;
  }

  private Path folder(Side side) throws HiveStatementException {
    for (String line : hive.run("DESCRIBE FORMATTED " + side.table).lines()) {
      if (line.startsWith("Location:")) {
        String location = line.substring("Location:".length()).strip().split("\t", -1)[0].strip();
        return Path.of(java.net.URI.create(location).getPath());
      }
    }
    throw new IllegalStateException(side.table + " has no location");
  }

  private String answer(Side side) throws HiveStatementException {
    return hive.run(
            "SELECT count(*), sum(filled), min(filled), max(filled), count(c"
                + (columns - 1)
                + ") FROM "
                + side.table)
        .lines()
        .toString();
  }

  private void report(List<Side> sides) {
    TextTable table = new TextTable(List.of("format", ">s", ">MB written", "seconds of each run"));
    for (Side side : sides) {
      table.add(
          side.table,
          String.format(Locale.ROOT, "%.2f", median(side.seconds)),
          String.format(Locale.ROOT, "%.2f", median(side.bytes) / 1e6),
          side.seconds.stream()
              .map(s -> String.format(Locale.ROOT, "%.2f", s))
              .collect(Collectors.joining(" ")));
    }
    StringBuilder text = new StringBuilder();
    text.append(rows).append(" rows of ").append(columns).append(" columns and one to fill\n\n");
    table.print(text);
    text.append('\n');
    for (Side side : sides.subList(1, sides.size())) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s takes %.1f times as long as CIF, and writes %.1f times as much.%n",
              side.table,
              median(side.seconds) / median(sides.get(0).seconds),
              median(side.bytes) / median(sides.get(0).bytes)));
    }
    System.out.print(text);
  }

  private static double median(List<? extends Number> values) {
    double[] sorted = values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
