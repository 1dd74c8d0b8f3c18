package dev.cif.bench.hive.planning;

import com.sun.management.OperatingSystemMXBean;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.hive.CifInputFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.io.IOConstants;
import org.apache.hadoop.hive.ql.io.orc.OrcInputFormat;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Times getSplits of CIF's and ORC's input formats over many small files, by turns. */
@Command(
    name = "bench/hive/planning",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description =
        "Plans a table of many small files in CIF and in ORC, on an HDFS in this process.")
public final class PlanningBench implements Callable<Integer> {
  /** Clock of this process, which is NameNode, DataNode and client at once. */
  private static final OperatingSystemMXBean CPU =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  @Option(names = "--files", defaultValue = "10000", description = "split-directories; ORC files")
  private int files;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(7, 2);

  @Option(names = "--no-etl", description = "leave out ORC's ETL, which opens each file")
  private boolean isWithoutEtl;

  @Option(names = "--data-nodes", defaultValue = "1", description = "replicas of each file, too")
  private int dataNodes;

  @Option(
      names = "--home",
      defaultValue = "bench/hive/target/planning",
      description = "where HDFS keeps its files; made anew")
  private Path home;

  /** Way to plan, with its costs. */
  private static final class Case {
    final String name;
    final InputFormat<?, ?> format;
    final JobConf job;
    final List<Double> millis = new ArrayList<>();
    final List<Double> cpu = new ArrayList<>();
    Map<String, Long> requests = Map.of();
    int splits;

    Case(String name, InputFormat<?, ?> format, JobConf job, Map<String, String> settings) {
      this.name = name;
      this.format = format;
      this.job = new JobConf(job);
      settings.forEach(this.job::set);
    }

    void run() throws Exception {
      Map<String, Long> before = Requests.count();
      long cpuStart = CPU.getProcessCpuTime();
      long start = System.nanoTime();
      splits = format.getSplits(job, 1).length;
      millis.add((System.nanoTime() - start) / 1e6);
      cpu.add((CPU.getProcessCpuTime() - cpuStart) / 1e6);
      requests = Requests.since(before);
    }
  }

  public static void main(String[] arguments) {
    int status = new CommandLine(new PlanningBench()).execute(arguments);
    // A regular exit would delete each of HDFS's files, as HDFS has requested.
    Runtime.getRuntime().halt(status);
  }

  @Override
  public Integer call() throws Exception {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, home.toAbsolutePath().toString());
    conf.setInt("dfs.replication", dataNodes);
    // Files are closed before a DataNode has reported their block: retry sooner than after 400 ms.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(dataNodes).build();
    try {
      hdfs.waitActive();
      ManyFiles tables =
          new ManyFiles(
              hdfs.getFileSystem(),
              new org.apache.hadoop.fs.Path(hdfs.getURI().toString(), "/"),
              files);
      tables.write();
      List<Case> cases = cases(hdfs.getConfiguration(0), tables);
      if (isWithoutEtl) {
        cases = cases.stream().filter(one -> !one.name.contains("ETL")).toList();
      }
      for (int i = 0; i < repeats.warmUps() + repeats.runs(); i++) {
        for (Case one : cases) {
          one.run();
        }
      }
      report(cases);
      return 0;
    } finally {
      hdfs.shutdown();
    }
  }

  private static List<Case> cases(Configuration conf, ManyFiles tables) {
    JobConf cif = job(conf, tables.cif());
    JobConf orc = job(conf, tables.orc());
    String strategy = HiveConf.ConfVars.HIVE_ORC_SPLIT_STRATEGY.varname;
    String cache = HiveConf.ConfVars.HIVE_ORC_CACHE_STRIPE_DETAILS_MEMORY_SIZE.varname;
    return List.of(
        new Case(
            "CIF, no cache", new CifInputFormat(), cif, Map.of(ReadOptions.SCHEMA_CACHE_SIZE, "0")),
        new Case("CIF", new CifInputFormat(), cif, Map.of()),
        new Case("ORC, HYBRID (default)", new OrcInputFormat(), orc, Map.of()),
        new Case(
            "ORC, ETL, no cache", new OrcInputFormat(), orc, Map.of(strategy, "ETL", cache, "0")),
        new Case("ORC, ETL", new OrcInputFormat(), orc, Map.of(strategy, "ETL")));
  }

  private static JobConf job(Configuration conf, org.apache.hadoop.fs.Path table) {
    JobConf job = new JobConf(new HiveConf(conf, PlanningBench.class));
    FileInputFormat.setInputPaths(job, table);
    job.set(IOConstants.SCHEMA_EVOLUTION_COLUMNS, String.join(",", ManyFiles.COLUMNS));
    job.set(IOConstants.SCHEMA_EVOLUTION_COLUMNS_TYPES, String.join(":", ManyFiles.TYPES));
    ColumnProjectionUtils.appendReadColumns(
        job, List.of(0, 1), ManyFiles.COLUMNS.subList(0, 2), List.of(), false);
    return job;
  }

  private void report(List<Case> cases) {
    System.out.printf(
        "| %,d files | splits | first ms | median ms | median CPU ms | runs | requests |%n", files);
    System.out.println("|---|--:|--:|--:|--:|---|---|");
    for (Case one : cases) {
      List<Double> timed = one.millis.subList(repeats.warmUps(), one.millis.size());
      List<Double> cpu = one.cpu.subList(repeats.warmUps(), one.cpu.size());
      System.out.printf(
          "| %s | %,d | %,.0f | %,.0f | %,.0f | %s | %s |%n",
          one.name,
          one.splits,
          one.millis.get(0),
          median(timed),
          median(cpu),
          String.join(" ", timed.stream().map(ms -> String.format("%.0f", ms)).toList()),
          new LinkedHashMap<>(one.requests));
    }
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
