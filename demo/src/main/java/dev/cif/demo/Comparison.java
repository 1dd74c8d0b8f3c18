package dev.cif.demo;

import dev.cif.embedded.HiveStatementException;
import java.io.IOException;
import java.util.List;

/**
 * One query asked of both tables.
 *
 * @param name a few words for the table of results
 * @param sql the statement as it was put to the CIF table
 * @param answer its rows on the CIF table, columns separated by tabs
 * @param same whether the Avro table gave the same rows; in which order counts only if the query
 *     orders them, so its queries that do not must be of one row
 * @param cif what it cost on the CIF table
 * @param avro what it cost on the Avro table
 */
record Comparison(
    String name, String sql, List<String> answer, boolean same, Measure cif, Measure avro) {
  Comparison {
    answer = List.copyOf(answer);
  }

  /**
   * Asks both tables in turn.
   *
   * @param runs how often each is asked; the fastest run counts, so that neither pays for what the
   *     process does for the first time
   */
  static Comparison of(Question question, CrawlTable cif, CrawlTable avro, int runs)
      throws IOException, HiveStatementException {
    CrawlTable.Answer onCif = null;
    CrawlTable.Answer onAvro = null;
    for (int run = 0; run < runs; run++) {
      onAvro = faster(onAvro, avro.ask(question));
      onCif = faster(onCif, cif.ask(question));
    }
    return new Comparison(
        question.name(),
        question.on(cif.name()),
        onCif.rows(),
        onCif.rows().equals(onAvro.rows()),
        onCif.cost(),
        onAvro.cost());
  }

  private static CrawlTable.Answer faster(CrawlTable.Answer before, CrawlTable.Answer now) {
    return before == null || now.cost().seconds() < before.cost().seconds() ? now : before;
  }
}
