package dev.cif.bench.paper;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.Pages;
import dev.cif.bench.formats.CifFormat;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.report.Report;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Table 1: runs the paper's job over each format format. */
@Command(
    name = "table1",
    mixinStandardHelpOptions = true,
    description = "Table 1: the paper's job over a crawl, in each format.")
final class Table1 extends Experiment {
  private static final long ROWS_A_FILE = 100_000;

  /** Bytes of all columns except the content. */
  private static final double BYTES_OF_OTHERS = 500;

  /** Bytes on a node in the paper: "The total amount of data per node was approximately 160GB". */
  private static final double BYTES_OF_NODE = 160e9;

  /** Name, among the formats, of the job over empty records. */
  private static final String HADOOP = "";

  /** Prefix, among the formats, of the name for reading a format's files alone. */
  private static final String READING = "reading ";

  /** The paper's table: gigabytes read, map time and total time in seconds. */
  private static final Map<String, double[]> PAPER = new LinkedHashMap<>();

  static {
    PAPER.put("SEQ", new double[] {6400, 1416, 1482});
    PAPER.put("SEQ-record", new double[] {3008, 820, 889});
    PAPER.put("SEQ-block", new double[] {2848, 806, 886});
    PAPER.put("SEQ-custom", new double[] {3040, 754, 806});
    PAPER.put("RCFile", new double[] {1113, 702, 761});
    PAPER.put("RCFile-comp", new double[] {102, 202, 291});
    PAPER.put("CIF-ZLIB", new double[] {36, 12.8, 77});
    PAPER.put("CIF", new double[] {96, 12.4, 78});
    PAPER.put("CIF-LZO", new double[] {54, 12.4, 79});
    PAPER.put("CIF-SL", new double[] {75, 9.2, 70});
    PAPER.put("CIF-DCSL", new double[] {61, 7.0, 63});
  }

  @Option(
      names = "--page",
      defaultValue = "" + Pages.PAGE,
      description =
          "Bytes of a page's content on average; by default ${DEFAULT-VALUE}, which makes it as"
              + " large beside the other columns as in the paper.")
  private int page;

  @Override
  String title() {
    return "Table 1: the distinct content types of pages whose URL has a pattern";
  }

  @Override
  void run(Place place, Report report) throws Exception {
    double bytesOfRow = page + BYTES_OF_OTHERS;
    long count = rows(100_000, bytesOfRow);
    int files = (int) ((count + ROWS_A_FILE - 1) / ROWS_A_FILE);
    scale(count * bytesOfRow, BYTES_OF_NODE);
    GeneratedData data = page == Pages.PAGE ? QueryJob.DATA : new Pages(page);
    List<FileFormat> compared =
        compared(
            "SEQ",
            "SEQ-record",
            "SEQ-block",
            "SEQ-custom",
            "RCFile",
            "RCFile-comp",
            "CIF-ZLIB",
            "CIF",
            "CIF-LZO",
            "CIF-SL",
            "CIF-DCSL",
            "CIF-auto",
            "Avro",
            "ORC",
            "Parquet");
    Map<String, Path> folders = new LinkedHashMap<>();
    Map<String, Measured<QueryJob.JobRun>> jobs = new LinkedHashMap<>();
    for (FileFormat format : compared) {
      Path folder = dataSet(place, format, data, count, files);
      folders.put(format.name(), folder);
      jobs.put(format.name(), () -> QueryJob.run(place, format, folder));
    }
    for (FileFormat format : compared) {
      if (format instanceof CifFormat) {
        Path folder = folders.get(format.name());
        folders.put(READING + format.name(), folder);
        jobs.put(READING + format.name(), () -> reading(place, folder));
      }
    }
    jobs.put(HADOOP, () -> new QueryJob.JobRun(EmptyJob.run(place, count), Double.NaN, 0, null));
    Map<String, List<QueryJob.JobRun>> outcomes =
        roundsApart(place, folders, jobs, QueryJob.JobRun::bytes);
    double empty = Rounds.median(outcomes.remove(HADOOP), QueryJob.JobRun::mapSeconds);
    Map<String, Double> reading = new LinkedHashMap<>();
    for (String name : List.copyOf(outcomes.keySet())) {
      if (name.startsWith(READING)) {
        reading.put(
            name.substring(READING.length()),
            Rounds.median(outcomes.remove(name), QueryJob.JobRun::mapSeconds));
      }
    }
    QueryJob.expectOneAnswer(outcomes);
    report.line(
        count
            + " pages of "
            + page
            + " bytes, "
            + files
            + " files or split-directories, one map task at a time");
    report(report, outcomes, reading);
    if (!reading.isEmpty()) {
      report.line(
          "Reading alone: to open the files of the two columns and to read them to their ends, with"
              + " nothing done to the bytes, and SEQ-custom's map time by that.");
    }
    report.line(
        String.format(
            "Hadoop itself takes %.1f ms for a job over as many empty records, which do nothing:"
                + " %.3f us each, and no format can be faster.",
            empty * 1e3, empty * 1e6 / count));
  }

  private static QueryJob.JobRun reading(Place place, Path folder) throws IOException {
    ScanRun outcome = ReadingAlone.run(place, folder, "-url.col", "-metadata.col");
    return new QueryJob.JobRun(outcome.seconds(), Double.NaN, outcome.bytes(), null);
  }

  /**
   * Adds the table to the report.
   *
   * @param reading seconds of reading a format's files alone, by format
   */
  private static void report(
      Report report, Map<String, List<QueryJob.JobRun>> outcomes, Map<String, Double> reading) {
    List<List<String>> table =
        Report.head(
            "layout | MB read | map ms | total ms | map ratio | the paper's | total ratio"
                + " | the paper's | reading alone, ms | ratio");
    List<QueryJob.JobRun> base = outcomes.get("SEQ-custom");
    double[] paperBase = PAPER.get("SEQ-custom");
    List<Double> ratios = new ArrayList<>();
    List<Double> papers = new ArrayList<>();
    outcomes.forEach(
        (name, runs) -> {
          double map = Rounds.median(runs, QueryJob.JobRun::mapSeconds);
          double total = Rounds.median(runs, QueryJob.JobRun::totalSeconds);
          double[] paper = PAPER.get(name);
          Double ratio =
              base == null ? null : Rounds.median(base, QueryJob.JobRun::mapSeconds) / map;
          Double alone = reading.get(name);
          ratios.add(ratio);
          papers.add(paper == null ? null : paperBase[1] / paper[1]);
          table.add(
              List.of(
                  name,
                  String.format("%.1f", runs.get(0).bytes() / 1e6),
                  String.format("%.1f", map * 1e3),
                  String.format("%.0f", total * 1e3),
                  Report.times(ratio),
                  Report.times(paper == null ? null : paperBase[1] / paper[1]),
                  Report.times(
                      base == null
                          ? null
                          : Rounds.median(base, QueryJob.JobRun::totalSeconds) / total),
                  Report.times(paper == null ? null : paperBase[2] / paper[2]),
                  alone == null ? "" : String.format("%.1f", alone * 1e3),
                  Report.times(
                      base == null || alone == null
                          ? null
                          : Rounds.median(base, QueryJob.JobRun::mapSeconds) / alone)));
        });
    report.table(table);
    Map<String, List<Double>> series = new LinkedHashMap<>();
    series.put("here", ratios);
    series.put("the paper", papers);
    report.chart(
        "bars",
        "Map time, times as fast as SEQ-custom",
        "times",
        true,
        List.copyOf(outcomes.keySet()),
        series);
  }
}
