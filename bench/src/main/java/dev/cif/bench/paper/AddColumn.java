package dev.cif.bench.paper;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.WideData;
import dev.cif.bench.formats.CifFormat;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.report.Report;
import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.derive.DerivedColumn;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Section 4.3: adds a column that is computed from another to records of 20 columns. */
@Command(
    name = "add-column",
    mixinStandardHelpOptions = true,
    description = "Section 4.3: adding a derived column, beside formats that rewrite all.")
final class AddColumn extends Experiment {
  @Option(
      names = "--columns",
      defaultValue = "20",
      description = "Columns of the data set; ${DEFAULT-VALUE} by default.")
  private int columns;

  private int added;

  @Override
  String title() {
    return "Section 4.3: adding a derived column";
  }

  /** Function of the derived column: the beginning of a string, in lower case. */
  public static final class Beginning implements DerivedColumn.Function {
    @Override
    public Object apply(GenericRecord row) {
      return WideData.beginning(row.get("c0"));
    }
  }

  @Override
  void run(Place place, Report report) throws Exception {
    long count = rows(1_000_000, columns * 31.0);
    GeneratedData data = new WideData(columns);
    Map<String, Path> folders = new LinkedHashMap<>();
    Map<String, Measured<ScanRun>> jobs = new LinkedHashMap<>();
    for (FileFormat format : compared("CIF-auto", "ORC", "Parquet")) {
      Path folder = dataSet(place, format, data, count, 1);
      folders.put(format.name(), folder);
      jobs.put(
          format.name(),
          format instanceof CifFormat
              ? () -> add(place, format, folder)
              : () -> rewrite(place, data, format, folder));
    }
    Map<String, Double> seconds = new LinkedHashMap<>();
    try {
      Map<String, List<ScanRun>> outcomes = rounds(place, folders, jobs, ScanRun::bytes);
      ScanRun.expectOneAnswer(outcomes);
      outcomes.forEach((name, runs) -> seconds.put(name, ScanRun.median(runs)));
    } finally {
      // The folder has more columns now than the next run expects.
      place.fs().delete(folders.get(FileFormats.CIF_AUTO.name()), true);
    }
    report.line(
        count
            + " rows of "
            + columns
            + " strings; CIF by a MapReduce job in Hadoop's local runner, whole; ORC and Parquet by"
            + " reading and writing all columns and the new one in this process, without a job");
    List<List<String>> table = Report.head("format | seconds | times CIF's");
    seconds.forEach(
        (name, time) ->
            table.add(
                List.of(
                    name,
                    String.format("%.3f", time),
                    Report.times(time / seconds.get(FileFormats.CIF_AUTO.name())))));
    report.table(table);
    report.chart(
        "bars",
        "Time to add a derived column to " + columns + " columns",
        "seconds",
        true,
        List.copyOf(seconds.keySet()),
        Map.of("here", List.copyOf(seconds.values())));
  }

  private ScanRun add(Place place, FileFormat format, Path folder) throws Exception {
    Job job = Job.getInstance(place.conf(), "add a column");
    ColumnInputFormat.addInputPath(job, folder);
    String name = "derived" + added++;
    DerivedColumn.set(job, "c0", name, Schema.create(Schema.Type.STRING), Beginning.class);
    long start = System.nanoTime();
    if (!job.waitForCompletion(false)) {
      throw new IOException("the job that adds a column failed");
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return written(seconds, place, format, folder, name);
  }

  /** Scans the result: all columns, with the new one. */
  private ScanRun written(double seconds, Place place, FileFormat format, Path folder, String name)
      throws Exception {
    GeneratedData wider = new WideData(columns, name);
    ScanRun scan = ScanRun.fields(place, format, wider, folder, wider.allFields());
    return new ScanRun(seconds, scan.bytes(), scan.answer());
  }

  private ScanRun rewrite(Place place, GeneratedData data, FileFormat format, Path folder)
      throws Exception {
    Path target = place.path("rewrite-" + format.name());
    place.fs().delete(target, true);
    place.fs().mkdirs(target);
    Schema schema = new WideData(columns, "derived").schema();
    GenericRecord record = new GenericData.Record(schema);
    int old = data.schema().getFields().size();
    long start = System.nanoTime();
    try (RecordSink sink = format.create(place.conf(), format.file(target, 0), schema)) {
      ScanRun.run(
          place,
          format,
          data,
          folder,
          data.allFields(),
          row -> {
            for (int k = 0; k < old; k++) {
              record.put(k, row.get(k));
            }
            record.put(old, WideData.beginning(row.get(0)));
            sink.write(record);
            return 1;
          });
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    ScanRun outcome = written(seconds, place, format, target, "derived");
    place.fs().delete(target, true);
    return outcome;
  }
}
