package dev.cif.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;

/**
 * Where a block of a file is, as its file system divides files.
 *
 * @param offset of its first byte in the file
 * @param length its bytes
 * @param hosts those that hold it
 */
public record BlockPlace(long offset, long length, List<String> hosts) {
  private static BlockPlace of(BlockLocation block) throws IOException {
    // A cluster has few hosts, and many blocks.
    List<String> hosts = Arrays.stream(block.getHosts()).map(String::intern).toList();
    return new BlockPlace(block.getOffset(), block.getLength(), hosts);
  }

  static List<BlockPlace> of(BlockLocation[] blocks) throws IOException {
    List<BlockPlace> places = new ArrayList<>();
    for (BlockLocation block : blocks == null ? new BlockLocation[0] : blocks) {
      places.add(of(block));
    }
    return List.copyOf(places);
  }
}
