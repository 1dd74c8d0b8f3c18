package dev.cif.qtests;

import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.Result;
import dev.cif.qtests.QueryFile.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Answer of a statement, as text that can be compared: for a query a header of column names and
 * types, and a line per row, sorted unless the order is part of the answer. NULL is {@code \N},
 * BINARY is hex, control characters are escaped, the keys of a map are sorted, and what differs
 * from run to run is masked.
 */
record Answer(String header, List<String> rows) {
  static Answer of(Result result, Step step, Mask mask) {
    List<String> types = result.columns().stream().map(Result.Column::type).toList();
    List<String> lines = new ArrayList<>();
    for (Object[] row : result.rows()) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < row.length; i++) {
        String cell = cell(row[i], i < types.size() ? types.get(i) : "string");
        cells.add(step.query() ? cell : cell.stripTrailing());
      }
      mask.apply(String.join("\t", cells)).ifPresent(lines::add);
    }
    if (!step.ordered()) {
      Collections.sort(lines);
    }
    if (!step.query()) {
      return new Answer("", lines);
    }
    String header =
        result.columns().stream()
            .map(column -> column.name() + ":" + column.type())
            .collect(Collectors.joining("\t"));
    return new Answer(header, lines);
  }

  static Answer of(HiveStatementException failure, Mask mask) {
    String first = failure.getMessage().lines().findFirst().orElse("");
    return new Answer("FAILED", mask.apply(first).stream().toList());
  }

  private static String cell(Object value, String type) {
    if (value == null) {
      return "\\N";
    }
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    String text = value.toString();
    if (type.contains("map<")) {
      text = SortedJson.of(text);
    }
    return escape(text);
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> escaped.append("\\\\");
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        default -> escaped.append(c < ' ' ? String.format("\\x%02x", (int) c) : String.valueOf(c));
      }
    }
    return escaped.toString();
  }

  /** Returns the answer as it stands in a {@code .q.out} file. */
  String text() {
    StringBuilder text = new StringBuilder();
    if (!header.isEmpty()) {
      text.append("# ").append(header).append('\n');
    }
    rows.forEach(row -> text.append(row).append('\n'));
    return text.toString();
  }
}
