package dev.cif.hdfs;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How many buckets of a co-location group each node of a large cluster gets. */
@Command(
    name = "groups",
    mixinStandardHelpOptions = true,
    description =
        "How evenly a co-location group's buckets are spread, by how many there are for a node.")
final class GroupSpread implements Callable<Integer> {
  @Option(
      names = "--nodes",
      defaultValue = "1000",
      description = "Nodes, 25 a rack (${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--clusters",
      defaultValue = "9",
      description =
          "How many such clusters; the median of what they have is told (${DEFAULT-VALUE}).")
  private int clusters;

  @Option(
      names = "--buckets-per-node",
      split = ",",
      defaultValue = "1,2,4,8,16,32",
      description = "Buckets for each node (${DEFAULT-VALUE}).")
  private int[] bucketsPerNode;

  /**
   * What nodes have of a group.
   *
   * @param variation standard deviation over mean
   * @param least of a node, over the mean
   * @param most of a node, over the mean
   */
  private record Shares(double variation, double least, double most) {
    static Shares of(int[] counts) {
      double mean = Arrays.stream(counts).average().orElseThrow();
      double squares = Arrays.stream(counts).mapToDouble(n -> (n - mean) * (n - mean)).sum();
      int least = Arrays.stream(counts).min().orElseThrow();
      int most = Arrays.stream(counts).max().orElseThrow();
      return new Shares(Math.sqrt(squares / counts.length) / mean, least / mean, most / mean);
    }
  }

  @Override
  public Integer call() {
    System.out.printf(
        Locale.ROOT,
        "%,d nodes, %d replicas, median of %d clusters%n%12s %9s %9s %9s%n",
        nodes,
        SimulatedBlocks.REPLICATION,
        clusters,
        "buckets",
        "variation",
        "emptiest",
        "fullest");
    for (int buckets : bucketsPerNode) {
      Shares[] all = new Shares[clusters];
      for (int i = 0; i < clusters; i++) {
        all[i] = Shares.of(counts(new MadeUpNodes(nodes).nodes, buckets * nodes));
      }
      System.out.printf(
          Locale.ROOT,
          "%12d %9.2f %8.2fx %8.2fx%n",
          buckets,
          median(Arrays.stream(all).mapToDouble(Shares::variation).toArray()),
          median(Arrays.stream(all).mapToDouble(Shares::least).toArray()),
          median(Arrays.stream(all).mapToDouble(Shares::most).toArray()));
    }
    return 0;
  }

  /** How many of a group's buckets each node gets. */
  private static int[] counts(List<DatanodeDescriptor> cluster, int buckets) {
    NodeRanking ranking = NodeRanking.of(cluster);
    Map<DatanodeDescriptor, Integer> counts = new HashMap<>();
    cluster.forEach(node -> counts.put(node, 0));
    for (int bucket = 0; bucket < buckets; bucket++) {
      ranking.order("orders/" + bucket, SimulatedBlocks.REPLICATION).stream()
          .limit(SimulatedBlocks.REPLICATION)
          .forEach(node -> counts.merge(node, 1, Integer::sum));
    }
    return counts.values().stream().mapToInt(Integer::intValue).toArray();
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
