package dev.cif.hive.serde;

import dev.cif.format.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import java.util.Arrays;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Looks up keys that Hive passes, as Java objects or Writables, in maps of one type. A run of
 * look-ups of one key uses one {@link MapKey}, so that a block searches its dictionary once.
 */
final class MapLookup {
  private final PrimitiveObjectInspector writables;
  private Object lastKey;
  private MapKey lastMapKey;

  MapLookup(PrimitiveObjectInspector key) {
    writables =
        PrimitiveObjectInspectorFactory.getPrimitiveWritableObjectInspector(key.getTypeInfo());
  }

  /** The value under a key; null if the map has none. */
  Value find(Value map, Object wanted) {
    if (wanted instanceof Text text && isLast(text)) {
      return map.find(lastMapKey);
    }
    Object key = wanted instanceof Writable ? writables.getPrimitiveJavaObject(wanted) : wanted;
    if (lastKey == null || !key.equals(lastKey)) {
      lastKey = key;
      lastMapKey = key(map.type().child(0), key);
    }
    return lastMapKey == null ? search(map, key) : map.find(lastMapKey);
  }

  private boolean isLast(Text text) {
    if (!(lastKey instanceof String) || lastMapKey == null) {
      return false;
    }
    byte[] bytes = lastMapKey.bytes();
    return Arrays.equals(bytes, 0, bytes.length, text.getBytes(), 0, text.getLength());
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

  /** The key of a Java object; null if keys of the type are not of class BYTES or INT. */
  static MapKey key(CifType type, Object key) {
    switch (type.kind()) {
      case CHAR:
        return MapKey.of(key.toString().replaceAll(" +$", ""));
      case STRING:
      case VARCHAR:
        return MapKey.of(key.toString());
      case BINARY:
        return MapKey.of((byte[]) key);
      case BOOLEAN:
        return MapKey.of((Boolean) key ? 1 : 0);
      case TINYINT:
      case SMALLINT:
      case INT:
      case BIGINT:
        return MapKey.of(((Number) key).longValue());
      case DATE:
        return MapKey.of(((Date) key).toEpochDay());
      default:
        return null;
    }
  }
}
