package dev.cif.mapreduce;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** Class that Avro's compiler would generate from a schema, as far as a reader needs it. */
public final class Priced extends SpecificRecordBase {
  /** Field in which Avro looks for a class's schema. */
  public static final Schema SCHEMA$ =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Priced", "namespace": "dev.cif.mapreduce", "fields": [
                {"name": "big", "type": "long"},
                {"name": "text", "type": ["null", "string"]},
                {"name": "lacking", "type": "int", "default": 17}]}
              """);

  private long big;
  private CharSequence text;
  private int lacking;

  long big() {
    return big;
  }

  CharSequence text() {
    return text;
  }

  int lacking() {
    return lacking;
  }

  @Override
  public Schema getSchema() {
    return SCHEMA$;
  }

  @Override
  public Object get(int field) {
    return switch (field) {
      case 0 -> big;
      case 1 -> text;
      default -> lacking;
    };
  }

  @Override
  public void put(int field, Object value) {
    switch (field) {
      case 0 -> big = (Long) value;
      case 1 -> text = (CharSequence) value;
      default -> lacking = (Integer) value;
    }
  }
}
