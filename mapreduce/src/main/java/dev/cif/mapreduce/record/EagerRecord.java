package dev.cif.mapreduce.record;

import org.apache.avro.Schema;

/** Row whose columns were all decoded when the reader moved to it (paper, section 5.1). */
public final class EagerRecord extends AbstractRecord {
  private final Object[] values;

  public EagerRecord(Schema schema) {
    super(schema);
    values = new Object[schema.getFields().size()];
  }

  @Override
  public Object get(int i) {
    return values[i];
  }

  @Override
  public void put(int i, Object value) {
    values[i] = value;
  }
}
