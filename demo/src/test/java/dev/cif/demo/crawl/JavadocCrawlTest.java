package dev.cif.demo.crawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls two tiny sites whose links are known, and reads the result back with Avro's reader. */
class JavadocCrawlTest {
  private static final String ONE = "https://javadoc.example/org.one/lib-a/1.0/";
  private static final String TWO = "https://javadoc.example/org.two/b/2.0-rc1/";

  @TempDir Path folder;
  private final List<String> progress = new ArrayList<>();
  private Path jars;
  private Map<String, GenericRecord> pages;
  private List<String> order;
  private JavadocCrawl.Summary summary;

  @BeforeEach
  void crawlTwoSites() throws IOException {
    jars = folder.resolve("jars");
    Map<String, byte[]> one = new LinkedHashMap<>();
    one.put("META-INF/MANIFEST.MF", text("Manifest-Version: 1.0\n"));
    one.put("META-INF/LICENSE.html", text("<a href='../index.html'>not served</a>"));
    one.put(
        "index.html",
        text(
            "<html lang=en><head><title> The  API </title>"
                + "<meta http-equiv='Content-Type' content='text/html; charset=UTF-8'>"
                + "<meta name=description content='All of it'><meta name=generator content='gen/7'>"
                + "<link rel=stylesheet href=style.css></head><body><h1>One</h1>"
                + "<a href='p/C.html#m(int)'>C</a> <a href='p/C.html'>C again</a>"
                + "<a href='p/D.html?is-external=true'>D</a> <a href='index.html#top'>self</a>"
                + "<a href='https://elsewhere.example/x.html'>away</a>"
                + "<a href='javascript:void(0)'>js</a><a href='mailto:a@b.example'>m</a>"
                + "<a href='gone.html'>gone</a><a href='100%.html'>bad</a></body></html>"));
    one.put(
        "p/C.html",
        text(
            "<html><head><meta charset=iso-8859-1></head><body><h2>caf\u00e9</h2><h3>x</h3>"
                + "<a href='../'>home</a><a href='./../p/D.html'>D</a>"
                + "<div class=block>Says caf\u00e9.</div></body></html>",
            StandardCharsets.ISO_8859_1));
    one.put(
        "p/D.html",
        text("<html><body><a href='" + TWO + "A%20B.html'>other site</a></body></html>"));
    one.put("style.css", text("body {}"));
    one.put("package-list", text("p\n"));
    one.put("orphan.html", text("<html><body><a href=index.html>up</a></body></html>"));
    jar("org.one", "lib-a-1.0-javadoc.jar", one);
    jar("org.one", "lib-a-1.0.jar", Map.of("X.class", new byte[] {1}));
    Map<String, byte[]> two = new LinkedHashMap<>();
    two.put("index.html", text("<frameset><frame src='A B.html'></frameset>"));
    two.put("A B.html", text("<html><body>spaces <img src=pic.PNG></body></html>"));
    two.put("pic.PNG", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2});
    jar("org.two", "b-2.0-rc1-javadoc.jar", two);

    Path avro = folder.resolve("out/crawl.avro");
    summary = JavadocCrawl.crawl(jars, avro, progress::add);
    read(avro);
  }

  private void read(Path avro) throws IOException {
    pages = new HashMap<>();
    order = new ArrayList<>();
    try (DataFileReader<GenericRecord> in =
        new DataFileReader<>(avro.toFile(), new GenericDatumReader<>())) {
      for (GenericRecord page : in) {
        pages.put(page.get("url").toString(), page);
        order.add(page.get("url").toString());
      }
    }
  }

  private static byte[] text(String s) {
    return text(s, StandardCharsets.UTF_8);
  }

  private static byte[] text(String s, Charset charset) {
    return s.getBytes(charset);
  }

  private void jar(String group, String name, Map<String, byte[]> files) throws IOException {
    Path file = Files.createDirectories(jars.resolve(group)).resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("p/"));
      for (Map.Entry<String, byte[]> e : files.entrySet()) {
        ZipEntry entry = new ZipEntry(e.getKey());
        entry.setTimeLocal(LocalDateTime.of(2024, 2, 29, 13, 30, 58));
        zip.putNextEntry(entry);
        zip.write(e.getValue());
      }
    }
  }

  private Map<String, String> map(String url, String field) {
    Map<String, String> map = new TreeMap<>();
    ((Map<?, ?>) pages.get(url).get(field)).forEach((k, v) -> map.put(k.toString(), v.toString()));
    return map;
  }

  private List<String> inlinks(String url) {
    return ((List<?>) pages.get(url).get("inlink")).stream().map(Object::toString).toList();
  }

  private String source(String url) {
    Object source = pages.get(url).get("srcUrl");
    return source == null ? null : source.toString();
  }

  @Test
  void crawl_takesEveryServedFileOfEveryJavadocJarOnce() {
    assertEquals(
        List.of(
            ONE + "index.html",
            ONE + "orphan.html",
            ONE + "p/C.html",
            ONE + "p/D.html",
            ONE + "package-list",
            ONE + "style.css",
            TWO + "A%20B.html",
            TWO + "index.html",
            TWO + "pic.PNG"),
        order.stream().sorted().toList());
  }

  @Test
  void summary_countsSitesPagesLinksAndBytes() {
    long bytes = pages.values().stream().mapToLong(p -> content(p).length).sum();
    assertEquals(new JavadocCrawl.Summary(2, 9, 9, bytes), summary);
    assertEquals("written 9 of 9 pages", progress.get(progress.size() - 1));
  }

  @Test
  void inlinks_areTheInvertedLinksSortedAndOnce() {
    assertEquals(List.of(ONE + "index.html"), inlinks(ONE + "p/C.html"));
    assertEquals(List.of(ONE + "index.html", ONE + "p/C.html"), inlinks(ONE + "p/D.html"));
    assertEquals(List.of(ONE + "orphan.html", ONE + "p/C.html"), inlinks(ONE + "index.html"));
    assertEquals(List.of(ONE + "index.html"), inlinks(ONE + "style.css"));
    assertEquals(List.of(ONE + "p/D.html", TWO + "index.html"), inlinks(TWO + "A%20B.html"));
    assertEquals(List.of(TWO + "A%20B.html"), inlinks(TWO + "pic.PNG"));
    assertEquals(List.of(), inlinks(ONE + "orphan.html"));
  }

  @Test
  void srcUrl_isThePageThatLedThereFirst() {
    assertNull(source(ONE + "index.html"));
    assertNull(source(TWO + "index.html"));
    assertNull(source(ONE + "orphan.html"));
    assertEquals(ONE + "index.html", source(ONE + "p/C.html"));
    assertEquals(ONE + "index.html", source(ONE + "p/D.html"));
    assertEquals(TWO + "index.html", source(TWO + "A%20B.html"));
  }

  @Test
  void metadata_isWhatAServerWouldSend() {
    Map<String, String> index = map(ONE + "index.html", "metadata");
    assertEquals("text/html; charset=UTF-8", index.get("content-type"));
    assertEquals("utf-8", index.get("encoding"));
    assertEquals("en", index.get("language"));
    assertEquals("Thu, 29 Feb 2024 13:30:58 GMT", index.get("last-modified"));
    byte[] content = content(pages.get(ONE + "index.html"));
    assertEquals(Integer.toString(content.length), index.get("content-length"));
    assertEquals(
        "text/html; charset=iso-8859-1", map(ONE + "p/C.html", "metadata").get("content-type"));
  }

  @Test
  void metadata_claimsNothingThatThePageDoesNotDeclare() {
    Map<String, String> page = map(ONE + "p/D.html", "metadata");
    assertEquals("text/html", page.get("content-type"));
    assertFalse(page.containsKey("encoding"));
    assertFalse(page.containsKey("language"));
  }

  @Test
  void contentType_ofOtherFilesComesFromTheirName() {
    assertEquals("text/css", map(ONE + "style.css", "metadata").get("content-type"));
    assertEquals("text/plain", map(ONE + "package-list", "metadata").get("content-type"));
    assertEquals("image/png", map(TWO + "pic.PNG", "metadata").get("content-type"));
    assertTrue(map(TWO + "pic.PNG", "annotations").isEmpty());
  }

  @Test
  void annotations_areWhatThePageSays() {
    Map<String, String> index = map(ONE + "index.html", "annotations");
    assertEquals("The API", index.get("title"));
    assertEquals("All of it", index.get("description"));
    assertEquals("gen/7", index.get("generator"));
    assertEquals("1", index.get("headings"));
    Map<String, String> c = map(ONE + "p/C.html", "annotations");
    assertEquals("Says caf\u00e9.", c.get("description"));
    assertEquals("2", c.get("headings"));
    assertEquals("2", c.get("links"));
    assertEquals("5", c.get("words"));
    assertFalse(c.containsKey("title"));
  }

  @Test
  void fetchTime_isTheEntrysTimeInMilliseconds() {
    assertEquals(1709213458000L, pages.get(ONE + "index.html").get("fetchTime"));
  }

  @Test
  void content_isTheBytesOfTheFile() {
    assertArrayEquals(
        new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2}, content(pages.get(TWO + "pic.PNG")));
    assertEquals(
        "body {}", new String(content(pages.get(ONE + "style.css")), StandardCharsets.UTF_8));
  }

  private static byte[] content(GenericRecord page) {
    ByteBuffer buffer = ((ByteBuffer) page.get("content")).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Test
  void crawl_ofTheSameJarsGivesTheSameRecordsInTheSameOrder() throws IOException {
    Map<String, GenericRecord> before = pages;
    List<String> orderBefore = order;
    Path again = folder.resolve("again.avro");
    JavadocCrawl.crawl(jars, again, line -> {});
    read(again);
    assertEquals(orderBefore, order);
    assertEquals(before, pages);
  }

  @Test
  void crawl_ofFolderWithoutJars_saysSo() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Path avro = folder.resolve("none.avro");
    NoSuchFileException e =
        assertThrows(NoSuchFileException.class, () -> JavadocCrawl.crawl(empty, avro, line -> {}));
    assertTrue(e.getMessage().contains(empty.toString()), e.getMessage());
  }

  @Test
  void crawl_ofDamagedJar_failsAndLeavesNoAvroFile() throws IOException {
    Files.write(jars.resolve("org.two/z-1-javadoc.jar"), text("this is no zip file"));
    Path avro = folder.resolve("damaged.avro");
    assertThrows(ZipException.class, () -> JavadocCrawl.crawl(jars, avro, line -> {}));
    assertFalse(Files.exists(avro));
  }
}
