package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * The replicas of a block. Where the block belongs follows from the types of storage that they are
 * on, and not from those that the policy wants: HDFS falls back on other types, and moving a block
 * to another type is the Mover's work.
 *
 * @param on the nodes that hold one, and on which type of storage
 * @param policy the storage policy of the block's file
 */
record Replicas(Map<DatanodeDescriptor, StorageType> on, BlockStoragePolicy policy) {
  static Replicas of(Collection<DatanodeStorageInfo> storages, BlockStoragePolicy policy) {
    Map<DatanodeDescriptor, StorageType> on = new LinkedHashMap<>();
    storages.forEach(s -> on.put(s.getDatanodeDescriptor(), s.getStorageType()));
    return new Replicas(on, policy);
  }

  /**
   * The types of storage of so many replicas: those that are there; where they are too few, with
   * those that HDFS will add; where they are too many, without those that it will delete.
   */
  List<StorageType> types(int count) {
    List<StorageType> types = new ArrayList<>(on.values());
    if (types.size() < count) {
      List<StorageType> more = policy.chooseStorageTypes((short) count, types);
      types.addAll(more.subList(0, Math.min(count - types.size(), more.size())));
    } else if (types.size() > count) {
      types = kept(types, count, policy.chooseExcess((short) count, types));
    }
    types.sort(null);
    return types;
  }

  /** The types that are left when HDFS has deleted replicas of others. */
  static List<StorageType> kept(
      Collection<StorageType> types, int count, List<StorageType> excess) {
    List<StorageType> kept = new ArrayList<>(types);
    for (int i = 0; i < excess.size() && kept.size() > count; i++) {
      kept.remove(excess.get(i));
    }
    kept.sort(null);
    return kept;
  }

  /**
   * The nodes that the block has to be copied to, and to which type of storage: HDFS then deletes a
   * replica of that type that isn't where it belongs. Where it would find none, or may not delete
   * it because of racks, nothing is copied; nor to a node that has a replica on another type. Nor
   * is a block copied that is on several types: the Mover is at work on it, or its policy wants it
   * so, and then no node's replica can be exchanged for one on another type.
   *
   * @param home where it belongs
   * @param isReady whether a node can take the block on a type
   */
  Map<DatanodeDescriptor, StorageType> lacking(
      Home home, BiPredicate<DatanodeDescriptor, StorageType> isReady) {
    if (Set.copyOf(on.values()).size() > 1) {
      return Map.of();
    }
    Map<StorageType, Integer> taken = new EnumMap<>(StorageType.class);
    Map<DatanodeDescriptor, StorageType> lacking = new LinkedHashMap<>();
    for (Map.Entry<DatanodeDescriptor, StorageType> place : home.nodes().entrySet()) {
      DatanodeDescriptor node = place.getKey();
      StorageType type = place.getValue();
      if (!on.containsKey(node)
          && taken.getOrDefault(type, 0) < misplaced(home, type, node)
          && isReady.test(node, type)) {
        taken.merge(type, 1, Integer::sum);
        lacking.put(node, type);
      }
    }
    return lacking;
  }

  /**
   * How many replicas on a type aren't where they belong and may be deleted when there is one more:
   * of two racks, one of which has several replicas, HDFS's default policy leaves the other its
   * last one.
   */
  private int misplaced(Home home, StorageType type, DatanodeDescriptor added) {
    Map<String, Integer> ofRack = new HashMap<>();
    ofRack.put(added.getNetworkLocation(), 1);
    on.keySet().forEach(node -> ofRack.merge(node.getNetworkLocation(), 1, Integer::sum));
    boolean isOnTwoRacks = ofRack.size() == 2 && on.size() > 1;
    int misplaced = 0;
    for (Map.Entry<DatanodeDescriptor, StorageType> replica : on.entrySet()) {
      DatanodeDescriptor node = replica.getKey();
      boolean isLast = isOnTwoRacks && ofRack.get(node.getNetworkLocation()) == 1;
      misplaced += replica.getValue() == type && !home.isOf(node, type) && !isLast ? 1 : 0;
    }
    return misplaced;
  }

  /**
   * The storage policy by which HDFS puts more replicas on just these types: of its own accord it
   * would put them on the last type of the file's policy.
   */
  BlockStoragePolicy policyForCopies(List<StorageType> types) {
    if (types.isEmpty()) {
      return policy;
    }
    List<StorageType> all = new ArrayList<>(on.values());
    all.addAll(types);
    return new BlockStoragePolicy(
        policy.getId(),
        policy.getName(),
        all.toArray(StorageType[]::new),
        policy.getCreationFallbacks(),
        policy.getReplicationFallbacks());
  }

  /**
   * Whether HDFS has to copy or to delete something.
   *
   * @param count how many replicas there are to be
   */
  boolean areApart(Home home, int count) {
    return on.size() > count
        || on.size() < home.nodes().size()
        || !lacking(home, (node, type) -> true).isEmpty();
  }
}
