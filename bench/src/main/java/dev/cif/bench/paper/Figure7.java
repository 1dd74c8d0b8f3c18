package dev.cif.bench.paper;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.SyntheticData;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Figure 7: scans of six projections of the synthetic data set in each format. */
@Command(
    name = "figure7",
    mixinStandardHelpOptions = true,
    description = "Figure 7: scans of six projections of the synthetic data, in each format.")
class Figure7 extends Experiment {
  static final Map<String, String[]> PROJECTIONS = new LinkedHashMap<>();

  static {
    PROJECTIONS.put("1 integer", new String[] {"i0"});
    PROJECTIONS.put("1 string", new String[] {"s0"});
    PROJECTIONS.put("1 map", new String[] {"m"});
    PROJECTIONS.put("1 string + 1 map", new String[] {"s0", "m"});
    PROJECTIONS.put("all columns", null);
  }

  @Option(
      names = "--projections",
      split = ",",
      description = "Projections to scan, instead of all, such as '1 integer'.")
  private List<String> projections = List.copyOf(PROJECTIONS.keySet());

  @Override
  String title() {
    return "Figure 7: scans of the synthetic data";
  }

  String[] formats() {
    return new String[] {
      "TXT", "SEQ", "CIF", "CIF-auto", "RCFile-comp", "RCFile", "Avro", "ORC", "Parquet"
    };
  }

  @Override
  void run(Place place, Report report) throws Exception {
    long count = rows(500_000, SyntheticData.BYTES_OF_ROW);
    scale(count * SyntheticData.BYTES_OF_ROW, SyntheticData.BYTES_OF_NODE);
    GeneratedData data = SyntheticData.ofLetters();
    List<FileFormat> compared = compared(formats());
    report.line(count + " rows, one file or split-directory");
    Map<String, Map<String, Double>> seconds = new LinkedHashMap<>();
    Map<String, Map<String, Long>> bytes = new LinkedHashMap<>();
    for (String projection : projections) {
      String[] names = PROJECTIONS.get(projection);
      int[] fields = names == null ? data.allFields() : data.fields(names);
      Map<String, List<ScanRun>> outcomes =
          scans(
              place,
              compared,
              data,
              count,
              (format, folder) -> ScanRun.fields(place, format, data, folder, fields));
      outcomes.forEach(
          (name, runs) -> {
            seconds
                .computeIfAbsent(name, n -> new LinkedHashMap<>())
                .put(projection, ScanRun.median(runs));
            bytes
                .computeIfAbsent(name, n -> new LinkedHashMap<>())
                .put(projection, runs.get(0).bytes());
          });
    }
    tables(report, projections, seconds, bytes);
    finish(report);
  }

  /** Adds remarks after the tables. */
  void finish(Report report) {}

  private static void tables(
      Report report,
      List<String> projections,
      Map<String, Map<String, Double>> seconds,
      Map<String, Map<String, Long>> bytes) {
    report.line("Milliseconds (median)");
    table(report, seconds, projections, (name, p) -> format(seconds.get(name).get(p) * 1e3));
    report.line("Megabytes read");
    table(report, seconds, projections, (name, p) -> format(bytes.get(name).get(p) / 1e6));
    report.line("Ratios that the paper's text names, and those to today's formats");
    List<List<String>> ratios =
        Report.head("the time of | by that of | projection | here | the paper");
    for (Claim claim : CLAIMS) {
      if (claim.isMeasured(seconds)) {
        double here =
            seconds.get(claim.slow()).get(claim.projection())
                / seconds.get(claim.fast()).get(claim.projection());
        ratios.add(
            List.of(
                claim.slow(), claim.fast(), claim.projection(), Report.times(here), claim.paper()));
      }
    }
    report.table(ratios);
    Map<String, List<Double>> series = new LinkedHashMap<>();
    seconds.forEach(
        (name, times) -> series.put(name, projections.stream().map(times::get).toList()));
    report.chart("bars", "Time of a scan", "seconds", true, projections, series);
  }

  /** Ratio that the paper's text names. */
  private record Claim(String slow, String fast, String projection, String paper) {
    boolean isMeasured(Map<String, Map<String, Double>> seconds) {
      return seconds.containsKey(slow)
          && seconds.containsKey(fast)
          && seconds.get(slow).containsKey(projection);
    }
  }

  private static final List<Claim> CLAIMS =
      List.of(
          new Claim("SEQ", "CIF", "1 integer", "95x"),
          new Claim("SEQ", "CIF-auto", "1 integer", "95x"),
          new Claim("SEQ", "CIF", "1 map", "2.5x"),
          new Claim("SEQ", "CIF-auto", "1 map", "2.5x"),
          new Claim("SEQ", "CIF", "all columns", "0.8x"),
          new Claim("SEQ", "CIF-auto", "all columns", "0.8x"),
          new Claim("RCFile", "CIF", "1 integer", "38x"),
          new Claim("RCFile", "CIF-auto", "1 integer", "38x"),
          new Claim("RCFile-comp", "CIF", "1 integer", "33x"),
          new Claim("RCFile-comp", "CIF-auto", "1 integer", "33x"),
          new Claim("TXT", "SEQ", "all columns", "3x"),
          new Claim("ORC", "CIF-auto", "1 integer", ""),
          new Claim("ORC", "CIF-auto", "1 map", ""),
          new Claim("ORC", "CIF-auto", "all columns", ""),
          new Claim("Parquet", "CIF-auto", "1 integer", ""),
          new Claim("Parquet", "CIF-auto", "1 map", ""),
          new Claim("Parquet", "CIF-auto", "all columns", ""));

  private interface Cell {
    String of(String name, String projection);
  }

  private static void table(
      Report report, Map<String, ?> names, List<String> projections, Cell cell) {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("format"));
    head.addAll(projections);
    table.add(head);
    for (String name : names.keySet()) {
      List<String> row = new ArrayList<>(List.of(name));
      projections.forEach(p -> row.add(cell.of(name, p)));
      table.add(row);
    }
    report.table(table);
  }

  private static String format(double value) {
    return String.format(value < 100 ? "%.1f" : "%.0f", value);
  }
}
