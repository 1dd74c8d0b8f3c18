package dev.cif.bench.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;

/**
 * Pages of a crawl with the schema of the paper's figure 2. The {@link #PATTERN} occurs in 6% of
 * the URLs. With {@link #PAGE} bytes a page, the content is as large beside the other columns as in
 * the paper. There, URL and metadata are 1.5% of the bytes (96 of 6,400 GB). Compression halves it.
 */
public final class Pages extends RecordData {
  public static final String PATTERN = "ibm.com/jp";
  public static final String KEY = "content-type";
  private static final double SHARE = 0.06;

  /** Average bytes of a page's content; the least is a third of it, the most five thirds. */
  public static final int PAGE = 24_000;

  static final List<String> TYPES =
      List.of(
          "text/html; charset=utf-8",
          "text/html",
          "text/html; charset=iso-8859-1",
          "application/pdf",
          "text/plain",
          "image/jpeg",
          "application/xhtml+xml",
          "text/html; charset=shift_jis",
          "application/msword",
          "text/xml");

  private static final List<String> KEYS =
      List.of(
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

  /** Text that pages are cut from: words, some of them frequent. */
  private final byte[] text;

  private final List<String> words = new ArrayList<>();
  private final int least;
  private final int most;

  public Pages(int page) {
    super(page == PAGE ? "crawl" : "crawl-of-" + page, schemaOf());
    least = page / 3;
    most = 5 * page / 3;
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 40_000; i++) {
      words.add(letters(random, random.nextInt(3, 11), 'a', 'z'));
    }
    StringBuilder all = new StringBuilder();
    while (all.length() < 8 << 20) {
      all.append(words.get(Math.min(random.nextInt(40_000), random.nextInt(40_000)))).append(' ');
      if (random.nextInt(12) == 0) {
        all.append("</p>\n<p>");
      }
    }
    text = all.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static Schema schemaOf() {
    Schema string = Schema.create(Schema.Type.STRING);
    return SchemaBuilder.record("URLInfo")
        .fields()
        .requiredString("url")
        .requiredString("srcUrl")
        .requiredLong("fetchTime")
        .name("inlink")
        .type(Schema.createArray(string))
        .noDefault()
        .name("metadata")
        .type(Schema.createMap(string))
        .noDefault()
        .name("annotations")
        .type(Schema.createMap(string))
        .noDefault()
        .requiredBytes("content")
        .endRecord();
  }

  @Override
  void fill(GenericRecord row, SplittableRandom random) {
    row.put(0, url(random));
    row.put(1, "http://www.site" + random.nextInt(5000) + ".example.org/index.html");
    row.put(2, 1_300_000_000_000L + random.nextInt(1_000_000_000));
    List<String> inlink = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      inlink.add("http://www.site" + random.nextInt(5000) + ".example.org/" + word(random));
    }
    row.put(3, inlink);
    row.put(4, metadata(random));
    Map<String, String> annotations = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      annotations.put(word(random), Integer.toString(random.nextInt(100)));
    }
    row.put(5, annotations);
    int length = random.nextInt(least, most);
    row.put(6, ByteBuffer.wrap(text, random.nextInt(text.length - length), length));
  }

  private String word(SplittableRandom random) {
    return words.get(random.nextInt(words.size()));
  }

  private String url(SplittableRandom random) {
    String host =
        random.nextDouble() < SHARE ? PATTERN : "site" + random.nextInt(5000) + ".example.org";
    return "http://www." + host + "/" + word(random) + "/" + random.nextInt(100_000_000) + ".html";
  }

  private static Map<String, String> metadata(SplittableRandom random) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put(KEY, TYPES.get(random.nextInt(TYPES.size())));
    for (String key : KEYS) {
      if (random.nextInt(10) < 7) {
        metadata.put(key, key + "-" + random.nextInt(1_000_000));
      }
    }
    return metadata;
  }
}
