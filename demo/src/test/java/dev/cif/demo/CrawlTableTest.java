package dev.cif.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.demo.crawl.JavadocCrawl;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.io.CountingFileSystem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's tables and questions, on a crawl of a site of two hundred pages. */
class CrawlTableTest {
  private static final int PAGES = 200;

  @TempDir static Path folder;
  private static EmbeddedHive hive;
  private static CrawlTable avro;
  private static CrawlTable orc;
  private static CrawlTable columns;

  @BeforeAll
  static void load() throws Exception {
    Path jars = folder.resolve("jars");
    writeSite(
        Files.createDirectories(jars.resolve("org.site")).resolve("commons-lang3-1-javadoc.jar"));
    Path crawl = folder.resolve("crawl");
    JavadocCrawl.crawl(jars, crawl.resolve("crawl.avro"), line -> {});
    CrawlTable.countReads();
    hive = EmbeddedHive.open(Demo.options(folder.resolve("hive")));
    hive.run(CrawlSql.createAvro("crawl_avro", crawl, JavadocCrawl.schema()));
    hive.run(CrawlSql.createAs("crawl_orc", "ORC", "crawl_avro"));
    hive.run(CrawlSql.createAs("crawl", "CIF", "crawl_avro"));
    orc = new CrawlTable(hive, "crawl_orc");
    avro = new CrawlTable(hive, "crawl_avro");
    columns = new CrawlTable(hive, "crawl");
  }

  private static void writeSite(Path jar) throws Exception {
    Random random = new Random(5);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (int i = 0; i < PAGES; i++) {
        zip.putNextEntry(new ZipEntry(i == 0 ? "index.html" : "p" + i + ".html"));
        StringBuilder html = new StringBuilder("<html lang=en><title>Page " + i + "</title>");
        html.append(i % 3 == 0 ? "<meta charset=utf-8>" : "").append("<body>");
        for (int k = 0; k < 5; k++) {
          html.append("<a href=p").append(1 + random.nextInt(PAGES - 1)).append(".html>x</a> ");
        }
        random.ints(2000, 'a', 'z').forEach(html::appendCodePoint);
        zip.write(html.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @AfterAll
  static void close() throws Exception {
    hive.close();
  }

  @Test
  void questions_haveTheSameAnswerOnAllTables() throws Exception {
    for (Question question : Question.all()) {
      Comparison comparison = Comparison.of(question, columns, orc, avro, 1);
      assertTrue(comparison.same(), () -> question.name() + ": " + comparison.answer());
      assertFalse(comparison.answer().isEmpty() && !question.name().equals("package titles"));
    }
  }

  @Test
  void ask_countsOneColumnOfAColumnFormatAndAllOfAvro() throws Exception {
    Question question = new Question("narrow", "SELECT MIN(fetchtime) FROM {table}");
    Measure wide = avro.ask(question).cost();
    Measure narrow = columns.ask(question).cost();
    assertEquals(1, wide.filesOpened());
    assertTrue(wide.bytesRead() >= wide.bytesStored(), wide::toString);
    assertEquals(Files.size(folder.resolve("crawl/crawl.avro")), wide.bytesStored());
    assertEquals(2, narrow.filesOpened(), "the schema file and one column file");
    assertTrue(narrow.bytesRead() > 0, narrow::toString);
    assertTrue(narrow.bytesRead() < narrow.bytesStored() / 5, narrow::toString);
  }

  @Test
  void ask_gives_camelCaseFieldsOfAvro() throws Exception {
    Question question =
        new Question("case", "SELECT COUNT(srcurl), MIN(fetchtime) > 0, COUNT(*) FROM {table}");
    List<String> cells = List.of(avro.ask(question).rows().get(0).split("\t"));
    assertTrue(Integer.parseInt(cells.get(0)) > PAGES / 2, cells::toString);
    assertEquals(List.of("true", "" + PAGES), cells.subList(1, 3));
  }

  @Test
  void comparison_noticesADifferentAnswer() throws Exception {
    hive.run("CREATE TABLE fewer STORED AS CIF AS SELECT * FROM crawl LIMIT 7");
    Question count = new Question("count", "SELECT COUNT(*) FROM {table}");
    Comparison comparison = Comparison.of(count, new CrawlTable(hive, "fewer"), orc, avro, 1);
    assertFalse(comparison.same());
    assertEquals(List.of("7"), comparison.answer());
    hive.run("CREATE TABLE fewer_orc STORED AS ORC AS SELECT * FROM crawl LIMIT 7");
    CrawlTable fewerOrc = new CrawlTable(hive, "fewer_orc");
    assertFalse(Comparison.of(count, columns, fewerOrc, avro, 1).same());
    assertFalse(Comparison.of(count, columns, orc, fewerOrc, 1).same());
  }

  @Test
  void addAvroColumn_isNullInEveryOldRow() throws Exception {
    Path copy = Files.createDirectories(folder.resolve("copy"));
    Files.copy(folder.resolve("crawl/crawl.avro"), copy.resolve("crawl.avro"));
    hive.run(CrawlSql.createAvro("copy_avro", copy, JavadocCrawl.schema()));
    hive.run(CrawlSql.createAs("copied", "CIF", "copy_avro"));
    hive.run(CrawlSql.createAs("copied_orc", "ORC", "copy_avro"));
    hive.run("ALTER TABLE copied ADD COLUMNS (review STRING)");
    hive.run("ALTER TABLE copied_orc ADD COLUMNS (review STRING)");
    hive.run(CrawlSql.addAvroColumn("copy_avro", JavadocCrawl.schema(), "review"));
    Comparison comparison =
        Comparison.of(
            Question.ofAddedColumn(),
            new CrawlTable(hive, "copied"),
            new CrawlTable(hive, "copied_orc"),
            new CrawlTable(hive, "copy_avro"),
            1);
    assertTrue(comparison.same());
    List<String> row = new ArrayList<>(List.of(comparison.answer().get(0).split("\t")));
    assertEquals(List.of("" + PAGES, "0"), row.subList(0, 2));
  }

  @Test
  void options_countReadsInTasksToo() {
    assertEquals(
        CountingFileSystem.class.getName(),
        Demo.options(folder).conf().get(CountingFileSystem.SETTING));
  }
}
