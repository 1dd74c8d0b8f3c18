package dev.cif.bench.data;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.SplittableRandom;

/**
 * Synthetic set with the map of a web crawl instead of the random one: the headers of an HTTP
 * server's reply, about eight of twelve keys a row, with realistic values.
 */
final class Headers extends RowData {
  private static final byte[][] KEYS =
      ascii(
          "content-type",
          "content-length",
          "last-modified",
          "content-encoding",
          "content-language",
          "server",
          "date",
          "etag",
          "cache-control",
          "connection",
          "expires",
          "x-powered-by");

  /** Percentage of rows that have the key at the same position of {@link #KEYS}. */
  private static final int[] PERCENT = {98, 85, 70, 45, 40, 95, 99, 60, 65, 80, 35, 25};

  private static final byte[][] TYPES = ascii(Pages.TYPES.toArray(String[]::new));
  private static final byte[][] ENCODINGS = ascii("gzip", "identity", "deflate", "br");
  private static final byte[][] LANGUAGES = ascii("en", "en-US", "ja", "de", "fr", "zh-CN", "es");
  private static final byte[][] SERVERS =
      ascii(
          "Apache/2.2.15 (Unix)", "nginx/1.18.0", "IBM_HTTP_Server", "Microsoft-IIS/6.0", "Apache");
  private static final byte[][] CACHING =
      ascii("no-cache", "max-age=3600", "public, max-age=86400", "private", "no-store");
  private static final byte[][] CONNECTIONS = ascii("keep-alive", "close");
  private static final byte[][] POWERED =
      ascii("PHP/5.2.17", "ASP.NET", "Servlet/3.0", "Express", "JSP/2.2");
  private static final byte[][] DAYS = ascii("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
  private static final byte[][] MONTHS =
      ascii("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  Headers(long seed) {
    super("crawl", seed, true);
  }

  @Override
  public String lookupKey() {
    return "content-type";
  }

  @Override
  void fill(Row row, SplittableRandom random) {
    SyntheticData.fillScalars(row, random);
    int entries = 0;
    for (int key = 0; key < KEYS.length; key++) {
      if (below(random, 100) < PERCENT[key]) {
        row.keys[entries].set(KEYS[key]);
        value(key, row.texts[entries], random);
        entries++;
      }
    }
    row.entries = entries;
  }

  private static void value(int key, Slice into, SplittableRandom random) {
    switch (key) {
      case 0 -> into.set(skewed(TYPES, random));
      case 1 -> number(into, 200 + below(random, 200_000));
      case 2, 6, 10 -> date(into, random);
      case 3 -> into.set(skewed(ENCODINGS, random));
      case 4 -> into.set(skewed(LANGUAGES, random));
      case 5 -> into.set(skewed(SERVERS, random));
      case 7 -> tag(into, random);
      case 8 -> into.set(skewed(CACHING, random));
      case 9 -> into.set(skewed(CONNECTIONS, random));
      default -> into.set(skewed(POWERED, random));
    }
  }

  /** Draws a choice; the first ones come most often. */
  private static byte[] skewed(byte[][] choices, SplittableRandom random) {
    return choices[Math.min(below(random, choices.length), below(random, choices.length))];
  }

  private static void number(Slice into, int value) {
    into.length = 0;
    digits(into, value, value < 1000 ? 3 : value < 10_000 ? 4 : value < 100_000 ? 5 : 6);
  }

  private static void date(Slice into, SplittableRandom random) {
    into.length = 0;
    append(into, DAYS[below(random, 7)]);
    append(into, ',', ' ');
    digits(into, 1 + below(random, 28), 2);
    append(into, ' ');
    append(into, MONTHS[below(random, 12)]);
    append(into, ' ');
    digits(into, 2008 + below(random, 4), 4);
    append(into, ' ');
    digits(into, below(random, 24), 2);
    append(into, ':');
    digits(into, below(random, 60), 2);
    append(into, ':');
    digits(into, below(random, 60), 2);
    append(into, ' ', 'G', 'M', 'T');
  }

  private static void tag(Slice into, SplittableRandom random) {
    into.length = 0;
    append(into, '"');
    long bits = random.nextLong();
    for (int i = 0; i < 12; i++) {
      append(into, Character.forDigit((int) (bits & 15), 16));
      bits >>>= 4;
    }
    append(into, '"');
  }

  private static void append(Slice into, byte[] bytes) {
    System.arraycopy(bytes, 0, into.bytes, into.length, bytes.length);
    into.length += bytes.length;
  }

  private static void append(Slice into, char... chars) {
    for (char c : chars) {
      into.bytes[into.length++] = (byte) c;
    }
  }

  private static void digits(Slice into, int value, int width) {
    int rest = value;
    for (int i = width - 1; i >= 0; i--) {
      into.bytes[into.length + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    into.length += width;
  }

  private static byte[][] ascii(String... texts) {
    byte[][] all = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      all[i] = texts[i].getBytes(US_ASCII);
    }
    return all;
  }
}
