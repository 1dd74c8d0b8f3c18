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

/** Empty DataNodes in racks that no process stands behind, for policies to choose from. */
final class MadeUpNodes {
  private static final int PER_RACK = 25;

  private final Configuration conf = new Configuration();
  final List<DatanodeDescriptor> nodes = new ArrayList<>();
  final DFSNetworkTopology topology = DFSNetworkTopology.getInstance(conf);

  MadeUpNodes(int count) {
    for (int i = 0; i < count; i++) {
      DatanodeDescriptor node =
          BlockManagerTestUtil.getDatanodeDescriptor(
              "10.0." + i / 250 + "." + i % 250,
              "/rack" + i / PER_RACK,
              new DatanodeStorage("storage" + i),
              "n" + i);
      for (DatanodeStorageInfo storage : node.getStorageInfos()) {
        storage.setUtilizationForTesting(1L << 50, 0, 1L << 50, 0);
      }
      node.setCapacity(1L << 50);
      node.setAlive(true);
      nodes.add(node);
      topology.add(node);
    }
  }

  /** Initialises a policy with these nodes; returns it. */
  BlockPlacementPolicyDefault started(BlockPlacementPolicyDefault policy) {
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
