package dev.cif.cli.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;

/**
 * A file of a split-directory and where its blocks are.
 *
 * @param replication how many replicas its blocks are to have
 */
record PlacedFile(Path path, short replication, List<Block> blocks) {
  /**
   * A block.
   *
   * @param nodes host and port of the nodes that hold it
   * @param bytes its length
   */
  record Block(Set<String> nodes, long bytes) {}

  static PlacedFile of(Path path, short replication, BlockLocation[] locations)
      throws java.io.IOException {
    List<Block> blocks = new ArrayList<>();
    for (BlockLocation location : locations) {
      blocks.add(
          new Block(new HashSet<>(Arrays.asList(location.getNames())), location.getLength()));
    }
    return new PlacedFile(path, replication, blocks);
  }

  /** The most nodes out of some that one of its blocks is not on. */
  int missing(Collection<String> home) {
    int most = 0;
    for (Block block : blocks) {
      most = Math.max(most, missing(block, home));
    }
    return most;
  }

  /** Bytes to copy so that each block is on all of these nodes. */
  long bytesMissing(Collection<String> home) {
    long bytes = 0;
    for (Block block : blocks) {
      bytes += block.bytes() * missing(block, home);
    }
    return bytes;
  }

  /** Whether all blocks are on exactly these nodes. */
  boolean isOn(Collection<String> home) {
    Set<String> nodes = new HashSet<>(home);
    return blocks.stream().allMatch(block -> block.nodes().equals(nodes));
  }

  private static int missing(Block block, Collection<String> home) {
    int missing = 0;
    for (String node : home) {
      missing += block.nodes().contains(node) ? 0 : 1;
    }
    return missing;
  }
}
