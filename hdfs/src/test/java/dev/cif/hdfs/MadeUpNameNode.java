package dev.cif.hdfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.MadeUpHosts;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.MadeUpBlocks;
import org.apache.hadoop.io.EnumSetWritable;

/** A real NameNode with real files, whose blocks are said to be on nodes that are made up. */
final class MadeUpNameNode implements AutoCloseable {
  static final long BLOCK = 128L << 20;
  static final short REPLICATION = 3;
  private static final String WRITER = "writer";
  static final BlockStoragePolicy HOT =
      BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT");

  final MadeUpNodes madeUp;
  private final Path folder = Files.createTempDirectory("made-up-name-node");
  private final Configuration conf = new HdfsConfiguration();
  private final MiniDFSCluster cluster;
  private final MadeUpBlocks blocks;

  MadeUpNameNode(MadeUpNodes madeUp) throws Exception {
    this.madeUp = madeUp;
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
    conf.set("dfs.block.replicator.classname", ColumnPlacementPolicy.class.getName());
    // The watcher must not work while something is timed; nor are nodes to grow stale.
    conf.setInt(PolicySettings.MEND_SECONDS, 86_400);
    conf.setBoolean(PolicySettings.LISTEN, true);
    conf.setLong("dfs.namenode.stale.datanode.interval", 86_400_000);
    // Otherwise a caller outside the NameNode's server would wait for another thread to write the
    // log.
    conf.setBoolean("dfs.namenode.edits.asynclogging", false);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    blocks = new MadeUpBlocks(namesystem());
    for (DatanodeDescriptor node : madeUp.nodes) {
      MadeUpHosts.add(manager().getDatanodeManager(), node);
    }
  }

  FSNamesystem namesystem() {
    return cluster.getNamesystem();
  }

  private BlockManager manager() {
    return namesystem().getBlockManager();
  }

  /** The default policy, over the made-up nodes. */
  BlockPlacementPolicyDefault byDefault() throws ReflectiveOperationException {
    return started(new BlockPlacementPolicyDefault() {});
  }

  /** Ours, which remembers nothing yet. */
  ColumnPlacementPolicy byColumn() throws ReflectiveOperationException {
    ColumnPlacementPolicy policy = new ColumnPlacementPolicy();
    policy.setConf(conf);
    started(policy);
    // It looks for its NameNode, and for the nodes, when it is first asked.
    policy.chooseTarget("/0-c.col", 1, null, new ArrayList<>(), false, null, BLOCK, HOT, null);
    return policy;
  }

  /** A copy of the NameNode's settings. */
  Configuration conf() {
    return new Configuration(conf);
  }

  /** Initialises a policy as the NameNode does; returns it. */
  <P extends BlockPlacementPolicyDefault> P started(P policy) throws ReflectiveOperationException {
    policy.initialize(
        conf, Fields.stats(manager().getBlockPlacementPolicy()), madeUp.topology, null);
    return policy;
  }

  /** Returns the map in which HDFS looks a block up before it asks the policy about it. */
  Map<?, ?> corruptBlocks() throws ReflectiveOperationException {
    return (Map<?, ?>) Fields.corruptBlocks(manager());
  }

  /** Begins a file, as a writer does before it asks for the first block. */
  long create(String path) throws Exception {
    return cluster
        .getNameNodeRpc()
        .create(
            path,
            FsPermission.getFileDefault(),
            WRITER,
            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
            true,
            REPLICATION,
            BLOCK,
            null,
            null,
            null)
        .getFileId();
  }

  /** Begins a file as one who writes on a node does. */
  long create(String path, DatanodeDescriptor writer) throws Exception {
    return blocks.create(path, WRITER, writer.getIpAddr(), REPLICATION, BLOCK);
  }

  /** Has the NameNode itself ask a policy where new blocks go. */
  void use(BlockPlacementPolicyDefault policy) throws ReflectiveOperationException {
    Fields.setPolicy(manager(), policy);
  }

  /** A writer's request for a file's first block. */
  LocatedBlock request(String path, long file) throws IOException {
    return cluster
        .getNameNodeRpc()
        .addBlock(path, WRITER, null, null, file, null, EnumSet.noneOf(AddBlockFlag.class));
  }

  /** Takes such a block from its file. */
  void abandon(String path, long file, LocatedBlock block) throws IOException {
    cluster.getNameNodeRpc().abandonBlock(block.getBlock(), file, path, WRITER);
  }

  /** Makes a file without blocks. */
  void createClosed(String path) throws Exception {
    cluster.getNameNodeRpc().complete(path, WRITER, null, create(path));
  }

  /** The inode id of a folder. */
  long id(String path) throws Exception {
    return cluster.getNameNodeRpc().getFileInfo(path).getFileId();
  }

  void rename(String from, String to) throws Exception {
    if (!cluster.getNameNodeRpc().rename(from, to)) {
      throw new IllegalStateException(from + " can't be renamed to " + to);
    }
  }

  void delete(String path) throws Exception {
    if (!cluster.getNameNodeRpc().delete(path, true)) {
      throw new IllegalStateException(path + " can't be deleted");
    }
  }

  /** Gives a closed file one more block. */
  BlockInfo addBlock(String path, DatanodeStorageInfo... holders) throws Exception {
    return blocks.add(path, BLOCK, holders);
  }

  @Override
  public void close() {
    cluster.shutdown();
    FileUtil.fullyDelete(folder.toFile());
  }
}
