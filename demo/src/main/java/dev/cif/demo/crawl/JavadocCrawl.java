package dev.cif.demo.crawl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/**
 * Crawl of published Javadoc: reads jars, writes one Avro file of the paper's URLInfo records
 * (figure 2, {@code URLInfo.avsc}).
 *
 * <p>Every page is parsed once for its links and its statements about itself. Only these facts stay
 * in memory; the content is read again when its record is written. Records are in the order of a
 * hash of their URL, as in a crawl that is partitioned by such a hash. The pages of a site so lie
 * scattered over the file, and equal input gives an equal sequence of records.
 */
public final class JavadocCrawl {
  private static final int PAGES_BETWEEN_REPORTS = 2000;
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  private final List<Site> sites;
  private final Consumer<String> progress;
  private final List<Page> pages = new ArrayList<>();

  private JavadocCrawl(List<Site> sites, Consumer<String> progress) {
    this.sites = sites;
    this.progress = progress;
  }

  /**
   * Totals of a crawl.
   *
   * @param sites number of jars read
   * @param pages number of records written
   * @param links number of links between those pages
   * @param contentBytes length of all pages together, in bytes
   */
  public record Summary(int sites, int pages, long links, long contentBytes) {}

  /** Returns the schema of a crawled page; field names are the paper's. */
  public static Schema schema() {
    try (InputStream in = JavadocCrawl.class.getResourceAsStream("URLInfo.avsc")) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the schema URLInfo.avsc in the jar cannot be read", e);
    }
  }

  /**
   * Crawls all Javadoc jars below a folder and writes their pages to an Avro file, replacing it.
   *
   * @param folder folder that holds the jars as {@code group/artifact-version-javadoc.jar}
   * @param avroFile file to write; it appears only when it is whole
   * @param progress receiver of progress reports, one line at a time
   * @throws IOException if there is no jar, a jar is damaged, or the file cannot be written
   */
  public static Summary crawl(Path folder, Path avroFile, Consumer<String> progress)
      throws IOException {
    return new JavadocCrawl(Site.in(folder), progress).run(avroFile);
  }

  /** Runs a crawl; the arguments are the folder of jars and the Avro file to write. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException("usage: JavadocCrawl FOLDER-OF-JARS AVRO-FILE");
    }
    System.out.println(crawl(Path.of(args[0]), Path.of(args[1]), System.out::println));
  }

  private Summary run(Path avroFile) throws IOException {
    List<ZipFile> jars = new ArrayList<>();
    try {
      for (Site site : sites) {
        jars.add(new ZipFile(site.jar().toFile()));
      }
      listPages(jars);
      LinkGraph graph = new LinkGraph(pages.size());
      List<PageFacts> facts = parse(jars, graph);
      Path parent = avroFile.toAbsolutePath().getParent();
      Files.createDirectories(parent);
      Path partial = parent.resolve(avroFile.getFileName() + ".partial");
      long bytes = write(jars, graph, facts, partial);
      Files.move(partial, avroFile, StandardCopyOption.REPLACE_EXISTING);
      return new Summary(sites.size(), pages.size(), graph.links(), bytes);
    } finally {
      for (ZipFile jar : jars) {
        jar.close();
      }
    }
  }

  /** Numbers the pages in the order of their URLs: an in-link list in page order is sorted. */
  private void listPages(List<ZipFile> jars) {
    for (int i = 0; i < jars.size(); i++) {
      for (ZipEntry entry : Collections.list(jars.get(i).entries())) {
        if (Page.isServed(entry)) {
          pages.add(Page.of(i, sites.get(i), entry));
        }
      }
    }
    pages.sort(Comparator.comparing(Page::url));
  }

  private List<PageFacts> parse(List<ZipFile> jars, LinkGraph graph) throws IOException {
    Map<String, Integer> byUrl = new HashMap<>();
    for (int i = 0; i < pages.size(); i++) {
      byUrl.put(pages.get(i).url(), i);
    }
    PageFacts[] facts = new PageFacts[pages.size()];
    AtomicInteger parsed = new AtomicInteger();
    try {
      IntStream.range(0, facts.length)
          .parallel()
          .forEach(
              i -> {
                Page page = pages.get(i);
                PageFacts found = read(page, jars.get(page.site()));
                graph.link(i, numbers(found.links(), byUrl, i));
                facts[i] = found.withoutLinks();
                report("parsed", parsed.incrementAndGet());
              });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return List.of(facts);
  }

  private static PageFacts read(Page page, ZipFile jar) {
    try {
      return HtmlReader.read(page.url(), page.content(jar));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the crawled pages among the links; a page's link to itself does not count. */
  private static int[] numbers(Set<String> links, Map<String, Integer> byUrl, int self) {
    return links.stream()
        .filter(byUrl::containsKey)
        .mapToInt(byUrl::get)
        .filter(target -> target != self)
        .toArray();
  }

  private long write(List<ZipFile> jars, LinkGraph graph, List<PageFacts> facts, Path file)
      throws IOException {
    int[] discoverers = graph.discoverers(seeds());
    Schema schema = schema();
    long bytes = 0;
    int written = 0;
    try (DataFileWriter<GenericRecord> out =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      out.setCodec(CodecFactory.deflateCodec(6));
      out.create(schema, file.toFile());
      for (int i : storageOrder()) {
        Page page = pages.get(i);
        byte[] content = page.content(jars.get(page.site()));
        GenericRecord record = new GenericData.Record(schema);
        record.put("url", page.url());
        int source = discoverers[i];
        record.put("srcUrl", source == LinkGraph.NOBODY ? null : pages.get(source).url());
        record.put("fetchTime", page.modified());
        record.put("inlink", urls(graph.inlinks(i)));
        record.put("metadata", metadata(page, facts.get(i)));
        record.put("annotations", facts.get(i).annotations());
        record.put("content", ByteBuffer.wrap(content));
        out.append(record);
        bytes += content.length;
        report("written", ++written);
      }
    }
    return bytes;
  }

  /** Returns the front page of each site, where a crawl starts. */
  private List<Integer> seeds() {
    List<Integer> seeds = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      if (pages.get(i).entry().equals("index.html")) {
        seeds.add(i);
      }
    }
    return seeds;
  }

  private int[] storageOrder() {
    long[] hashAndPage = new long[pages.size()];
    for (int i = 0; i < hashAndPage.length; i++) {
      CRC32C hash = new CRC32C();
      hash.update(pages.get(i).url().getBytes(StandardCharsets.UTF_8));
      hashAndPage[i] = hash.getValue() << 31 | i;
    }
    Arrays.sort(hashAndPage);
    return Arrays.stream(hashAndPage).mapToInt(l -> (int) (l & Integer.MAX_VALUE)).toArray();
  }

  private List<String> urls(int[] numbers) {
    List<String> urls = new ArrayList<>(numbers.length);
    for (int number : numbers) {
      urls.add(pages.get(number).url());
    }
    return urls;
  }

  private static Map<String, String> metadata(Page page, PageFacts facts) {
    Map<String, String> headers = new TreeMap<>();
    headers.put("content-type", facts.contentType());
    headers.put("content-length", Long.toString(page.size()));
    headers.put("last-modified", HTTP_DATE.format(Instant.ofEpochMilli(page.modified())));
    headers.put("etag", "\"" + Long.toHexString(page.crc()) + "\"");
    if (facts.encoding() != null) {
      headers.put("encoding", facts.encoding());
    }
    if (facts.language() != null) {
      headers.put("language", facts.language());
    }
    return headers;
  }

  private synchronized void report(String done, int count) {
    if (count % PAGES_BETWEEN_REPORTS == 0 || count == pages.size()) {
      progress.accept(String.format("%s %,d of %,d pages", done, count, pages.size()));
    }
  }
}
