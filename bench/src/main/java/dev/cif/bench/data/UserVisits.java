package dev.cif.bench.data;

import java.time.LocalDate;
import java.util.SplittableRandom;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * MR/DB's UserVisits (Pavlo and others, SIGMOD 2009): visits of pages of {@link Rankings}. An
 * address has 62 visits, like their 155 million visits of 2.5 million addresses. Days are spread
 * over 25 years, so that one visit in 1,156 is within the join's {@link #FROM} to {@link #TO}, like
 * 134,000 of theirs. Revenues are multiples of 1/128, so that their sums are exact in any order.
 */
public final class UserVisits extends NumberedData {
  public static final LocalDate FROM = LocalDate.of(2000, 1, 15);
  public static final LocalDate TO = LocalDate.of(2000, 1, 22);
  private static final int FIRST_DAY = (int) LocalDate.of(1987, 6, 1).toEpochDay();
  private static final int DAYS = 9250;
  private static final int VISITS_OF_ADDRESS = 62;
  private static final String[] SYSTEMS = {
    "Windows NT 5.1",
    "Windows NT 6.0",
    "X11; Linux i686",
    "Macintosh; PPC Mac OS X",
    "SymbianOS/9.2"
  };
  private static final String[] LANGUAGES = {
    "en-US", "en-GB", "de-DE", "fr-FR", "ja-JP", "zh-CN", "es-ES", "no-NO", "pt-BR", "ru-RU"
  };
  private static final String[] COUNTRIES = {
    "USA", "GBR", "DEU", "FRA", "JPN", "CHN", "ESP", "NOR", "BRA", "RUS"
  };

  private final long pages;
  private final long addresses;

  /**
   * Creates visits of pages.
   *
   * @param rows number of visits that there will be, which decides the number of addresses
   * @param pages number of rankings
   */
  public UserVisits(long rows, long pages, long seed) {
    super("uservisits", schemaOf(), seed);
    this.pages = pages;
    addresses = Math.max(1, rows / VISITS_OF_ADDRESS);
  }

  private static Schema schemaOf() {
    Schema date = LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
    return SchemaBuilder.record("UserVisits")
        .fields()
        .requiredString("sourceIP")
        .requiredString("destURL")
        .name("visitDate")
        .type(date)
        .noDefault()
        .requiredFloat("adRevenue")
        .requiredString("userAgent")
        .requiredString("countryCode")
        .requiredString("languageCode")
        .requiredString("searchWord")
        .requiredInt("duration")
        .endRecord();
  }

  @Override
  void fill(GenericRecord row, long number, SplittableRandom random) {
    row.put(0, address(random.nextLong(addresses)));
    row.put(1, new Utf8(PageUrls.of(random.nextLong(pages))));
    row.put(2, FIRST_DAY + random.nextInt(DAYS));
    row.put(3, random.nextInt(128_000) / 128f);
    row.put(
        4,
        new Utf8(
            "Mozilla/"
                + (4 + random.nextInt(2))
                + ".0 ("
                + SYSTEMS[random.nextInt(SYSTEMS.length)]
                + ") Build/"
                + random.nextInt(1000)));
    int place = random.nextInt(COUNTRIES.length);
    row.put(5, new Utf8(COUNTRIES[place]));
    row.put(6, new Utf8(LANGUAGES[place]));
    row.put(7, new Utf8(word(random.nextInt(20_000))));
    row.put(8, 1 + random.nextInt(10));
  }

  /** Returns an IPv4 address, a different one for each number. */
  private static Utf8 address(long number) {
    int bits = Integer.reverse((int) number * 0x9e3779b1);
    return new Utf8(
        (bits >>> 24)
            + "."
            + ((bits >>> 16) & 255)
            + "."
            + ((bits >>> 8) & 255)
            + "."
            + (bits & 255));
  }

  private static String word(int number) {
    SplittableRandom random = new SplittableRandom(number);
    return RecordData.letters(random, 4 + random.nextInt(10), 'a', 'z');
  }
}
