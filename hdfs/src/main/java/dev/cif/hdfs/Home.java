package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The nodes, each with a type of storage, that the replicas of some blocks of a split belong on.
 * Blocks whose replicas are on the same types have the same home.
 *
 * @param nodes nodes and their types of storage, the most wanted first; one a replica, or fewer if
 *     there aren't as many
 * @param suited number of leading nodes that respect the limit of nodes on a rack
 */
record Home(Map<DatanodeDescriptor, StorageType> nodes, int suited) {
  static final Home NONE = new Home(Map.of(), 0);

  /** Order of nodes for each type of storage. */
  interface Ranking {
    /** Returns the nodes that have storage of a type, the most wanted first. */
    List<DatanodeDescriptor> of(StorageType type);
  }

  /**
   * Chooses for each replica the first node of its type that isn't chosen yet. Nodes beyond the
   * limit of their rack are chosen only if there are too few others.
   *
   * @param types types of storage, one a replica
   * @param perRack number of nodes that a rack may have
   */
  static Home choose(List<StorageType> types, Ranking ranking, int perRack) {
    Map<StorageType, List<DatanodeDescriptor>> ranked = new EnumMap<>(StorageType.class);
    Map<DatanodeDescriptor, StorageType> nodes = new LinkedHashMap<>();
    Map<String, Integer> ofRack = new HashMap<>();
    List<StorageType> left = new ArrayList<>();
    for (StorageType type : types) {
      List<DatanodeDescriptor> candidates = ranked.computeIfAbsent(type, ranking::of);
      if (!take(type, candidates, perRack, nodes, ofRack)) {
        left.add(type);
      }
    }
    int suited = nodes.size();
    for (StorageType type : left) {
      take(type, ranked.get(type), Integer.MAX_VALUE, nodes, ofRack);
    }
    return new Home(nodes, suited);
  }

  private static boolean take(
      StorageType type,
      List<DatanodeDescriptor> candidates,
      int perRack,
      Map<DatanodeDescriptor, StorageType> nodes,
      Map<String, Integer> ofRack) {
    for (DatanodeDescriptor node : candidates) {
      String rack = node.getNetworkLocation();
      if (ofRack.getOrDefault(rack, 0) < perRack && !nodes.containsKey(node)) {
        ofRack.merge(rack, 1, Integer::sum);
        nodes.put(node, type);
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return nodes.isEmpty();
  }

  boolean contains(DatanodeDescriptor node) {
    return nodes.containsKey(node);
  }

  /** Returns true if a replica on this type of storage of a node belongs there. */
  boolean isOf(DatanodeDescriptor node, StorageType type) {
    return nodes.get(node) == type;
  }

  /** Returns these nodes, followed by others that may take their place. */
  List<DatanodeDescriptor> before(List<DatanodeDescriptor> others) {
    Set<DatanodeDescriptor> first = nodes.keySet();
    List<DatanodeDescriptor> all = new ArrayList<>(first);
    for (DatanodeDescriptor node : others) {
      if (!first.contains(node)) {
        all.add(node);
      }
    }
    return all;
  }
}
