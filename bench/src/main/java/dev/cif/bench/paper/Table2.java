package dev.cif.bench.paper;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.SyntheticData;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.report.Report;
import java.io.IOException;
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
    GeneratedData data = SyntheticData.ofLetters();
    Path source = dataSet(place, FileFormats.SEQ, data, count, 1);
    Map<String, Path> folders = new LinkedHashMap<>();
    Map<String, Measured<ScanRun>> loads = new LinkedHashMap<>();
    for (FileFormat format :
        compared("CIF", "CIF-SL", "RCFile", "RCFile-comp", "CIF-auto", "Avro", "ORC", "Parquet")) {
      folders.put(format.name(), source);
      loads.put(format.name(), () -> convert(place, data, source, format));
    }
    Map<String, List<ScanRun>> outcomes = rounds(place, folders, loads, ScanRun::bytes);
    ScanRun.expectOneAnswer(outcomes);
    Map<String, Double> seconds = new LinkedHashMap<>();
    outcomes.forEach((name, runs) -> seconds.put(name, ScanRun.median(runs)));
    report.line(count + " rows from a SequenceFile, in one thread");
    double base = seconds.getOrDefault("CIF", Double.NaN);
    List<List<String>> table = Report.head("format | seconds | of CIF's time | the paper's");
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
  private static ScanRun convert(Place place, GeneratedData data, Path source, FileFormat format)
      throws Exception {
    Path target = place.path("load-" + format.name());
    place.fs().delete(target, true);
    place.fs().mkdirs(target);
    GenericRecord record = new GenericData.Record(data.schema());
    long start = System.nanoTime();
    try (RecordSink sink = format.create(place.conf(), format.file(target, 0), data.schema())) {
      ScanRun.run(
          place,
          FileFormats.SEQ,
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
    ScanRun written = ScanRun.fields(place, format, data, target, data.allFields());
    place.fs().delete(target, true);
    return new ScanRun(seconds, written.bytes(), written.answer());
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
