package dev.cif.mapreduce;

import java.time.Instant;
import java.util.Map;
import org.apache.avro.Conversion;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Class that Avro's compiler would generate from a schema with a logical type, an enum and a nested
 * record.
 */
public final class Visit extends SpecificRecordBase {
  /** An Avro enum. */
  public enum Kind {
    /** By a person. */
    PERSON,
    /** By a crawler. */
    ROBOT
  }

  /** Field in which Avro looks for a class's schema. */
  public static final Schema SCHEMA$ =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Visit", "namespace": "dev.cif.mapreduce", "fields": [
                {"name": "at", "type": {"type": "long", "logicalType": "timestamp-micros"}},
                {"name": "headers", "type": {"type": "map", "avro.java.string": "String",
                  "values": {"type": "string", "avro.java.string": "String"}}},
                {"name": "kind", "type": {"type": "enum", "name": "Kind",
                  "namespace": "dev.cif.mapreduce.Visit$", "symbols": ["PERSON", "ROBOT"]}},
                {"name": "offer", "type": ["null",
              """
                  + Priced.SCHEMA$
                  + "]}]}");

  /** Field in which Avro looks for a class's conversions. */
  @SuppressWarnings("UnusedVariable")
  private static final SpecificData MODEL$ = new SpecificData();

  private static final Conversion<Instant> AT = new TimeConversions.TimestampMicrosConversion();

  static {
    MODEL$.addLogicalTypeConversion(AT);
  }

  private final Object[] fields = new Object[4];

  /** For Avro. */
  public Visit() {}

  Visit(Instant at, Map<String, String> headers, Kind kind, Priced offer) {
    put(0, at);
    put(1, headers);
    put(2, kind);
    put(3, offer);
  }

  Instant at() {
    return (Instant) fields[0];
  }

  @SuppressWarnings("unchecked")
  Map<String, String> headers() {
    return (Map<String, String>) fields[1];
  }

  Kind kind() {
    return (Kind) fields[2];
  }

  Priced offer() {
    return (Priced) fields[3];
  }

  @Override
  public SpecificData getSpecificData() {
    return MODEL$;
  }

  @Override
  public Conversion<?> getConversion(int field) {
    return field == 0 ? AT : null;
  }

  @Override
  public Schema getSchema() {
    return SCHEMA$;
  }

  @Override
  public Object get(int field) {
    return fields[field];
  }

  @Override
  public void put(int field, Object value) {
    fields[field] = value;
  }
}
