package dev.cif.bench.hive;

import dev.cif.bench.report.Report;
import dev.cif.cli.text.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Formats the outcomes as tables, and as a chart's figures in JSON. */
final class HiveReport {
  /** Label of loading, in place of a query's name. */
  static final String LOAD = "load";

  private final List<TableFormat> formats;
  private final Map<String, Map<TableFormat, QueryRuns>> outcomes;
  private final Report report = new Report(false);

  /**
   * Creates a report.
   *
   * @param outcomes outcomes by the query's name, in the order of the report; a format that failed
   *     is absent
   */
  HiveReport(List<TableFormat> formats, Map<String, Map<TableFormat, QueryRuns>> outcomes) {
    this.formats = formats;
    this.outcomes = outcomes;
  }

  void line(String line) {
    report.text(line + "\n");
  }

  /** Adds medians, and their ratios to CIF's. */
  void seconds() {
    List<String> header = new ArrayList<>(List.of("query"));
    formats.forEach(format -> header.add(">" + format.label));
    formats.stream().skip(1).forEach(format -> header.add(">" + times(format)));
    TextTable table = new TextTable(header);
    outcomes.forEach((query, byFormat) -> table.add(row(query, medians(byFormat))));
    Map<TableFormat, Double> sums = sums();
    if (!sums.isEmpty()) {
      table.add(row("sum of TPC-H", sums));
    }
    line("\nSeconds, medians\n");
    report.text(table.toString());
  }

  private String times(TableFormat format) {
    return format.label + " / " + formats.get(0).label;
  }

  private Map<TableFormat, Double> medians(Map<TableFormat, QueryRuns> byFormat) {
    return byFormat.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().median()));
  }

  private String[] row(String name, Map<TableFormat, Double> seconds) {
    List<String> cells = new ArrayList<>(List.of(name));
    formats.forEach(format -> cells.add(figure("%.2f", seconds.get(format))));
    Double first = seconds.get(formats.get(0));
    for (TableFormat format : formats.subList(1, formats.size())) {
      Double other = seconds.get(format);
      cells.add(figure("%.2fx", first == null || other == null ? null : other / first));
    }
    return cells.toArray(new String[0]);
  }

  private static String figure(String pattern, Double value) {
    return value == null ? "failed" : String.format(Locale.ROOT, pattern, value);
  }

  /** Returns the sums over the queries of TPC-H that every format answers. */
  private Map<TableFormat, Double> sums() {
    Map<TableFormat, Double> sums = new LinkedHashMap<>();
    outcomes.forEach(
        (query, byFormat) -> {
          boolean tpch = !query.equals(LOAD) && BenchQuery.named(query).isTpch();
          if (tpch && byFormat.size() == formats.size()) {
            medians(byFormat)
                .forEach((format, seconds) -> sums.merge(format, seconds, Double::sum));
          }
        });
    return sums;
  }

  /** Adds tasks, rows from the scans, and megabytes read of the tables. */
  void work() {
    List<String> header = new ArrayList<>(List.of("query"));
    for (String figure : List.of("tasks", "rows", "MB")) {
      formats.forEach(format -> header.add(">" + format.label + " " + figure));
    }
    TextTable table = new TextTable(header);
    outcomes.forEach(
        (query, byFormat) -> {
          List<String> cells = new ArrayList<>(List.of(query));
          formats.forEach(f -> cells.add(cell(byFormat.get(f), o -> "" + o.counts().tasks())));
          formats.forEach(f -> cells.add(cell(byFormat.get(f), o -> "" + o.counts().rows())));
          formats.forEach(
              f ->
                  cells.add(
                      cell(
                          byFormat.get(f),
                          o -> String.format(Locale.ROOT, "%.2f", o.bytes() / 1e6))));
          table.add(cells.toArray(new String[0]));
        });
    line("\nTasks, rows that the scans gave, megabytes read of the tables\n");
    report.text(table.toString());
  }

  private static String cell(QueryRuns outcome, Function<QueryRuns, String> figure) {
    return outcome == null ? "" : figure.apply(outcome);
  }

  /** Adds every run, so that the noise can be seen. */
  void everyRun() {
    TextTable table = new TextTable(List.of("query", "format", "seconds of each run"));
    outcomes.forEach(
        (query, byFormat) ->
            byFormat.forEach(
                (format, outcome) ->
                    table.add(
                        query,
                        format.label,
                        outcome.seconds().stream()
                            .map(run -> String.format(Locale.ROOT, "%.2f", run))
                            .collect(Collectors.joining(" ")))));
    line("\nEvery run\n");
    report.text(table.toString());
  }

  /** Prints the text, and writes it and the chart's figures. */
  void finish(String title, Path folder) throws IOException {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (TableFormat format : formats) {
      List<Double> values = new ArrayList<>();
      for (Map<TableFormat, QueryRuns> byFormat : outcomes.values()) {
        QueryRuns runs = byFormat.get(format);
        values.add(runs == null ? null : (Double) runs.median());
      }
      series.put(format.label, values);
    }
    List<String> queries = List.copyOf(outcomes.keySet());
    report.chart("bars", "less is better", "seconds", true, queries, series);
    System.out.print(report);
    report.write(folder, "tpch", ".txt", title);
  }
}
