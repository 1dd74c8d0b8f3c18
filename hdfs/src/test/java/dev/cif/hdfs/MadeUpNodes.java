package dev.cif.hdfs;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.util.Time;

/**
 * DataNodes in racks that no process stands behind, for policies to choose from. All are empty, and
 * just heard of.
 */
final class MadeUpNodes {
  private static final int PER_RACK = 25;
  private static final long VAST = 1L << 50;

  private final Configuration conf = new Configuration();
  final List<DatanodeDescriptor> nodes = new ArrayList<>();
  final DFSNetworkTopology topology = DFSNetworkTopology.getInstance(conf);

  /** Nodes with more room than anything takes. */
  MadeUpNodes(int count) {
    this(count, VAST);
  }

  /**
   * @param capacity bytes of each node
   */
  MadeUpNodes(int count, long capacity) {
    for (int i = 0; i < count; i++) {
      DatanodeDescriptor node =
          BlockManagerTestUtil.getDatanodeDescriptor(
              "10.0." + i / 250 + "." + i % 250,
              "/rack" + i / PER_RACK,
              new DatanodeStorage("storage" + i),
              "n" + i);
      node.setAlive(true);
      node.setCapacity(capacity);
      heartbeat(node, 0);
      nodes.add(node);
      topology.add(node);
    }
  }

  /** Has a node tell that it lives, and how many bytes it holds. */
  static void heartbeat(DatanodeDescriptor node, long used) {
    long capacity = node.getCapacity();
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      storage.setUtilizationForTesting(capacity, used, capacity - used, used);
    }
    node.setDfsUsed(used);
    node.setRemaining(capacity - used);
    node.setLastUpdateMonotonic(Time.monotonicNow());
  }

  /** Initialises a policy with these nodes; returns it. */
  <P extends BlockPlacementPolicyDefault> P started(P policy) {
    policy.initialize(conf, stats(), topology, null);
    return policy;
  }

  /** Statistics that say 0 to all, and lead to no namesystem. */
  static FSClusterStats stats() {
    return (FSClusterStats)
        Proxy.newProxyInstance(
            MadeUpNodes.class.getClassLoader(),
            new Class<?>[] {FSClusterStats.class},
            (proxy, method, args) -> zero(method.getReturnType()));
  }

  private static Object zero(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    return type == int.class ? (Object) 0 : type == double.class ? (Object) 0.0 : null;
  }
}
