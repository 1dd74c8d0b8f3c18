package dev.cif.demo;

import java.util.List;

/**
 * One query asked of both tables, which gave the same answer.
 *
 * @param name a few words for the table of results
 * @param sql the statement as it was put to the CIF table
 * @param answer its rows, columns separated by tabs
 * @param cif what it cost on the CIF table
 * @param avro what it cost on the Avro table
 */
record Comparison(String name, String sql, List<String> answer, Measure cif, Measure avro) {
  Comparison {
    answer = List.copyOf(answer);
  }
}
