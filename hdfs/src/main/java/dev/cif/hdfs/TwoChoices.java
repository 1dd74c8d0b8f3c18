package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.InnerNode;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;

/**
 * Draws nodes at random as the default policy does, but returns the emptier of two ("the power of
 * two choices"). A whole split follows its first block, so that a single random draw would fill
 * nodes less evenly than with single blocks.
 *
 * <p>The nodes are kept by rack here instead of being searched in HDFS's topology, so that two
 * draws take less time than one does there. The default policy still decides whether a drawn node
 * is taken. Thread-safe.
 */
final class TwoChoices {
  private static final int TRIES = 16;
  private static final String OUTSIDE = "~";

  /** Snapshot of a topology: its nodes, also by rack, and its number of leaves at that moment. */
  private record Cluster(int leaves, List<Node> nodes, Map<String, List<Node>> racks) {}

  private static final Cluster UNKNOWN = new Cluster(0, List.of(), Map.of());

  private final IntUnaryOperator random;
  private volatile Cluster cluster = UNKNOWN;

  /**
   * Creates an instance that knows no nodes yet.
   *
   * @param random source of numbers from 0 to its argument, exclusive
   */
  TwoChoices(IntUnaryOperator random) {
    this.random = random;
  }

  /**
   * Returns true if the number of the topology's nodes changed since {@link #read}, or a draw met a
   * node that had left or changed its rack.
   */
  boolean isOld(NetworkTopology topology) {
    return cluster.leaves != topology.getNumOfLeaves();
  }

  /**
   * Reads the nodes of a topology, which must not change meanwhile. No node is drawn before the
   * first read.
   */
  void read(NetworkTopology topology) {
    List<Node> nodes = new ArrayList<>();
    addLeaves(topology.getNode(NodeBase.ROOT), nodes);
    Map<String, List<Node>> racks = new HashMap<>();
    for (Node node : nodes) {
      racks.computeIfAbsent(node.getNetworkLocation(), rack -> new ArrayList<>()).add(node);
    }
    cluster = new Cluster(topology.getNumOfLeaves(), nodes, racks);
  }

  private static void addLeaves(Node of, List<Node> leaves) {
    if (of instanceof InnerNode inner) {
      inner.getChildren().forEach(child -> addLeaves(child, leaves));
    } else {
      leaves.add(of);
    }
  }

  /**
   * Draws two nodes of a scope and returns the emptier.
   *
   * @param scope a rack; {@code ~} and a rack for all nodes outside it; or the topology's root
   * @param type type of storage that the node must have; null for any
   * @return null if no node was found within a bounded number of tries, though there may be one
   */
  DatanodeDescriptor draw(String scope, Collection<Node> excluded, StorageType type) {
    Cluster now = cluster;
    String outside = scope.startsWith(OUTSIDE) ? scope.substring(OUTSIDE.length()) : null;
    String rack = outside != null || scope.equals(NodeBase.ROOT) ? null : scope;
    List<Node> nodes = rack == null ? now.nodes : now.racks.getOrDefault(rack, List.of());
    DatanodeDescriptor one = null;
    for (int i = 0; i < TRIES && !nodes.isEmpty(); i++) {
      Node node = nodes.get(random.applyAsInt(nodes.size()));
      String location = node.getNetworkLocation();
      if (node.getParent() == null || (rack != null && !rack.equals(location))) {
        cluster = UNKNOWN;
      } else if ((outside == null || !isIn(location, outside))
          && !excluded.contains(node)
          && node instanceof DatanodeDescriptor known
          && (type == null || known.hasStorageType(type))) {
        if (one != null) {
          return fullness(known) < fullness(one) ? known : one;
        }
        one = known;
      }
    }
    return one;
  }

  private static boolean isIn(String location, String scope) {
    return location.startsWith(scope)
        && (location.length() == scope.length()
            || location.charAt(scope.length()) == NodeBase.PATH_SEPARATOR);
  }

  private static double fullness(DatanodeDescriptor node) {
    return node.getCapacity() <= 0 ? 0 : (double) node.getDfsUsed() / node.getCapacity();
  }
}
