package dev.cif.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Lays results out as tables, for a terminal or as Markdown. */
final class Report {
  private static final String DCSL = "cif-dcsl";

  private final Results results;
  private final boolean markdown;
  private final StringBuilder out = new StringBuilder();

  private Report(Results results, boolean markdown) {
    this.results = results;
    this.markdown = markdown;
  }

  static String of(Results results, List<String> environment, boolean markdown) {
    Report report = new Report(results, markdown);
    report.list("Environment", environment);
    report.list(
        "Formats", results.formats().stream().map(f -> f + ": " + results.description(f)).toList());
    report.medians();
    report.ratios("seq");
    report.targets();
    if (markdown) {
      report.everyRun();
    }
    return report.out.toString();
  }

  private void list(String title, List<String> lines) {
    heading(title);
    for (String line : lines) {
      out.append(markdown ? "- " : "  ").append(line).append('\n');
    }
  }

  private void medians() {
    heading("Seconds (median) and size");
    List<List<String>> table = new ArrayList<>();
    table.add(header("MB"));
    for (String format : results.formats()) {
      List<String> line = new ArrayList<>();
      line.add(format);
      line.add(String.format(Locale.ROOT, "%.1f", results.size(format) / 1e6));
      for (Task task : Task.values()) {
        line.add(format(results.median(format, task), "%.4f"));
      }
      table.add(line);
    }
    table(table);
  }

  /** How many times as fast as one format the others are. */
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
      line.add(
          String.format(Locale.ROOT, "%.2f", (double) results.size(format) / results.size(peer)));
      for (Task task : Task.values()) {
        line.add(format(ratio(results.median(peer, task), results.median(format, task)), "%.2f"));
      }
      table.add(line);
    }
    table(table);
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
      List<String> line = start(target.task().title, target);
      for (String format : ours) {
        line.add(verdict(target, results.median(format, target.task())));
      }
      table.add(line);
    }
    for (Target target : Target.lookups()) {
      List<String> line = start(target.task().title, target);
      for (String format : ours) {
        line.add(verdict(target, results.median(format, Task.LOOKUP)));
      }
      table.add(line);
    }
    table(table);
    out.append("The look-up target is set for ").append(DCSL).append(".\n");
  }

  private static List<String> start(String title, Target target) {
    return new ArrayList<>(
        List.of(title, target.peer(), String.format(Locale.ROOT, "%.1fx", target.times())));
  }

  private String verdict(Target target, OptionalDouble ours) {
    OptionalDouble ratio = ratio(results.fastest(target.peers(), target.task()), ours);
    if (ratio.isEmpty()) {
      return "";
    }
    return String.format(Locale.ROOT, "%.2fx", ratio.getAsDouble())
        + (ratio.getAsDouble() >= target.times() ? " yes" : " NO");
  }

  private void everyRun() {
    heading("Every run, in seconds");
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("format", "task", "runs"));
    for (String format : results.formats()) {
      for (Task task : Task.values()) {
        List<Double> runs = results.runs(format, task);
        if (!runs.isEmpty()) {
          table.add(
              List.of(
                  format,
                  task.title,
                  runs.stream()
                      .map(run -> String.format(Locale.ROOT, "%.4f", run))
                      .collect(Collectors.joining(" "))));
        }
      }
    }
    table(table);
  }

  private static List<String> header(String size) {
    List<String> header = new ArrayList<>(List.of("format", size));
    for (Task task : Task.values()) {
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
    return value.isPresent() ? String.format(Locale.ROOT, pattern, value.getAsDouble()) : "";
  }

  private void heading(String title) {
    out.append('\n').append(markdown ? "### " : "").append(title).append('\n');
    if (markdown) {
      out.append('\n');
    }
  }

  private void table(List<List<String>> lines) {
    int columns = lines.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : lines) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], line.get(c).length());
      }
    }
    for (int l = 0; l < lines.size(); l++) {
      line(lines.get(l), widths);
      if (l == 0 && markdown) {
        out.append("|---".repeat(columns)).append("|\n");
      }
    }
  }

  private void line(List<String> cells, int[] widths) {
    for (int c = 0; c < widths.length; c++) {
      String cell = cells.get(c);
      if (markdown) {
        out.append("| ").append(cell).append(' ');
      } else {
        out.append(cell).append(" ".repeat(widths[c] - cell.length() + 2));
      }
    }
    out.append(markdown ? "|\n" : "\n");
  }
}
