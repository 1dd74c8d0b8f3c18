package dev.cif.bench.scan;

import dev.cif.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Formats results as tables. */
final class ScanReport {
  private static final String DCSL = "cif-dcsl";

  private final Results results;
  private final Report report;

  private ScanReport(Results results, boolean markdown) {
    this.results = results;
    this.report = new Report(markdown);
  }

  static String of(Results results, List<String> environment, boolean markdown) {
    ScanReport scan = new ScanReport(results, markdown);
    scan.list("Environment", environment);
    scan.list(
        "Formats", results.formats().stream().map(f -> f + ": " + results.description(f)).toList());
    scan.medians();
    scan.ratios("seq");
    scan.targets();
    if (markdown) {
      scan.everyRun();
    }
    return scan.report.toString();
  }

  private void list(String title, List<String> lines) {
    heading(title);
    report.list(lines);
  }

  private void heading(String title) {
    report.heading(3, title);
  }

  private void medians() {
    heading("Seconds (median) and size");
    List<List<String>> table = new ArrayList<>();
    table.add(header("MB"));
    for (String format : results.formats()) {
      List<String> line = new ArrayList<>();
      line.add(format);
      line.add(String.format("%.1f", results.size(format) / 1e6));
      for (Operation task : Operation.values()) {
        line.add(format(results.median(format, task), "%.4f"));
      }
      table.add(line);
    }
    report.table(table);
  }

  /** Adds the speeds of the formats relative to one of them. */
  private void ratios(String peer) {
    if (!results.formats().contains(peer)) {
      return;
    }
    heading("Times as fast as " + peer + ", and size as a part of its size");
    List<List<String>> table = new ArrayList<>();
    table.add(header("size"));
    for (String format : results.formats()) {
      List<String> line = new ArrayList<>();
      line.add(format);
      line.add(String.format("%.2f", (double) results.size(format) / results.size(peer)));
      for (Operation task : Operation.values()) {
        line.add(format(ratio(results.median(peer, task), results.median(format, task)), "%.2f"));
      }
      table.add(line);
    }
    report.table(table);
  }

  private void targets() {
    List<String> ours = results.formats().stream().filter(f -> f.startsWith("cif")).toList();
    if (ours.isEmpty()) {
      return;
    }
    heading("Targets");
    List<List<String>> table = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("task", "against", "at least"));
    header.addAll(ours);
    table.add(header);
    for (Target target : Target.all()) {
      List<String> line = new ArrayList<>();
      line.add(target.task().title);
      line.add(target.peer());
      line.add(String.format("%.1fx", target.times()));
      for (String format : ours) {
        line.add(verdict(target, results.median(format, target.task())));
      }
      table.add(line);
    }
    report.table(table);
    report.line("The look-up target is set for " + DCSL + ".");
  }

  private String verdict(Target target, OptionalDouble ours) {
    OptionalDouble ratio = ratio(results.fastest(target.peers(), target.task()), ours);
    if (ratio.isEmpty()) {
      return "";
    }
    return String.format("%.2fx", ratio.getAsDouble())
        + (ratio.getAsDouble() >= target.times() ? " yes" : " NO");
  }

  private void everyRun() {
    heading("Every run, in seconds");
    List<List<String>> table = Report.head("format | task | runs");
    for (String format : results.formats()) {
      for (Operation task : Operation.values()) {
        List<Double> runs = results.runs(format, task);
        if (!runs.isEmpty()) {
          table.add(
              List.of(
                  format,
                  task.title,
                  runs.stream()
                      .map(run -> String.format("%.4f", run))
                      .collect(Collectors.joining(" "))));
        }
      }
    }
    report.table(table);
  }

  private static List<String> header(String size) {
    List<String> header = new ArrayList<>(List.of("format", size));
    for (Operation task : Operation.values()) {
      header.add(task.title);
    }
    return header;
  }

  private static OptionalDouble ratio(OptionalDouble theirs, OptionalDouble ours) {
    return theirs.isPresent() && ours.isPresent()
        ? OptionalDouble.of(theirs.getAsDouble() / ours.getAsDouble())
        : OptionalDouble.empty();
  }

  private static String format(OptionalDouble value, String pattern) {
    return value.isPresent() ? String.format(pattern, value.getAsDouble()) : "";
  }
}
