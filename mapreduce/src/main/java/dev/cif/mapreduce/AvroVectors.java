package dev.cif.mapreduce;

import dev.cif.format.AvroSchemas;
import dev.cif.format.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;

/**
 * Makes Avro's in-memory objects of the values of vectors, the same as {@link AvroValues} makes of
 * Values, but that lists and maps are decoded whole. What it makes holds copies, so that the vector
 * may change. Immutable.
 */
@FunctionalInterface
interface AvroVectors {
  /**
   * The object for a value of a vector.
   *
   * @throws AvroTypeException if the schema has no place for the value, such as NULL
   */
  Object of(ColumnVector vector, int i);

  /**
   * For values of a type that is read as the schema says.
   *
   * @param values makes what has no way of its own here
   * @return null for types that hold records, which are made lazily
   */
  static AvroVectors of(CifType type, Schema schema, AvroValues values) {
    AvroVectors general = (vector, i) -> values.of(Value.of(vector, i), schema);
    Schema present = AvroSchemas.present(schema);
    if (present == null) {
      return type.kind().isPrimitive() ? general : null;
    }
    AvroVectors special = present(type, present, values);
    if (special == null) {
      return type.kind().isPrimitive() ? general : null;
    }
    return (vector, i) -> vector.isNull(i) ? general.of(vector, i) : special.of(vector, i);
  }

  /** For values that are not NULL; null if there is no way of its own. */
  private static AvroVectors present(CifType type, Schema schema, AvroValues values) {
    if (schema.getLogicalType() != null) {
      return null;
    }
    switch (schema.getType()) {
      case INT:
        return integer(type) ? (vector, i) -> (int) ((LongVector) vector).values[i] : null;
      case LONG:
        return integer(type) ? (vector, i) -> ((LongVector) vector).values[i] : null;
      case FLOAT:
        return (vector, i) -> (float) ((DoubleVector) vector).values[i];
      case DOUBLE:
        return (vector, i) -> ((DoubleVector) vector).values[i];
      case STRING:
        return type.physical() == CifType.Physical.BYTES ? texts(schema) : null;
      case ARRAY:
        return type.kind() == CifType.Kind.MAP ? null : lists(type, schema, values);
      case MAP:
        return maps(type, schema, values);
      default:
        return null;
    }
  }

  private static boolean integer(CifType type) {
    return type.physical() == CifType.Physical.INT;
  }

  /** Texts as String where the schema asks for that, else as Utf8. */
  private static AvroVectors texts(Schema schema) {
    return "String".equals(schema.getProp(GenericData.STRING_PROP))
        ? (vector, i) -> ((BytesVector) vector).string(i)
        : (vector, i) -> new Utf8(((BytesVector) vector).bytes(i));
  }

  private static AvroVectors lists(CifType type, Schema schema, AvroValues values) {
    AvroVectors elements = of(type.child(0), schema.getElementType(), values);
    if (elements == null) {
      return null;
    }
    return (vector, i) -> {
      ListVector lists = (ListVector) vector;
      Object[] all = new Object[lists.lengths[i]];
      for (int k = 0; k < all.length; k++) {
        all[k] = elements.of(lists.elements(), lists.starts[i] + k);
      }
      return new WholeList(all);
    };
  }

  private static AvroVectors maps(CifType type, Schema schema, AvroValues values) {
    AvroVectors keys = texts(schema);
    AvroVectors parts = of(type.child(1), schema.getValueType(), values);
    if (parts == null) {
      return null;
    }
    return (vector, i) -> {
      MapVector maps = (MapVector) vector;
      int length = maps.lengths[i];
      Object[] all = new Object[2 * length];
      int entries = 0;
      for (int k = maps.starts[i]; k < maps.starts[i] + length; k++) {
        // A key that occurs twice has its last value.
        int same = WholeMap.sameKey((BytesVector) maps.keys(), maps.starts[i], k);
        Object value = parts.of(maps.values(), k);
        if (same < 0) {
          all[2 * entries] = keys.of(maps.keys(), k);
          all[2 * entries++ + 1] = value;
        } else {
          WholeMap.replace(all, entries, keys.of(maps.keys(), k), value);
        }
      }
      return new WholeMap(all, entries);
    };
  }
}
