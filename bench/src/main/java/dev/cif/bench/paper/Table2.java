package dev.cif.bench.paper;

import dev.cif.bench.data.DataSet;
import dev.cif.bench.data.SyntheticData;
import dev.cif.bench.formats.Storage;
import dev.cif.bench.formats.Storages;
import dev.cif.bench.report.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import picocli.CommandLine.Command;

/**
 * Table 2: measures the time to convert the synthetic data from a SequenceFile to other formats.
 */
@Command(
    name = "table2",
    mixinStandardHelpOptions = true,
    description = "Table 2: converting the synthetic data from a SequenceFile.")
final class Table2 extends Experiment {
  /** The paper's table: minutes by format. */
  private static final Map<String, Double> PAPER =
      Map.of("CIF", 89.0, "CIF-SL", 93.0, "RCFile", 89.0);

  @Override
  String title() {
    return "Table 2: load times";
  }

  @Override
  void run(Place place, Report report) throws Exception {
    long count = rows(200_000, SyntheticData.BYTES_OF_ROW);
    DataSet data = SyntheticData.ofLetters();
    Path source = dataSet(place, Storages.SEQ, data, count, 1);
    Map<String, Path> folders = new LinkedHashMap<>();
    Map<String, Measured<Scan.Outcome>> loads = new LinkedHashMap<>();
    for (Storage storage :
        storages(
            Storages.CIF,
            Storages.CIF_SKIP,
            Storages.RCFILE,
            Storages.RCFILE_COMP,
            Storages.CIF_AUTO,
            Storages.AVRO,
            Storages.ORC,
            Storages.PARQUET)) {
      folders.put(storage.name(), source);
      loads.put(storage.name(), () -> convert(place, data, source, storage));
    }
    Map<String, List<Scan.Outcome>> outcomes = rounds(place, folders, loads, Scan.Outcome::bytes);
    Scan.expectOneAnswer(outcomes);
    Map<String, Double> seconds = new LinkedHashMap<>();
    outcomes.forEach((name, runs) -> seconds.put(name, Scan.median(runs)));
    report.line(count + " rows from a SequenceFile, in one thread");
    double base = seconds.getOrDefault("CIF", Double.NaN);
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("format", "seconds", "of CIF's time", "the paper's"));
    seconds.forEach(
        (name, time) ->
            table.add(
                List.of(
                    name,
                    String.format("%.2f", time),
                    String.format("%.2f", time / base),
                    PAPER.containsKey(name)
                        ? String.format("%.2f", PAPER.get(name) / PAPER.get("CIF"))
                        : "")));
    report.table(table);
    report.chart(
        "bars",
        "Time to convert the synthetic data from a SequenceFile",
        "seconds",
        false,
        List.copyOf(seconds.keySet()),
        Map.of("here", List.copyOf(seconds.values())));
  }

  /** Loads the data, and then reads the result. */
  private static Scan.Outcome convert(Place place, DataSet data, Path source, Storage storage)
      throws Exception {
    Path target = place.path("load-" + storage.name());
    place.fs().delete(target, true);
    place.fs().mkdirs(target);
    GenericRecord record = new GenericData.Record(data.schema());
    long start = System.nanoTime();
    try (Storage.Sink sink = storage.create(place.conf(), target, 0, data.schema())) {
      Scan.run(
          place,
          Storages.SEQ,
          data,
          source,
          data.allFields(),
          row -> {
            for (Schema.Field field : data.schema().getFields()) {
              record.put(field.pos(), avro(row.get(field.pos())));
            }
            sink.write(record);
            return 1;
          });
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Scan.Outcome written = Scan.fields(place, storage, data, target, data.allFields());
    place.fs().delete(target, true);
    return new Scan.Outcome(seconds, written.bytes(), written.answer());
  }

  private static Object avro(Object value) throws IOException {
    if (value instanceof Text text) {
      return new Utf8(text.copyBytes());
    }
    if (value instanceof IntWritable number) {
      return number.get();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        copy.put(avro(entry.getKey()), avro(entry.getValue()));
      }
      return copy;
    }
    throw new IOException("a value of " + value.getClass());
  }
}
