package dev.cif.format.internal.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BatchedDirectoryListing;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsPartialListing;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Listings by HDFS's own client. {@code FileSystem} makes a path of each entry, which takes longer
 * than the rest of the answer. Without that client on the class path, this class can't be linked.
 */
final class HdfsListings {
  private HdfsListings() {}

  /**
   * Returns true if a file system is HDFS's own class. Classes derived from it may send requests
   * elsewhere.
   */
  static boolean isFor(FileSystem fs) {
    return fs.getClass() == DistributedFileSystem.class;
  }

  /** Returns the content of each folder, or the file itself for a file. */
  static List<FileStatus[]> of(FileSystem fs, List<Path> folders, boolean withPlaces)
      throws IOException {
    List<List<FileStatus>> found = new ArrayList<>();
    folders.forEach(folder -> found.add(new ArrayList<>()));
    List<String> paths = folders.stream().map(folder -> folder.toUri().getPath()).toList();
    list(
        fs,
        paths,
        withPlaces,
        (i, file) -> found.get(i).add(listed(folders.get(i), file, withPlaces)));
    return found.stream().map(files -> files.toArray(new FileStatus[0])).toList();
  }

  private static ListedFile listed(Path folder, HdfsFileStatus file, boolean withPlaces) {
    byte[] name = file.getLocalNameInBytes();
    return new ListedFile(
        folder,
        new String(name, StandardCharsets.UTF_8),
        file.getLen(),
        file.isDirectory(),
        file.getModificationTime(),
        withPlaces && file.isFile() ? places(file) : null);
  }

  /**
   * Returns the blocks of each file.
   *
   * @param files paths without scheme and authority
   */
  static List<BlockLocation[]> places(FileSystem fs, List<String> files) throws IOException {
    BlockLocation[][] found = new BlockLocation[files.size()][];
    list(
        fs,
        files,
        true,
        (i, file) -> {
          if (!file.isEmptyLocalName()) {
            throw new IOException("a folder: " + files.get(i));
          }
          found[i] = places(file);
        });
    for (int i = 0; i < found.length; i++) {
      if (found[i] == null) {
        throw new IOException("no answer: " + files.get(i));
      }
    }
    return List.of(found);
  }

  /** Returns the blocks of a file that was listed with places. */
  private static BlockLocation[] places(HdfsFileStatus file) {
    LocatedBlocks blocks = ((HdfsLocatedFileStatus) file).getLocatedBlocks();
    if (blocks == null) {
      return new BlockLocation[0];
    }
    List<BlockLocation> places = new ArrayList<>();
    for (LocatedBlock block : blocks.getLocatedBlocks()) {
      DatanodeInfo[] nodes = block.getLocations();
      String[] hosts = new String[nodes.length];
      for (int i = 0; i < hosts.length; i++) {
        hosts[i] = nodes[i].getHostName();
      }
      places.add(new BlockLocation(null, hosts, block.getStartOffset(), block.getBlockSize()));
    }
    return places.toArray(new BlockLocation[0]);
  }

  private interface Entry {
    void add(int path, HdfsFileStatus file) throws IOException;
  }

  /** Lists folders, and files as themselves, by as many requests as the NameNode wants. */
  private static void list(FileSystem fs, List<String> paths, boolean withPlaces, Entry entry)
      throws IOException {
    DFSClient client = ((DistributedFileSystem) fs).getClient();
    String[] asked = paths.toArray(new String[0]);
    byte[] after = HdfsFileStatus.EMPTY_NAME;
    boolean hasMore = true;
    while (hasMore) {
      BatchedDirectoryListing answer = client.batchedListPaths(asked, after, withPlaces);
      for (HdfsPartialListing part : answer.getListings()) {
        if (part.getException() != null) {
          throw part.getException().unwrapRemoteException();
        }
        for (HdfsFileStatus file : part.getPartialListing()) {
          entry.add(part.getParentIdx(), file);
        }
      }
      hasMore = answer.hasMore();
      after = answer.getStartAfter();
    }
  }
}
