package dev.cif.cli.placement;

import java.util.Map;
import java.util.TreeMap;

/** Totals of the splits of one folder, or of several. Not thread-safe. */
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

  /** Returns the number of splits whose blocks are all on the same nodes. */
  public long together() {
    return together;
  }

  /** Returns the number of nodes that hold blocks. */
  public int nodes() {
    return bytesOf.size();
  }

  public long bytesToMove() {
    return bytesToMove;
  }

  /** Returns the standard deviation of the bytes on each of the nodes, over their mean. */
  public double skew() {
    double mean = bytesOf.values().stream().mapToLong(Long::longValue).average().orElse(0);
    double squares = 0;
    for (long bytes : bytesOf.values()) {
      squares += (bytes - mean) * (bytes - mean);
    }
    return mean == 0 ? 0 : Math.sqrt(squares / bytesOf.size()) / mean;
  }
}
