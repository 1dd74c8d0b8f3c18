package dev.cif.bench.hive.changes;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Changes rows of a wide table, over CIF and over full ACID ORC in one Hive, by turns. Each timed
 * statement begins with a fresh copy of the table. All columns of both are compared afterwards.
 */
@Command(
    name = "bench/hive/changes",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Changes rows of a wide table in CIF and in full ACID ORC tables.")
public final class ChangesBench implements Callable<Integer> {
  private static final String CIF = "cif";

  @Option(names = "--rows", defaultValue = "2000000", description = "rows of the wide table")
  private long rows;

  @Option(names = "--columns", defaultValue = "50", description = "columns of it, at least 14")
  private int columns;

  @Option(names = "--files", defaultValue = "8", description = "files, or split-directories, of it")
  private int files;

  @Option(names = "--runs", defaultValue = "3", description = "timed runs of each statement")
  private int runs;

  @Option(names = "--scans", defaultValue = "7", description = "timed runs of each scan")
  private int scans;

  @Option(
      names = "--what",
      split = ",",
      defaultValue = "merge,delete,reading,update",
      description = "parts to run: ${DEFAULT-VALUE}")
  private List<String> what;

  @Option(
      names = "--shares",
      split = ",",
      defaultValue = "0.1,1,10,100",
      description = "shares of the keys that a MERGE has, in percent")
  private List<Double> shares;

  @Option(names = "--merges", defaultValue = "20", description = "merges before reading")
  private int merges;

  @Option(
      names = "--formats",
      split = ",",
      defaultValue = "cif,acid",
      description = "formats to run; CIF must be the first of several")
  private List<String> formats;

  @Option(
      names = "--home",
      defaultValue = "bench/hive/target/changes",
      description = "where the tables are kept")
  private Path home;

  /** Format, and its table that stays unchanged. */
  private record Side(String name, String clause, String base) {
    String changed() {
      return base + "_changed";
    }
  }

  private EmbeddedHive hive;
  private WideTables tables;
  private List<Side> sides;
  private ChangesReport report;

  public static void main(String[] arguments) {
    int status = new CommandLine(new ChangesBench()).execute(arguments);
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
      tables = new WideTables(hive, rows, columns, files);
      report = new ChangesReport(rows, columns);
      // Files of the tables that are made; statements are grouped as Hive does by itself.
      hive.run("SET tez.grouping.split-count=" + files);
      sides = formats.stream().map(this::side).toList();
      for (Side side : sides) {
        tables.base(side.name, side.clause);
        report.size(side.name, Cost.size(tables.folder(side.base)));
      }
      for (String part : what) {
        switch (part) {
          case "merge" -> merge();
          case "delete" -> delete();
          case "reading" -> reading();
          case "update" -> update();
          default -> throw new IllegalArgumentException("--what " + part + ": no such part");
        }
      }
      System.out.print(report.text());
    }
    return 0;
  }

  private Side side(String format) {
    String clause =
        switch (format) {
          case CIF -> "STORED AS CIF";
          case "acid" ->
              "STORED AS ORC TBLPROPERTIES ('orc.compress' = 'ZSTD', 'transactional' = 'true')";
          default -> throw new IllegalArgumentException("--formats " + format + ": no such format");
        };
    return new Side(format, clause, tables.name(format));
  }

  private void merge() throws IOException, HiveStatementException {
    for (double share : shares) {
      String source = tables.keys(share, 0);
      for (int run = 0; run < runs; run++) {
        for (Side side : sides) {
          copy(side);
          timed(side, "MERGE of " + number(share) + "%", merge(side.changed(), source));
        }
        compare();
      }
    }
  }

  private static String merge(String table, String source) {
    return "MERGE INTO "
        + table
        + " t USING "
        + source
        + " s ON t.c0 = s.k WHEN MATCHED THEN UPDATE SET "
        + WideTables.SET.stream()
            .map(i -> "c" + i + " = s.v" + i)
            .collect(Collectors.joining(", "));
  }

  private void delete() throws IOException, HiveStatementException {
    for (int run = 0; run < runs; run++) {
      for (Side side : sides) {
        copy(side);
        String condition = WideTables.chosen("c0", 1, 3);
        timed(side, "DELETE of 1%", "DELETE FROM " + side.changed() + " WHERE " + condition);
      }
      compare();
    }
    scan("DELETE of 1%");
  }

  private void reading() throws IOException, HiveStatementException {
    for (Side side : sides) {
      copy(side);
    }
    for (int i = 0; i < merges; i++) {
      String source = tables.keys(1, i + 1);
      for (Side side : sides) {
        timed(side, "each of " + merges + " MERGEs of 1%", merge(side.changed(), source));
      }
    }
    compare();
    scan(merges + " MERGEs of 1%");
  }

  private void update() throws IOException, HiveStatementException {
    String source = tables.keys(1, 0);
    for (int run = 0; run < runs; run++) {
      for (Side side : sides) {
        copy(side);
        timed(
            side,
            "UPDATE of 1% by a subquery",
            "UPDATE "
                + side.changed()
                + " SET c11 = c11 + 1 WHERE c0 IN (SELECT k FROM "
                + source
                + ")");
      }
      compare();
    }
  }

  private void copy(Side side) throws HiveStatementException {
    hive.run("SET tez.grouping.split-count=" + files);
    tables.copy(side.base, side.clause, side.changed());
    hive.run("SET tez.grouping.split-count=0");
  }

  private void timed(Side side, String name, String statement)
      throws IOException, HiveStatementException {
    System.gc();
    Cost cost = Cost.of(tables.folder(side.changed()), () -> hive.run(statement));
    report.add(name, side.name, cost);
    System.err.printf(
        Locale.ROOT,
        "%s, %s: %.2f s, %.2f s CPU, %.3f MB written%n",
        name,
        side.name,
        cost.seconds(),
        cost.cpu(),
        cost.bytes() / 1e6);
  }

  /** Times scans of the changed tables and of the unchanged ones, by turns. */
  private void scan(String after) throws IOException, HiveStatementException {
    for (List<Integer> read : List.of(WideTables.SET, List.of(1, 2, 3))) {
      String query =
          read.stream()
              .map(i -> "max(c" + i + ")")
              .collect(Collectors.joining(", ", "SELECT count(*), sum(c0), ", " FROM "));
      String name = read.equals(WideTables.SET) ? "changed columns" : "other columns";
      for (int run = -2; run < scans; run++) {
        for (Side side : sides) {
          Cost before = Cost.of(null, () -> hive.run(query + side.base));
          Cost now = Cost.of(null, () -> hive.run(query + side.changed()));
          if (run >= 0) {
            report.add("scan of " + name + " before " + after, side.name, before);
            report.add("scan of " + name + " after " + after, side.name, now);
          }
        }
      }
    }
  }

  /**
   * Fails if the changed tables have other rows than each other. The sums are those that {@code
   * bench/spark/changes.py} prints.
   */
  private void compare() throws HiveStatementException {
    String query =
        IntStream.range(0, columns)
            .mapToObj(i -> "c" + i)
            .collect(
                Collectors.joining(
                    ", ",
                    "SELECT count(*), sum(c0), sum(c11), sum(c13), max(c7), sum(CAST(murmur_hash(",
                    ") AS bigint)) FROM "));
    List<String> first = null;
    for (Side side : sides) {
      List<String> answer = hive.run(query + side.changed()).lines();
      first = first == null ? answer : first;
      System.err.println(side.changed() + ": " + answer);
      if (!answer.equals(first)) {
        throw new IllegalStateException(side.changed() + " differs: " + answer + ", not " + first);
      }
    }
  }

  private static String number(double share) {
    return share == Math.rint(share) ? Long.toString(Math.round(share)) : Double.toString(share);
  }
}
