package dev.cif.cli.source;

import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.MapVector;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * HTML pages: one file, or the .html and .htm entries of a .jar or .zip file. A row is a page: its
 * url (file, or {@code jar:file!/entry}), title, language, links (resolved, in order), headings
 * (text by level, {@code h1} to {@code h6}), metadata (of its meta elements) and content.
 */
final class HtmlSource implements RecordSource {
  private static final CifSchema SCHEMA =
      CifSchema.of(
          List.of("url", "title", "language", "links", "headings", "metadata", "content"),
          List.of(
              CifType.STRING,
              CifType.STRING,
              CifType.STRING,
              CifType.array(CifType.STRING),
              CifType.map(CifType.STRING, CifType.array(CifType.STRING)),
              CifType.map(CifType.STRING, CifType.STRING),
              CifType.BINARY));

  private final SourceFile file;
  private final CountingStream raw;
  private final ZipInputStream archive;
  private final String charset;
  private boolean done;

  HtmlSource(SourceFile file, SourceOptions options) throws IOException {
    this.file = file;
    this.charset = options.text("charset", null);
    this.raw = file.open();
    String name = file.path().getName().toLowerCase(Locale.ROOT);
    boolean zipped = name.endsWith(".jar") || name.endsWith(".zip");
    this.archive = zipped ? new ZipInputStream(raw) : null;
  }

  @Override
  public CifSchema schema() {
    return SCHEMA;
  }

  @Override
  public boolean next(ColumnVector[] row) throws IOException {
    if (archive == null) {
      if (done) {
        return false;
      }
      done = true;
      page(file.path().toString(), raw.readAllBytes(), row);
      return true;
    }
    try {
      for (ZipEntry e = archive.getNextEntry(); e != null; e = archive.getNextEntry()) {
        String name = e.getName().toLowerCase(Locale.ROOT);
        if (!e.isDirectory() && (name.endsWith(".html") || name.endsWith(".htm"))) {
          page("jar:" + file.path() + "!/" + e.getName(), archive.readAllBytes(), row);
          return true;
        }
      }
      return false;
    } catch (ZipException e) {
      throw file.error("", "no valid archive: " + e.getMessage(), e);
    }
  }

  private void page(String url, byte[] content, ColumnVector[] row) throws IOException {
    // jsoup resolves links against http-like URLs only, so the page's own is resolved here.
    Document page = Jsoup.parse(new ByteArrayInputStream(content), charset, "");
    text(row[0], url);
    text(row[1], page.title());
    Element root = page.selectFirst("html[lang]");
    text(row[2], root == null ? null : root.attr("lang"));
    links(page, url, (ListVector) row[3]);
    headings(page, (MapVector) row[4]);
    metadata(page, (MapVector) row[5]);
    ((BytesVector) row[6]).append(content);
  }

  private static void text(ColumnVector out, String text) {
    if (text == null) {
      out.appendNull();
    } else {
      ((BytesVector) out).append(text);
    }
  }

  private static void links(Document page, String url, ListVector out) {
    List<Element> anchors = page.select("a[href]");
    out.append(anchors.size());
    for (Element anchor : anchors) {
      text(out.elements(), Links.resolve(url, anchor.attr("href")));
    }
  }

  private static void headings(Document page, MapVector out) {
    Map<String, List<String>> byLevel = new LinkedHashMap<>();
    for (int level = 1; level <= 6; level++) {
      List<String> texts = page.select("h" + level).eachText();
      if (!texts.isEmpty()) {
        byLevel.put("h" + level, texts);
      }
    }
    out.append(byLevel.size());
    byLevel.forEach(
        (level, texts) -> {
          text(out.keys(), level);
          ListVector values = (ListVector) out.values();
          values.append(texts.size());
          texts.forEach(t -> text(values.elements(), t));
        });
  }

  private static void metadata(Document page, MapVector out) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Element meta : page.select("meta[content]")) {
      for (String attribute : List.of("name", "http-equiv", "property")) {
        if (meta.hasAttr(attribute)) {
          values.putIfAbsent(meta.attr(attribute).toLowerCase(Locale.ROOT), meta.attr("content"));
        }
      }
    }
    out.append(values.size());
    values.forEach(
        (name, value) -> {
          text(out.keys(), name);
          text(out.values(), value);
        });
  }

  @Override
  public long bytesRead() {
    return raw.count();
  }

  @Override
  public void close() throws IOException {
    raw.close();
  }
}
