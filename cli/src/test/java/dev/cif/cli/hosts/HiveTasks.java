package dev.cif.cli.hosts;

import dev.cif.cli.hosts.HiveOnHosts.Reads;
import dev.cif.cli.text.TextTable;
import dev.cif.embedded.Engine;
import dev.cif.hdfs.hosts.Hosts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.commons.io.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Counts Hive's tasks that run where their splits are, CIF's beside those of another format. */
@Command(
    name = "bench/hdfs/run hive-tasks",
    mixinStandardHelpOptions = true,
    description =
        "Runs queries of Hive on YARN, on hosts that are network namespaces of this machine, and"
            + " says how many of their splits were read by a task on another host. Each run makes"
            + " its tables anew, those of CIF in a co-location group. Wants root.")
final class HiveTasks implements Callable<Integer> {
  @Option(
      names = "--engine",
      defaultValue = "tez",
      description = "tez, with a session for each query, or mr; ${DEFAULT-VALUE} by default.")
  private Engine engine;

  @Option(
      names = "--formats",
      split = ",",
      defaultValue = "CIF,ORC",
      description = "As after STORED AS; ${DEFAULT-VALUE} by default.")
  private List<String> formats;

  @Option(
      names = "--runs",
      defaultValue = "6",
      description = "Runs of each query and format; ${DEFAULT-VALUE} by default.")
  private int runs;

  @Option(
      names = "--nodes",
      defaultValue = "6",
      description = "Hosts with a DataNode and a NodeManager; ${DEFAULT-VALUE} by default.")
  private int nodes;

  @Option(
      names = "--splits",
      defaultValue = "6",
      description = "Buckets of a table, each a task's; ${DEFAULT-VALUE} by default.")
  private int splits;

  @Option(
      names = "--replication",
      defaultValue = "3",
      description = "Of the tables' files; ${DEFAULT-VALUE} by default.")
  private int replication;

  @Option(
      names = "--in-use",
      description =
          "Gives a query two nodes at a time, as in a cluster in use; else it has all of an idle"
              + " one.")
  private boolean isInUse;

  @Option(
      names = "--no-group",
      description = "Makes the tables of CIF without a co-location group.")
  private boolean isWithoutGroup;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting of Hive, Tez or a job; may be given several times.")
  private Map<String, String> settings = new HashMap<>();

  /** Measured query, with its number of splits. */
  private record Case(String format, String query, int splits) {}

  /** Number of splits that were read by tasks on other hosts, for each run. */
  private final Map<Case, List<Integer>> elsewhere = new LinkedHashMap<>();

  private HiveTasks() {}

  @Override
  public Integer call() throws Exception {
    String obstacle = Hosts.obstacle();
    if (obstacle != null) {
      throw new IllegalStateException(obstacle);
    }
    Map<String, String> all = new HashMap<>();
    // The master reads no footers of ORC, and mr combines no splits.
    all.put("hive.exec.orc.split.strategy", "BI");
    all.put("hive.input.format", "org.apache.hadoop.hive.ql.io.HiveInputFormat");
    if (isInUse) {
      all.put("tez.queue.name", HiveOnHosts.QUEUE_IN_USE);
      all.put("mapreduce.job.queuename", HiveOnHosts.QUEUE_IN_USE);
    }
    all.putAll(settings);
    Path folder = Files.createTempDirectory("hive-tasks");
    try (HiveOnHosts hive = HiveOnHosts.start(folder, nodes, replication, all)) {
      for (int run = 0; run < runs; run++) {
        for (String format : formats) {
          measure(hive, format, run);
        }
      }
    } finally {
      FileUtils.deleteQuietly(folder.toFile());
    }
    print();
    return 0;
  }

  private void measure(HiveOnHosts hive, String format, int run) throws Exception {
    // Another one each time: its nodes follow from its name.
    Optional<String> group =
        isWithoutGroup || !"CIF".equals(format) ? Optional.empty() : Optional.of("run" + run);
    hive.load("a", format, splits, group);
    hive.load("b", format, splits, group);
    add(format, "scan", hive.scan(engine, "a"), splits);
    hive.endTezSession();
    if (engine == Engine.TEZ) {
      add(format, "bucket map join", hive.bucketMapJoin("a", "b"), 2 * splits);
      hive.endTezSession();
    }
    Reads reads = hive.sortMergeBucketJoin(engine, "a", "b");
    add(format, "sort-merge-bucket join", reads, 2 * splits);
    hive.endTezSession();
    hive.drop("a");
    hive.drop("b");
  }

  private void add(String format, String query, Reads reads, int of) {
    int count = reads.elsewhere().size();
    elsewhere.computeIfAbsent(new Case(format, query, of), c -> new ArrayList<>()).add(count);
    System.err.printf("%s, %s: %d of %d elsewhere%n", format, query, count, of);
  }

  private void print() {
    TextTable table =
        new TextTable(List.of("format", "query", ">splits", "read elsewhere, by run", ">local"));
    elsewhere.forEach(
        (of, counts) -> {
          double mean = counts.stream().mapToInt(count -> count).average().orElseThrow();
          table.add(
              of.format,
              of.query,
              Integer.toString(of.splits),
              String.join(" ", counts.stream().map(String::valueOf).toList()),
              String.format(Locale.ROOT, "%.1f%%", 100 * (1 - mean / of.splits)));
        });
    StringBuilder out = new StringBuilder();
    table.print(out);
    System.out.print(out);
  }

  /** Ends the process with picocli's exit codes: 0, 1 after a failure, 2 for a wrong command. */
  public static void main(String[] args) {
    CommandLine command = new CommandLine(new HiveTasks());
    System.exit(command.setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }
}
