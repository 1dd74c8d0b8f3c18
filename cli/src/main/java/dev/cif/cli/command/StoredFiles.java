package dev.cif.cli.command;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** Volumes of HDFS that hold the files of a split-directory; empty for other file systems. */
final class StoredFiles {
  private final Map<String, LocatedFileStatus> files = new HashMap<>();
  private final Map<Byte, String> policies;

  private StoredFiles(Map<Byte, String> policies) {
    this.policies = policies;
  }

  /** Returns the names of storage policies, by their numbers; none outside HDFS. */
  static Map<Byte, String> policies(FileSystem fs) throws IOException {
    Map<Byte, String> policies = new HashMap<>();
    if (fs instanceof DistributedFileSystem hdfs) {
      for (BlockStoragePolicy policy : hdfs.getAllStoragePolicies()) {
        policies.put(policy.getId(), policy.getName());
      }
    }
    return policies;
  }

  /**
   * Reads the places of all files with one listing.
   *
   * @param policies names of storage policies by their numbers
   */
  static StoredFiles of(FileSystem fs, Path directory, Map<Byte, String> policies)
      throws IOException {
    StoredFiles stored = new StoredFiles(policies);
    if (fs instanceof DistributedFileSystem) {
      RemoteIterator<LocatedFileStatus> listing = fs.listLocatedStatus(directory);
      while (listing.hasNext()) {
        LocatedFileStatus file = listing.next();
        stored.files.put(file.getPath().getName(), file);
      }
    }
    return stored;
  }

  /**
   * Share of a split-directory on a node.
   *
   * @param bytes bytes of its blocks on the node
   * @param isWhole true if the node has every block of every file
   */
  record Held(long bytes, boolean isWhole) {}

  /** Returns the share on each node. */
  Map<String, Held> hosts() throws IOException {
    Map<String, long[]> held = new HashMap<>();
    int blocks = 0;
    for (LocatedFileStatus file : files.values()) {
      for (BlockLocation block : file.getBlockLocations()) {
        blocks++;
        for (String host : block.getHosts()) {
          long[] sums = held.computeIfAbsent(host, name -> new long[2]);
          sums[0] += block.getLength();
          sums[1]++;
        }
      }
    }
    Map<String, Held> hosts = new HashMap<>();
    for (Map.Entry<String, long[]> host : held.entrySet()) {
      hosts.put(host.getKey(), new Held(host.getValue()[0], host.getValue()[1] == blocks));
    }
    return hosts;
  }

  /** Counts a file of a column. */
  void addTo(TableReport.ColumnTotals column, String name) {
    LocatedFileStatus file = files.get(name);
    if (file == null) {
      return;
    }
    if (file instanceof HdfsFileStatus status) {
      String policy = policies.get(status.getStoragePolicy());
      column.policies.add(policy == null ? "HOT" : policy);
    }
    for (BlockLocation block : file.getBlockLocations()) {
      for (StorageType type : block.getStorageTypes()) {
        column.storedOn.merge(type, block.getLength(), Long::sum);
      }
    }
  }
}
