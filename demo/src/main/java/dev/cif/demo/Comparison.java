package dev.cif.demo;

import dev.cif.embedded.HiveStatementException;
import java.io.IOException;
import java.util.List;

/**
 * Results of one query on the three tables.
 *
 * @param name short name for the table of results
 * @param sql statement for the CIF table
 * @param answer its rows on the CIF table, columns separated by tabs
 * @param same true if the other tables gave the same rows in the same order; a query that does not
 *     order its rows must therefore return one
 * @param cif cost on the CIF table
 * @param orc cost on the ORC table
 * @param avro cost on the Avro table
 */
record Comparison(
    String name,
    String sql,
    List<String> answer,
    boolean same,
    Measure cif,
    Measure orc,
    Measure avro) {
  Comparison {
    answer = List.copyOf(answer);
  }

  /**
   * Asks the tables in turn.
   *
   * @param runs number of runs on each table; the fastest counts, so that none pays for the
   *     process's warm-up
   */
  static Comparison of(Question question, CrawlTable cif, CrawlTable orc, CrawlTable avro, int runs)
      throws IOException, HiveStatementException {
    CrawlTable.Answer onCif = null;
    CrawlTable.Answer onOrc = null;
    CrawlTable.Answer onAvro = null;
    for (int run = 0; run < runs; run++) {
      onAvro = faster(onAvro, avro.ask(question));
      onOrc = faster(onOrc, orc.ask(question));
      onCif = faster(onCif, cif.ask(question));
    }
    return new Comparison(
        question.name(),
        question.on(cif.name()),
        onCif.rows(),
        onCif.rows().equals(onOrc.rows()) && onCif.rows().equals(onAvro.rows()),
        onCif.cost(),
        onOrc.cost(),
        onAvro.cost());
  }

  private static CrawlTable.Answer faster(CrawlTable.Answer before, CrawlTable.Answer now) {
    return before == null || now.cost().seconds() < before.cost().seconds() ? now : before;
  }
}
