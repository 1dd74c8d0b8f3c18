package dev.cif.hive.serde;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.hive.version.HiveTimes;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Looks up keys that Hive passes, as Java objects or Writables, in maps of one type. A run of
 * look-ups of one key uses one {@link MapKey}, so that a block searches its dictionary once.
 * Threads may share it.
 */
final class MapLookup {
  private final PrimitiveObjectInspector writables;

  /**
   * Key of some thread's last look-up. It is read once a look-up, and written without a lock: since
   * it is immutable, a thread sees one key or another, never a mix.
   */
  private Last last;

  /**
   * Key of a look-up, in both forms.
   *
   * @param key a Java object that cannot change
   * @param mapKey key to search for; null if keys of the type are compared one by one
   */
  private record Last(Object key, MapKey mapKey) {
    boolean isText(Text text) {
      if (!(key instanceof String) || mapKey == null) {
        return false;
      }
      byte[] bytes = mapKey.bytes();
      return Arrays.equals(bytes, 0, bytes.length, text.getBytes(), 0, text.getLength());
    }
  }

  MapLookup(PrimitiveObjectInspector key) {
    writables =
        PrimitiveObjectInspectorFactory.getPrimitiveWritableObjectInspector(key.getTypeInfo());
  }

  /** Returns the value of a key; null if the map has none. */
  Value find(Value map, Object wanted) {
    Last known = last;
    if (known != null && wanted instanceof Text text && known.isText(text)) {
      return map.find(known.mapKey);
    }
    Object key = wanted instanceof Writable ? writables.getPrimitiveJavaObject(wanted) : wanted;
    if (known == null || !key.equals(known.key)) {
      known = new Last(key, key(map.type().child(0), key));
      if (key instanceof String || key instanceof Number) {
        last = known;
      }
    }
    return known.mapKey == null ? search(map, key) : map.find(known.mapKey);
  }

  /** Returns the value of a key in a map of Java objects; null if it has none. */
  Object find(Map<?, ?> map, Object wanted) {
    Object key = wanted instanceof Writable ? writables.getPrimitiveJavaObject(wanted) : wanted;
    if (!(key instanceof byte[])) {
      return map.get(key);
    }
    Object found = null;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (Objects.deepEquals(entry.getKey(), key)) {
        found = entry.getValue();
      }
    }
    return found;
  }

  /** Compares the keys one after the other, from the last, which wins. */
  private static Value search(Value map, Object wanted) {
    for (int i = map.size() - 1; i >= 0; i--) {
      if (wanted.equals(HiveObjects.of(map.key(i)))) {
        return map.value(i);
      }
    }
    return null;
  }

  /**
   * Returns the map key of a Java object; null if keys of the type are not of class BYTES or INT.
   */
  static MapKey key(CifType type, Object key) {
    return switch (type.kind()) {
      case CHAR -> MapKey.of(key.toString().replaceAll(" +$", ""));
      case STRING, VARCHAR -> MapKey.of(key.toString());
      case BINARY -> MapKey.of((byte[]) key);
      case BOOLEAN -> MapKey.of((Boolean) key ? 1 : 0);
      case TINYINT, SMALLINT, INT, BIGINT -> MapKey.of(((Number) key).longValue());
      case DATE -> MapKey.of(HiveTimes.OF_HIVE.epochDay(key));
      case FLOAT, DOUBLE, DECIMAL, TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> null;
    };
  }
}
