package dev.cif.cli.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;

/**
 * File of a split-directory with the places of its blocks.
 *
 * @param path path of the file
 * @param replication replication of the file
 * @param blocks its blocks
 */
record PlacedFile(Path path, short replication, List<Block> blocks) {
  /**
   * Block of a file.
   *
   * @param on nodes that hold it, by host and port, with the type of storage that it is on there
   * @param bytes length of the block
   */
  record Block(Map<String, StorageType> on, long bytes) {
    Set<String> nodes() {
      return on.keySet();
    }

    /** Returns the nodes that hold it on a type of storage. */
    Set<String> nodes(StorageType type) {
      return on.keySet().stream().filter(n -> on.get(n) == type).collect(Collectors.toSet());
    }
  }

  static PlacedFile of(Path path, short replication, BlockLocation[] locations)
      throws java.io.IOException {
    List<Block> blocks = new ArrayList<>();
    for (BlockLocation location : locations) {
      String[] nodes = location.getNames();
      StorageType[] types = location.getStorageTypes();
      Map<String, StorageType> on = new HashMap<>();
      for (int i = 0; i < nodes.length; i++) {
        on.put(nodes[i], i < types.length && types[i] != null ? types[i] : StorageType.DEFAULT);
      }
      blocks.add(new Block(on, location.getLength()));
    }
    return new PlacedFile(path, replication, blocks);
  }

  /**
   * Returns the largest number of home nodes that one of its blocks is missing from.
   *
   * @param homes nodes that each block belongs on
   */
  int missing(List<? extends Collection<String>> homes) {
    int most = 0;
    for (int i = 0; i < blocks.size(); i++) {
      most = Math.max(most, missing(i, homes));
    }
    return most;
  }

  /** Returns the bytes to copy so that each block is on all of its nodes. */
  long bytesMissing(List<? extends Collection<String>> homes) {
    long bytes = 0;
    for (int i = 0; i < blocks.size(); i++) {
      bytes += blocks.get(i).bytes() * missing(i, homes);
    }
    return bytes;
  }

  /** Returns true if each block is on exactly its nodes. */
  boolean isOn(List<? extends Collection<String>> homes) {
    boolean isOn = true;
    for (int i = 0; i < blocks.size(); i++) {
      isOn &= missing(i, homes) == 0 && blocks.get(i).nodes().size() <= home(i, homes).size();
    }
    return isOn;
  }

  private int missing(int block, List<? extends Collection<String>> homes) {
    int missing = 0;
    for (String node : home(block, homes)) {
      missing += blocks.get(block).nodes().contains(node) ? 0 : 1;
    }
    return missing;
  }

  /**
   * Returns the nodes that a block belongs on. A block that was added after homes were determined
   * belongs where it is.
   */
  private Collection<String> home(int block, List<? extends Collection<String>> homes) {
    return block < homes.size() ? homes.get(block) : blocks.get(block).nodes();
  }
}
