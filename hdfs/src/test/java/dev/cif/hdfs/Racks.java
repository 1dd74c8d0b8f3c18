package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.PlacementKey;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hdfs.cluster.Seed;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.qjournal.MiniQJMHACluster;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.SimulatedFSDataset;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;
import org.apache.hadoop.io.retry.FailoverProxyProvider;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.util.ExitUtil;

/**
 * A NameNode with the policy, or several, of which what follows asks one, and eight DataNodes in
 * three racks.
 */
final class Racks implements Closeable {
  static final int BLOCK = 4096;
  static final short REPLICATION = 3;
  private static final String[] RACKS = {"/a", "/a", "/a", "/b", "/b", "/b", "/c", "/c"};
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int POLL_MILLIS = 50;

  /** Index of the NameNode that only reads, in {@link #startHighlyAvailable}. */
  static final int OBSERVER = 2;

  /** The order of a class of tests that adds nodes to {@link #shared}. */
  static final int LAST = Integer.MAX_VALUE;

  private static Racks shared;

  final MiniDFSCluster cluster;
  private final Runnable stop;
  private final Runnable sower = this::sow;
  private final Set<DataNode> silent = new HashSet<>();
  private final DistributedFileSystem client;
  private DistributedFileSystem fs;
  private int active;

  private Racks(MiniDFSCluster cluster, DistributedFileSystem fs) {
    this(cluster, fs, cluster::shutdown);
  }

  private Racks(MiniDFSCluster cluster, DistributedFileSystem fs, Runnable stop) {
    this.cluster = cluster;
    this.stop = stop;
    this.client = fs;
    this.fs = fs;
    sow();
    Seed.beforeEach(sower);
  }

  /** Lets HDFS and the policies draw from the seed. */
  private void sow() {
    try {
      for (int i = 0; i < cluster.getNumNameNodes(); i++) {
        FSNamesystem namesystem = cluster.getNamesystem(i);
        if (namesystem != null) {
          BlockManager blocks = namesystem.getBlockManager();
          Fields.seed(blocks.getDatanodeManager().getNetworkTopology(), Seed.value());
          TwoChoices draws = new TwoChoices(new Random(Seed.value())::nextInt);
          Fields.set((ColumnPlacementPolicy) blocks.getBlockPlacementPolicy(), "draws", draws);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /**
   * The cluster of all classes that leave one as it was: the first starts it. DataNodes have a disk
   * and an archive each. To be given back by {@link #release}.
   */
  static synchronized Racks shared() throws IOException {
    if (shared == null) {
      java.nio.file.Path folder = Files.createTempDirectory("racks");
      Racks racks = startTiered(folder);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    racks.close();
                    FileUtil.fullyDelete(folder.toFile());
                  }));
      shared = racks;
    }
    return shared;
  }

  /** Deletes all files; if the nodes aren't what they were, the next class gets another cluster. */
  static synchronized void release() throws IOException {
    if (shared.isAsStarted()) {
      for (FileStatus file : shared.fs.listStatus(new Path("/"))) {
        shared.fs.delete(file.getPath(), true);
      }
    } else {
      shared.close();
      shared = null;
    }
  }

  private boolean isAsStarted() {
    Set<DatanodeDescriptor> nodes = blocks().getDatanodeManager().getDatanodes();
    return nodes.size() == RACKS.length
        && cluster.getDataNodes().size() == RACKS.length
        && nodes.stream().allMatch(node -> node.isAlive() && node.isInService());
  }

  static Racks start(java.nio.file.Path folder) throws IOException {
    return start(settings(folder), null, StorageType.DISK, StorageType.DISK);
  }

  /**
   * A policy that leaves HDFS's map of corrupt replicas alone, as it does unless told otherwise.
   */
  static Racks startDeaf(java.nio.file.Path folder) throws IOException {
    Configuration conf = settings(folder);
    conf.unset(PolicySettings.LISTEN);
    return start(conf, null, StorageType.DISK, StorageType.DISK);
  }

  /** DataNodes with a disk and an archive each. */
  static Racks startTiered(java.nio.file.Path folder) throws IOException {
    return start(settings(folder), null, StorageType.DISK, StorageType.ARCHIVE);
  }

  /**
   * DataNodes with a storage of each of these types.
   *
   * @param storages of each node as many
   * @param capacity bytes of each storage
   */
  static Racks startMixed(java.nio.file.Path folder, long capacity, StorageType[]... storages)
      throws IOException {
    long[][] capacities = new long[RACKS.length][storages[0].length];
    for (long[] ofNode : capacities) {
      Arrays.fill(ofNode, capacity);
    }
    MiniDFSCluster cluster =
        withNodes(new MiniDFSCluster.Builder(settings(folder)), null, storages[0])
            .storageTypes(storages)
            .storageCapacities(capacities)
            .build();
    cluster.waitActive();
    return new Racks(cluster, cluster.getFileSystem());
  }

  /** DataNodes that keep no bytes, and give themselves out for having so much room. */
  static Racks startSimulated(java.nio.file.Path folder, long capacity) throws IOException {
    Configuration conf = settings(folder);
    SimulatedFSDataset.setFactory(conf);
    long[] capacities = new long[RACKS.length];
    Arrays.fill(capacities, capacity);
    return start(conf, capacities, StorageType.DISK);
  }

  /**
   * Two NameNodes, the first of them active, a third that is an observer, three JournalNodes, and a
   * client that finds the active one.
   */
  static Racks startHighlyAvailable(java.nio.file.Path folder) throws IOException {
    Configuration conf = settings(folder);
    conf.set("dfs.ha.tail-edits.period", "100ms");
    conf.setBoolean("dfs.ha.tail-edits.in-progress", true);
    conf.setBoolean("dfs.namenode.state.context.enabled", true);
    // Interval of DataNodes that call a stopped NameNode.
    conf.setInt("ipc.client.connect.retry.interval", POLL_MILLIS);
    conf.setInt("dfs.client.failover.sleep.base.millis", POLL_MILLIS);
    conf.setInt("dfs.client.failover.sleep.max.millis", 2 * POLL_MILLIS);
    MiniQJMHACluster.Builder builder =
        new MiniQJMHACluster.Builder(conf)
            .baseDir(folder.resolve("journals").toString())
            .setNumNameNodes(OBSERVER + 1);
    withNodes(builder.getDfsBuilder(), null, StorageType.DISK, StorageType.DISK);
    MiniQJMHACluster all = builder.build();
    MiniDFSCluster cluster = all.getDfsCluster();
    cluster.transitionToActive(0);
    cluster.waitActive(0);
    cluster.transitionToObserver(OBSERVER);
    return new Racks(
        cluster, client(cluster, ConfiguredFailoverProxyProvider.class, 0, 1), all::close);
  }

  /** Two NameNodes of a namespace each, on the same DataNodes; the first is asked. */
  static Racks startFederated(java.nio.file.Path folder) throws IOException {
    MiniDFSCluster cluster =
        withNodes(
                new MiniDFSCluster.Builder(settings(folder)),
                null,
                StorageType.DISK,
                StorageType.DISK)
            .nnTopology(MiniDFSNNTopology.simpleFederatedTopology(2))
            .build();
    cluster.waitActive();
    return new Racks(cluster, cluster.getFileSystem(0));
  }

  private static <P extends FailoverProxyProvider<?>> DistributedFileSystem client(
      MiniDFSCluster cluster, Class<P> provider, int... nameNodes) throws IOException {
    List<InetSocketAddress> addresses =
        Arrays.stream(nameNodes)
            .mapToObj(i -> cluster.getNameNode(i).getNameNodeAddress())
            .toList();
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    String name = provider.getSimpleName();
    HATestUtil.setFailoverConfigurations(conf, name, addresses, provider);
    return (DistributedFileSystem) FileSystem.newInstance(URI.create("hdfs://" + name), conf);
  }

  private static Configuration settings(java.nio.file.Path folder) {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    conf.set("dfs.block.replicator.classname", ColumnPlacementPolicy.class.getName());
    conf.setLong("dfs.namenode.fs-limits.min-block-size", BLOCK);
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setLong("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    // A real NameNode also waits for all nodes' reports; otherwise it copies blocks that are not
    // missing.
    conf.setInt("dfs.namenode.safemode.extension.testing", 4_000);
    conf.setInt("dfs.namenode.decommission.interval", 1);
    conf.setInt("dfs.namenode.replication.max-streams", 100);
    conf.setInt("dfs.namenode.replication.max-streams-hard-limit", 200);
    conf.setInt("dfs.namenode.replication.work.multiplier.per.iteration", 100);
    conf.setInt("dfs.replication", REPLICATION);
    conf.setInt(PolicySettings.MEND_SECONDS, 1);
    conf.setBoolean(PolicySettings.LISTEN, true);
    conf.setLong(PolicySettings.SEED, Seed.value());
    return conf;
  }

  private static Racks start(Configuration conf, long[] capacities, StorageType... storages)
      throws IOException {
    MiniDFSCluster cluster =
        withNodes(new MiniDFSCluster.Builder(conf), capacities, storages).build();
    cluster.waitActive();
    return new Racks(cluster, cluster.getFileSystem());
  }

  private static MiniDFSCluster.Builder withNodes(
      MiniDFSCluster.Builder builder, long[] capacities, StorageType... storages) {
    String[] hosts = IntStream.range(0, RACKS.length).mapToObj(i -> "n" + i).toArray(String[]::new);
    return builder
        .numDataNodes(RACKS.length)
        .storagesPerDatanode(storages.length)
        .storageTypes(storages)
        .racks(RACKS)
        .hosts(hosts)
        .simulatedCapacities(capacities);
  }

  DistributedFileSystem fs() {
    return fs;
  }

  /** Returns the blocks of the NameNode in use, the active one, as in all that follows. */
  BlockManager blocks() {
    return cluster.getNamesystem(active).getBlockManager();
  }

  /** Returns the blocks of the other NameNode that can be active. */
  BlockManager standbyBlocks() {
    return cluster.getNamesystem(1 - active).getBlockManager();
  }

  /** A client that reads from the observer, and writes to the active NameNode. */
  DistributedFileSystem observed() throws IOException {
    return client(cluster, ObserverReadProxyProvider.class, 0, 1, OBSERVER);
  }

  /** Asks the NameNode of another namespace from now on. */
  void turnTo(int nameNode) throws IOException {
    active = nameNode;
    fs = cluster.getFileSystem(nameNode);
  }

  ColumnPlacementPolicy policy() {
    return (ColumnPlacementPolicy) blocks().getBlockPlacementPolicy();
  }

  void restartNameNode() throws IOException {
    cluster.restartNameNode(true);
    fs = cluster.getFileSystem();
  }

  /**
   * Makes the other NameNode the active one, once it has heard of all replicas below a folder. It
   * has no full block reports then, and so deletes nothing.
   */
  void failOver(Path folder) throws Exception {
    awaitKnownToStandby(folder);
    cluster.transitionToStandby(active);
    active = 1 - active;
    cluster.transitionToActive(active);
  }

  /** Fails over from the active NameNode, which is stopped. */
  void failOverFromStopped(Path folder) throws Exception {
    awaitKnownToStandby(folder);
    cluster.shutdownNameNode(active);
    active = 1 - active;
    cluster.transitionToActive(active);
  }

  /**
   * Fails over while the active NameNode hangs, or is cut off: it isn't told, and believes that it
   * still is active. The journals take nothing from it any more. The other one is asked directly,
   * as clients don't know of it yet.
   */
  void takeOver(Path folder) throws Exception {
    awaitKnownToStandby(folder);
    turnTo(1 - active);
    cluster.transitionToActive(active);
  }

  /** Lets the NameNode that was taken over from write, which ends it, and stops what is left. */
  void endTakenOver() throws IOException {
    assertThrows(
        ExitUtil.ExitException.class, () -> cluster.getNameNodeRpc(1 - active).rollEditLog());
    ExitUtil.resetFirstExitException();
    cluster.shutdownNameNode(1 - active);
    fs = client;
  }

  /** Starts the NameNode again that was stopped; it is the standby then. */
  void restartStopped() throws Exception {
    cluster.restartNameNode(1 - active);
  }

  private void awaitKnownToStandby(Path folder) throws Exception {
    List<Block> blocks = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(folder, true);
    while (files.hasNext()) {
      String file = files.next().getPath().toUri().getPath();
      for (LocatedBlock block : fs.getClient().getLocatedBlocks(file, 0).getLocatedBlocks()) {
        blocks.add(block.getBlock().getLocalBlock());
      }
    }
    cluster.getNameNodeRpc(active).rollEditLog();
    await(() -> blocks.stream().allMatch(this::isKnownToStandby), "replicas known to the standby");
  }

  private boolean isKnownToStandby(Block block) {
    BlockInfo known = standbyBlocks().getStoredBlock(block);
    return known != null && standbyBlocks().countNodes(known).liveReplicas() == REPLICATION;
  }

  /** Writes a split-directory of four columns, two of them of several blocks. */
  void writeSplit(Path directory) throws IOException {
    writeSplit(directory, WriteOptions.DEFAULT);
  }

  void writeSplit(Path directory, WriteOptions options) throws IOException {
    CifSchema schema =
        CifSchema.of(
            List.of("k", "url", "content", "n"),
            List.of(CifType.BIGINT, CifType.STRING, CifType.BINARY, CifType.INT));
    Random random = new Random(directory.hashCode());
    byte[] content = new byte[300];
    try (SplitWriter writer = SplitWriter.create(fs, directory, schema, options)) {
      for (int row = 0; row < 60; row++) {
        random.nextBytes(content);
        ((LongVector) writer.column(0)).append(row);
        ((BytesVector) writer.column(1)).append(content, 0, 100);
        ((BytesVector) writer.column(2)).append(content, 0, content.length);
        ((LongVector) writer.column(3)).append(row);
        writer.endRow();
      }
    }
  }

  /** Writes {@code count} splits below a folder, and waits until all blocks have all replicas. */
  List<Path> writeSplits(Path table, int count) throws Exception {
    List<Path> splits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      splits.add(new Path(table, "00000" + i + "_0"));
      writeSplit(splits.get(i));
    }
    for (Path split : splits) {
      awaitReplicas(split, REPLICATION);
    }
    return splits;
  }

  /** Adds a column of numbers to a split-directory, and waits for its replicas. */
  void addColumn(Path directory) throws Exception {
    try (SplitReader split = SplitReader.open(fs, directory);
        AddedColumnWriter column =
            AddedColumnWriter.create(
                fs, split, "added", CifType.BIGINT, ColumnOptions.DEFAULT, List.of(), "test")) {
      for (long row = 0; row < split.rows(); row++) {
        ((LongVector) column.vector()).append(row * row * row);
        column.endRow();
      }
      assertTrue(column.finish().publish(fs));
    }
    awaitReplicas(directory, REPLICATION);
  }

  void write(Path file, int bytes) throws IOException {
    try (OutputStream out = fs.create(file)) {
      out.write(new byte[bytes]);
    }
  }

  /** Writes two blocks to nodes that don't hold a split, as far as racks allow. */
  void writeElsewhere(Path file, Set<String> home) throws IOException {
    InetSocketAddress[] others =
        cluster.getDataNodes().stream()
            .filter(node -> !home.contains(node.getDatanodeId().getHostName()))
            .map(DataNode::getXferAddress)
            .toArray(InetSocketAddress[]::new);
    FsPermission permission = FsPermission.getFileDefault();
    try (FSDataOutputStream out =
        fs.create(file, permission, true, 4096, REPLICATION, BLOCK, null, others)) {
      out.write(new byte[2 * BLOCK]);
      out.hflush();
      Set<String> nodes = nodesOfLastBlock(file);
      nodes.retainAll(home);
      assertFalse(nodes.size() > 1, "most of it is elsewhere");
    }
  }

  /** The sets of nodes that the blocks of a folder's files are on; one, if all are together. */
  Set<Set<String>> nodeSets(Path folder) throws IOException {
    Set<Set<String>> sets = new HashSet<>();
    for (FileStatus file : fs.listStatus(folder)) {
      sets.addAll(nodeSetsOfFile(file.getPath()));
    }
    return sets;
  }

  Set<Set<String>> nodeSetsOfFile(Path file) throws IOException {
    return nodeSetsOfFile(fs, file);
  }

  /** Returns the sets of nodes that a client sees for a file's blocks. */
  static Set<Set<String>> nodeSetsOfFile(FileSystem fs, Path file) throws IOException {
    Set<Set<String>> sets = new HashSet<>();
    for (BlockLocation block : fs.getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      sets.add(new TreeSet<>(Arrays.asList(block.getHosts())));
    }
    return sets;
  }

  /** The nodes of a file's last block, also while it is written. */
  Set<String> nodesOfLastBlock(Path file) throws IOException {
    LocatedBlocks blocks = fs.getClient().getLocatedBlocks(file.toUri().getPath(), 0);
    Set<String> hosts = new TreeSet<>();
    for (DatanodeInfo node : blocks.getLastLocatedBlock().getLocations()) {
      hosts.add(node.getHostName());
    }
    return hosts;
  }

  /** The nodes of a split, after a check that all its blocks are on them. */
  Set<String> together(Path split) throws IOException {
    Set<Set<String>> sets = nodeSets(split);
    assertEquals(1, sets.size(), split + ": " + sets);
    return sets.iterator().next();
  }

  /** Waits until each block of a folder's files has exactly {@code count} replicas. */
  void awaitReplicas(Path folder, int count) throws Exception {
    await(() -> nodeSets(folder).stream().allMatch(nodes -> nodes.size() == count), folder);
  }

  /** Waits until all blocks of a folder's files are on the same nodes. */
  void awaitTogether(Path folder, int count) throws Exception {
    await(
        () -> {
          Set<Set<String>> sets = nodeSets(folder);
          return sets.size() == 1 && sets.iterator().next().size() == count;
        },
        folder);
  }

  /** Waits until HDFS has nothing to copy or to delete, and the policy watches no split. */
  void awaitQuiet() throws Exception {
    await(
        () ->
            blocks().getLowRedundancyBlocksCount() == 0
                && blocks().getPendingReconstructionBlocksCount() == 0
                && blocks().getExcessBlocksCount() == 0
                && blocks().getPostponedMisreplicatedBlocksCount() == 0
                && blocks().getPendingDeletionBlocksCount() == 0
                && policy().watched() == 0,
        "a cluster with nothing to do");
  }

  /** A condition that asks HDFS. */
  interface Condition {
    boolean holds() throws IOException;
  }

  void await(Condition condition, Object what) throws Exception {
    GenericTestUtils.waitFor(
        () -> {
          try {
            boolean holds = condition.holds();
            if (!holds) {
              hurry();
            }
            return holds;
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        },
        POLL_MILLIS,
        PATIENCE_MILLIS,
        what.toString());
  }

  /** Lets a NameNode that is alone do at once what it does each second. */
  private void hurry() throws IOException {
    if (cluster.getNumNameNodes() == 1) {
      BlockManagerTestUtil.computeAllPendingWork(blocks());
      for (DataNode node : cluster.getDataNodes()) {
        if (!silent.contains(node)) {
          DataNodeTestUtils.triggerHeartbeat(node);
        }
      }
    }
  }

  DatanodeDescriptor node(String host) {
    return node(blocks(), host);
  }

  private static DatanodeDescriptor node(BlockManager blocks, String host) {
    for (DatanodeDescriptor node : blocks.getDatanodeManager().getDatanodes()) {
      if (node.getHostName().equals(host)) {
        return node;
      }
    }
    throw new AssertionError("no node " + host);
  }

  DataNode dataNode(String host) {
    for (DataNode node : cluster.getDataNodes()) {
      if (node.getDatanodeId().getHostName().equals(host)) {
        return node;
      }
    }
    throw new AssertionError("no DataNode " + host);
  }

  void heartbeats(DataNode node, boolean enabled) {
    if (enabled) {
      silent.remove(node);
    } else {
      silent.add(node);
    }
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node, !enabled);
  }

  /** Lets the NameNode believe that a node is full, until its next heartbeat. */
  void fill(String host) {
    for (DatanodeStorageInfo storage : node(host).getStorageInfos()) {
      storage.setUtilizationForTesting(1 << 20, 1 << 20, 0, 1 << 20);
    }
  }

  /** Makes a folder that has a group's key, whatever its form. */
  void makeFolder(Path folder, String key) throws IOException {
    fs.mkdirs(folder);
    fs.setXAttr(folder, PlacementKey.ATTRIBUTE, key.getBytes(StandardCharsets.UTF_8));
  }

  /** The nodes on which the splits of a group's key belong, if none is full. */
  Set<String> home(String key) {
    return NodeRanking.of(blocks().getDatanodeManager().getDatanodes())
        .order(key, REPLICATION)
        .stream()
        .limit(REPLICATION)
        .map(DatanodeDescriptor::getHostName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The nodes that the policy would give to a writer outside of the cluster. */
  Set<String> choose(Path file, Set<? extends Node> excluded) {
    DatanodeStorageInfo[] targets =
        policy()
            .chooseTarget(
                file.toUri().getPath(),
                REPLICATION,
                null,
                List.of(),
                false,
                new HashSet<>(excluded),
                BLOCK,
                blocks().getStoragePolicy("HOT"),
                null);
    Set<String> hosts = new TreeSet<>();
    for (DatanodeStorageInfo target : targets) {
      hosts.add(target.getDatanodeDescriptor().getHostName());
    }
    return hosts;
  }

  /** Does what an administrator's command does, under the lock that it would take. */
  void locked(Runnable action) {
    cluster.getNamesystem(active).writeLock();
    try {
      action.run();
    } finally {
      cluster.getNamesystem(active).writeUnlock();
    }
  }

  /** Starts one more DataNode, and waits until the NameNode knows it. */
  void join(String host, String rack) throws Exception {
    cluster.startDataNodes(
        cluster.getConfiguration(0), 1, true, null, new String[] {rack}, new String[] {host}, null);
    cluster.waitActive();
    await(() -> node(host).isAlive(), host);
  }

  /** Adds a node with a storage of each of these types, of a capacity each. */
  void join(String host, String rack, long capacity, StorageType... storages) throws Exception {
    long[] capacities = new long[storages.length];
    Arrays.fill(capacities, capacity);
    cluster.startDataNodes(
        cluster.getConfiguration(0),
        1,
        new StorageType[][] {storages},
        true,
        null,
        new String[] {rack},
        new String[] {host},
        new long[][] {capacities},
        null,
        false,
        false,
        false,
        null,
        null,
        null);
    cluster.waitActive();
    await(() -> node(host).isAlive(), host);
  }

  /** Stops a DataNode and lets all NameNodes know at once. */
  MiniDFSCluster.DataNodeProperties kill(String host) throws Exception {
    int at = -1;
    for (int i = 0; i < cluster.getDataNodes().size(); i++) {
      if (cluster.getDataNodes().get(i).getDatanodeId().getHostName().equals(host)) {
        at = i;
      }
    }
    MiniDFSCluster.DataNodeProperties stopped = cluster.stopDataNode(at);
    for (int i = 0; i < cluster.getNumNameNodes(); i++) {
      BlockManager blocks = cluster.getNamesystem(i).getBlockManager();
      DFSTestUtil.setDatanodeDead(node(blocks, host));
      BlockManagerTestUtil.checkHeartbeat(blocks);
    }
    return stopped;
  }

  @Override
  public void close() {
    Seed.forget(sower);
    stop.run();
  }
}
