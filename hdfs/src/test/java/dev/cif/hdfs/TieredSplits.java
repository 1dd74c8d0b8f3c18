package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.hdfs.cluster.Tiers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;

/** Splits whose columns are by turns on disks and on SSDs. */
record TieredSplits(Racks racks) {
  static final StorageType[] DISKS = {StorageType.DISK, StorageType.DISK};
  static final StorageType[] SSDS = {StorageType.SSD, StorageType.SSD};
  static final StorageType[] BOTH = {StorageType.DISK, StorageType.SSD};

  /** Types of storage of the eight nodes of {@link Racks}. */
  static final StorageType[][] MIXED = {DISKS, BOTH, SSDS, DISKS, BOTH, SSDS, BOTH, SSDS};

  void writeColumn(Path column, String policy, int blocks) throws IOException {
    racks.fs().create(column).close();
    racks.fs().setStoragePolicy(column, policy);
    try (var out = racks.fs().append(column)) {
      out.write(new byte[blocks * Racks.BLOCK]);
    }
  }

  /** The type of storage on which a column of {@link #write} belongs. */
  static StorageType typeOf(int column) {
    return column % 2 == 0 ? StorageType.SSD : StorageType.DISK;
  }

  static Path column(Path split, int column) {
    return new Path(split, column + "-c.col");
  }

  /** Writes splits of columns 1, 2, and so on, and waits until all blocks have all replicas. */
  List<Path> write(Path table, int splits, int columns, int blocks) throws Exception {
    List<Path> written = new ArrayList<>();
    for (int i = 0; i < splits; i++) {
      Path split = new Path(table, String.format("%06d_0", i));
      written.add(split);
      for (int column = 1; column <= columns; column++) {
        String policy = typeOf(column) == StorageType.SSD ? "ALL_SSD" : "HOT";
        writeColumn(column(split, column), policy, blocks);
      }
      racks.awaitReplicas(split, Racks.REPLICATION);
    }
    return written;
  }

  /** The sets of nodes on which replicas of a type are, one for each block that has such. */
  Set<Set<String>> nodeSets(Path split, StorageType type) throws IOException {
    Set<Set<String>> sets = new HashSet<>();
    for (FileStatus file : racks.fs().listStatus(split)) {
      for (BlockLocation block : racks.fs().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
        Set<String> nodes = new TreeSet<>();
        for (int i = 0; i < block.getHosts().length; i++) {
          if (block.getStorageTypes()[i] == type) {
            nodes.add(block.getHosts()[i]);
          }
        }
        if (!nodes.isEmpty()) {
          sets.add(nodes);
        }
      }
    }
    return sets;
  }

  /** The nodes of a tier, after a check that all its blocks are on them. */
  Set<String> nodes(Path split, StorageType type) throws IOException {
    Set<Set<String>> sets = nodeSets(split, type);
    assertEquals(1, sets.size(), split + " on " + type + ": " + sets);
    Set<String> nodes = sets.iterator().next();
    assertEquals(Racks.REPLICATION, nodes.size(), split + " on " + type);
    return nodes;
  }

  /** Waits until the blocks on each of these types are on the same nodes. */
  void awaitTogether(Path split, StorageType... types) throws Exception {
    for (StorageType type : types) {
      awaitTogether(split, type, Racks.REPLICATION);
    }
  }

  /** Waits until all blocks have {@code count} replicas on a type, on the same nodes. */
  void awaitTogether(Path split, StorageType type, int count) throws Exception {
    racks.await(
        () -> {
          Set<Set<String>> sets = nodeSets(split, type);
          return sets.size() == 1 && sets.iterator().next().size() == count;
        },
        split + " on " + type);
  }

  /** Checks that columns of {@link #write} are on the storage on which they belong. */
  void expectTypes(Path split, int columns) throws IOException {
    for (int column = 1; column <= columns; column++) {
      Path file = column(split, column);
      assertEquals(Set.of(typeOf(column)), Tiers.types(racks.fs(), file), file.toString());
    }
  }
}
