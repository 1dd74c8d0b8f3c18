package dev.cif.mapreduce.record;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.mapreduce.avro.AvroSchemas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;

/**
 * Converts values of vectors to Avro's in-memory objects, the same as {@link AvroValues} makes of
 * Values. Lists and maps are decoded whole here, even if {@link AvroValues} decodes them lazily.
 * The objects hold copies, so that the vector may change. Immutable.
 */
@FunctionalInterface
public interface AvroVectors {
  /**
   * Returns the Avro object for a value of a vector.
   *
   * @throws AvroTypeException if the schema can't hold the value, such as NULL
   */
  Object of(ColumnVector vector, int i);

  /**
   * Returns the converter for values of a type that is read with a schema.
   *
   * @param values converter for types without a faster way here
   * @return null for types that hold records, if those are lazy
   */
  static AvroVectors of(CifType type, Schema schema, AvroValues values) {
    AvroVectors general = (vector, i) -> values.of(Value.of(vector, i), schema);
    Schema present = AvroSchemas.present(schema);
    AvroVectors special =
        present == null || values.converts(present)
            ? null
            : special(type, present, values, general);
    boolean isWhole = type.kind().isPrimitive() || !values.isLazy();
    return special == null && isWhole ? general : special;
  }

  /**
   * Returns the faster converter of a type; null if it has none.
   *
   * @param nulls converter for NULL
   */
  private static AvroVectors special(
      CifType type, Schema schema, AvroValues values, AvroVectors nulls) {
    boolean isInteger = type.physical() == CifType.Physical.INT;
    switch (schema.getType()) {
      case INT:
        return !isInteger
            ? null
            : (v, i) -> v.isNull(i) ? nulls.of(v, i) : (Object) (int) ((LongVector) v).values[i];
      case LONG:
        return !isInteger
            ? null
            : (v, i) -> v.isNull(i) ? nulls.of(v, i) : (Object) ((LongVector) v).values[i];
      case FLOAT:
        return (v, i) ->
            v.isNull(i) ? nulls.of(v, i) : (Object) (float) ((DoubleVector) v).values[i];
      case DOUBLE:
        return (v, i) -> v.isNull(i) ? nulls.of(v, i) : (Object) ((DoubleVector) v).values[i];
      case STRING:
        return type.physical() == CifType.Physical.BYTES ? texts(schema, nulls) : null;
      case ARRAY:
        return type.kind() == CifType.Kind.MAP ? null : lists(type, schema, values, nulls);
      case MAP:
        return maps(type, schema, values, nulls);
      default:
        return null;
    }
  }

  /** Returns the converter of texts: to String if the schema asks for that, else to Utf8. */
  private static AvroVectors texts(Schema schema, AvroVectors nulls) {
    return AvroValues.isJavaString(schema)
        ? (v, i) -> v.isNull(i) ? nulls.of(v, i) : ((BytesVector) v).string(i)
        : (v, i) -> v.isNull(i) ? nulls.of(v, i) : new Utf8(((BytesVector) v).bytes(i));
  }

  private static AvroVectors lists(
      CifType type, Schema schema, AvroValues values, AvroVectors nulls) {
    AvroVectors elements = of(type.child(0), schema.getElementType(), values);
    if (elements == null) {
      return null;
    }
    return (vector, i) -> {
      if (vector.isNull(i)) {
        return nulls.of(vector, i);
      }
      ListVector lists = (ListVector) vector;
      Object[] all = new Object[lists.lengths[i]];
      for (int k = 0; k < all.length; k++) {
        all[k] = elements.of(lists.elements(), lists.starts[i] + k);
      }
      return values.isLazy() ? new DecodedList(all) : new ArrayList<>(Arrays.asList(all));
    };
  }

  private static AvroVectors maps(
      CifType type, Schema schema, AvroValues values, AvroVectors nulls) {
    AvroVectors keys = texts(schema, nulls);
    AvroVectors parts = of(type.child(1), schema.getValueType(), values);
    if (parts == null) {
      return null;
    }
    boolean isJavaString = AvroValues.isJavaString(schema);
    return (vector, i) -> {
      if (vector.isNull(i)) {
        return nulls.of(vector, i);
      }
      MapVector maps = (MapVector) vector;
      int end = maps.starts[i] + maps.lengths[i];
      Map<Object, Object> all = new LinkedHashMap<>();
      for (int k = maps.starts[i]; k < end; k++) {
        // A key that occurs twice has its last value.
        all.put(keys.of(maps.keys(), k), parts.of(maps.values(), k));
      }
      return values.isLazy() ? new DecodedMap(all, isJavaString) : new EagerMap(all, isJavaString);
    };
  }
}
