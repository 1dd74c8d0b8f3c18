package dev.cif.bench.paper;

import dev.cif.bench.data.TypedData;
import dev.cif.bench.formats.CifFormat;
import dev.cif.bench.formats.FieldValues;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.InputScan;
import dev.cif.bench.report.Progress;
import dev.cif.bench.report.Report;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Figure 8: speed of reading records, as more of their bytes are deserialised values. Java and C++
 * read a plain file, as in the paper, and CIF.
 */
@Command(
    name = "figure8",
    mixinStandardHelpOptions = true,
    description =
        "Figure 8: the cost of deserialisation in Java and C++. --rows is 200000 by default, the"
            + " paper's are 1000000; a data set takes 1 kB a row in each format, and is deleted once"
            + " it is measured.")
final class Figure8 extends Experiment {
  private static final String JAVA = "java";
  private static final String CPP = "c++";

  @Option(
      names = "--fractions",
      split = ",",
      defaultValue = "0,20,40,60,80,100",
      description = "Percent of a record's bytes that are values; ${DEFAULT-VALUE} by default.")
  private List<Integer> fractions;

  @Option(
      names = "--types",
      split = ",",
      defaultValue = "INTEGERS,DOUBLES,MAPS",
      description = "What the values are; integers,doubles,maps by default.")
  private List<TypedData.Type> types;

  @Option(
      names = "--languages",
      split = ",",
      defaultValue = JAVA + "," + CPP,
      description = "Languages whose programs run; ${DEFAULT-VALUE} by default.")
  private List<String> languages;

  @Override
  String title() {
    return "Figure 8: the cost of deserialisation";
  }

  @Override
  void run(Place place, Report report) throws Exception {
    long count = rows(200_000, TypedData.RECORD_BYTES);
    List<CifFormat> compared = new ArrayList<>();
    for (FileFormat format : compared("CIF", "CIF-auto")) {
      if (!(format instanceof CifFormat cif)) {
        throw new IllegalArgumentException("figure 8 compares CIF only, not " + format.name());
      }
      compared.add(cif);
    }
    checkOptions();
    NativeScan cpp = languages.contains(CPP) ? NativeScan.find() : null;
    report.line(
        count
            + " records of "
            + TypedData.RECORD_BYTES
            + " bytes, one file or split-directory; MB/s are of these bytes, whatever a format makes"
            + " of them. Java reads the plain file by a DataInputStream, Java-NIO by a ByteBuffer.");
    for (TypedData.Type type : types) {
      Map<String, List<Double>> rates = new LinkedHashMap<>();
      for (int fraction : fractions) {
        TypedData data = new TypedData(type, fraction);
        measure(place, compared, data, count, cpp)
            .forEach(
                (lane, seconds) ->
                    rates
                        .computeIfAbsent(lane, l -> new ArrayList<>())
                        .add(count * (double) TypedData.RECORD_BYTES / 1e6 / seconds));
      }
      report(report, type, rates);
    }
    report.line(
        "The paper's text gives no numbers: bandwidth falls as there are more values, for Java much"
            + " more than for C++; Java's maps above 60% can be slower than a SATA disk, about 100"
            + " MB/s; at 0% all are alike.");
  }

  private void checkOptions() {
    for (String language : languages) {
      if (!language.equals(JAVA) && !language.equals(CPP)) {
        throw new IllegalArgumentException("a language is java or c++, not " + language);
      }
    }
    for (int fraction : fractions) {
      if (fraction < 0 || fraction > 100) {
        throw new IllegalArgumentException("a fraction is from 0 to 100, not " + fraction);
      }
    }
  }

  /** Writes a data set in each format, measures, and deletes it; returns the seconds by lane. */
  private Map<String, Double> measure(
      Place place, List<CifFormat> compared, TypedData data, long count, NativeScan cpp)
      throws Exception {
    String name = data.name() + "-" + count;
    try {
      Map<String, Path> folders = new LinkedHashMap<>();
      Map<String, Measured<ScanRun>> lanes = new LinkedHashMap<>();
      addPlain(place.local().resolve(name), data, count, cpp, folders, lanes);
      for (CifFormat format : compared) {
        Path folder = dataSet(place, format, data, count, 1);
        addCif(place, format, data, folder, cpp, folders, lanes);
      }
      Map<String, List<ScanRun>> outcomes = rounds(place, folders, lanes, ScanRun::bytes);
      ScanRun.expectOneAnswer(outcomes);
      Map<String, Double> seconds = new LinkedHashMap<>();
      outcomes.forEach((lane, runs) -> seconds.put(lane, ScanRun.median(runs)));
      return seconds;
    } finally {
      place.fs().delete(place.path(name), true);
    }
  }

  private void addPlain(
      java.nio.file.Path folder,
      TypedData data,
      long count,
      NativeScan cpp,
      Map<String, Path> folders,
      Map<String, Measured<ScanRun>> lanes)
      throws IOException {
    java.nio.file.Files.createDirectories(folder);
    java.nio.file.Path file = folder.resolve("plain");
    data.writePlain(file, count, new Progress("writing " + file.getFileName(), count));
    if (languages.contains(JAVA)) {
      lanes.put("Java", () -> plain(PlainScan::stream, file, data, count));
      lanes.put("Java-NIO", () -> plain(PlainScan::buffer, file, data, count));
    }
    if (cpp != null) {
      String type = data.type().lowerCase();
      String values = String.valueOf(data.values());
      long bytes = count * TypedData.RECORD_BYTES;
      lanes.put("C++", () -> cpp.run(bytes, "plain", type, file.toString(), values));
    }
    lanes.keySet().forEach(lane -> folders.put(lane, new Path(file.toUri())));
  }

  /** Function that opens the plain file. */
  private interface Opening {
    PlainScan.Source open(java.nio.file.Path file) throws IOException;
  }

  private static ScanRun plain(Opening opening, java.nio.file.Path file, TypedData data, long count)
      throws IOException {
    long start = System.nanoTime();
    try (PlainScan.Source source = opening.open(file)) {
      long answer = PlainScan.answer(source, data, count);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new ScanRun(seconds, count * TypedData.RECORD_BYTES, answer);
    }
  }

  private void addCif(
      Place place,
      CifFormat format,
      TypedData data,
      Path folder,
      NativeScan cpp,
      Map<String, Path> folders,
      Map<String, Measured<ScanRun>> lanes) {
    if (languages.contains(JAVA)) {
      String lane = format.name() + " Java";
      folders.put(lane, folder);
      InputScan.RowFunction use = use(data.type());
      lanes.put(lane, () -> ScanRun.run(place, format, data, folder, data.allFields(), use));
    }
    if (cpp != null) {
      String lane = format.name() + " C++";
      folders.put(lane, folder);
      String type = data.type().lowerCase();
      lanes.put(lane, () -> cpp.run(0, "cif", type, folder.toUri().getPath()));
    }
  }

  /** Returns the work of a map function on each record: a loop over the values. */
  private static InputScan.RowFunction use(TypedData.Type type) {
    return switch (type) {
      case INTEGERS ->
          row -> {
            long sum = 0;
            for (Object value : (List<?>) row.get(0)) {
              sum += (Integer) value;
            }
            return ofRecord(sum, row);
          };
      case DOUBLES ->
          row -> {
            double sum = 0;
            for (Object value : (List<?>) row.get(0)) {
              sum += (Double) value;
            }
            return ofRecord(Double.doubleToRawLongBits(sum), row);
          };
      case MAPS ->
          row -> {
            long sum = 0;
            for (Object value : (List<?>) row.get(0)) {
              sum += TypedData.ofMap((Map<?, ?>) value);
            }
            return ofRecord(sum, row);
          };
    };
  }

  private static long ofRecord(long typed, FieldValues row) throws IOException {
    ByteBuffer rest = (ByteBuffer) row.get(1);
    int from = rest.arrayOffset() + rest.position();
    return TypedData.ofRecord(typed, rest.array(), from, rest.remaining());
  }

  private void report(Report report, TypedData.Type type, Map<String, List<Double>> rates) {
    List<List<String>> table = new ArrayList<>();
    List<String> places = fractions.stream().map(fraction -> fraction + "%").toList();
    List<String> head = new ArrayList<>(List.of(type.lowerCase() + ", MB/s"));
    head.addAll(places);
    table.add(head);
    rates.forEach(
        (lane, values) -> {
          List<String> row = new ArrayList<>(List.of(lane));
          values.forEach(value -> row.add(String.format("%.0f", value)));
          table.add(row);
        });
    for (Ratio ratio : RATIOS) {
      List<Double> fast = rates.get(ratio.fast());
      List<Double> slow = rates.get(ratio.slow());
      if (fast != null && slow != null) {
        List<String> row = new ArrayList<>(List.of(ratio.fast() + " / " + ratio.slow()));
        for (int i = 0; i < fast.size(); i++) {
          row.add(Report.times(fast.get(i) / slow.get(i)));
        }
        table.add(row);
      }
    }
    report.table(table);
    report.chart(
        "lines",
        "Read bandwidth by the percentage of " + type.lowerCase() + " in a record",
        "MB/s",
        false,
        places,
        rates);
  }

  /** Two lanes whose rates are compared. */
  private record Ratio(String fast, String slow) {}

  private static final List<Ratio> RATIOS =
      List.of(
          new Ratio("C++", "Java"),
          new Ratio("C++", "Java-NIO"),
          new Ratio("CIF Java", "Java"),
          new Ratio("CIF-auto Java", "Java"),
          new Ratio("CIF-auto Java", "Java-NIO"),
          new Ratio("CIF-auto C++", "C++"),
          new Ratio("CIF-auto C++", "CIF-auto Java"));
}
