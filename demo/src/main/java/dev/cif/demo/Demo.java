package dev.cif.demo;

import dev.cif.demo.crawl.JavadocCrawl;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.io.CountingFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Demo on real input. It crawls published Javadoc, and loads the crawl into an embedded Hive as
 * Avro, as ORC and as CIF. Then it asks each the same questions, and shows the cost.
 *
 * <p>It ends with 1 if the three ever answer differently.
 */
@Command(name = "demo", description = "Crawled pages in Hive, as Avro, ORC and CIF, side by side.")
public final class Demo implements Callable<Integer> {
  private static final int RUNS = 2;

  @Option(names = "--jars", required = true, description = "folder of the Javadoc jars")
  private Path jars;

  @Option(names = "--home", required = true, description = "folder for the crawl and for Hive")
  private Path home;

  @Option(names = "--colour", description = "mark the output with ANSI colours")
  private boolean colour;

  private final Consumer<String> out = System.out::println;

  /** Runs the demo; {@code --help} lists the arguments. */
  public static void main(String[] args) {
    int status = new CommandLine(new Demo()).execute(args);
    // Hive and Tez leave threads behind that would keep the process alive.
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }

  @Override
  public Integer call() throws IOException, HiveStatementException {
    Terminal terminal = new Terminal(colour);
    DemoReport report = new DemoReport(terminal);
    Path avro = home.resolve("crawl").resolve("crawl.avro");
    out.accept(terminal.bold("Crawling the Javadoc jars in " + jars));
    JavadocCrawl.Summary crawl = JavadocCrawl.crawl(jars, avro, line -> out.accept("    " + line));
    out.accept(
        String.format(
            "    %,d pages of %d sites, %,d links between them, %s of content; as Avro %s",
            crawl.pages(),
            crawl.sites(),
            crawl.links(),
            Units.bytes(crawl.contentBytes()),
            Units.bytes(Files.size(avro))));
    out.accept("");
    CrawlTable.countReads();
    try (EmbeddedHive hive = EmbeddedHive.open(options(home.resolve("hive")))) {
      return compare(hive, avro.getParent(), terminal, report);
    }
  }

  /**
   * Returns options for a Hive whose reads are all counted; its folder must not hold another Hive's
   * tables.
   */
  static EmbeddedHive.Options options(Path folder) {
    return EmbeddedHive.Options.temporary(folder)
        .withConf(CountingFileSystem.SETTING, CountingFileSystem.class.getName())
        // COUNT(*) is to be counted, not looked up in the metastore.
        .withConf("hive.compute.query.using.stats", "false");
  }

  private int compare(EmbeddedHive hive, Path avroFolder, Terminal terminal, DemoReport report)
      throws IOException, HiveStatementException {
    statement(hive, terminal, CrawlSql.createAvro("crawl_avro", avroFolder, JavadocCrawl.schema()));
    statement(hive, terminal, CrawlSql.createAs("crawl_orc", "ORC", "crawl_avro"));
    statement(hive, terminal, CrawlSql.createAs("crawl", "CIF", "crawl_avro"));
    CrawlTable cif = new CrawlTable(hive, "crawl");
    CrawlTable orc = new CrawlTable(hive, "crawl_orc");
    CrawlTable avro = new CrawlTable(hive, "crawl_avro");
    out.accept(
        "    "
            + describe("Avro", avro)
            + "; "
            + describe("ORC", orc)
            + "; "
            + describe("CIF", cif));

    List<Comparison> results = new ArrayList<>();
    for (Question question : Question.all()) {
      results.add(Comparison.of(question, cif, orc, avro, RUNS));
      report.answer(results.get(results.size() - 1)).forEach(out);
    }
    out.accept("");
    statement(hive, terminal, "ALTER TABLE crawl ADD COLUMNS (review STRING)");
    statement(hive, terminal, "ALTER TABLE crawl_orc ADD COLUMNS (review STRING)");
    statement(
        hive, terminal, CrawlSql.addAvroColumn("crawl_avro", JavadocCrawl.schema(), "review"));
    results.add(Comparison.of(Question.ofAddedColumn(), cif, orc, avro, RUNS));
    report.answer(results.get(results.size() - 1)).forEach(out);
    out.accept("");
    report.table(results).forEach(out);
    report.verdict(results).forEach(out);
    return DemoReport.allSame(results) ? 0 : 1;
  }

  private void statement(EmbeddedHive hive, Terminal terminal, String sql)
      throws HiveStatementException {
    long start = System.nanoTime();
    hive.run(sql);
    String seconds = Units.seconds((System.nanoTime() - start) / 1e9) + " s";
    out.accept(terminal.bold(Terminal.cut(sql, Terminal.WIDTH - 10)) + "  " + seconds);
  }

  private static String describe(String format, CrawlTable table) throws IOException {
    CrawlTable.Stored stored = table.stored();
    return format
        + ": "
        + Units.bytes(stored.bytes())
        + " in "
        + Units.count(stored.files())
        + (stored.files() == 1 ? " file" : " files");
  }
}
