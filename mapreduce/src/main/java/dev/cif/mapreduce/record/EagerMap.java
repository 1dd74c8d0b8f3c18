package dev.cif.mapreduce.record;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.apache.avro.util.Utf8;

/** A decoded map, whose keys are found by any CharSequence, as in a {@link LazyMap}. */
final class EagerMap extends AbstractMap<Object, Object> {
  private final Map<Object, Object> entries;
  private final boolean textKeys;

  /**
   * Creates a map.
   *
   * @param entries entries; kept, not copied
   * @param textKeys true if keys are String instead of Utf8
   */
  EagerMap(Map<Object, Object> entries, boolean textKeys) {
    this.entries = entries;
    this.textKeys = textKeys;
  }

  private Object stored(Object key) {
    if (!(key instanceof CharSequence)) {
      return key;
    }
    return textKeys ? key.toString() : key instanceof Utf8 ? key : new Utf8(key.toString());
  }

  @Override
  public Object get(Object key) {
    return entries.get(stored(key));
  }

  @Override
  public boolean containsKey(Object key) {
    return entries.containsKey(stored(key));
  }

  @Override
  public Object put(Object key, Object value) {
    return entries.put(stored(key), value);
  }

  @Override
  public Object remove(Object key) {
    return entries.remove(stored(key));
  }

  @Override
  public Set<Entry<Object, Object>> entrySet() {
    return entries.entrySet();
  }
}
