package dev.cif.bench.hive.changes;

import dev.cif.cli.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Costs of all runs, and the table of their medians. Not thread-safe. */
final class ChangesReport {
  private final long rows;
  private final int columns;
  private final Map<String, Long> sizes = new LinkedHashMap<>();

  /** Costs by statement and format. */
  private final Map<String, Map<String, List<Cost>>> costs = new LinkedHashMap<>();

  ChangesReport(long rows, int columns) {
    this.rows = rows;
    this.columns = columns;
  }

  /** Notes the size of a format's unchanged table. */
  void size(String format, long bytes) {
    sizes.put(format, bytes);
  }

  void add(String statement, String format, Cost cost) {
    costs
        .computeIfAbsent(statement, k -> new LinkedHashMap<>())
        .computeIfAbsent(format, k -> new ArrayList<>())
        .add(cost);
  }

  /** Returns medians, ratios to the first format, and the seconds of each run. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(rows).append(" rows of ").append(columns).append(" columns; MB before: ");
    text.append(
        sizes.entrySet().stream()
            .map(size -> size.getKey() + " " + decimals(size.getValue() / 1e6))
            .collect(Collectors.joining(", ")));
    text.append("\n\n");
    TextTable table =
        new TextTable(
            List.of(
                "statement",
                "format",
                ">s",
                ">CPU s",
                ">MB written",
                ">s / first",
                ">CPU / first",
                ">MB / first",
                "seconds of each run"));
    costs.forEach(
        (statement, formats) -> {
          Cost first = Cost.median(formats.values().iterator().next());
          formats.forEach(
              (format, runs) -> {
                Cost cost = Cost.median(runs);
                table.add(
                    statement,
                    format,
                    decimals(cost.seconds()),
                    decimals(cost.cpu()),
                    String.format(Locale.ROOT, "%.3f", cost.bytes() / 1e6),
                    decimals(cost.seconds() / first.seconds()),
                    decimals(cost.cpu() / first.cpu()),
                    first.bytes() == 0 ? "" : decimals((double) cost.bytes() / first.bytes()),
                    runs.stream()
                        .map(run -> decimals(run.seconds()))
                        .collect(Collectors.joining(" ")));
              });
        });
    table.print(text);
    return text.toString();
  }

  private static String decimals(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
