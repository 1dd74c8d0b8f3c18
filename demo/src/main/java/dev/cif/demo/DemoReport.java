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
  private static final int FILES = 5;
  private static final int BYTES = 18;
  private static final int TIMES = 9;
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

  /**
   * Returns the table of all queries: rows, seconds, files opened, bytes read out of bytes stored.
   */
  List<String> table(List<Comparison> queries) {
    List<String> lines = new ArrayList<>();
    lines.add(terminal.rule());
    lines.add(
        terminal.bold(
            row(
                "",
                "",
                Terminal.centre("seconds", 2 * SECONDS + 1),
                Terminal.centre("files", 2 * FILES + 1),
                Terminal.centre("bytes read of bytes stored", 2 * BYTES + 2),
                "Avro")));
    lines.add(
        terminal.bold(
            row(
                "query",
                "rows",
                Terminal.right("CIF", SECONDS) + " " + Terminal.right("Avro", SECONDS),
                Terminal.right("CIF", FILES) + " " + Terminal.right("Avro", FILES),
                Terminal.right("CIF", BYTES) + "  " + Terminal.right("Avro", BYTES),
                "/ CIF")));
    lines.add(terminal.rule());
    for (Comparison query : queries) {
      lines.add(row(query));
    }
    lines.add(terminal.rule());
    lines.add(
        terminal.dim(
            "files: those of the table that were opened; 1 KB is 1,000 B;"
                + " Avro / CIF: bytes read, as a ratio"));
    return lines;
  }

  /** Returns true if both tables always gave the same rows. */
  static boolean allSame(List<Comparison> queries) {
    return queries.stream().allMatch(Comparison::same);
  }

  /** Returns lines that name the queries with different answers, or state that there are none. */
  List<String> verdict(List<Comparison> queries) {
    List<String> lines = new ArrayList<>();
    for (Comparison query : queries) {
      if (!query.same()) {
        lines.add(terminal.bad("CIF and Avro answer differently: ") + query.name());
      }
    }
    if (lines.isEmpty()) {
      lines.add(terminal.good("Both tables gave the same answer to each of the queries."));
    }
    return lines;
  }

  private String row(Comparison query) {
    Measure cif = query.cif();
    Measure avro = query.avro();
    String times = Terminal.right(Units.times(avro.bytesRead(), cif.bytesRead()), TIMES);
    String line =
        row(
            query.name(),
            Units.count(query.answer().size()),
            Terminal.right(Units.seconds(cif.seconds()), SECONDS)
                + " "
                + Terminal.right(Units.seconds(avro.seconds()), SECONDS),
            Terminal.right(Units.count(cif.filesOpened()), FILES)
                + " "
                + Terminal.right(Units.count(avro.filesOpened()), FILES),
            Terminal.right(read(cif), BYTES) + "  " + Terminal.right(read(avro), BYTES),
            "");
    String head = line.substring(0, line.length() - TIMES);
    return head
        + (cif.bytesRead() <= avro.bytesRead() ? terminal.good(times) : terminal.warning(times));
  }

  private static String read(Measure measure) {
    return Units.bytes(measure.bytesRead()) + " of " + Units.bytes(measure.bytesStored());
  }

  private static String row(
      String name, String rows, String seconds, String files, String bytes, String times) {
    return Terminal.left(name, NAME)
        + Terminal.right(rows, ROWS)
        + "  "
        + seconds
        + "  "
        + files
        + "  "
        + bytes
        + Terminal.right(times, TIMES);
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
