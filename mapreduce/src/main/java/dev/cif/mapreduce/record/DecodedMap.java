package dev.cif.mapreduce.record;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * Decoded map with string keys, which are found by any CharSequence, as in a {@link LazyMap}.
 * Cannot be changed.
 */
final class DecodedMap extends AbstractMap<Object, Object> implements FullyRead {
  private final EagerMap entries;
  private boolean isWalked;

  /**
   * Creates a map.
   *
   * @param entries entries; kept, not copied
   * @param textKeys true if keys are String instead of Utf8
   */
  DecodedMap(Map<Object, Object> entries, boolean textKeys) {
    this.entries = new EagerMap(entries, textKeys);
  }

  @Override
  public Object get(Object key) {
    return entries.get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    return entries.containsKey(key);
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public boolean isWalked() {
    return isWalked;
  }

  @Override
  public Set<Entry<Object, Object>> entrySet() {
    isWalked = true;
    return Collections.<Object, Object>unmodifiableMap(entries).entrySet();
  }
}
