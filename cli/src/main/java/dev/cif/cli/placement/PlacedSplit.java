package dev.cif.cli.placement;

import dev.cif.format.options.PlacementKey;
import dev.cif.format.read.SplitDirectories;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;

/**
 * Split-directory with the places of its files. Immutable.
 *
 * <p>Files whose name begins with {@code _} or {@code .} are left out, as by readers. Exceptions
 * are the files beside column files: filters, statistics of parts, and the schema file's index.
 */
public final class PlacedSplit {
  private final Path directory;
  private final List<PlacedFile> files;
  private final Map<StorageType, List<String>> ranked;
  private final Map<String, Long> bytesOf;
  private final List<PlacedFile> apart;
  private final Optional<PlacementKey> key;

  private PlacedSplit(
      Path directory,
      Optional<PlacementKey> key,
      List<PlacedFile> files,
      Map<StorageType, List<String>> ranked,
      Map<String, Long> bytesOf) {
    this.directory = directory;
    this.key = key;
    this.files = files;
    this.ranked = ranked;
    this.bytesOf = bytesOf;
    this.apart = findApart();
  }

  /**
   * Asks the file system for the places of a split-directory's blocks.
   *
   * @throws FileNotFoundException if the folder is gone
   */
  public static PlacedSplit of(FileSystem fs, Path directory) throws IOException {
    List<PlacedFile> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> listing = fs.listLocatedStatus(directory);
    while (listing.hasNext()) {
      LocatedFileStatus file = listing.next();
      boolean isHidden = SplitDirectories.isHidden(file);
      if (file.isFile() && (!isHidden || SplitDirectories.isBesideColumns(file.getPath()))) {
        files.add(PlacedFile.of(file.getPath(), file.getReplication(), file.getBlockLocations()));
      }
    }
    return of(directory, PlacementKey.of(fs, directory), files);
  }

  private static PlacedSplit of(
      Path directory, Optional<PlacementKey> key, List<PlacedFile> files) {
    Map<StorageType, Map<String, Integer>> blocksOf = new EnumMap<>(StorageType.class);
    Map<String, Long> bytesOf = new TreeMap<>();
    for (PlacedFile file : files) {
      for (PlacedFile.Block block : file.blocks()) {
        block
            .on()
            .forEach(
                (node, type) -> {
                  blocksOf.computeIfAbsent(type, t -> new TreeMap<>()).merge(node, 1, Integer::sum);
                  bytesOf.merge(node, block.bytes(), Long::sum);
                });
      }
    }
    Map<StorageType, List<String>> ranked = new EnumMap<>(StorageType.class);
    blocksOf.forEach(
        (type, of) -> {
          List<String> nodes = new ArrayList<>(of.keySet());
          nodes.sort(Comparator.comparing((String node) -> -of.get(node)));
          ranked.put(type, nodes);
        });
    return new PlacedSplit(directory, key, List.copyOf(files), ranked, bytesOf);
  }

  public Path directory() {
    return directory;
  }

  /** Returns the key of its co-location group, if it has one. */
  public Optional<PlacementKey> key() {
    return key;
  }

  List<PlacedFile> files() {
    return files;
  }

  /** Returns all nodes that hold blocks of it, with the bytes on each. */
  public Map<String, Long> bytesOf() {
    return bytesOf;
  }

  /**
   * Returns the nodes that each block of a file belongs on: those with most of the split's blocks
   * on the types of storage that it is on.
   */
  List<Set<String>> homes(PlacedFile file) {
    return file.blocks().stream().map(block -> home(block, file.replication())).toList();
  }

  private Set<String> home(PlacedFile.Block block, short replication) {
    Set<String> home = new LinkedHashSet<>();
    List<StorageType> types = new ArrayList<>(block.on().values());
    types.sort(null);
    for (StorageType type : types) {
      ranked.get(type).stream()
          .filter(node -> !home.contains(node) && home.size() < replication)
          .findFirst()
          .ifPresent(home::add);
    }
    if (home.size() < replication) {
      ranked.values().stream()
          .flatMap(List::stream)
          .filter(node -> !home.contains(node))
          .limit(replication - home.size())
          .forEach(home::add);
    }
    return home;
  }

  /**
   * Returns true if all its blocks with equal numbers of replicas are on the same nodes, overall or
   * on each type of storage. The smaller of two sets of nodes must lie within the larger.
   */
  public boolean isTogether() {
    return apart.isEmpty();
  }

  private List<PlacedFile> findApart() {
    return new NodeSets().add(files).areTogether()
        ? List.of()
        : files.stream().filter(file -> !file.isOn(homes(file))).toList();
  }

  /** Returns the bytes that have to be copied to bring it together. */
  public long bytesToMove() {
    long bytes = 0;
    for (PlacedFile file : apart) {
      bytes += file.bytesMissing(homes(file));
    }
    return bytes;
  }
}
