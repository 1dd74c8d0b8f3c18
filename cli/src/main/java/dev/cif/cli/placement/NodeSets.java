package dev.cif.cli.placement;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;

/** Sets of nodes that some blocks are on, overall and by type of storage. Not thread-safe. */
final class NodeSets {
  private final Set<Set<String>> ofAll = new HashSet<>();
  private final Map<StorageType, Set<Set<String>>> ofType = new EnumMap<>(StorageType.class);

  /** Adds all blocks of some files. */
  NodeSets add(Collection<PlacedFile> files) {
    for (PlacedFile file : files) {
      for (PlacedFile.Block block : file.blocks()) {
        ofAll.add(block.nodes());
        for (StorageType type : Set.copyOf(block.on().values())) {
          ofType.computeIfAbsent(type, t -> new HashSet<>()).add(block.nodes(type));
        }
      }
    }
    return this;
  }

  /**
   * Returns true if blocks with equal numbers of replicas are on the same nodes, and those with
   * fewer on some of these. It is enough if this holds on each type of storage.
   */
  boolean areTogether() {
    return areNested(ofAll) || ofType.values().stream().allMatch(NodeSets::areNested);
  }

  /** Returns true if of any two sets one is a proper subset of the other. */
  private static boolean areNested(Collection<Set<String>> nodeSets) {
    List<Set<String>> sets = nodeSets.stream().sorted(Comparator.comparingInt(Set::size)).toList();
    boolean nested = true;
    for (int i = 1; i < sets.size(); i++) {
      nested &= sets.get(i).size() > sets.get(i - 1).size();
      nested &= sets.get(i).containsAll(sets.get(i - 1));
    }
    return nested;
  }
}
