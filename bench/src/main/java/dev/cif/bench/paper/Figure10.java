package dev.cif.bench.paper;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.SyntheticData;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Figure 10: sums up a map's value of one key over the rows whose string satisfies a condition, for
 * several shares of such rows.
 */
@Command(
    name = "figure10",
    mixinStandardHelpOptions = true,
    description = "Figure 10: lazy records and skip lists, as more rows satisfy a condition.")
final class Figure10 extends Experiment {
  /** Number of characters with which strings begin, from the blank on. */
  private static final int LETTERS = '~' - ' ' + 1;

  @Option(
      names = "--percent",
      split = ",",
      defaultValue = "0,1,5,10,20,40,60,80,100",
      description = "Shares of rows that satisfy the condition; ${DEFAULT-VALUE} by default.")
  private List<Integer> percents;

  @Override
  String title() {
    return "Figure 10: lazy materialisation and skip lists";
  }

  @Override
  void run(Place place, Report report) throws Exception {
    long count = rows(500_000, SyntheticData.BYTES_OF_ROW);
    scale(count * SyntheticData.BYTES_OF_ROW, SyntheticData.BYTES_OF_NODE);
    GeneratedData data = SyntheticData.ofLetters();
    List<FileFormat> compared =
        compared("CIF-eager", "CIF", "CIF-SL", "CIF-auto", "ORC", "Parquet");
    report.line(count + " rows, one file or split-directory");
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (int percent : percents) {
      Map<String, List<ScanRun>> outcomes =
          scans(
              place,
              compared,
              data,
              count,
              (format, folder) -> scan(place, format, data, folder, percent));
      outcomes.forEach(
          (name, runs) ->
              seconds.computeIfAbsent(name, n -> new ArrayList<>()).add(ScanRun.median(runs)));
    }
    report(report, seconds);
  }

  private static ScanRun scan(
      Place place, FileFormat format, GeneratedData data, Path folder, int percent)
      throws Exception {
    Object key = format.mapKey("aaaa");
    int limit = ' ' + Math.round(LETTERS * percent / 100f);
    return ScanRun.run(
        place,
        format,
        data,
        folder,
        data.fields("s0", "m"),
        row -> {
          if (row.get(0).toString().charAt(0) >= limit) {
            return 0;
          }
          Object value = ((Map<?, ?>) row.get(1)).get(key);
          return value == null ? 1 : Checksum.of(value);
        });
  }

  private void report(Report report, Map<String, List<Double>> seconds) {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("ms"));
    percents.forEach(percent -> head.add(percent + "%"));
    table.add(head);
    seconds.forEach((name, times) -> table.add(row(name, times, t -> t * 1e3, "%.1f")));
    List<Double> plain = seconds.get("CIF");
    List<Double> skip = seconds.get("CIF-SL");
    List<Double> eager = seconds.get("CIF-eager");
    if (plain != null && skip != null) {
      table.add(ratios("CIF / CIF-SL", plain, skip));
    }
    if (eager != null && skip != null) {
      table.add(ratios("CIF-eager / CIF-SL", eager, skip));
    }
    report.table(table);
    report.line(
        "The paper's CIF decodes records whole, as CIF-eager does here. Its text gives no numbers: the"
            + " fewer rows satisfy the condition the more CIF-SL saves, and at 100% it costs hardly"
            + " more.");
    report.chart(
        "lines",
        "Time of the scan by the share of rows that satisfy the condition",
        "seconds",
        false,
        percents.stream().map(String::valueOf).toList(),
        seconds);
  }

  private interface Scale {
    double of(double value);
  }

  private static List<String> row(String name, List<Double> values, Scale scale, String format) {
    List<String> row = new ArrayList<>(List.of(name));
    values.forEach(value -> row.add(String.format(format, scale.of(value))));
    return row;
  }

  private static List<String> ratios(String name, List<Double> slow, List<Double> fast) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < slow.size(); i++) {
      ratios.add(slow.get(i) / fast.get(i));
    }
    return row(name, ratios, r -> r, "%.2fx");
  }
}
