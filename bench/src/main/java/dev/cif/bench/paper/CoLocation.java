package dev.cif.bench.paper;

import dev.cif.bench.data.Pages;
import dev.cif.bench.formats.CifFormat;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.report.Report;
import dev.cif.bench.timing.Rounds;
import dev.cif.format.read.SplitDirectories;
import dev.cif.hdfs.ColumnPlacementPolicy;
import dev.cif.hdfs.hosts.Hosts;
import dev.cif.mapreduce.scan.ScanCounters;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Section 6.4: runs the job of table 1 over CIF, with and without the placement policy. */
@Command(
    name = "co-location",
    mixinStandardHelpOptions = true,
    description =
        "Section 6.4: the job of table 1 on YARN, over files that ColumnPlacementPolicy placed, and"
            + " such that HDFS's default policy did. Nodes are hosts in network namespaces of this"
            + " machine, with daemons of their own, and links that are slowed; wants root.")
final class CoLocation extends Experiment {
  /** Ratio in the paper: "The map time with CPP was 5.1x better than the map time without CPP". */
  private static final double PAPER = 5.1;

  private static final String PAPERS_FORMAT = "CIF";
  private static final double BYTES_OF_OTHERS = 500;
  private static final int TASK_MB = 1024;
  private static final String POLICY = "dfs.block.replicator.classname";

  @Option(
      names = "--page",
      defaultValue = "100",
      description = "Bytes of a page's content on average, which no task reads; 100 by default.")
  private int page;

  @Option(
      names = "--splits",
      defaultValue = "16",
      description = "Split-directories, each for a task; ${DEFAULT-VALUE} by default.")
  private int splits;

  @Option(
      names = "--nodes",
      defaultValue = "8",
      description = "Hosts with a DataNode and a NodeManager, in three racks; 8 by default.")
  private int nodes;

  @Option(
      names = "--tasks",
      defaultValue = "2",
      description = "Tasks that run at a time, a processor each; ${DEFAULT-VALUE} by default.")
  private int tasks;

  @Option(
      names = "--link",
      defaultValue = "167",
      description =
          "Mbit/s of a host's link, each way; by default ${DEFAULT-VALUE}, a sixth of 1 Gbit/s, as"
              + " the paper's nodes had six map slots and one such link (section 6.1).")
  private int link;

  @Option(
      names = "--heartbeat",
      defaultValue = "200",
      description =
          "Milliseconds after which a job's master asks YARN again; ${DEFAULT-VALUE} by default,"
              + " Hadoop has 1000.")
  private int heartbeat;

  /** Files placed by one of the policies. */
  private record Placed(String policy, Path folder) {}

  /** Costs of a run. */
  private record PlacedRun(QueryJob.JobRun job, long bytes, long local, long localTasks)
      implements Serializable {}

  @Override
  String title() {
    return "Section 6.4: map time with and without co-location";
  }

  @Override
  String where(Place place) {
    return "HDFS, replication 3, on " + nodes + " hosts in 3 racks";
  }

  @Override
  void run(Place place, Report report) throws Exception {
    expectWarm();
    if (link < 1 || splits < 1 || tasks < 1 || heartbeat < 1 || nodes < 3) {
      throw new IllegalArgumentException(
          "--link, --splits, --tasks and --heartbeat must be 1 or more, --nodes 3 or more");
    }
    java.nio.file.Path folder = place.local().resolve("co-location");
    // A run that was killed may have left files.
    FileUtil.fullyDelete(folder.toFile());
    try {
      run(folder, report);
    } finally {
      FileUtil.fullyDelete(folder.toFile());
    }
  }

  private void run(java.nio.file.Path folder, Report report) throws Exception {
    String together = ColumnPlacementPolicy.class.getName();
    Map<String, String> settings = new HashMap<>();
    settings.put(POLICY, together);
    settings.put("dfs.replication", "3");
    // Otherwise the default policy's NameNode would move blocks that aren't reported yet when it
    // starts.
    settings.put("dfs.namenode.safemode.replication.min", "3");
    settings.put("dfs.blocksize", Long.toString(FileFormat.BLOCK));
    settings.put(
        "yarn.scheduler.capacity.root.default.user-limit-factor",
        Double.toString(Math.min(1, Hosts.shareOfMemory(nodes, tasks, TASK_MB))));
    settings.put(
        "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", Integer.toString(heartbeat));
    settings.put("mapreduce.job.reduce.slowstart.completedmaps", "1");
    settings.put("mapreduce.map.memory.mb", Integer.toString(TASK_MB));
    settings.put("mapreduce.map.java.opts", "-Xmx768m -XX:+UseSerialGC");
    try (Hosts hosts = Hosts.start(folder, nodes, settings);
        Place cluster = Place.of(folder, hosts)) {
      long count = rows(1_000_000, page + BYTES_OF_OTHERS);
      List<FileFormat> compared = compared("CIF", "CIF-auto");
      Map<FileFormat, List<Placed>> data = new LinkedHashMap<>();
      for (String policy : List.of(together, BlockPlacementPolicyDefault.class.getName())) {
        hosts.restartNameNode(Map.of(POLICY, policy));
        for (FileFormat format : compared) {
          if (!(format instanceof CifFormat)) {
            throw new IllegalArgumentException(
                format.name() + " has no files to be placed together; give formats of CIF");
          }
          Path written = dataSet(cluster, format, new Pages(page), count, splits);
          String name = policy.equals(together) ? "ColumnPlacementPolicy" : "HDFS's default";
          Path placed = cluster.path(name.replaceAll("\\W", "") + "/" + format.name());
          cluster.fs().mkdirs(placed.getParent());
          cluster.fs().rename(written, placed);
          data.computeIfAbsent(format, s -> new ArrayList<>()).add(0, new Placed(name, placed));
        }
      }
      for (String host : hosts.names()) {
        hosts.limit(host, link);
      }
      run(cluster, data, count, report);
    }
  }

  private void run(Place cluster, Map<FileFormat, List<Placed>> data, long count, Report report)
      throws Exception {
    Map<String, Measured<PlacedRun>> jobs = new LinkedHashMap<>();
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Map.Entry<FileFormat, List<Placed>> of : data.entrySet()) {
      for (Placed placed : of.getValue()) {
        String name = name(of.getKey(), placed);
        shares.put(name, shareTogether(cluster.fs(), placed.folder));
        jobs.put(name, () -> measure(cluster, of.getKey(), placed.folder));
      }
    }
    Map<String, List<PlacedRun>> outcomes = rounds(cluster, Map.of(), jobs, PlacedRun::bytes);
    Map<String, List<QueryJob.JobRun>> answers = new LinkedHashMap<>();
    outcomes.forEach((name, runs) -> answers.put(name, runs.stream().map(PlacedRun::job).toList()));
    QueryJob.expectOneAnswer(answers);
    describe(report, count);
    report(report, data, shares, outcomes);
  }

  private static String name(FileFormat format, Placed placed) {
    return format.name() + ", " + placed.policy;
  }

  private static PlacedRun measure(Place cluster, FileFormat format, Path folder) throws Exception {
    long[] counted = new long[3];
    QueryJob.JobRun outcome = QueryJob.run(cluster, format, folder, job -> count(job, counted));
    return new PlacedRun(outcome, counted[0], counted[1], counted[2]);
  }

  private static void count(Job job, long[] counted) throws IOException {
    Counters counters = job.getCounters();
    counted[0] = counters.findCounter(ScanCounters.TOTAL, ScanCounters.BYTES_READ).getValue();
    counted[1] =
        counters.findCounter(ScanCounters.TOTAL, ScanCounters.BYTES_READ_LOCALLY).getValue();
    counted[2] = counters.findCounter(JobCounter.DATA_LOCAL_MAPS).getValue();
  }

  /** Returns the share of split-directories whose files' blocks are all on the same nodes. */
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
            + " split-directories, written by a program on none of the hosts; a map task for each, "
            + tasks
            + " at a time, each a process of YARN's");
    report.line(
        "Hosts are network namespaces of one machine, with links of "
            + link
            + " Mbit/s each way; they share its processors, and the operating system's cache. Map"
            + " time is that of all tasks, from opening the input to closing it.");
  }

  private static void report(
      Report report,
      Map<FileFormat, List<Placed>> data,
      Map<String, Double> shares,
      Map<String, List<PlacedRun>> outcomes) {
    List<List<String>> table =
        Report.head(
            "layout | placement | splits together | MB read | remote"
                + " | tasks where their split says | map ms | map ratio | the paper's");
    Map<String, List<Double>> times = new LinkedHashMap<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> papers = new ArrayList<>();
    data.forEach(
        (format, both) -> {
          Double paper = format.name().equals(PAPERS_FORMAT) ? PAPER : null;
          double base = mapMedian(outcomes.get(name(format, both.get(0))));
          for (Placed placed : both) {
            String name = name(format, placed);
            List<PlacedRun> runs = outcomes.get(name);
            double map = mapMedian(runs);
            boolean isBase = placed.equals(both.get(0));
            table.add(
                List.of(
                    format.name(),
                    placed.policy,
                    String.format("%.1f%%", 100 * shares.get(name)),
                    String.format("%.1f", Rounds.median(runs, PlacedRun::bytes) / 1e6),
                    String.format("%.1f%%", 100 * Rounds.median(runs, CoLocation::remoteShare)),
                    String.format("%.0f", Rounds.median(runs, PlacedRun::localTasks)),
                    String.format("%.0f", map * 1e3),
                    Report.times(base / map),
                    Report.times(paper != null && isBase ? Double.valueOf(1) : paper)));
            times.computeIfAbsent(placed.policy, p -> new ArrayList<>()).add(map * 1e3);
            if (!isBase) {
              ratios.add(base / map);
              papers.add(paper);
            }
          }
        });
    report.table(table);
    List<String> names = data.keySet().stream().map(FileFormat::name).toList();
    Map<String, List<Double>> series = new LinkedHashMap<>();
    series.put("here", ratios);
    series.put("the paper", papers);
    report.chart(
        "bars",
        "Map time with ColumnPlacementPolicy, times as fast as without",
        "times",
        false,
        names,
        series);
    report.chart("bars", "Map time", "ms", false, names, times);
  }

  private static double remoteShare(PlacedRun run) {
    return 1 - (double) run.local / run.bytes;
  }

  private static double mapMedian(List<PlacedRun> runs) {
    return Rounds.median(runs, run -> run.job.mapSeconds());
  }
}
