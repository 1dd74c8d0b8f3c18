package dev.cif.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.net.unix.DomainSocket;

/**
 * A NameNode and two DataNodes that pass descriptors, all of whose replicas are on this machine.
 */
final class LocalHdfs implements AutoCloseable {
  /** Bytes of a block: the numbers of a {@link TestSplit} take several. */
  static final int BLOCK = 256 << 10;

  private final MiniDFSCluster cluster;
  private final Path folder;
  private int splits;

  private LocalHdfs(MiniDFSCluster cluster, Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  /** Starts them. */
  static LocalHdfs start() {
    try {
      // Short: the path of a socket has 107 bytes at most.
      return start(Files.createTempDirectory("cif-hdfs"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    cluster.shutdown();
    FileUtil.fullyDelete(folder.toFile());
  }

  private static LocalHdfs start(Path folder) throws IOException {
    String reason = DomainSocket.getLoadingFailureReason();
    if (reason != null) {
      throw new IOException("Hadoop's native library is not where the pom puts it: " + reason);
    }
    // The owner of the folders above doesn't matter to the test.
    DomainSocket.disableBindPathValidation();
    Configuration conf = new HdfsConfiguration();
    conf.setBoolean("dfs.client.read.shortcircuit", true);
    conf.set("dfs.domain.socket.path", folder.resolve("dn._PORT").toString());
    conf.setLong("dfs.domain.socket.disable.interval.seconds", 0);
    conf.setBoolean("dfs.block.access.token.enable", true);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 0);
    // The keys of an encryption zone need not be hard to guess.
    System.setProperty("jdk.jceks.iterationCount", "10000");
    conf.set(
        "hadoop.security.key.provider.path",
        "jceks://file" + folder.resolve("keys").toUri().getPath());
    // Else a client waits for seconds until it gives up a block.
    conf.setInt("dfs.client.retry.window.base", 1);
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.resolve("hdfs").toFile()).numDataNodes(2).build();
    cluster.waitActive();
    return new LocalHdfs(cluster, folder);
  }

  /** Returns the folder of all that it writes. */
  Path folder() {
    return folder;
  }

  MiniDFSCluster cluster() {
    return cluster;
  }

  DistributedFileSystem fs() throws IOException {
    return cluster.getFileSystem();
  }

  /**
   * Writes a split-directory.
   *
   * @param to null for a new one
   * @param block bytes of HDFS's blocks
   */
  TestSplit write(int replicas, String to, long block) throws IOException {
    String name = "split" + splits;
    TestSplit local = TestSplit.write(folder.resolve(name), splits++);
    var target = new org.apache.hadoop.fs.Path(to == null ? "/" + name : to);
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      for (Path file : files.toList()) {
        var copy = new org.apache.hadoop.fs.Path(target, file.getFileName().toString());
        try (var out = fs().create(copy, true, 4096, (short) replicas, block)) {
          Files.copy(file, out);
        }
      }
    }
    return new TestSplit(target, local.seed());
  }

  LocatedBlocks locate(org.apache.hadoop.fs.Path file) throws IOException {
    return fs().getClient().getLocatedBlocks(file.toUri().getPath(), 0);
  }

  /** One of the nodes that have a block, always the same one of the same nodes. */
  static DatanodeInfo node(LocatedBlock block) {
    return Arrays.stream(block.getLocations())
        .min(Comparator.comparingInt(DatanodeInfo::getXferPort))
        .orElseThrow();
  }

  /** The files in which {@link #node} has the blocks of a file. */
  List<Path> blockFiles(org.apache.hadoop.fs.Path file) throws IOException {
    List<Path> files = new ArrayList<>();
    for (LocatedBlock block : locate(file).getLocatedBlocks()) {
      int port = node(block).getXferPort();
      for (DataNode node : cluster.getDataNodes()) {
        if (node.getXferPort() == port) {
          var info = node.getFSDataset().getBlockLocalPathInfo(block.getBlock());
          files.add(Path.of(info.getBlockPath()));
        }
      }
    }
    return files;
  }

  /** Returns the NameNode's answer, with other blocks. */
  static LocatedBlocks with(LocatedBlocks all, Function<LocatedBlock, LocatedBlock> other) {
    List<LocatedBlock> blocks = all.getLocatedBlocks().stream().map(other).toList();
    return new LocatedBlocks(
        all.getFileLength(), false, blocks, all.getLastLocatedBlock(), true, null, null);
  }

  /** Returns the block with its replicas elsewhere. */
  static LocatedBlock at(LocatedBlock block, DatanodeInfo... nodes) {
    LocatedBlock moved =
        new LocatedBlock(block.getBlock(), nodes, null, null, block.getStartOffset(), false, null);
    moved.setBlockToken(block.getBlockToken());
    return moved;
  }

  /** The socket of a DataNode. */
  Path socket(int node) {
    int port = cluster.getDataNodes().get(node).getXferPort();
    return folder.resolve("dn." + port);
  }
}
