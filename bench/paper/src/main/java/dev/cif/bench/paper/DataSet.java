package dev.cif.bench.paper;

import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Rows that come from a seed, the same each time. Thread-safe; what it hands out is not. */
abstract class DataSet {
  private static final long SEED = 2011;

  private final String name;
  private final Schema schema;

  DataSet(String name, Schema schema) {
    this.name = name;
    this.schema = schema;
  }

  /** Names the folder that holds it. */
  final String name() {
    return name;
  }

  final Schema schema() {
    return schema;
  }

  /** The numbers of fields, by name. */
  final int[] fields(String... names) {
    int[] fields = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      fields[i] = schema.getField(names[i]).pos();
    }
    return fields;
  }

  final int[] allFields() {
    return schema.getFields().stream().mapToInt(Schema.Field::pos).toArray();
  }

  /** The rows, from the first on; one record is used again and again. */
  final Rows rows() {
    return new Rows();
  }

  /** Sets all fields of a row. */
  abstract void fill(GenericRecord row, SplittableRandom random);

  /** A walk over the rows. */
  final class Rows {
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final GenericRecord row = new GenericData.Record(schema);

    GenericRecord next() {
      fill(row, random);
      return row;
    }
  }

  /** A string of random letters, each from {@code low} to {@code high}. */
  static String letters(SplittableRandom random, int length, char low, char high) {
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = (char) random.nextInt(low, high + 1);
    }
    return new String(text);
  }
}
