package dev.cif.hdfs;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.net.NetworkTopology;

/** Faults that a test puts into the policy of a running NameNode. */
final class Fields {
  private Fields() {}

  /** Sets a field; returns what was in it. */
  static Object set(ColumnPlacementPolicy policy, String name, Object value)
      throws ReflectiveOperationException {
    Field field = ColumnPlacementPolicy.class.getDeclaredField(name);
    field.setAccessible(true);
    Object old = field.get(policy);
    field.set(policy, value);
    return old;
  }

  /** The size of a map that is a field of something. */
  static int size(Object owner, String name) {
    try {
      Field field = owner.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return ((Map<?, ?>) field.get(owner)).size();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** HDFS's map of corrupt replicas, or what stands in its place. */
  static Object corruptBlocks(BlockManager manager) throws ReflectiveOperationException {
    Field corrupt = BlockManager.class.getDeclaredField("corruptReplicas");
    corrupt.setAccessible(true);
    Field blocks = CorruptReplicasMap.class.getDeclaredField("corruptReplicasMap");
    blocks.setAccessible(true);
    return blocks.get(corrupt.get(manager));
  }

  /**
   * Returns the statistics that a running NameNode gave to its policy, from which the policy finds
   * its files.
   */
  static FSClusterStats stats(BlockPlacementPolicy policy) throws ReflectiveOperationException {
    Field stats = BlockPlacementPolicyDefault.class.getDeclaredField("stats");
    stats.setAccessible(true);
    return (FSClusterStats) stats.get(policy);
  }

  /** Has a NameNode ask another policy where blocks go. */
  static void setPolicy(BlockManager manager, BlockPlacementPolicy policy)
      throws ReflectiveOperationException {
    Field policies = BlockManager.class.getDeclaredField("placementPolicies");
    policies.setAccessible(true);
    Field used = BlockPlacementPolicies.class.getDeclaredField("replicationPolicy");
    used.setAccessible(true);
    used.set(policies.get(manager), policy);
  }

  /** Returns a namespace that fails at each call. */
  static Namespace brokenNamespace() {
    return new Namespace(null, null);
  }

  /** Lets chance be the same in each run: that of Hadoop's network topologies. */
  static void seed(NetworkTopology topology, long seed) throws ReflectiveOperationException {
    Method common = NetworkTopology.class.getDeclaredMethod("setRandomSeed", long.class);
    common.setAccessible(true);
    common.invoke(topology, seed);
    Field hdfs = DFSNetworkTopology.class.getDeclaredField("RANDOM");
    hdfs.setAccessible(true);
    ((Random) hdfs.get(null)).setSeed(seed);
  }
}
