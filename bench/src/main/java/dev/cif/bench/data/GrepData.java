package dev.cif.bench.data;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * Data that MR/DB's Grep searches (Pavlo and others, SIGMOD 2009). Records have 100 bytes: a key of
 * 10 and a field of 90 random printable characters. One field in 10,000 holds the {@link #PATTERN}.
 */
public final class GrepData extends NumberedData {
  public static final String PATTERN = "XYZ";
  private static final int FIELD = 90;
  private static final int ROWS_A_MATCH = 10_000;

  /** Letters and digits without the capital X, so that the pattern never occurs by chance. */
  private static final byte[] CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWYZ0123456789 .,"
          .getBytes(StandardCharsets.US_ASCII);

  public GrepData(long seed) {
    super(
        "data",
        SchemaBuilder.record("Data")
            .fields()
            .requiredString("key")
            .requiredString("field")
            .endRecord(),
        seed);
  }

  @Override
  void fill(GenericRecord row, long number, SplittableRandom random) {
    row.put(0, new Utf8(String.format("%010d", number % 10_000_000_000L)));
    byte[] field = new byte[FIELD];
    long bits = 0;
    for (int i = 0; i < FIELD; i++) {
      bits = i % 10 == 0 ? random.nextLong() : bits >>> 6;
      field[i] = CHARACTERS[(int) (bits & 63)];
    }
    if (random.nextInt(ROWS_A_MATCH) == 0) {
      int at = random.nextInt(FIELD - PATTERN.length());
      for (int i = 0; i < PATTERN.length(); i++) {
        field[at + i] = (byte) PATTERN.charAt(i);
      }
    }
    row.put(1, new Utf8(field));
  }
}
