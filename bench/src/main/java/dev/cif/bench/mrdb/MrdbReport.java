package dev.cif.bench.mrdb;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Table and chart of the tasks' costs, with the slides' chart beside it if its figures are given.
 */
final class MrdbReport {
  private static final String TITLE = "MR/DB's tasks as MapReduce jobs";

  private final Map<String, TaskVariant> lanes;
  private final Map<String, List<TaskRun>> outcomes;
  private final Report report = new Report(true);

  MrdbReport(
      MrdbData data,
      Map<String, TaskVariant> lanes,
      Map<String, List<TaskRun>> outcomes,
      int warmUps,
      int runs,
      boolean sameJvm) {
    this.lanes = lanes;
    this.outcomes = outcomes;
    report.heading(2, TITLE);
    report.list(Machine.lines());
    report.line("Rows: " + data.rows());
    report.line(
        "Local mode, files in the operating system's cache; median of "
            + runs
            + " runs that take turns, after "
            + warmUps
            + " to warm up; "
            + (sameJvm ? "all in one JVM" : "a JVM for each format")
            + ". All answers are the same.");
  }

  private double median(String key) {
    return Rounds.median(outcomes.get(key), TaskRun::seconds);
  }

  private void table() {
    List<List<String>> lines =
        Report.head("task | over | seconds | first / this | MB read | MB shuffled | all runs");
    Map<String, String> firsts = new LinkedHashMap<>();
    for (String key : outcomes.keySet()) {
      TaskVariant lane = lanes.get(key);
      String first = firsts.computeIfAbsent(lane.task(), none -> key);
      TaskRun one = outcomes.get(key).get(0);
      lines.add(
          List.of(
              lane.task(),
              lane.name(),
              String.format("%.2f", median(key)),
              Report.times(median(first) / median(key)),
              String.format("%.1f", one.read() / 1e6),
              String.format("%.1f", one.shuffled() / 1e6),
              outcomes.get(key).stream()
                  .map(outcome -> String.format("%.2f", outcome.seconds()))
                  .collect(Collectors.joining(" "))));
    }
    report.table(lines);
  }

  private void chart() {
    Set<String> tasks = new LinkedHashSet<>();
    Set<String> names = new LinkedHashSet<>();
    for (String key : outcomes.keySet()) {
      tasks.add(lanes.get(key).task());
      names.add(lanes.get(key).name());
    }
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (String name : names) {
      List<Double> values = new ArrayList<>();
      for (String task : tasks) {
        String key = task + ": " + name;
        values.add(outcomes.containsKey(key) ? (Double) median(key) : null);
      }
      series.put(name, values);
    }
    report.chart("bars", "less is better", "seconds", true, List.copyOf(tasks), series);
  }

  /** Adds the figures that were read off the slides: for each task the bars of its chart. */
  private void slides(Path file) throws IOException {
    Map<String, Map<String, Double>> read =
        new ObjectMapper()
            .readValue(file.toFile(), new TypeReference<Map<String, Map<String, Double>>>() {});
    Set<String> names = new LinkedHashSet<>();
    read.values().forEach(bars -> names.addAll(bars.keySet()));
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (String name : names) {
      series.put(name, read.values().stream().map(bars -> bars.get(name)).toList());
    }
    report.chart(
        "bars",
        "the slides' on 25 nodes, as read off",
        "as read off",
        false,
        List.copyOf(read.keySet()),
        series);
  }

  /**
   * Prints the report, and writes it.
   *
   * @param slides file of the slides' figures; null if there is none
   */
  void write(Path out, Path slides) throws IOException {
    table();
    chart();
    if (slides != null) {
      slides(slides);
    }
    System.out.print(report);
    report.write(out, "mrdb", TITLE);
  }
}
