package dev.cif.cli.placement;

import dev.cif.format.PlacementKey;
import dev.cif.format.SplitDirectories;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * A split-directory and where its files are. Immutable.
 *
 * <p>Files whose name begins with {@code _} or {@code .} are left out, as by readers, but for what
 * lies beside column files: filters, statistics of parts, and the schema file's index.
 */
public final class PlacedSplit {
  private final Path directory;
  private final List<PlacedFile> files;
  private final List<String> ranked;
  private final Map<String, Long> bytesOf;
  private final List<PlacedFile> apart;
  private final Optional<PlacementKey> key;

  private PlacedSplit(
      Path directory,
      Optional<PlacementKey> key,
      List<PlacedFile> files,
      List<String> ranked,
      Map<String, Long> bytesOf) {
    this.directory = directory;
    this.key = key;
    this.files = files;
    this.ranked = ranked;
    this.bytesOf = bytesOf;
    this.apart = findApart();
  }

  /**
   * Asks the file system where a split-directory's blocks are.
   *
   * @throws FileNotFoundException if the folder is gone
   */
  public static PlacedSplit of(FileSystem fs, Path directory) throws IOException {
    List<PlacedFile> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> listing = fs.listLocatedStatus(directory);
    while (listing.hasNext()) {
      LocatedFileStatus file = listing.next();
      String name = file.getPath().getName();
      boolean isHidden = name.startsWith("_") || name.startsWith(".");
      if (file.isFile() && (!isHidden || SplitDirectories.isBesideColumns(file.getPath()))) {
        files.add(PlacedFile.of(file.getPath(), file.getReplication(), file.getBlockLocations()));
      }
    }
    return of(directory, PlacementKey.of(fs, directory), files);
  }

  private static PlacedSplit of(
      Path directory, Optional<PlacementKey> key, List<PlacedFile> files) {
    Map<String, Integer> blocksOf = new TreeMap<>();
    Map<String, Long> bytesOf = new TreeMap<>();
    for (PlacedFile file : files) {
      for (PlacedFile.Block block : file.blocks()) {
        for (String node : block.nodes()) {
          blocksOf.merge(node, 1, Integer::sum);
          bytesOf.merge(node, block.bytes(), Long::sum);
        }
      }
    }
    List<String> ranked = new ArrayList<>(blocksOf.keySet());
    ranked.sort(Comparator.comparing((String node) -> -blocksOf.get(node)));
    return new PlacedSplit(directory, key, List.copyOf(files), List.copyOf(ranked), bytesOf);
  }

  public Path directory() {
    return directory;
  }

  /** The key of its co-location group, if it is of one. */
  public Optional<PlacementKey> key() {
    return key;
  }

  List<PlacedFile> files() {
    return files;
  }

  /** All nodes that hold something of it, with the bytes on each. */
  public Map<String, Long> bytesOf() {
    return bytesOf;
  }

  /** The nodes that a file of so many replicas belongs on: those with most blocks of the split. */
  List<String> home(short replication) {
    return ranked.subList(0, Math.min(replication, ranked.size()));
  }

  /**
   * Whether any node that holds a block of the split holds all blocks of files with the same
   * replication; of files with another one, the smaller set of nodes lies within the larger.
   */
  public boolean isTogether() {
    return apart.isEmpty();
  }

  private List<PlacedFile> findApart() {
    return areNested(nodeSets())
        ? List.of()
        : files.stream().filter(file -> !isHome(file)).toList();
  }

  /** The sets of nodes that its blocks are on. */
  Set<Set<String>> nodeSets() {
    return files.stream()
        .flatMap(file -> file.blocks().stream())
        .map(PlacedFile.Block::nodes)
        .collect(Collectors.toSet());
  }

  /** Whether of any two sets one is within the other, and smaller. */
  static boolean areNested(Collection<Set<String>> nodeSets) {
    List<Set<String>> sets = nodeSets.stream().sorted(Comparator.comparingInt(Set::size)).toList();
    boolean nested = true;
    for (int i = 1; i < sets.size(); i++) {
      nested &= sets.get(i).size() > sets.get(i - 1).size();
      nested &= sets.get(i).containsAll(sets.get(i - 1));
    }
    return nested;
  }

  private boolean isHome(PlacedFile file) {
    return file.isOn(home(file.replication()));
  }

  /** Bytes that have to be copied to bring it together. */
  public long bytesToMove() {
    long bytes = 0;
    for (PlacedFile file : apart) {
      bytes += file.bytesMissing(home(file.replication()));
    }
    return bytes;
  }
}
