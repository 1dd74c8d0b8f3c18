package dev.cif.bench.paper;

import dev.cif.bench.data.DataSet;
import dev.cif.bench.data.WideData;
import dev.cif.bench.formats.CifStorage;
import dev.cif.bench.formats.Storage;
import dev.cif.bench.formats.Storages;
import dev.cif.bench.report.Report;
import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.derive.DerivedColumn;
import java.io.IOException;
import java.util.ArrayList;
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
    DataSet data = new WideData(columns);
    Map<String, Path> folders = new LinkedHashMap<>();
    Map<String, Measured<Scan.Outcome>> jobs = new LinkedHashMap<>();
    for (Storage storage : storages(Storages.CIF_AUTO, Storages.ORC, Storages.PARQUET)) {
      Path folder = dataSet(place, storage, data, count, 1);
      folders.put(storage.name(), folder);
      jobs.put(
          storage.name(),
          storage instanceof CifStorage
              ? () -> add(place, storage, folder)
              : () -> rewrite(place, data, storage, folder));
    }
    Map<String, Double> seconds = new LinkedHashMap<>();
    try {
      Map<String, List<Scan.Outcome>> outcomes = rounds(place, folders, jobs, Scan.Outcome::bytes);
      Scan.expectOneAnswer(outcomes);
      outcomes.forEach((name, runs) -> seconds.put(name, Scan.median(runs)));
    } finally {
      // The folder has more columns now than the next run expects.
      place.fs().delete(folders.get(Storages.CIF_AUTO.name()), true);
    }
    report.line(
        count
            + " rows of "
            + columns
            + " strings; CIF by a MapReduce job in Hadoop's local runner, whole; ORC and Parquet by"
            + " reading and writing all columns and the new one in this process, without a job");
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("format", "seconds", "times CIF's"));
    seconds.forEach(
        (name, time) ->
            table.add(
                List.of(
                    name,
                    String.format("%.3f", time),
                    Report.times(time / seconds.get(Storages.CIF_AUTO.name())))));
    report.table(table);
    report.chart(
        "bars",
        "Time to add a derived column to " + columns + " columns",
        "seconds",
        true,
        List.copyOf(seconds.keySet()),
        Map.of("here", List.copyOf(seconds.values())));
  }

  private Scan.Outcome add(Place place, Storage storage, Path folder) throws Exception {
    Job job = Job.getInstance(place.conf(), "add a column");
    ColumnInputFormat.addInputPath(job, folder);
    String name = "derived" + added++;
    DerivedColumn.set(job, "c0", name, Schema.create(Schema.Type.STRING), Beginning.class);
    long start = System.nanoTime();
    if (!job.waitForCompletion(false)) {
      throw new IOException("the job that adds a column failed");
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return written(seconds, place, storage, folder, name);
  }

  /** Scans the result: all columns, with the new one. */
  private Scan.Outcome written(
      double seconds, Place place, Storage storage, Path folder, String name) throws Exception {
    DataSet wider = new WideData(columns, name);
    Scan.Outcome scan = Scan.fields(place, storage, wider, folder, wider.allFields());
    return new Scan.Outcome(seconds, scan.bytes(), scan.answer());
  }

  private Scan.Outcome rewrite(Place place, DataSet data, Storage storage, Path folder)
      throws Exception {
    Path target = place.path("rewrite-" + storage.name());
    place.fs().delete(target, true);
    place.fs().mkdirs(target);
    Schema schema = new WideData(columns, "derived").schema();
    GenericRecord record = new GenericData.Record(schema);
    int old = data.schema().getFields().size();
    long start = System.nanoTime();
    try (Storage.Sink sink = storage.create(place.conf(), target, 0, schema)) {
      Scan.run(
          place,
          storage,
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
    Scan.Outcome outcome = written(seconds, place, storage, target, "derived");
    place.fs().delete(target, true);
    return outcome;
  }
}
