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
 * The nodes that the replicas of some blocks of a split belong on, and on which type of storage
 * there: blocks whose replicas are on the same types have the same home.
 *
 * @param nodes those most wanted first; one a replica, or less if there aren't so many
 * @param suited so many of them, the first, suit each other's racks
 */
record Home(Map<DatanodeDescriptor, StorageType> nodes, int suited) {
  static final Home NONE = new Home(Map.of(), 0);

  /** An order of nodes for each type of storage. */
  interface Ranking {
    /** Nodes that have storage of a type, those most wanted first. */
    List<DatanodeDescriptor> of(StorageType type);
  }

  /**
   * The first nodes of each type that are not another's, those that racks speak against only if
   * there are too few others.
   *
   * @param types one a replica
   * @param perRack how many nodes a rack may have
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

  /** Whether a replica that is on a type of storage of a node belongs there. */
  boolean isOf(DatanodeDescriptor node, StorageType type) {
    return nodes.get(node) == type;
  }

  /** These nodes, then others that may take their place. */
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
