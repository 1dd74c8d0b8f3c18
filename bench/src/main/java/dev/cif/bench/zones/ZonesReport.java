package dev.cif.bench.zones;

import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Places of the intermediate data, and the model of its time, beside the paper's measurements. */
final class ZonesReport {
  private static final String TITLE = "TeraSort with intermediate data in a fast zone";
  private static final int PARTS = 20;
  private static final double MIB = 1 << 20;

  private final Map<DiskSetup, List<SortRun>> outcomes;
  private final long deviceBytes;
  private final long zoneBytes;
  private final Report report = new Report(true);

  ZonesReport(Map<DiskSetup, List<SortRun>> outcomes, long deviceBytes, long zoneBytes) {
    this.outcomes = outcomes;
    this.deviceBytes = deviceBytes;
    this.zoneBytes = zoneBytes;
  }

  private static double mean(List<SortRun> runs, ToDoubleFunction<SortRun> figure) {
    return runs.stream().mapToDouble(figure).average().orElseThrow();
  }

  /** Formats a figure of each run. */
  private static String each(List<SortRun> runs, String format, ToDoubleFunction<SortRun> figure) {
    return runs.stream()
        .map(run -> String.format(format, figure.applyAsDouble(run)))
        .collect(Collectors.joining(" / "));
  }

  private void places() {
    report.heading(3, "Where the bytes lay, for each run");
    List<List<String>> rows =
        Report.head("disk | MiB | % in the zone | mean place, % of the disk | extents");
    outcomes.forEach(
        (lane, runs) ->
            rows.add(
                List.of(
                    lane.label(),
                    each(runs, "%.0f", run -> run.bytes() / MIB),
                    each(runs, "%.1f", run -> 100.0 * run.within(zoneBytes) / run.bytes()),
                    each(runs, "%.1f", this::meanPlace),
                    each(runs, "%.0f", run -> run.extents().size()))));
    report.table(rows);
    report.heading(3, "What they were, MiB: the mean of runs");
    List<List<String>> kinds = new ArrayList<>();
    kinds.add(
        List.of(
            "disk",
            FileOnDisk.Kind.MAP_OUTPUT.label,
            FileOnDisk.Kind.REDUCE_MERGE.label,
            FileOnDisk.Kind.JOB_FILE.label,
            "counted as written",
            "counted as read, with the shuffle",
            "job, s, on this machine"));
    outcomes.forEach(
        (lane, runs) -> {
          List<String> row = new ArrayList<>();
          row.add(lane.label());
          for (FileOnDisk.Kind kind : FileOnDisk.Kind.values()) {
            row.add(String.format("%.1f", mean(runs, run -> bytes(run, kind) / MIB)));
          }
          row.add(String.format("%.1f", mean(runs, run -> run.written() / MIB)));
          row.add(String.format("%.1f", mean(runs, run -> (run.read() + run.shuffled()) / MIB)));
          row.add(String.format("%.0f", mean(runs, SortRun::seconds)));
          kinds.add(row);
        });
    report.table(kinds);
  }

  private static long bytes(SortRun run, FileOnDisk.Kind kind) {
    return run.files().stream()
        .filter(file -> file.kind() == kind)
        .mapToLong(FileOnDisk::bytes)
        .sum();
  }

  private double meanPlace(SortRun run) {
    double sum = 0;
    for (DiskExtent extent : run.extents()) {
      sum += extent.bytes() * (extent.physical() + extent.bytes() / 2.0);
    }
    return 100 * sum / run.bytes() / deviceBytes;
  }

  private void model() {
    report.heading(3, "A model: seconds of the paper's disk to write it once and read it once");
    report.line(
        String.format(
            "64 MB take %.3f s to read and %.3f s to write at the first byte, %.3f s and %.3f s at"
                + " the last. Nothing of it was measured on a rotating disk. Seeks, the processor"
                + " and HDFS are left out.",
            DiskModel.READ_FIRST,
            DiskModel.WRITE_FIRST,
            DiskModel.READ_LAST,
            DiskModel.WRITE_LAST));
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("disk"));
    for (DiskModel model : DiskModel.values()) {
      head.addAll(List.of(model.label + ", s", "less time"));
    }
    rows.add(head);
    outcomes.forEach(
        (lane, runs) -> {
          List<String> row = new ArrayList<>(List.of(lane.label()));
          for (DiskModel model : DiskModel.values()) {
            row.add(each(runs, "%.2f", run -> run.modelled(model, deviceBytes)));
            row.add(lane.reserved() ? String.format("%.1f%%", 100 * saved(lane, model)) : "");
          }
          rows.add(row);
        });
    report.table(rows);
  }

  /** Returns the share of the mean time that the zone saves. */
  private double saved(DiskSetup lane, DiskModel model) {
    DiskSetup plain = new DiskSetup(lane.type(), lane.state(), false);
    double with = mean(outcomes.get(lane), run -> run.modelled(model, deviceBytes));
    double without = mean(outcomes.get(plain), run -> run.modelled(model, deviceBytes));
    return 1 - with / without;
  }

  /** Adds the paper's measurements of whole jobs, on four machines with disks of 500 GB. */
  private void theirs() {
    report.heading(3, "What the paper measured: the time of the whole job, 60 GB of 500 GB");
    report.table(
        List.of(
            List.of("input, HDFS block", "less time, mean of 10 runs"),
            List.of("4 GB, 64 MB", "13.2%"),
            List.of("8 GB, 64 MB", "28.1%"),
            List.of("16 GB, 64 MB", "22.3%"),
            List.of("32 GB, 64 MB", "20.4%"),
            List.of("16 GB, 128 MB", "24.7%")));
  }

  private void charts() {
    List<String> parts = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      parts.add(part * 100 / PARTS + "-" + (part + 1) * 100 / PARTS + "%");
    }
    Map<String, List<Double>> places = new LinkedHashMap<>();
    outcomes.forEach((lane, runs) -> places.put(lane.label(), histogram(runs)));
    report.chart("bars", "Intermediate data by its place on the disk", "MiB", false, parts, places);
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (DiskModel model : DiskModel.values()) {
      seconds.put(
          model.label,
          outcomes.values().stream()
              .map(runs -> mean(runs, run -> run.modelled(model, deviceBytes)))
              .toList());
    }
    List<String> labels = outcomes.keySet().stream().map(DiskSetup::label).toList();
    report.chart("bars", "A model of the paper's disk", "s", false, labels, seconds);
  }

  /** Returns the MiB of a run in each part of the disk. */
  private List<Double> histogram(List<SortRun> runs) {
    Double[] sums = new Double[PARTS];
    Arrays.fill(sums, 0.0);
    for (SortRun run : runs) {
      for (DiskExtent extent : run.extents()) {
        for (int part = 0; part < PARTS; part++) {
          long below = extent.within(deviceBytes / PARTS * part);
          sums[part] +=
              (extent.within(deviceBytes / PARTS * (part + 1)) - below) / MIB / runs.size();
        }
      }
    }
    return List.of(sums);
  }

  /** Prints the report, and writes it. */
  void write(Path out, List<String> about) throws IOException {
    report.heading(2, TITLE);
    report.list(Machine.lines());
    report.list(about);
    places();
    model();
    theirs();
    charts();
    System.out.print(report);
    report.write(out, "zones", TITLE);
  }
}
