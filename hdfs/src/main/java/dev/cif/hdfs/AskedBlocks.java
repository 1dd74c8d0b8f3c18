package dev.cif.hdfs;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.Block;

/**
 * A map of corrupt replicas that records the block each thread of the NameNode looked up last.
 *
 * <p>HDFS doesn't tell a placement policy which block it verifies, or which block has too many
 * replicas. Before it calls the policy, it looks up the block's corrupt replicas in this map. The
 * policy so learns the block.
 *
 * <p>As thread-safe as a {@link HashMap}: the namesystem's lock guards it. A thread that only reads
 * the map writes nothing that other threads read.
 *
 * @param <V> value that HDFS keeps for a block
 */
final class AskedBlocks<V> extends HashMap<Block, V> {
  private static final long serialVersionUID = 1;

  private static final ThreadLocal<Block> LAST = new ThreadLocal<>();

  AskedBlocks(Map<? extends Block, ? extends V> blocks) {
    super(blocks);
  }

  @Override
  public V get(Object key) {
    if (key instanceof Block block) {
      LAST.set(block);
    }
    return super.get(key);
  }

  /** Returns the block that this thread looked up last, or null. */
  static Block last() {
    return LAST.get();
  }
}
