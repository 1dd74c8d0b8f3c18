package dev.cif.cli.placement;

import java.util.Map;
import java.util.TreeMap;

/** What the splits of one folder, or of several, come to. Not thread-safe. */
public final class FolderPlacement {
  private final Map<String, Long> bytesOf = new TreeMap<>();
  private long splits;
  private long together;
  private long bytesToMove;

  /** Adds a split. */
  public void add(PlacedSplit split) {
    splits++;
    together += split.isTogether() ? 1 : 0;
    bytesToMove += split.bytesToMove();
    split.bytesOf().forEach((node, bytes) -> bytesOf.merge(node, bytes, Long::sum));
  }

  public long splits() {
    return splits;
  }

  /** Splits all of whose blocks are on the same nodes. */
  public long together() {
    return together;
  }

  /** Nodes that hold something. */
  public int nodes() {
    return bytesOf.size();
  }

  public long bytesToMove() {
    return bytesToMove;
  }

  /** The standard deviation of the bytes on each of the nodes, over their mean. */
  public double skew() {
    double mean = bytesOf.values().stream().mapToLong(Long::longValue).average().orElse(0);
    double squares = 0;
    for (long bytes : bytesOf.values()) {
      squares += (bytes - mean) * (bytes - mean);
    }
    return mean == 0 ? 0 : Math.sqrt(squares / bytesOf.size()) / mean;
  }
}
