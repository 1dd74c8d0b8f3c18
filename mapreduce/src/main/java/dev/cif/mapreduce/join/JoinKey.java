package dev.cif.mapreduce.join;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.avro.AvroSchemas;
import dev.cif.mapreduce.scan.ScanSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;

/** Keys of a row: integers and strings. Strings are ordered by their bytes. */
public final class JoinKey implements Comparable<JoinKey> {
  private final Object[] values;

  private JoinKey(Object[] values) {
    this.values = values;
  }

  /** Returns the positions of keys in a schema that {@link #types} has checked. */
  public static int[] positions(Schema schema, List<String> keys) {
    return keys.stream().mapToInt(key -> ScanSchema.find(schema, key).pos()).toArray();
  }

  /**
   * Returns the types of a table's keys.
   *
   * @throws CifException if the table lacks a key, or can't be joined by it
   */
  public static List<CifType> types(String table, Schema schema, List<String> keys)
      throws CifException {
    List<CifType> types = new ArrayList<>();
    for (String key : keys) {
      Schema.Field field = ScanSchema.find(schema, key);
      if (field == null) {
        throw new CifException(
            "table '"
                + table
                + "' is read without its key '"
                + key
                + "'; the columns are "
                + ScanSchema.someNames(schema));
      }
      types.add(type(table, key, field.schema()));
    }
    return types;
  }

  private static CifType type(String table, String key, Schema schema) throws CifException {
    CifType type = AvroSchemas.type(schema);
    if (!HiveBucketing.canBeKey(type.kind())) {
      throw new CifException(
          "table '"
              + table
              + "': the key '"
              + key
              + "' is of type "
              + type
              + "; integers, date, string and varchar are allowed");
    }
    return type;
  }

  /** Returns the key of some values; null if one of them is NULL, which equals nothing. */
  public static JoinKey of(Object[] values) {
    for (Object value : values) {
      if (value == null) {
        return null;
      }
    }
    return new JoinKey(values);
  }

  /** Returns the keys of a row; some may be null. */
  public static Object[] values(IndexedRecord row, int[] positions) {
    Object[] values = new Object[positions.length];
    for (int i = 0; i < values.length; i++) {
      Object value = row.get(positions[i]);
      if (value instanceof Number number) {
        values[i] = number.longValue();
      } else if (value != null) {
        values[i] = value instanceof Utf8 ? value : new Utf8(value.toString());
      }
    }
    return values;
  }

  @Override
  public int compareTo(JoinKey other) {
    for (int i = 0; i < values.length; i++) {
      int order =
          values[i] instanceof Long number
              ? number.compareTo((Long) other.values[i])
              : ((Utf8) values[i]).compareTo((Utf8) other.values[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof JoinKey key && Arrays.equals(values, key.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
