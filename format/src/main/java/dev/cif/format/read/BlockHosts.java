package dev.cif.format.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;

/**
 * Block of a file as its file system divides it, and its hosts.
 *
 * @param offset offset of its first byte in the file
 * @param length length in bytes
 * @param hosts hosts that have a replica of it
 */
public record BlockHosts(long offset, long length, List<String> hosts) {
  private static BlockHosts of(BlockLocation block) throws IOException {
    // A cluster has few hosts and many blocks: names are shared.
    List<String> hosts = Arrays.stream(block.getHosts()).map(String::intern).toList();
    return new BlockHosts(block.getOffset(), block.getLength(), hosts);
  }

  static List<BlockHosts> of(BlockLocation[] blocks) throws IOException {
    List<BlockHosts> places = new ArrayList<>();
    for (BlockLocation block : blocks == null ? new BlockLocation[0] : blocks) {
      places.add(of(block));
    }
    return List.copyOf(places);
  }
}
