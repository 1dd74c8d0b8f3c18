package dev.cif.mapreduce;

import dev.cif.format.vector.BytesVector;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.avro.util.Utf8;

/**
 * A map with string keys that is decoded; as {@link LazyMap} it answers to any CharSequence as a
 * key. Cannot be changed.
 */
final class WholeMap extends AbstractMap<Object, Object> implements Walked {
  /** Keys and values by turns. */
  private final Object[] parts;

  private final int size;
  private boolean isWalked;

  /**
   * @param parts keys, each once, and values by turns; kept, not copied
   * @param size how many entries
   */
  WholeMap(Object[] parts, int size) {
    this.parts = parts;
    this.size = size;
  }

  /** An index from {@code first} on and before {@code k} where the same key is; -1 for none. */
  static int sameKey(BytesVector keys, int first, int k) {
    int length = keys.lengths[k];
    int start = keys.starts[k];
    for (int i = first; i < k; i++) {
      int other = keys.starts[i];
      if (keys.lengths[i] == length
          && (length == 0 || keys.data[other] == keys.data[start])
          && Arrays.equals(keys.data, other, other + length, keys.data, start, start + length)) {
        return i;
      }
    }
    return -1;
  }

  /** Gives a key that is among the first entries another value. */
  static void replace(Object[] parts, int size, Object key, Object value) {
    for (int i = 0; i < size; i++) {
      if (parts[2 * i].equals(key)) {
        parts[2 * i + 1] = value;
      }
    }
  }

  private int find(Object key) {
    if (!(key instanceof CharSequence) || size == 0) {
      return -1;
    }
    Object wanted = key;
    if (parts[0] instanceof String) {
      wanted = key.toString();
    } else if (!(key instanceof Utf8)) {
      wanted = new Utf8(key.toString());
    }
    for (int i = 0; i < size; i++) {
      if (parts[2 * i].equals(wanted)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public Object get(Object key) {
    int i = find(key);
    return i < 0 ? null : parts[2 * i + 1];
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) >= 0;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isWalked() {
    return isWalked;
  }

  @Override
  public Set<Entry<Object, Object>> entrySet() {
    isWalked = true;
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<Object, Object>> iterator() {
        return new Entries();
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private final class Entries implements Iterator<Map.Entry<Object, Object>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < size;
    }

    @Override
    public Map.Entry<Object, Object> next() {
      if (next == size) {
        throw new NoSuchElementException();
      }
      int i = 2 * next++;
      return new SimpleImmutableEntry<>(parts[i], parts[i + 1]);
    }
  }
}
