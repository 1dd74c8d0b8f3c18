package dev.cif.hdfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.net.StaticMapping;
import org.apache.hadoop.util.VersionInfo;

/**
 * A real NameNode and the requests of clients and DataNodes, without network: all are calls of its
 * RPC object. DataNodes exist only as registrations that report the blocks they are given.
 * Thread-safe.
 */
final class LoadedNameNode implements AutoCloseable {
  static final short REPLICATION = 3;
  private static final long BLOCK = 128L << 20;
  private static final long CAPACITY = 1L << 50;
  private static final double MOST_FULL = 0.8;
  private static final int PER_RACK = 25;
  private static final long DAY = 86_400_000;

  private final Path folder = Files.createTempDirectory("loaded-name-node");
  private final Map<String, DatanodeRegistration> nodes = new HashMap<>();
  private final MiniDFSCluster cluster;
  private final NamenodeProtocols rpc;
  private final String pool;

  /**
   * Starts a NameNode.
   *
   * @param policy class of the placement policy; null for HDFS's default
   * @param remembered number of splits whose decisions this project's policy remembers
   * @param nodes number of DataNodes
   */
  LoadedNameNode(Class<?> policy, int remembered, int nodes) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
    if (policy != null) {
      conf.set("dfs.block.replicator.classname", policy.getName());
      conf.setInt(PolicySettings.REMEMBERED_SPLITS, remembered);
      conf.setBoolean(PolicySettings.LISTEN, true);
    }
    // Nodes send one heartbeat only.
    conf.setLong("dfs.namenode.stale.datanode.interval", DAY);
    conf.setLong("dfs.namenode.heartbeat.recheck-interval", DAY);
    conf.setClass(
        DFSConfigKeys.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY,
        StaticMapping.class,
        org.apache.hadoop.net.DNSToSwitchMapping.class);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    rpc = cluster.getNameNodeRpc();
    NamespaceInfo namespace = rpc.versionRequest();
    pool = namespace.getBlockPoolID();
    Random random = new Random(1);
    for (int i = 0; i < nodes; i++) {
      register(i, namespace, (long) (MOST_FULL * random.nextDouble() * CAPACITY));
    }
  }

  private void register(int number, NamespaceInfo namespace, long used) throws IOException {
    String address = "10.0." + number / 250 + "." + number % 250;
    StaticMapping.addNodeToRack(address, "/rack" + number / PER_RACK);
    DatanodeID id = new DatanodeID(address, address, "node" + number, 9866, 9864, 9865, 9867);
    StorageInfo storage =
        new StorageInfo(
            namespace.getLayoutVersion(),
            namespace.getNamespaceID(),
            namespace.getClusterID(),
            namespace.getCTime(),
            HdfsServerConstants.NodeType.DATA_NODE);
    DatanodeRegistration node =
        rpc.registerDatanode(
            new DatanodeRegistration(
                id, storage, new ExportedBlockKeys(), VersionInfo.getVersion()));
    StorageReport report =
        new StorageReport(
            new DatanodeStorage("storage" + number),
            false,
            CAPACITY,
            used,
            CAPACITY - used,
            used,
            0);
    rpc.sendHeartbeat(
        node,
        new StorageReport[] {report},
        0,
        0,
        0,
        0,
        0,
        null,
        false,
        SlowPeerReports.EMPTY_REPORT,
        SlowDiskReports.EMPTY_REPORT);
    nodes.put(node.getDatanodeUuid(), node);
  }

  /** Begins a file; returns its id. */
  long create(String path, String client) throws IOException {
    return rpc.create(
            path,
            FsPermission.getFileDefault(),
            client,
            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
            true,
            REPLICATION,
            BLOCK,
            null,
            null,
            null)
        .getFileId();
  }

  LocatedBlock addBlock(String path, String client, long id) throws IOException {
    return rpc.addBlock(path, client, null, null, id, null, null);
  }

  /** Has the DataNodes report a block; returns when the NameNode has processed the reports. */
  void receive(LocatedBlock block) throws IOException {
    block.getBlock().setNumBytes(BLOCK);
    ReceivedDeletedBlockInfo[] received = {
      new ReceivedDeletedBlockInfo(
          block.getBlock().getLocalBlock(),
          ReceivedDeletedBlockInfo.BlockStatus.RECEIVED_BLOCK,
          null)
    };
    for (int i = 0; i < block.getLocations().length; i++) {
      StorageReceivedDeletedBlocks[] report = {
        new StorageReceivedDeletedBlocks(new DatanodeStorage(block.getStorageIDs()[i]), received)
      };
      DatanodeRegistration node = nodes.get(block.getLocations()[i].getDatanodeUuid());
      rpc.blockReceivedAndDeleted(node, pool, report);
    }
    cluster.getNamesystem().getBlockManager().flushBlockOps();
  }

  void complete(String path, String client, LocatedBlock last, long id) throws IOException {
    if (!rpc.complete(path, client, last.getBlock(), id)) {
      throw new IllegalStateException(path + " isn't complete, though all blocks are reported");
    }
  }

  LocatedBlocks locations(String path) throws IOException {
    return rpc.getBlockLocations(path, 0, Long.MAX_VALUE);
  }

  /** Returns the nodes of a file's only block. */
  Set<String> nodes(String path) throws IOException {
    return Arrays.stream(locations(path).get(0).getLocations())
        .map(DatanodeInfo::getDatanodeUuid)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public void close() {
    cluster.shutdown();
    FileUtil.fullyDelete(folder.toFile());
  }
}
