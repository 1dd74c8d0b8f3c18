package dev.cif.hdfs;

import java.util.LinkedHashMap;
import java.util.Map;

/** An LRU map: beyond its capacity it drops the entry used least recently. Not thread-safe. */
final class LatestUsed<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int capacity;

  LatestUsed(int capacity) {
    super(16, 0.75f, true);
    this.capacity = capacity;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > capacity;
  }
}
