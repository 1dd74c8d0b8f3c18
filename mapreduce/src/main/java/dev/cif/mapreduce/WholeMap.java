package dev.cif.mapreduce;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * A map with string keys that is decoded; as {@link LazyMap} it answers to any CharSequence as a
 * key. Cannot be changed.
 */
final class WholeMap extends AbstractMap<Object, Object> implements Walked {
  private final EagerMap entries;
  private boolean isWalked;

  /**
   * @param entries kept, not copied
   * @param textKeys whether keys are Strings, not Utf8
   */
  WholeMap(Map<Object, Object> entries, boolean textKeys) {
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
