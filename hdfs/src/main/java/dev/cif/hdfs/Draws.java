package dev.cif.hdfs;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * How the first block of a split is placed, which decides for all others: the default policy, which
 * chooses at random, is asked several times, and its answer with the emptiest nodes is taken. Two
 * are enough to fill the nodes more evenly than the default policy does with single blocks.
 *
 * @param count how often it is asked; 1 for what it says
 */
record Draws(int count) {
  /**
   * @param replicas how many are wanted; an answer with fewer is taken if there is no better
   * @param excluded nodes not to be chosen; null for none
   */
  DatanodeStorageInfo[] emptiest(
      int replicas, Set<Node> excluded, Function<Set<Node>, DatanodeStorageInfo[]> choice) {
    DatanodeStorageInfo[] best = null;
    for (int i = 1; i < count; i++) {
      DatanodeStorageInfo[] other =
          choice.apply(excluded == null ? new HashSet<>() : new HashSet<>(excluded));
      if (other.length < replicas) {
        break;
      }
      best = best == null || fullness(other) < fullness(best) ? other : best;
    }
    DatanodeStorageInfo[] last = choice.apply(excluded);
    boolean better = best != null && (last.length < best.length || fullness(best) < fullness(last));
    return better ? best : last;
  }

  private static double fullness(DatanodeStorageInfo[] targets) {
    double sum = 0;
    for (DatanodeStorageInfo target : targets) {
      DatanodeDescriptor node = target.getDatanodeDescriptor();
      sum += node.getCapacity() <= 0 ? 0 : (double) node.getDfsUsed() / node.getCapacity();
    }
    return sum;
  }
}
