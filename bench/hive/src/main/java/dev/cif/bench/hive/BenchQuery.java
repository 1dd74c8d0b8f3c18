package dev.cif.bench.hive;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Query that every format is asked.
 *
 * @param name name on the command line and in the report
 * @param sql statement over tables of the current database
 */
record BenchQuery(String name, String sql) {
  private static final int TPCH_QUERIES = 22;
  private static final List<String> SCANS =
      List.of(
          "one-integer",
          "one-decimal",
          "three-columns",
          "all-columns",
          "like",
          "one-order",
          // The cost of any query: a table of five rows.
          "five-rows");

  /**
   * Queries on the demo's crawl: the paper's (section 6.2), one of all pages, and two filters on a
   * key of a map. The filters look for the value of one page, and for a key that no page has.
   */
  private static final List<String> CRAWL =
      List.of("crawl-types", "crawl-encodings", "crawl-one-etag", "crawl-no-key");

  /**
   * Returns TPC-H's queries with the parameters of its validation runs, scans and look-ups, the
   * crawl.
   */
  static List<BenchQuery> all() {
    List<BenchQuery> all = new ArrayList<>();
    for (int i = 1; i <= TPCH_QUERIES; i++) {
      all.add(named(String.format("q%02d", i)));
    }
    SCANS.forEach(name -> all.add(named(name)));
    CRAWL.forEach(name -> all.add(named(name)));
    return all;
  }

  /** Returns true if it is one of TPC-H's own, which are summed up. */
  boolean isTpch() {
    return !SCANS.contains(name) && !isOfCrawl();
  }

  /** Returns true if it runs on the crawl's pages instead of TPC-H's tables. */
  boolean isOfCrawl() {
    return CRAWL.contains(name);
  }

  /**
   * Returns the question of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static BenchQuery named(String name) {
    String folder = CRAWL.contains(name) ? "crawl/" : "tpch/";
    try (InputStream in = BenchQuery.class.getResourceAsStream(folder + name + ".sql")) {
      if (in == null) {
        throw new IllegalArgumentException("No query '" + name + "'; --help lists them");
      }
      return new BenchQuery(name, new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
