package dev.cif.bench.data;

import java.util.SplittableRandom;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * MR/DB's Rankings (Pavlo and others, SIGMOD 2009): a page's URL, its rank, and the duration of a
 * visit. Few pages have high ranks: one in 500 is above {@link #THRESHOLD}.
 */
public final class Rankings extends NumberedData {
  /** Rank that Select compares with. */
  public static final int THRESHOLD = 10;

  private static final double EXPONENT = -1 / 2.7;
  private static final int GREATEST = 10_000;

  public Rankings(long seed) {
    super(
        "rankings",
        SchemaBuilder.record("Rankings")
            .fields()
            .requiredString("pageURL")
            .requiredInt("pageRank")
            .requiredInt("avgDuration")
            .endRecord(),
        seed);
  }

  @Override
  void fill(GenericRecord row, long number, SplittableRandom random) {
    row.put(0, new Utf8(PageUrls.of(number)));
    row.put(1, (int) Math.min(GREATEST, Math.pow(1 - random.nextDouble(), EXPONENT)));
    row.put(2, 1 + random.nextInt(99));
  }
}
