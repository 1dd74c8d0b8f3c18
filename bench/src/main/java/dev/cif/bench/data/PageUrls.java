package dev.cif.bench.data;

import java.util.SplittableRandom;

/** URLs of numbered pages: unique, about 48 characters, in no order. */
final class PageUrls {
  private static final String[] ENDINGS = {"com", "org", "net", "edu", "de", "no"};

  private PageUrls() {}

  static String of(long page) {
    SplittableRandom random = new SplittableRandom(page);
    StringBuilder url = new StringBuilder("http://www.");
    letters(url, random, 8 + random.nextInt(7));
    url.append('.').append(ENDINGS[random.nextInt(ENDINGS.length)]).append('/');
    letters(url, random, 6 + random.nextInt(9));
    // The number makes the URL unique.
    return url.append('-')
        .append(Long.toString(page, Character.MAX_RADIX))
        .append(".html")
        .toString();
  }

  private static void letters(StringBuilder text, SplittableRandom random, int count) {
    long bits = 0;
    for (int i = 0; i < count; i++) {
      bits = i % 8 == 0 ? random.nextLong() : bits >>> 8;
      text.append((char) ('a' + (((bits & 0xff) * 26) >>> 8)));
    }
  }
}
