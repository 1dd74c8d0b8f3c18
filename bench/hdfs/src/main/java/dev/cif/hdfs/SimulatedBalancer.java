package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiPredicate;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Model of HDFS's Balancer (Balancer.java and Dispatcher.java of Hadoop 3.3). In each iteration
 * nodes that are fuller than the average give blocks to emptier ones. They give one block at a
 * time, at most 10 GB a node, whatever splits the blocks belong to. It ends when all nodes are
 * within a threshold of the average, or when five iterations in succession move nothing.
 */
final class SimulatedBalancer {
  private static final long MOST_A_NODE = (10L << 30) / SimulatedBlocks.BLOCK;
  private static final int BLOCKS_A_STEP = 2;
  private static final int IDLE_ITERATIONS = 5;
  private static final int STEPS_BETWEEN = 3;
  private static final long NOT_AGAIN_MILLIS = 5_400_000;

  private record Move(int block, int from, int to) {}

  private static final class Pair {
    final int from;
    final int to;
    long blocks;

    Pair(int from, int to, long blocks) {
      this.from = from;
      this.to = to;
      this.blocks = blocks;
    }
  }

  private final SimulatedNameNode nameNode;
  private final SimulatedBlocks blocks;
  private final double threshold;
  private final BitSet movedLately = new BitSet();
  private long movedSince;
  private List<List<Integer>> candidates = List.of();
  private long moves;
  private int iterations;

  /**
   * Creates a Balancer.
   *
   * @param threshold share of a node's capacity by which it may differ from the average
   */
  SimulatedBalancer(SimulatedNameNode nameNode, double threshold) {
    this.nameNode = nameNode;
    this.threshold = threshold;
    blocks = nameNode.blocks;
  }

  /** Runs to the end; returns the reason of the end. */
  String run(int mostIterations, Runnable progress) {
    int idle = 0;
    while (iterations < mostIterations) {
      List<Pair> pairs = pairs();
      if (pairs == null) {
        return "balanced";
      }
      long before = moves;
      iterations++;
      dispatch(pairs, progress);
      idle = moves == before ? idle + 1 : 0;
      if (idle == IDLE_ITERATIONS) {
        return "no progress";
      }
    }
    return "not at its end";
  }

  /** Returns the number of blocks that it moved, including those that went back. */
  long moves() {
    return moves;
  }

  int iterations() {
    return iterations;
  }

  private double utilization(DatanodeDescriptor node) {
    return (double) node.getDfsUsed() / node.getCapacity();
  }

  /**
   * Returns the pairs of giving and taking nodes, with numbers of blocks; null if the cluster is
   * balanced.
   */
  private List<Pair> pairs() {
    double used = 0;
    double capacity = 0;
    List<Integer> live = new ArrayList<>();
    for (int i = 0; i < blocks.nodes().size(); i++) {
      if (blocks.isLive(i)) {
        live.add(i);
        used += blocks.node(i).getDfsUsed();
        capacity += blocks.node(i).getCapacity();
      }
    }
    Collections.shuffle(live, nameNode.random);
    List<Integer> over = new ArrayList<>();
    List<Integer> above = new ArrayList<>();
    List<Integer> below = new ArrayList<>();
    List<Integer> under = new ArrayList<>();
    long[] room = new long[blocks.nodes().size()];
    for (int i : live) {
      double difference = utilization(blocks.node(i)) - used / capacity;
      double bytes = Math.abs(difference) * blocks.node(i).getCapacity();
      room[i] = Math.min(MOST_A_NODE, (long) (bytes / SimulatedBlocks.BLOCK));
      boolean isWithin = Math.abs(difference) <= threshold;
      (difference > 0 ? isWithin ? above : over : isWithin ? below : under).add(i);
    }
    if (over.isEmpty() && under.isEmpty()) {
      return null;
    }
    List<Pair> pairs = new ArrayList<>();
    BiPredicate<Integer, Integer> sameRack =
        (a, b) -> blocks.node(a).getNetworkLocation().equals(blocks.node(b).getNetworkLocation());
    for (BiPredicate<Integer, Integer> suits : List.of(sameRack, (a, b) -> true)) {
      match(over, under, suits, room, pairs);
      match(over, below, suits, room, pairs);
      match(above, under, suits, room, pairs);
    }
    return pairs;
  }

  private static void match(
      List<Integer> givers,
      List<Integer> takers,
      BiPredicate<Integer, Integer> suits,
      long[] room,
      List<Pair> pairs) {
    for (int from : givers) {
      for (int to : takers) {
        long some = Math.min(room[from], room[to]);
        if (some > 0 && suits.test(from, to)) {
          room[from] -= some;
          room[to] -= some;
          pairs.add(new Pair(from, to, some));
        }
      }
    }
  }

  private void dispatch(List<Pair> pairs, Runnable progress) {
    if (nameNode.now() - movedSince > NOT_AGAIN_MILLIS) {
      movedLately.clear();
      movedSince = nameNode.now();
    }
    gather(pairs);
    List<Move> underWay = new ArrayList<>();
    while (!pairs.isEmpty()) {
      for (Iterator<Pair> i = pairs.iterator(); i.hasNext(); ) {
        if (!begin(i.next(), underWay)) {
          i.remove();
        }
      }
      nameNode.step();
      underWay.forEach(move -> nameNode.moved(move.block, move.from, move.to));
      moves += underWay.size();
      underWay.clear();
      progress.run();
    }
    for (int i = 0; i < STEPS_BETWEEN; i++) {
      nameNode.step();
    }
  }

  /**
   * Gathers some blocks of each giving node. In HDFS, blocks that arrived at one time, from many
   * writers, follow each other. The blocks are therefore of splits that follow each other, in any
   * order.
   */
  private void gather(List<Pair> pairs) {
    candidates = new ArrayList<>(Collections.nCopies(blocks.nodes().size(), null));
    long[] wanted = new long[blocks.nodes().size()];
    int nodes = 0;
    for (Pair pair : pairs) {
      if (candidates.get(pair.from) == null) {
        candidates.set(pair.from, new ArrayList<>());
        wanted[pair.from] = Math.min(4 * MOST_A_NODE, blocks.blocksOn(pair.from));
        nodes++;
      }
    }
    int start = nameNode.random.nextInt(blocks.count());
    for (int i = 0; i < blocks.count() && nodes > 0; i++) {
      int block = (start + i) % blocks.count();
      for (int place = 0; place < blocks.places(); place++) {
        int node = blocks.holder(block, place);
        if (node >= 0 && wanted[node] > 0) {
          candidates.get(node).add(block);
          nodes -= --wanted[node] == 0 ? 1 : 0;
        }
      }
    }
    for (List<Integer> ofNode : candidates) {
      if (ofNode != null) {
        Collections.shuffle(ofNode, nameNode.random);
      }
    }
  }

  /** Begins to move some blocks; returns false if nothing is left to move between the two. */
  private boolean begin(Pair pair, List<Move> underWay) {
    List<Integer> from = candidates.get(pair.from);
    int begun = 0;
    for (Iterator<Integer> i = from.iterator();
        i.hasNext() && begun < BLOCKS_A_STEP && pair.blocks > 0; ) {
      int block = i.next();
      if (isMovable(block, pair)) {
        i.remove();
        movedLately.set(block);
        underWay.add(new Move(block, pair.from, pair.to));
        pair.blocks--;
        begun++;
      }
    }
    return begun > 0 && pair.blocks > 0;
  }

  private boolean isMovable(int block, Pair pair) {
    return !movedLately.get(block)
        && blocks.isOn(block, pair.from)
        && !blocks.isOn(block, pair.to)
        && nameNode.policy.isMovable(
            List.copyOf(blocks.holders(block)), blocks.node(pair.from), blocks.node(pair.to));
  }
}
