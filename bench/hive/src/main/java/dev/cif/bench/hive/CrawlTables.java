package dev.cif.bench.hive;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;

/**
 * The demo's crawl of Javadoc pages in Hive, several times over, in a database for each format.
 * Tables from an earlier run are used again.
 */
final class CrawlTables {
  private final EmbeddedHive hive;
  private final Path avro;
  private final int copies;
  private final Consumer<String> progress;

  /**
   * Creates the tables of one crawl.
   *
   * @param avro file that the demo leaves
   * @param copies number of times that each table has its pages
   */
  CrawlTables(EmbeddedHive hive, Path avro, int copies, Consumer<String> progress) {
    this.hive = hive;
    this.avro = avro;
    this.copies = copies;
    this.progress = progress;
  }

  /** Returns the database of a format. */
  String database(TableFormat format) {
    return "crawl_" + copies + "_" + format.label.replace('-', '_');
  }

  /** Creates the formats' tables, unless they exist. */
  void make(List<TableFormat> formats) throws IOException, HiveStatementException {
    String source = "crawl_" + copies + "_avro.pages";
    hive.run("CREATE DATABASE IF NOT EXISTS crawl_" + copies + "_avro");
    hive.run(
        String.format(
            "CREATE EXTERNAL TABLE IF NOT EXISTS %s STORED AS AVRO LOCATION '%s'"
                + " TBLPROPERTIES ('avro.schema.literal'='%s')",
            source, copies().toUri(), schema().toString().replace("'", "\\'").replace(";", "\\;")));
    for (TableFormat format : formats) {
      String table = database(format) + ".pages";
      hive.run("CREATE DATABASE IF NOT EXISTS " + database(format));
      if (hive.run("SHOW TABLES IN " + database(format) + " LIKE 'pages'").rows().isEmpty()) {
        progress.accept("loading the crawl as " + format.label);
        hive.run("DROP TABLE IF EXISTS " + table + "_making");
        hive.run(
            "CREATE TABLE " + table + "_making " + format.clause + " AS SELECT * FROM " + source);
        hive.run("ALTER TABLE " + table + "_making RENAME TO " + table);
        hive.run("ANALYZE TABLE " + table + " COMPUTE STATISTICS");
      }
    }
  }

  /** Returns a folder with that many copies of the file. */
  private Path copies() throws IOException {
    Path folder = avro.toAbsolutePath().getParent().resolveSibling("crawl-" + copies);
    Files.createDirectories(folder);
    for (int copy = 0; copy < copies; copy++) {
      Path file = folder.resolve("crawl-" + copy + ".avro");
      if (!Files.exists(file)) {
        Files.copy(avro, file);
      }
    }
    return folder;
  }

  private Schema schema() throws IOException {
    try (DataFileReader<Object> file =
        new DataFileReader<>(avro.toFile(), new GenericDatumReader<>())) {
      return file.getSchema();
    }
  }
}
