package dev.cif.hdfs;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Splits on the move. The Balancer moved a block of theirs from one node to another, or the Mover
 * took blocks of theirs to another type of storage. The Balancer knows nothing of splits. If its
 * move makes sense for the whole split, the other blocks follow; otherwise the block goes back.
 *
 * <p>A move makes sense if the giving node is no emptier than the taking one once all pending moves
 * are done. Each move so brings the two nearer to each other, and moves come to an end.
 *
 * <p>A move takes about 110 bytes. Thread-safe; no other lock is taken under its lock.
 */
final class Moves {
  private static final int MAX_MOVES = 4_096;

  /** Time within which HDFS copies a split; after it, the nodes with most blocks decide again. */
  private static final long MAX_MILLIS = 3_600_000;

  /** Time after a finished move within which nodes report their new fullness. */
  private static final long ACCOUNTED_MILLIS = 30_000;

  private record Move(
      DatanodeDescriptor from, DatanodeDescriptor to, long bytes, long end, boolean done) {}

  private final Map<Long, Move> moves = new LinkedHashMap<>();

  /**
   * End of each tier change by split: the splits' blocks go to another type of storage until then.
   */
  private final LatestUsed<Long, Long> tiers = new LatestUsed<>(MAX_MOVES);

  private final LongSupplier clock;

  /**
   * Creates an instance without moves.
   *
   * @param clock milliseconds that only grow
   */
  Moves(LongSupplier clock) {
    this.clock = clock;
  }

  /** Returns true if a split is on its way, or was until a moment ago. */
  synchronized boolean contains(long folder) {
    return moves.containsKey(folder) || tiers.containsKey(folder);
  }

  synchronized void clear() {
    moves.clear();
    tiers.clear();
  }

  /**
   * Records that the Mover has taken a block of a split to another type of storage. The Mover knows
   * nothing of splits and takes any node that has such storage; the blocks that it brings there are
   * to come together.
   */
  synchronized void beginTier(long folder) {
    tiers.put(folder, clock.getAsLong() + MAX_MILLIS);
  }

  /** Has the nodes of a split ranked as if its blocks were on the move's target. */
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

  /** Begins a move if it makes sense; returns true if it does. */
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

  /** Returns the share of a node's capacity in use once all moves are done. */
  private double fullness(DatanodeDescriptor node, long more) {
    double bytes = node.getDfsUsed() + (double) more;
    for (Move move : moves.values()) {
      bytes += move.to().equals(node) ? move.bytes() : 0;
      bytes -= move.from().equals(node) ? move.bytes() : 0;
    }
    return node.getCapacity() <= 0 ? 1 : bytes / node.getCapacity();
  }
}
