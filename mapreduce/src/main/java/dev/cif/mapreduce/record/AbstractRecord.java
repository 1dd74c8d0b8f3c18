package dev.cif.mapreduce.record;

import java.util.Objects;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;

/** Base of all records: look-up by name, equality, text form. */
abstract class AbstractRecord implements Record {
  private final Schema schema;

  AbstractRecord(Schema schema) {
    this.schema = schema;
  }

  @Override
  public final Schema getSchema() {
    return schema;
  }

  @Override
  public final boolean hasField(String key) {
    return schema.getField(key) != null;
  }

  @Override
  public final Object get(String key) {
    return get(position(key));
  }

  @Override
  public final void put(String key, Object value) {
    put(position(key), value);
  }

  private int position(String key) {
    Schema.Field field = schema.getField(key);
    if (field == null) {
      throw new AvroRuntimeException(
          "the record has no field '"
              + key
              + "'; it has "
              + schema.getFields().stream().map(Schema.Field::name).limit(100).toList()
              + ", the columns that the job reads");
    }
    return field.pos();
  }

  /** Returns true for a record of an equal schema whose fields are all equal. */
  @Override
  public final boolean equals(Object o) {
    if (!(o instanceof IndexedRecord other) || !schema.equals(other.getSchema())) {
      return false;
    }
    for (int i = 0; i < schema.getFields().size(); i++) {
      if (!Objects.equals(get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public final int hashCode() {
    int hash = schema.getFields().size();
    for (int i = 0; i < schema.getFields().size(); i++) {
      hash = 31 * hash + Objects.hashCode(get(i));
    }
    return hash;
  }

  @Override
  public final String toString() {
    return GenericData.get().toString(this);
  }
}
