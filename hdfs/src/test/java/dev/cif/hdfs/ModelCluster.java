package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** The things that a {@link ModelNameNode} knows. */
final class ModelCluster {
  private ModelCluster() {}

  /** A block of a split's file. */
  static final class Piece {
    final int split;
    final int file;
    final int replication;
    final Set<Box> known = new LinkedHashSet<>();
    final Set<Box> excess = new HashSet<>();
    final Set<Box> pending = new HashSet<>();

    Piece(int split, int file, int replication) {
      this.split = split;
      this.file = file;
      this.replication = replication;
    }
  }

  /** A DataNode: what is on its disks, and what it has yet to report. */
  static final class Box {
    final DatanodeDescriptor node;
    final Set<Piece> disk = new LinkedHashSet<>();
    final List<Piece> unreported = new ArrayList<>();

    Box(DatanodeDescriptor node) {
      this.node = node;
    }

    boolean isLive() {
      return node.isAlive();
    }

    boolean serves() {
      return node.isAlive() && node.isInService();
    }

    DatanodeStorageInfo storage() {
      return node.getStorageInfos()[0];
    }

    @Override
    public String toString() {
      return node.getHostName();
    }
  }

  /** A copy, or a deletion; of a move, the node that is to lose the block, else null. */
  record Task(Piece piece, Box box, Box from) {}
}
