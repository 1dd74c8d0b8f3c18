package dev.cif.hdfs;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Random;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap;
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

  /** HDFS's map of corrupt replicas, or what stands in its place. */
  static Object corruptBlocks(BlockManager manager) throws ReflectiveOperationException {
    Field corrupt = BlockManager.class.getDeclaredField("corruptReplicas");
    corrupt.setAccessible(true);
    Field blocks = CorruptReplicasMap.class.getDeclaredField("corruptReplicasMap");
    blocks.setAccessible(true);
    return blocks.get(corrupt.get(manager));
  }

  /** One that fails at each call. */
  static Namespace brokenNamespace() throws Exception {
    Constructor<?> constructor = Namespace.class.getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return (Namespace) constructor.newInstance(null, null);
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
