package dev.cif.cli.placement;

import dev.cif.format.options.PlacementKey;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Split-directories of one key of a co-location group, of any tables. Not thread-safe. */
public final class PlacedKey {
  private final PlacementKey key;
  private final List<Path> splits = new ArrayList<>();
  private final NodeSets nodeSets = new NodeSets();

  public PlacedKey(PlacementKey key) {
    this.key = key;
  }

  /** Adds a split of this key. */
  public void add(PlacedSplit split) {
    splits.add(split.directory());
    nodeSets.add(split.files());
  }

  public PlacementKey key() {
    return key;
  }

  public List<Path> splits() {
    return splits;
  }

  /**
   * Returns true if all splits are on the same nodes, by the rule of {@link
   * PlacedSplit#isTogether}.
   */
  public boolean isTogether() {
    return nodeSets.areTogether();
  }
}
