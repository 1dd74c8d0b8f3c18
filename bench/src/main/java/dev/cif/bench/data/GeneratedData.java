package dev.cif.bench.data;

import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * Rows that a seed generates, the same each time. Thread-safe; the objects that it hands out are
 * not.
 */
public abstract class GeneratedData {
  /** Seed of the paper's data sets. */
  public static final long SEED = 2011;

  private final String name;
  private final Schema schema;
  private final long seed;

  GeneratedData(String name, Schema schema, long seed) {
    this.name = name;
    this.schema = schema;
    this.seed = seed;
  }

  /** Returns the name of the folder that holds it. */
  public final String name() {
    return name;
  }

  public final Schema schema() {
    return schema;
  }

  /** Returns the positions of fields, by name. */
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

  /** Returns the rows, from the first on; one record is used again and again. */
  public final Rows rows() {
    return new Rows();
  }

  public final long seed() {
    return seed;
  }

  final SplittableRandom random() {
    return new SplittableRandom(seed);
  }

  /** Returns a task that fills a record with the next row each time, from the first on. */
  abstract Runnable filling(GenericRecord record);

  /** Iteration over the rows. */
  public final class Rows {
    private final GenericRecord record = new GenericData.Record(schema);
    private final Runnable filling = filling(record);

    public GenericRecord next() {
      filling.run();
      return record;
    }
  }
}
