package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Tables and charts of the stores, beside the statements in the article's text. */
final class StoresReport {
  private static final String TITLE = "Stores of an event index";
  private static final double SECOND = 1000;

  private final EventIndex index;
  private final Map<StoreTask, Map<String, List<StoreRun>>> outcomes;
  private final List<String> stores;
  private final long scanned;
  private final Report report = new Report(true);

  StoresReport(
      EventIndex index,
      Map<String, String> descriptions,
      Map<StoreTask, Map<String, List<StoreRun>>> outcomes,
      int warmUps,
      int runs,
      StoreTasks.Amounts amounts) {
    this.index = index;
    scanned = index.first(amounts.scanned(index));
    this.outcomes = outcomes;
    stores = List.copyOf(descriptions.keySet());
    report.heading(2, TITLE);
    report.list(Machine.lines());
    report.line(
        String.format(
            "%,d rows in %d partitions; %,d of them scanned, in %d. Medians of %d runs that take"
                + " turns, after %d to warm up; a JVM for each store. %d clients are threads. Every"
                + " record that was looked up is the generator's; all scans found as many rows.",
            index.size(),
            index.splits(),
            scanned,
            amounts.scanned(index),
            runs,
            warmUps,
            amounts.clients()));
    report.list(
        descriptions.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList());
  }

  private double median(StoreTask task, String store, ToDoubleFunction<StoreRun> figure) {
    return Rounds.median(outcomes.get(task).get(store), figure);
  }

  private static double quantile(List<Double> values, double part) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(part * sorted.size())));
  }

  private static String number(double value) {
    return String.format(value < 10 ? "%.3f" : value < 1000 ? "%.1f" : "%,.0f", value);
  }

  private double bytes(String store) {
    return median(StoreTask.LOAD, store, one -> (double) one.amount() / index.size());
  }

  /** Returns the rows a second ingested into a partition. */
  private double ingestion(String store) {
    return median(StoreTask.INGEST, store, one -> index.first(1) / one.millis().get(0) * SECOND);
  }

  private double scan(String store) {
    return median(StoreTask.SCAN, store, one -> scanned / one.cpuSeconds());
  }

  private void writing() {
    report.heading(3, "Bytes, ingestion, scan");
    List<List<String>> lines =
        Report.head(
            "store | bytes a row | rows/s into a partition | s to finish"
                + " | rows/s a core, substring | rows/s by the clock");
    for (String store : stores) {
      lines.add(
          List.of(
              store,
              number(bytes(store)),
              number(ingestion(store)),
              number(median(StoreTask.INGEST, store, StoreRun::seconds)),
              number(scan(store)),
              number(median(StoreTask.SCAN, store, one -> scanned / one.seconds()))));
    }
    report.table(lines);
    chart("Bytes a row", "bytes", this::bytes);
    chart("Rows into one partition", "rows/s", this::ingestion);
    chart("Rows searched for a substring", "rows/s a core", this::scan);
  }

  private void lookups(String what, StoreTask one, StoreTask many, StoreTask cold) {
    report.heading(3, "Look-up of " + what + ", ms");
    List<List<String>> lines =
        Report.head(
            "store | warm | warm p99 | many: look-ups/s | many: median | many: p99 | cold"
                + " | cold, with opening");
    boolean isCold = outcomes.containsKey(cold);
    for (String store : stores) {
      lines.add(
          List.of(
              store,
              number(median(one, store, run -> quantile(run.millis(), 0.5))),
              number(median(one, store, run -> quantile(run.millis(), 0.99))),
              number(median(many, store, run -> run.amount() / run.seconds())),
              number(median(many, store, run -> quantile(run.millis(), 0.5))),
              number(median(many, store, run -> quantile(run.millis(), 0.99))),
              isCold ? number(cold(cold, store, false)) : "",
              isCold ? number(cold(cold, store, true)) : ""));
    }
    report.table(lines);
    chart(
        "Look-up of " + what + ", warm",
        "ms",
        store -> median(one, store, run -> quantile(run.millis(), 0.5)));
  }

  private double cold(StoreTask task, String store, boolean isOpeningCounted) {
    return median(
        task,
        store,
        run -> {
          List<Double> millis = new ArrayList<>(run.millis());
          for (int i = 0; isOpeningCounted && i < millis.size(); i++) {
            millis.set(i, millis.get(i) + run.openMillis().get(i));
          }
          return quantile(millis, 0.5);
        });
  }

  private void chart(String heading, String unit, ToDoubleFunction<String> figure) {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    series.put(
        "median", stores.stream().map(store -> (Double) figure.applyAsDouble(store)).toList());
    report.chart("bars", heading, unit, !heading.startsWith("Bytes"), stores, series);
  }

  /** Adds the statements of the article's text, since its figures are pictures. */
  private void theirs() {
    report.heading(3, "What the article says of its 14 machines");
    report.table(
        List.of(
            List.of("measure", "theirs"),
            List.of("bytes a row", "Parquet, Kudu least; with Snappy or GZip a tenth of MapFile's"),
            List.of("ingestion", "Avro fastest; Avro, Parquet 5 times HBase's and Kudu's, or more"),
            List.of("look-up, HBase and Kudu by their clients", "cold under 200 ms, warm under 80"),
            List.of("look-up, Avro and Parquet", "seconds"),
            List.of("scan", "Parquet, Kudu: more than 300,000 rows/s a core")));
  }

  /** Prints the report, and writes it. */
  void write(Path out) throws IOException {
    writing();
    lookups("a whole record", StoreTask.RECORD, StoreTask.RECORD_BY_MANY, StoreTask.RECORD_COLD);
    lookups("three columns", StoreTask.THREE, StoreTask.THREE_BY_MANY, StoreTask.THREE_COLD);
    theirs();
    System.out.print(report);
    report.write(out, "stores", TITLE);
  }
}
