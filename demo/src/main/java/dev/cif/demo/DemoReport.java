package dev.cif.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Formats the results of the demo for a terminal 100 characters wide. Each query has its statement
 * and the head of its answer, and at the end stands one table with a row a query.
 */
final class DemoReport {
  private static final int NAME = 18;
  private static final int ROWS = 6;
  private static final int SECONDS = 5;
  // CIF opens a file a column; the others open few.
  private static final int CIF_FILES = 5;
  private static final int ORC_FILES = 3;
  private static final int AVRO_FILES = 4;
  private static final int BYTES = 7;
  private static final int TIMES = 8;
  private static final int ANSWER_ROWS = 8;
  private static final String INDENT = "    ";
  private static final Pattern WORDS = Pattern.compile("\\s+");

  private final Terminal terminal;

  DemoReport(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Returns the statement and the first rows of its answer. */
  List<String> answer(Comparison query) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(terminal.bold(Terminal.cut(query.name(), Terminal.WIDTH)));
    for (String line : wrap(query.sql(), Terminal.WIDTH - INDENT.length())) {
      lines.add(INDENT + terminal.dim(line));
    }
    List<String> rows = query.answer();
    int shown = Math.min(rows.size(), ANSWER_ROWS);
    for (String row : rows.subList(0, shown)) {
      lines.add(INDENT + Terminal.cut(row, Terminal.WIDTH - INDENT.length()));
    }
    if (shown < rows.size()) {
      lines.add(INDENT + "and " + Units.count(rows.size() - shown) + " more rows");
    }
    return lines;
  }

  /** Returns the table of all queries: rows, seconds, files opened and bytes read of each table. */
  List<String> table(List<Comparison> queries) {
    List<String> lines = new ArrayList<>();
    lines.add(terminal.rule());
    lines.add(
        terminal.bold(
            row(
                "",
                "",
                Terminal.centre("seconds", 3 * SECONDS + 2),
                Terminal.centre("files", CIF_FILES + ORC_FILES + AVRO_FILES + 2),
                Terminal.centre("bytes read", 3 * BYTES + 2),
                "ORC",
                "Avro")));
    lines.add(
        terminal.bold(
            row(
                "query",
                "rows",
                three("CIF", "ORC", "Avro", SECONDS),
                files("CIF", "ORC", "Avro"),
                three("CIF", "ORC", "Avro", BYTES),
                "/ CIF",
                "/ CIF")));
    lines.add(terminal.rule());
    for (Comparison query : queries) {
      lines.add(row(query));
    }
    lines.add(terminal.rule());
    lines.add(
        terminal.dim(
            "files: those of the table that were opened; 1 KB is 1,000 B;"
                + " / CIF: bytes read, as a ratio"));
    return lines;
  }

  /** Returns true if all tables always gave the same rows. */
  static boolean allSame(List<Comparison> queries) {
    return queries.stream().allMatch(Comparison::same);
  }

  /** Returns lines that name the queries with different answers, or state that there are none. */
  List<String> verdict(List<Comparison> queries) {
    List<String> lines = new ArrayList<>();
    for (Comparison query : queries) {
      if (!query.same()) {
        lines.add(terminal.bad("CIF, ORC and Avro answer differently: ") + query.name());
      }
    }
    if (lines.isEmpty()) {
      lines.add(terminal.good("All three tables gave the same answer to each of the queries."));
    }
    return lines;
  }

  private String row(Comparison query) {
    Measure cif = query.cif();
    Measure orc = query.orc();
    Measure avro = query.avro();
    String line =
        row(
            query.name(),
            Units.count(query.answer().size()),
            three(
                Units.seconds(cif.seconds()),
                Units.seconds(orc.seconds()),
                Units.seconds(avro.seconds()),
                SECONDS),
            files(
                Units.count(cif.filesOpened()),
                Units.count(orc.filesOpened()),
                Units.count(avro.filesOpened())),
            three(
                Units.bytes(cif.bytesRead()),
                Units.bytes(orc.bytesRead()),
                Units.bytes(avro.bytesRead()),
                BYTES),
            "",
            "");
    return line.substring(0, line.length() - 2 * TIMES) + times(orc, cif) + times(avro, cif);
  }

  /** Returns how many times as many bytes a table's query read as CIF's, marked as good or not. */
  private String times(Measure peer, Measure cif) {
    String times = Terminal.right(Units.times(peer.bytesRead(), cif.bytesRead()), TIMES);
    return cif.bytesRead() <= peer.bytesRead() ? terminal.good(times) : terminal.warning(times);
  }

  private static String three(String cif, String orc, String avro, int width) {
    return Terminal.right(cif, width)
        + " "
        + Terminal.right(orc, width)
        + " "
        + Terminal.right(avro, width);
  }

  private static String files(String cif, String orc, String avro) {
    return Terminal.right(cif, CIF_FILES)
        + " "
        + Terminal.right(orc, ORC_FILES)
        + " "
        + Terminal.right(avro, AVRO_FILES);
  }

  private static String row(
      String name,
      String rows,
      String seconds,
      String files,
      String bytes,
      String orcTimes,
      String avroTimes) {
    return Terminal.left(name, NAME)
        + Terminal.right(rows, ROWS)
        + "  "
        + seconds
        + "  "
        + files
        + "  "
        + bytes
        + Terminal.right(orcTimes, TIMES)
        + Terminal.right(avroTimes, TIMES);
  }

  /** Breaks text at spaces; a word longer than a line stands alone on it. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : WORDS.split(text.strip(), -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
