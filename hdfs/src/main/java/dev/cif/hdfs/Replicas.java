package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
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
 * The replicas of a block. The nodes that the block belongs on follow from the types of storage
 * that its replicas are on, not from those that the policy wants. HDFS falls back on other types,
 * and moving a block to another type is the Mover's work.
 *
 * @param on nodes that hold a replica, with its type of storage
 * @param policy storage policy of the block's file
 */
record Replicas(Map<DatanodeDescriptor, StorageType> on, BlockStoragePolicy policy) {
  static Replicas of(Collection<DatanodeStorageInfo> storages, BlockStoragePolicy policy) {
    Map<DatanodeDescriptor, StorageType> on = new LinkedHashMap<>();
    storages.forEach(s -> on.put(s.getDatanodeDescriptor(), s.getStorageType()));
    return new Replicas(on, policy);
  }

  /**
   * Returns the types of storage of {@code count} replicas. Too few replicas are filled up with
   * those that HDFS will add; too many are reduced by those that it will delete.
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

  /** Returns the types that remain when HDFS has deleted the excess ones. */
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
   * Returns the nodes that the block has to be copied to, with the type of storage. HDFS then
   * deletes a replica that isn't where it belongs.
   *
   * <p>Only a block whose replicas and home are all on one type is copied. On several types the
   * Mover is at work on it, or its policy wants it so. No node's replica can then be exchanged for
   * one on another type.
   *
   * @param home nodes that the block belongs on
   * @param isReady test that a node can take the block on a type
   */
  Map<DatanodeDescriptor, StorageType> lacking(
      Home home, BiPredicate<DatanodeDescriptor, StorageType> isReady) {
    Set<StorageType> types = new HashSet<>(on.values());
    types.addAll(home.nodes().values());
    Map<DatanodeDescriptor, StorageType> lacking = new LinkedHashMap<>();
    if (types.size() == 1) {
      home.nodes()
          .forEach(
              (node, type) -> {
                if (!on.containsKey(node) && isReady.test(node, type)) {
                  lacking.put(node, type);
                }
              });
    }
    return lacking;
  }

  /**
   * Returns the storage policy by which HDFS puts more replicas on exactly these types. By itself
   * HDFS would use the last type of the file's policy.
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
   * Returns true if HDFS has to copy or to delete a replica.
   *
   * @param count number of replicas that there are to be
   */
  boolean areApart(Home home, int count) {
    return on.size() > count
        || on.size() < home.nodes().size()
        || !lacking(home, (node, type) -> true).isEmpty();
  }
}
