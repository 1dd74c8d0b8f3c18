package dev.cif.bench.data;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * MR/DB's Documents (Pavlo and others, SIGMOD 2009): HTML pages of random words, each with its own
 * URL and links to others. Few pages are linked to often (Zipf's distribution). A page has about
 * 8,000 bytes and 16 links, on one line.
 */
public final class Documents extends NumberedData {
  private static final int WORDS = 4096;
  private static final int LEAST_PARAGRAPHS = 8;
  private static final int MORE_PARAGRAPHS = 17;
  private static final int WORDS_OF_PARAGRAPH = 70;

  private final long pages;
  private final String[] words = new String[WORDS];

  /**
   * Creates some pages.
   *
   * @param pages number of pages that there will be, the targets of links
   */
  public Documents(long pages, long seed) {
    super(
        "documents",
        SchemaBuilder.record("Documents")
            .fields()
            .requiredString("url")
            .requiredString("contents")
            .endRecord(),
        seed);
    this.pages = pages;
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < WORDS; i++) {
      words[i] = RecordData.letters(random, random.nextInt(3, 11), 'a', 'z');
    }
  }

  @Override
  void fill(GenericRecord row, long number, SplittableRandom random) {
    row.put(0, new Utf8(PageUrls.of(number)));
    StringBuilder html = new StringBuilder(9000);
    html.append("<html><head><title>").append(word(random)).append("</title></head><body>");
    for (int p = LEAST_PARAGRAPHS + random.nextInt(MORE_PARAGRAPHS); p > 0; p--) {
      html.append("<p>");
      for (int w = 0; w < WORDS_OF_PARAGRAPH; w++) {
        html.append(word(random)).append(' ');
      }
      html.append("<a href=\"").append(PageUrls.of(linked(random))).append("\">");
      html.append(word(random)).append("</a></p>");
    }
    html.append("</body></html>");
    row.put(1, new Utf8(html.toString().getBytes(StandardCharsets.US_ASCII)));
  }

  private String word(SplittableRandom random) {
    return words[random.nextInt(WORDS)];
  }

  /** Draws a page's number: the probability of number n falls nearly as 1/n. */
  private long linked(SplittableRandom random) {
    return Math.min(pages - 1, (long) Math.pow((double) pages, random.nextDouble()) - 1);
  }
}
