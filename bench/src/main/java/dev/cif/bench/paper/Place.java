package dev.cif.bench.paper;

import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.system.Disk;
import dev.cif.bench.system.FileTree;
import dev.cif.bench.system.PageCache;
import dev.cif.hdfs.hosts.Hosts;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HdfsBlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;

/**
 * FileFormat of data sets: a local folder, or HDFS with a NameNode and a DataNode whose files are
 * in that folder and are used again.
 */
final class Place implements Closeable {

  private final java.nio.file.Path folder;
  private final Configuration conf;

  /** Daemons of HDFS; null unless they run in this process. */
  private final MiniDFSCluster daemons;

  /** Address of the NameNode; null for local files. */
  private final URI nameNode;

  /** Opens a place; if it is to be HDFS, that runs in this process. */
  static Place open(java.nio.file.Path folder, boolean onHdfs) throws IOException {
    if (!onHdfs) {
      Files.createDirectories(folder);
      return new Place(folder, (URI) null);
    }
    File base = folder.resolve("hdfs").toFile();
    boolean isNew = !base.exists();
    Configuration conf = configuration();
    conf.setInt("dfs.replication", 1);
    conf.setLong("dfs.blocksize", FileFormat.BLOCK);
    conf.set("dfs.checksum.type", "CRC32C");
    MiniDFSCluster daemons =
        new MiniDFSCluster.Builder(conf, base)
            .numDataNodes(1)
            .format(isNew)
            .manageNameDfsDirs(true)
            .build();
    daemons.waitActive();
    return new Place(folder, conf, daemons, daemons.getURI());
  }

  /** Returns a place whose HDFS and YARN run on several hosts. */
  static Place of(java.nio.file.Path folder, Hosts hosts) {
    Configuration conf = configuration();
    hosts.settings().forEach(conf::set);
    conf.set("hadoop.tmp.dir", folder.resolve("client").toString());
    return new Place(folder, conf, null, FileSystem.getDefaultUri(conf));
  }

  /** Creates a place whose HDFS, unless null, runs in another process. */
  Place(java.nio.file.Path folder, URI nameNode) {
    this(folder, configuration(), null, nameNode);
    if (nameNode != null) {
      FileSystem.setDefaultUri(conf, nameNode);
    }
  }

  private Place(
      java.nio.file.Path folder, Configuration conf, MiniDFSCluster daemons, URI nameNode) {
    this.folder = folder.toAbsolutePath();
    this.conf = conf;
    this.daemons = daemons;
    this.nameNode = nameNode;
  }

  private static Configuration configuration() {
    Configuration conf = new Configuration();
    // Buffer size of the paper, section 6.2.
    conf.setInt("io.file.buffer.size", 128 << 10);
    // Interval at which a job's client polls for the end; the default is 5 s.
    conf.setInt("mapreduce.client.completion.pollinterval", 5);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
    // Splits of local files are as large as those of files in HDFS.
    conf.setLong("fs.local.block.size", FileFormat.BLOCK);
    return conf;
  }

  Configuration conf() {
    return conf;
  }

  FileSystem fs() throws IOException {
    return nameNode == null ? FileSystem.getLocal(conf) : FileSystem.get(nameNode, conf);
  }

  /** Returns the address of HDFS, for other processes. */
  Optional<URI> nameNode() {
    return Optional.ofNullable(nameNode);
  }

  /** Returns the folder of a data set in a format. */
  Path path(String name) {
    return nameNode == null
        ? new Path(folder.resolve(name).toUri())
        : new Path(nameNode.toString(), "/" + name);
  }

  /** Returns the folder, for programs that read files without Hadoop; fails if data are in HDFS. */
  java.nio.file.Path local() {
    if (nameNode != null) {
      throw new IllegalStateException("local files are needed: leave out --hdfs");
    }
    return folder;
  }

  String description() {
    return nameNode == null
        ? "a local file system, Hadoop's checksums verified"
        : "HDFS: a NameNode and a DataNode in one process, reached by TCP";
  }

  /**
   * Returns the bytes that have been read up to now. From HDFS its statistics tell them. Otherwise
   * they are those of the whole process, as Hadoop does not count all kinds of reads of local
   * files.
   */
  long bytesRead() throws IOException {
    if (nameNode == null) {
      return Disk.bytesReadByProcess();
    }
    StorageStatistics statistics = FileSystem.getGlobalStorageStatistics().get("hdfs");
    Long read = statistics == null ? null : statistics.getLong("bytesRead");
    return read == null ? 0 : read;
  }

  /** Empties the operating system's cache of the files; needs no rights. */
  void dropCaches(Path dataSet) throws IOException {
    if (nameNode == null) {
      PageCache.drop(FileTree.files(java.nio.file.Path.of(dataSet.toUri().getPath())));
      return;
    }
    Set<String> blocks = blocks(dataSet);
    PageCache.drop(
        FileTree.files(folder.resolve("hdfs")).stream()
            .filter(file -> blocks.contains(file.getFileName().toString()))
            .toList());
  }

  /** Returns the names of a DataNode's files for a data set. */
  private Set<String> blocks(Path dataSet) throws IOException {
    Set<String> names = new HashSet<>();
    RemoteIterator<LocatedFileStatus> files = fs().listFiles(dataSet, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      for (BlockLocation location : fs().getFileBlockLocations(file, 0, file.getLen())) {
        ExtendedBlock block = ((HdfsBlockLocation) location).getLocatedBlock().getBlock();
        names.add(block.getBlockName());
        names.add(DatanodeUtil.getMetaName(block.getBlockName(), block.getGenerationStamp()));
      }
    }
    return names;
  }

  @Override
  public void close() {
    if (daemons != null) {
      // The cluster's own shutdown would delete its files when this process ends.
      daemons.shutdownDataNodes();
      daemons.shutdownNameNodes();
    }
  }
}
