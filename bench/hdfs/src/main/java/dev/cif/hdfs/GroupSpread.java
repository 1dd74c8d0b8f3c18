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

/** Distribution of a co-location group's buckets over the nodes of a large cluster. */
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
      description = "How many such clusters; the median and quartiles are told (${DEFAULT-VALUE}).")
  private int clusters;

  @Option(
      names = "--buckets-per-node",
      split = ",",
      defaultValue = "1,2,4,8,16,32",
      description = "Buckets for each node (${DEFAULT-VALUE}).")
  private int[] bucketsPerNode;

  @Override
  public Integer call() {
    System.out.printf(
        Locale.ROOT,
        "%,d nodes, %d replicas; median of %d clusters, and quartiles%n%12s %20s %20s %20s%n",
        nodes,
        SimulatedBlocks.REPLICATION,
        clusters,
        "buckets",
        "variation",
        "emptiest over mean",
        "fullest over mean");
    for (int buckets : bucketsPerNode) {
      double mean = (double) buckets * SimulatedBlocks.REPLICATION;
      double[] variation = new double[clusters];
      double[] emptiest = new double[clusters];
      double[] fullest = new double[clusters];
      for (int i = 0; i < clusters; i++) {
        int[] counts = counts(new MadeUpNodes(nodes).nodes, buckets * nodes);
        variation[i] = Spread.variation(counts);
        emptiest[i] = Arrays.stream(counts).min().orElseThrow() / mean;
        fullest[i] = Arrays.stream(counts).max().orElseThrow() / mean;
      }
      System.out.printf(
          Locale.ROOT,
          "%12d %20s %20s %20s%n",
          buckets,
          Spread.of(variation),
          Spread.of(emptiest),
          Spread.of(fullest));
    }
    return 0;
  }

  /** Returns the number of a group's buckets on each node. */
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
}
