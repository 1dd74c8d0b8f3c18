package dev.cif.bench.paper;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.WideData;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Figure 11: scans of one column, of a tenth and of all, as records have more columns. */
@Command(
    name = "figure11",
    mixinStandardHelpOptions = true,
    description = "Figure 11: records of 20, 40 and 80 columns.")
final class Figure11 extends Experiment {
  private static final int BYTES_OF_VALUE = 30;
  private static final int TENTH = 10;

  @Option(
      names = "--columns",
      split = ",",
      defaultValue = "20,40,80",
      description = "Columns of the data sets; ${DEFAULT-VALUE} by default.")
  private List<Integer> widths;

  @Override
  String title() {
    return "Figure 11: records of more columns";
  }

  @Override
  void run(Place place, Report report) throws Exception {
    // The data sets have the same size, as in the paper: fewer rows if there are more columns.
    int least = widths.stream().mapToInt(Integer::intValue).min().orElseThrow();
    long base = rows(200_000, least * (BYTES_OF_VALUE + 1.0));
    List<FileFormat> compared = compared("SEQ", "CIF", "CIF-auto", "RCFile-16M", "ORC", "Parquet");
    Map<String, List<Double>> bandwidth = new LinkedHashMap<>();
    for (int width : widths) {
      GeneratedData data = new WideData(width);
      long count = Math.max(1, base * least / width);
      for (int columns : new int[] {1, Math.max(1, width / TENTH), width}) {
        String what = columns == 1 ? "1" : columns == width ? "all" : "10%";
        measure(place, compared, data, count, columns)
            .forEach(
                (name, value) ->
                    bandwidth
                        .computeIfAbsent(name + ", " + what, n -> new ArrayList<>())
                        .add(value));
      }
    }
    report.line(
        "Megabytes of values a second; "
            + base
            + " rows of "
            + least
            + " strings of "
            + BYTES_OF_VALUE
            + " letters, and as many bytes in fewer rows of more");
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("format, columns read"));
    widths.forEach(width -> head.add(width + " columns"));
    table.add(head);
    bandwidth.forEach(
        (name, values) -> {
          List<String> row = new ArrayList<>(List.of(name));
          values.forEach(value -> row.add(String.format("%.0f", value)));
          table.add(row);
        });
    report.table(table);
    report.line(
        "In the paper CIF is ahead of RCFile where few columns are read, and stays so as columns are"
            + " added, while RCFile gets slower; where all are read, CIF falls behind SEQ, the more the"
            + " more columns there are.");
    report.chart(
        "lines",
        "Bandwidth by the number of columns of a record",
        "MB of values a second",
        true,
        widths.stream().map(String::valueOf).toList(),
        bandwidth);
  }

  private Map<String, Double> measure(
      Place place, List<FileFormat> compared, GeneratedData data, long count, int columns)
      throws Exception {
    int[] fields = IntStream.range(0, columns).toArray();
    Map<String, List<ScanRun>> outcomes =
        scans(
            place,
            compared,
            data,
            count,
            (format, folder) -> ScanRun.fields(place, format, data, folder, fields));
    Map<String, Double> bandwidth = new LinkedHashMap<>();
    outcomes.forEach(
        (name, runs) ->
            bandwidth.put(
                name, (double) count * columns * BYTES_OF_VALUE / 1e6 / ScanRun.median(runs)));
    return bandwidth;
  }
}
