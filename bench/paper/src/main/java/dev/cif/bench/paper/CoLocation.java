package dev.cif.bench.paper;

import dev.cif.format.SplitDirectories;
import dev.cif.hdfs.ColumnPlacementPolicy;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Section 6.4: the job of table 1 over CIF, with and without the placement policy. */
@Command(
    name = "co-location",
    mixinStandardHelpOptions = true,
    description =
        "Section 6.4: the job of table 1 with ColumnPlacementPolicy and without. All nodes are of"
            + " this process; the network between them is played by waiting.")
final class CoLocation extends Experiment {
  /** "The map time with CPP was 5.1x better than the map time without CPP." */
  private static final double PAPER = 5.1;

  private static final String PAPERS_FORMAT = "CIF";
  private static final double BYTES_OF_OTHERS = 500;

  /** Who writes the files. */
  enum Loader {
    /** Tasks on the nodes; HDFS's default policy gives each its first replicas. */
    NODES,
    /** A program on no node. */
    OUTSIDE
  }

  @Option(
      names = "--page",
      defaultValue = "100",
      description = "Bytes of a page's content on average, which no task reads; 100 by default.")
  private int page;

  @Option(
      names = "--splits",
      defaultValue = "64",
      description = "Split-directories, each for a task; ${DEFAULT-VALUE} by default.")
  private int splits;

  @Option(
      names = "--nodes",
      defaultValue = "8",
      description = "DataNodes of each cluster, in three racks; ${DEFAULT-VALUE} by default.")
  private int nodes;

  @Option(
      names = "--link",
      defaultValue = "20.8",
      description =
          "MB/s of the network for a task; by default ${DEFAULT-VALUE}, a sixth of 1 Gbit/s, as the"
              + " paper's nodes had six map slots and one such link (section 6.1).")
  private double link;

  @Option(
      names = "--loader",
      defaultValue = "NODES",
      description =
          "Who writes: nodes (the default; tasks on the nodes in turn, as in the paper) or outside"
              + " (a program on no node).")
  private Loader loader;

  /** What a run took. */
  private record Outcome(QueryJob.Outcome job, long bytes, long remote, double waited)
      implements Serializable {}

  /** A way to choose the nodes of blocks, and a cluster that has it. */
  private record Cluster(String name, Place place) {}

  @Override
  String title() {
    return "Section 6.4: map time with and without co-location";
  }

  @Override
  String where(Place place) {
    return "HDFS: two clusters, each of a NameNode and "
        + nodes
        + " DataNodes in 3 racks, replication 3, all in one process, reached by TCP";
  }

  @Override
  void run(Place place, Report report) throws Exception {
    expectWarm();
    if (link <= 0 || splits < 1 || nodes < 3) {
      throw new IllegalArgumentException(
          "--link must be more than 0, --splits 1 or more, --nodes 3 or more");
    }
    java.nio.file.Path folder = place.local().resolve("co-location");
    try (Place usual = Place.racks(folder.resolve("default"), nodes, null);
        Place together =
            Place.racks(folder.resolve("policy"), nodes, ColumnPlacementPolicy.class)) {
      run(
          List.of(
              new Cluster("HDFS's default", usual), new Cluster("ColumnPlacementPolicy", together)),
          report);
    }
  }

  private void run(List<Cluster> clusters, Report report) throws Exception {
    long count = rows(100_000, page + BYTES_OF_OTHERS);
    DataSet data = new CrawlData(page);
    List<Storage> storages = storages(Storages.CIF, Storages.CIF_DCSL, Storages.CIF_AUTO);
    Map<String, Measured<Outcome>> jobs = new LinkedHashMap<>();
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Storage storage : storages) {
      if (!(storage instanceof CifStorage)) {
        throw new IllegalArgumentException(
            storage.name() + " has no files to be placed together; give formats of CIF");
      }
      for (Cluster cluster : clusters) {
        Storage placed = new Placed(storage, cluster.place);
        Path folder = dataSet(cluster.place, placed, data, count, splits);
        String name = name(storage, cluster);
        shares.put(name, shareTogether(cluster.place.fs(), folder));
        jobs.put(name, () -> measure(cluster.place, placed, folder));
      }
    }
    Map<String, List<Outcome>> outcomes =
        rounds(clusters.get(0).place, Map.of(), jobs, Outcome::bytes);
    Map<String, List<QueryJob.Outcome>> answers = new LinkedHashMap<>();
    outcomes.forEach((name, runs) -> answers.put(name, runs.stream().map(Outcome::job).toList()));
    QueryJob.expectOneAnswer(answers);
    describe(report, count);
    report(report, storages, clusters, shares, outcomes);
  }

  private static String name(Storage storage, Cluster cluster) {
    return storage.name() + ", " + cluster.name;
  }

  private static Outcome measure(Place place, Storage storage, Path folder) throws Exception {
    Network.reset();
    QueryJob.Outcome job = QueryJob.run(place, storage, folder);
    return new Outcome(job, Network.bytesRead(), Network.bytesRemote(), Network.secondsWaited());
  }

  /** The share of split-directories of which all blocks of all files are on the same nodes. */
  private static double shareTogether(FileSystem fs, Path folder) throws IOException {
    int together = 0;
    List<Path> directories = SplitDirectories.list(fs, folder);
    for (Path directory : directories) {
      Set<Set<String>> sets = new HashSet<>();
      for (FileStatus file : fs.listStatus(directory)) {
        for (BlockLocation block : fs.getFileBlockLocations(file, 0, file.getLen())) {
          sets.add(Set.of(block.getHosts()));
        }
      }
      together += sets.size() == 1 ? 1 : 0;
    }
    return (double) together / directories.size();
  }

  private void describe(Report report, long count) {
    report.line(
        count
            + " pages of "
            + page
            + " bytes in "
            + splits
            + " split-directories, written by "
            + (loader == Loader.NODES ? "tasks on the nodes in turn" : "a program on no node")
            + "; a map task for each, one at a time, on one of the nodes that its split names");
    report.line(
        "All nodes are of one process on one host, and the network's cost is simulated: of what"
            + " tasks ask for, bytes of blocks without a replica on the task's node are counted as"
            + " remote, and are waited for as long as a link of "
            + link
            + " MB/s takes for them. Requests on their way, reading ahead, and other traffic cost"
            + " nothing. Map time is that of all tasks.");
  }

  private static void report(
      Report report,
      List<Storage> storages,
      List<Cluster> clusters,
      Map<String, Double> shares,
      Map<String, List<Outcome>> outcomes) {
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of(
            "layout",
            "placement",
            "splits together",
            "MB read",
            "remote",
            "map ms",
            "of it waiting",
            "map ratio",
            "the paper's"));
    Map<String, List<Double>> times = new LinkedHashMap<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> papers = new ArrayList<>();
    for (Storage storage : storages) {
      Double paper = storage.name().equals(PAPERS_FORMAT) ? PAPER : null;
      double base = mapMedian(outcomes.get(name(storage, clusters.get(0))));
      for (Cluster cluster : clusters) {
        String name = name(storage, cluster);
        List<Outcome> runs = outcomes.get(name);
        double map = mapMedian(runs);
        boolean isBase = cluster.name.equals(clusters.get(0).name);
        table.add(
            List.of(
                storage.name(),
                cluster.name,
                String.format("%.1f%%", 100 * shares.get(name)),
                String.format("%.1f", median(runs, Outcome::bytes) / 1e6),
                String.format("%.1f%%", 100 * median(runs, run -> (double) run.remote / run.bytes)),
                String.format("%.1f", map * 1e3),
                String.format("%.1f", median(runs, Outcome::waited) * 1e3),
                Report.times(base / map),
                Report.times(paper != null && isBase ? Double.valueOf(1) : paper)));
        times.computeIfAbsent(cluster.name, c -> new ArrayList<>()).add(map * 1e3);
        if (!isBase) {
          ratios.add(base / map);
          papers.add(paper);
        }
      }
    }
    report.table(table);
    List<String> names = storages.stream().map(Storage::name).toList();
    Map<String, List<Double>> series = new LinkedHashMap<>();
    series.put("here", ratios);
    series.put("the paper", papers);
    report.chart(
        "bars",
        "Map time with ColumnPlacementPolicy, times as fast as without (network simulated)",
        "times",
        false,
        names,
        series);
    report.chart("bars", "Map time (network simulated)", "ms", false, names, times);
  }

  private static double mapMedian(List<Outcome> runs) {
    return median(runs, run -> run.job.mapSeconds());
  }

  private static double median(List<Outcome> runs, ToDoubleFunction<Outcome> value) {
    return median(runs.stream().map(value::applyAsDouble).toList());
  }

  /** A format whose files are written and read by threads that play to be on nodes. */
  private final class Placed implements Storage {
    private final Storage real;
    private final Place place;

    Placed(Storage real, Place place) {
      this.real = real;
      this.place = place;
    }

    @Override
    public String name() {
      return real.name();
    }

    @Override
    public Sink create(Configuration conf, Path folder, int number, Schema schema)
        throws IOException {
      if (loader == Loader.OUTSIDE) {
        return real.create(conf, folder, number, schema);
      }
      Network.writeAt(place.node(number % nodes));
      Sink sink = real.create(conf, folder, number, schema);
      return Sink.of(
          sink::write,
          () -> {
            try {
              sink.close();
            } finally {
              Network.leave();
            }
          });
    }

    @Override
    public Class<? extends InputFormat<?, ?>> read(
        Job job, Path folder, Schema schema, int[] fields) throws IOException {
      real.read(job, folder, schema, fields);
      job.getConfiguration().setDouble(NodeInput.LINK, link);
      return NodeInput.class;
    }

    @Override
    public Values values(Configuration conf, Schema schema, int[] fields) throws IOException {
      return real.values(conf, schema, fields);
    }

    @Override
    public Object mapKey(String key) {
      return real.mapKey(key);
    }
  }
}
