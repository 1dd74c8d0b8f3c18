package dev.cif.bench.data;

import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * Rows each of which comes from the seed and its own number, so that they can be had in any order.
 */
public abstract class NumberedData extends DataSet {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long seed;

  NumberedData(String name, Schema schema, long seed) {
    super(name, schema, seed);
    this.seed = seed;
  }

  /** Sets all fields of a row. */
  abstract void fill(GenericRecord row, long number, SplittableRandom random);

  @Override
  final Runnable filling(GenericRecord record) {
    long[] next = new long[1];
    return () -> fill(record, next[0], random(next[0]++));
  }

  final SplittableRandom random(long number) {
    return new SplittableRandom(seed ^ ((number + 1) * GOLDEN));
  }

  /** A walk over rows of the numbers that are asked for. */
  public final Picker picker() {
    return new Picker();
  }

  /** One record, filled again and again. */
  public final class Picker {
    private final GenericRecord record = new GenericData.Record(schema());

    /** The row of a number, from 0 on. */
    public GenericRecord row(long number) {
      fill(record, number, random(number));
      return record;
    }
  }
}
