package dev.cif.hdfs;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.Block;

/**
 * Which block each thread of the NameNode asked about last. HDFS doesn't tell a placement policy
 * which block it is about when it verifies replicas or looks for those to delete; but before it
 * does, it looks whether the block has corrupt replicas, in a map. This is that map.
 *
 * <p>As thread-safe as a {@link HashMap}: HDFS guards it by the namesystem's lock. A thread that
 * only looks something up writes nothing that others read.
 *
 * @param <V> what HDFS keeps of a block
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

  /** The block that this thread asked about last, or null. */
  static Block last() {
    return LAST.get();
  }
}
