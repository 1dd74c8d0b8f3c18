package dev.cif.bench.paper;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Progress;
import dev.cif.bench.report.Report;
import dev.cif.bench.timing.Followers;
import dev.cif.bench.timing.Leader;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import org.apache.hadoop.fs.FileSystem;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Base of the experiments: options, creation of data sets, and rounds of runs. */
abstract class Experiment implements Callable<Integer> {
  /** State of the operating system's cache of the files. */
  enum Caches {
    /** Cache emptied of the files before each run. */
    COLD,
    /** Cache filled by an earlier read. */
    WARM,
    /**
     * Cache of a node of the paper's, with its {@link #MEMORY_OF_NODE}. The bytes that a run reads
     * stay in the cache if the memory could hold them, scaled to the rows of such a node.
     */
    PAPER
  }

  /** Bytes of memory of a node of the paper's (section 6.1). */
  private static final double MEMORY_OF_NODE = 32e9;

  @Option(
      names = "--dir",
      defaultValue = "bench/target/paper/data",
      description = "Where data sets are kept and used again; ${DEFAULT-VALUE} by default.")
  private Path directory;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(5, 2);

  @Option(
      names = "--cache",
      defaultValue = "WARM",
      description =
          "warm (the default), cold: whether the files are in the operating system's cache; or paper:"
              + " those of which a run reads more than fits the memory of a node of the paper's,"
              + " which had 32 GB, are not.")
  private Caches caches;

  @Option(names = "--hdfs", description = "Data in HDFS, whose daemons run in this process.")
  private boolean onHdfs;

  @Option(
      names = "--same-jvm",
      description =
          "All formats in this process, instead of a JVM for each (scans and table 1; other"
              + " experiments always run in one).")
  private boolean sameJvm;

  @Option(names = "--follow", hidden = true, description = "To be a follower.")
  private boolean follows;

  @Option(names = "--leader-hdfs", hidden = true, description = "A follower's HDFS.")
  private URI leaderHdfs;

  @Option(
      names = "--formats",
      split = ",",
      description = "Formats to compare, instead of the usual ones.")
  private List<String> formats = List.of();

  @Option(names = "--rows", description = "Rows of a data set.")
  private Long rows;

  @Option(names = "--gb", description = "Gigabytes that the rows take in a SequenceFile, about.")
  private Double gigabytes;

  @Option(
      names = "--out",
      defaultValue = "bench/target/paper/results",
      description = "Folder of the results; ${DEFAULT-VALUE} by default.")
  private Path out;

  @Spec private CommandSpec spec;

  /** Leader of this process; null unless it is a follower. */
  private Leader leader;

  /** JVMs of the formats; null until one is needed. */
  private Followers followers;

  /** Bytes of a paper node's memory, scaled to the rows of this data set. */
  private double memory;

  /** Function that is timed once. */
  interface Measured<T> {
    T run() throws Exception;
  }

  /** Runs the experiment and adds its findings. */
  abstract void run(Place place, Report report) throws Exception;

  /** Describes the place of the data. */
  String where(Place place) {
    return place.description();
  }

  /** Returns the name of the figure or table. */
  abstract String title();

  @Override
  public final Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    leader = follows ? new Leader() : null;
    try (Place place = follows ? new Place(directory, leaderHdfs) : Place.open(directory, onHdfs)) {
      Report report = new Report(true);
      report.heading(2, title());
      report.list(Machine.lines());
      report.line(
          "Data in "
              + where(place)
              + "; files "
              + state()
              + "; median of "
              + repeats.runs()
              + " runs that take turns, after "
              + repeats.warmUps()
              + " to warm up"
              + (sameJvm ? "; all in one JVM" : ""));
      run(place, report);
      if (!follows) {
        System.out.print(report);
        report.write(out, fileName(), title());
      }
    } finally {
      if (followers != null) {
        followers.close();
      }
    }
    return 0;
  }

  private String fileName() {
    String number = title().substring(0, title().indexOf(':'));
    return number.toLowerCase(Locale.ROOT).replaceAll("[ .]", "-");
  }

  private String state() {
    switch (caches) {
      case COLD:
        return "not in the operating system's cache before each run";
      case WARM:
        return "in the operating system's cache";
      default:
        return "in the operating system's cache, unless a run reads more of them than would fit the"
            + " memory of a node of the paper's, scaled as its data";
    }
  }

  /**
   * Scales the memory of a node of the paper's to this data set.
   *
   * @param bytes bytes of this data set in a SequenceFile
   * @param bytesOfNode bytes of the paper's data set on a node, in a SequenceFile
   */
  final void scale(double bytes, double bytesOfNode) {
    memory = bytes * MEMORY_OF_NODE / bytesOfNode;
  }

  /** Fails if files are to be read from the disk; for experiments that can't empty the cache. */
  final void expectWarm() {
    if (caches != Caches.WARM) {
      throw new IllegalArgumentException("this experiment runs with --cache warm only");
    }
  }

  final List<FileFormat> compared(String... usual) {
    return FileFormats.choose(formats, usual);
  }

  /** Returns the number of rows, for rows of so many bytes in a SequenceFile. */
  final long rows(long usual, double bytesOfRow) {
    if (rows != null) {
      return rows;
    }
    return gigabytes == null ? usual : Math.max(1, (long) (gigabytes * 1e9 / bytesOfRow));
  }

  /** Writes a data set in a format unless it exists; returns its folder. */
  final org.apache.hadoop.fs.Path dataSet(
      Place place, FileFormat format, GeneratedData data, long count, int files)
      throws IOException {
    String name = data.name() + "-" + count + "/" + format.name();
    org.apache.hadoop.fs.Path folder = place.path(name);
    FileSystem fs = place.fs();
    if (follows || fs.exists(folder)) {
      return folder;
    }
    Progress progress = new Progress("writing " + name, count);
    org.apache.hadoop.fs.Path hidden = place.path(data.name() + "-" + count + "/_" + format.name());
    fs.delete(hidden, true);
    write(place, format, data, count, files, hidden, progress);
    fs.rename(hidden, folder);
    progress.done();
    return folder;
  }

  /** Writes a data set, and returns the seconds that took, without those of generating the rows. */
  static double write(
      Place place,
      FileFormat format,
      GeneratedData data,
      long count,
      int files,
      org.apache.hadoop.fs.Path folder,
      Progress progress)
      throws IOException {
    long start = System.nanoTime();
    place.fs().mkdirs(folder);
    GeneratedData.Rows source = data.rows();
    long row = 0;
    for (int file = 0; file < files; file++) {
      long end = count * (file + 1) / files;
      try (RecordSink sink =
          format.create(place.conf(), format.file(folder, file), data.schema())) {
        for (; row < end; row++) {
          sink.write(source.next());
          progress.at(row);
        }
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * Runs each of several things once in each round, so that a disturbance affects all of them.
   *
   * @param folders data set that a thing reads, if any, by the thing's name; caches are emptied of
   *     it
   * @param bytes function that returns the bytes that a thing has read
   * @return the outcomes of the reported rounds, by name
   */
  final <T extends Serializable> Map<String, List<T>> rounds(
      Place place,
      Map<String, org.apache.hadoop.fs.Path> folders,
      Map<String, Measured<T>> things,
      ToLongFunction<T> bytes)
      throws Exception {
    return rounds(
        place,
        folders,
        things.keySet(),
        thing -> {
          System.gc();
          return things.get(thing).run();
        },
        bytes);
  }

  /**
   * Runs rounds with each thing in its own JVM, which stays from call to call. Things may read only
   * data sets that {@link #dataSet} has written.
   */
  @SuppressWarnings("unchecked") // Followers run the same program.
  final <T extends Serializable> Map<String, List<T>> roundsApart(
      Place place,
      Map<String, org.apache.hadoop.fs.Path> folders,
      Map<String, Measured<T>> things,
      ToLongFunction<T> bytes)
      throws Exception {
    if (leader != null) {
      return follow(things);
    }
    if (sameJvm) {
      return rounds(place, folders, things, bytes);
    }
    if (followers == null) {
      followers =
          new Followers(
              Paper.class,
              spec.root().commandLine().getParseResult().originalArgs(),
              thing -> followersArguments(place));
    }
    Map<String, List<T>> outcomes =
        rounds(place, folders, things.keySet(), thing -> (T) followers.ask(thing, thing), bytes);
    HashMap<String, ArrayList<T>> copy = new HashMap<>();
    outcomes.forEach((thing, found) -> copy.put(thing, new ArrayList<>(found)));
    followers.tell(copy);
    return outcomes;
  }

  /** Runs things on the leader's requests, until it sends all outcomes; returns those. */
  @SuppressWarnings("unchecked") // The leader runs the same program.
  private <T extends Serializable> Map<String, List<T>> follow(Map<String, Measured<T>> things)
      throws Exception {
    Map<?, ?> outcomes =
        (Map<?, ?>)
            leader.serve(told -> told instanceof String thing ? things.get(thing).run() : null);
    Map<String, List<T>> ordered = new LinkedHashMap<>();
    things.keySet().forEach(thing -> ordered.put(thing, (List<T>) outcomes.get(thing)));
    return ordered;
  }

  private static List<String> followersArguments(Place place) {
    List<String> arguments = new ArrayList<>(List.of("--follow"));
    place.nameNode().ifPresent(uri -> arguments.add("--leader-hdfs=" + uri));
    return arguments;
  }

  private <T> Map<String, List<T>> rounds(
      Place place,
      Map<String, org.apache.hadoop.fs.Path> folders,
      Set<String> things,
      Rounds.Runner<T> runner,
      ToLongFunction<T> bytes)
      throws Exception {
    if (caches == Caches.PAPER && memory == 0) {
      throw new IllegalArgumentException(
          "--cache paper is not for this experiment, as the paper does not say how large its data"
              + " were; give warm or cold");
    }
    Set<String> cold = new HashSet<>(caches == Caches.COLD ? things : Set.of());
    return repeats
        .rounds()
        .run(
            title(),
            things,
            thing -> {
              if (cold.contains(thing) && folders.containsKey(thing)) {
                place.dropCaches(folders.get(thing));
              }
              T outcome = runner.run(thing);
              if (caches == Caches.PAPER && bytes.applyAsLong(outcome) > memory) {
                cold.add(thing);
              }
              return outcome;
            });
  }

  /** Scan of a data set in a format. */
  interface Scanned {
    ScanRun run(FileFormat format, org.apache.hadoop.fs.Path folder) throws Exception;
  }

  /**
   * Scans a data set, in one file, in each format; returns the outcomes by format, after checking
   * that all agree.
   */
  final Map<String, List<ScanRun>> scans(
      Place place, List<FileFormat> compared, GeneratedData data, long count, Scanned scan)
      throws Exception {
    Map<String, org.apache.hadoop.fs.Path> folders = new LinkedHashMap<>();
    Map<String, Measured<ScanRun>> scans = new LinkedHashMap<>();
    for (FileFormat format : compared) {
      org.apache.hadoop.fs.Path folder = dataSet(place, format, data, count, 1);
      folders.put(format.name(), folder);
      scans.put(format.name(), () -> scan.run(format, folder));
    }
    Map<String, List<ScanRun>> outcomes = roundsApart(place, folders, scans, ScanRun::bytes);
    ScanRun.expectOneAnswer(outcomes);
    return outcomes;
  }
}
