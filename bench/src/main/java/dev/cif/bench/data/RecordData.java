package dev.cif.bench.data;

import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** Rows of any schema, generated as Avro's records. */
abstract class RecordData extends GeneratedData {
  RecordData(String name, Schema schema) {
    super(name, schema, SEED);
  }

  /** Sets all fields of a row. */
  abstract void fill(GenericRecord row, SplittableRandom random);

  @Override
  final Runnable filling(GenericRecord record) {
    SplittableRandom random = random();
    return () -> fill(record, random);
  }

  /** Returns a string of random letters, each from {@code low} to {@code high}. */
  static String letters(SplittableRandom random, int length, char low, char high) {
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = (char) random.nextInt(low, high + 1);
    }
    return new String(text);
  }
}
