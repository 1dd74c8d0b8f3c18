package dev.cif.bench.data;

import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * Rows that are each generated from the seed and the row's number, so that they can be read in any
 * order.
 */
public abstract class NumberedData extends GeneratedData {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  NumberedData(String name, Schema schema, long seed) {
    super(name, schema, seed);
  }

  /** Sets all fields of a row. */
  abstract void fill(GenericRecord row, long number, SplittableRandom random);

  @Override
  final Runnable filling(GenericRecord record) {
    long[] next = new long[1];
    return () -> fill(record, next[0], random(next[0]++));
  }

  final SplittableRandom random(long number) {
    return new SplittableRandom(seed() ^ ((number + 1) * GOLDEN));
  }

  /** Returns a reader of rows by their numbers. */
  public final Picker picker() {
    return new Picker();
  }

  /** Reader of rows by their numbers; it fills one record again and again. */
  public final class Picker {
    private final GenericRecord record = new GenericData.Record(schema());

    /** Returns the row of a number, from 0. */
    public GenericRecord row(long number) {
      fill(record, number, random(number));
      return record;
    }
  }
}
