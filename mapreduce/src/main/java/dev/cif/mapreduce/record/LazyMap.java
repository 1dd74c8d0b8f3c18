package dev.cif.mapreduce.record;

import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;

/**
 * Map with string keys whose {@link #get} decodes the value of one key. In layout dcsl it doesn't
 * look at the others (paper, section 5.3). Iterating decodes the whole map, once. Cannot be
 * changed.
 */
final class LazyMap extends AbstractMap<Object, Object> implements FullyRead {
  private final Value map;
  private final Schema valueSchema;
  private final boolean textKeys;
  private final AvroValues values;
  private Map<Object, Object> decoded;

  LazyMap(Value map, Schema schema, AvroValues values) {
    this.map = map;
    this.valueSchema = schema.getValueType();
    this.textKeys = AvroValues.isJavaString(schema);
    this.values = values;
  }

  /** Returns true if keys are String instead of Utf8. */
  boolean hasTextKeys() {
    return textKeys;
  }

  /** Returns all entries, decoded anew. A key that occurs twice has its last value. */
  Map<Object, Object> decode() {
    Map<Object, Object> all = new LinkedHashMap<>();
    for (int i = 0; i < map.size(); i++) {
      Value key = map.key(i);
      all.put(
          textKeys ? key.asString() : new Utf8(key.asBytes()),
          values.of(map.value(i), valueSchema));
    }
    return all;
  }

  private Value find(Object key) {
    if (!(key instanceof CharSequence)) {
      return null;
    }
    return map.find(MapKey.of(key.toString()));
  }

  @Override
  public Object get(Object key) {
    Value found = find(key);
    return found == null ? null : values.of(found, valueSchema);
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) != null;
  }

  @Override
  public Set<Entry<Object, Object>> entrySet() {
    if (decoded == null) {
      decoded = Collections.unmodifiableMap(decode());
    }
    return decoded.entrySet();
  }

  @Override
  public boolean isWalked() {
    return decoded != null;
  }
}
