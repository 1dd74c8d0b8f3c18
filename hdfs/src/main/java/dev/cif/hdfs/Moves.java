package dev.cif.hdfs;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Splits that are on their way from one node to another because the Balancer moved a block of
 * theirs, and splits of which the Mover took blocks to another type of storage. The Balancer knows
 * nothing of splits: where its move makes sense for the whole split, the other blocks follow; where
 * it doesn't, the block goes back.
 *
 * <p>It makes sense if the node that gives is, when all is done, no emptier than the one that
 * takes, with all that is on its way already counted. So each move brings the two nearer to each
 * other, and there is an end to them.
 *
 * <p>A move takes about 110 bytes. Thread-safe; nothing else is locked under its lock.
 */
final class Moves {
  private static final int MAX_MOVES = 4_096;

  /** HDFS has copied a split by then, or doesn't; where most of it is then decides. */
  private static final long MAX_MILLIS = 3_600_000;

  /** Until then nodes have told how full they are now. */
  private static final long ACCOUNTED_MILLIS = 30_000;

  private record Move(
      DatanodeDescriptor from, DatanodeDescriptor to, long bytes, long end, boolean done) {}

  private final Map<Long, Move> moves = new LinkedHashMap<>();

  /** Splits whose blocks go to another type of storage, and until when that is known. */
  private final LatestUsed<Long, Long> tiers = new LatestUsed<>(MAX_MOVES);

  private final LongSupplier clock;

  /**
   * @param clock milliseconds that only grow
   */
  Moves(LongSupplier clock) {
    this.clock = clock;
  }

  /** Whether a split is, or just was, on its way. */
  synchronized boolean contains(long folder) {
    return moves.containsKey(folder) || tiers.containsKey(folder);
  }

  synchronized void clear() {
    moves.clear();
    tiers.clear();
  }

  /**
   * The Mover has taken a block to another type of storage. It knows nothing of splits, and takes
   * any node that has such storage; what it brings there is to come together.
   */
  synchronized void beginTier(long folder) {
    tiers.put(folder, clock.getAsLong() + MAX_MILLIS);
  }

  /** Has the nodes of a split ranked as if it were where it goes to. */
  synchronized void apply(SplitBlocks split) {
    if (tiers.getOrDefault(split.folder(), Long.MIN_VALUE) > clock.getAsLong()) {
      split.changeTier();
    } else {
      tiers.remove(split.folder());
    }
    Move move = moves.get(split.folder());
    if (move == null || move.done()) {
      return;
    }
    if (move.end() <= clock.getAsLong() || !move.to().isAlive() || !move.to().isInService()) {
      moves.remove(split.folder());
    } else if (split.bytes(move.from(), move.to()) == 0) {
      long end = clock.getAsLong() + ACCOUNTED_MILLIS;
      moves.put(split.folder(), new Move(move.from(), move.to(), move.bytes(), end, true));
    } else {
      split.move(move.from(), move.to());
    }
  }

  /** Begins a move if it makes sense, and says so. */
  synchronized boolean begin(SplitBlocks split, DatanodeDescriptor from, DatanodeDescriptor to) {
    purge();
    if (moves.size() >= MAX_MOVES || moves.containsKey(split.folder())) {
      return false;
    }
    long bytes = split.bytes(from, to);
    if (fullness(from, -bytes) < fullness(to, bytes)) {
      return false;
    }
    moves.put(split.folder(), new Move(from, to, bytes, clock.getAsLong() + MAX_MILLIS, false));
    split.move(from, to);
    return true;
  }

  private void purge() {
    long now = clock.getAsLong();
    for (Iterator<Move> i = moves.values().iterator(); i.hasNext(); ) {
      if (i.next().end() <= now) {
        i.remove();
      }
    }
  }

  /** The share of a node's room that is taken when all moves are done. */
  private double fullness(DatanodeDescriptor node, long more) {
    double bytes = node.getDfsUsed() + (double) more;
    for (Move move : moves.values()) {
      bytes += move.to().equals(node) ? move.bytes() : 0;
      bytes -= move.from().equals(node) ? move.bytes() : 0;
    }
    return node.getCapacity() <= 0 ? 1 : bytes / node.getCapacity();
  }
}
