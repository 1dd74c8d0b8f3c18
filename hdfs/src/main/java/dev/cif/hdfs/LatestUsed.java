package dev.cif.hdfs;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of bounded size, in which what was used last stays. Not thread-safe. */
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
