package dev.cif.bench.data;

import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Rows that come from a seed, the same each time. Thread-safe; what it hands out is not. */
public abstract class DataSet {
  /** The seed of the paper's data sets. */
  public static final long SEED = 2011;

  private final String name;
  private final Schema schema;
  private final long seed;

  DataSet(String name, Schema schema, long seed) {
    this.name = name;
    this.schema = schema;
    this.seed = seed;
  }

  /** Names the folder that holds it. */
  public final String name() {
    return name;
  }

  public final Schema schema() {
    return schema;
  }

  /** The numbers of fields, by name. */
  public final int[] fields(String... names) {
    int[] fields = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      fields[i] = schema.getField(names[i]).pos();
    }
    return fields;
  }

  public final int[] allFields() {
    return schema.getFields().stream().mapToInt(Schema.Field::pos).toArray();
  }

  /** The rows, from the first on; one record is used again and again. */
  public final Rows rows() {
    return new Rows();
  }

  public final long seed() {
    return seed;
  }

  final SplittableRandom random() {
    return new SplittableRandom(seed);
  }

  /** What fills a record with the next row, from the first on. */
  abstract Runnable filling(GenericRecord record);

  /** A walk over the rows. */
  public final class Rows {
    private final GenericRecord record = new GenericData.Record(schema);
    private final Runnable filling = filling(record);

    public GenericRecord next() {
      filling.run();
      return record;
    }
  }
}
