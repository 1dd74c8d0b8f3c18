package dev.cif.mapreduce.record;

import dev.cif.format.value.Value;
import org.apache.avro.Schema;

/** Struct as a record that decodes a field when it is first asked for. */
final class NestedRecord extends AbstractRecord {
  private final Value struct;
  private final AvroValues values;
  private final Object[] fields;
  private final boolean[] isDecoded;

  NestedRecord(Value struct, Schema schema, AvroValues values) {
    super(schema);
    this.struct = struct;
    this.values = values;
    fields = new Object[schema.getFields().size()];
    isDecoded = new boolean[fields.length];
  }

  @Override
  public Object get(int i) {
    if (!isDecoded[i]) {
      put(i, values.of(struct.field(i), getSchema().getFields().get(i).schema()));
    }
    return fields[i];
  }

  @Override
  public void put(int i, Object value) {
    fields[i] = value;
    isDecoded[i] = true;
  }
}
