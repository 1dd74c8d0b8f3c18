package dev.cif.mapreduce;

import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;

/** What all records share: names, equality, text. */
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

  @Override
  public final boolean equals(Object o) {
    return o instanceof IndexedRecord r
        && schema.equals(r.getSchema())
        && GenericData.get().compare(this, r, schema) == 0;
  }

  @Override
  public final int hashCode() {
    return GenericData.get().hashCode(this, schema);
  }

  @Override
  public final String toString() {
    return GenericData.get().toString(this);
  }
}
