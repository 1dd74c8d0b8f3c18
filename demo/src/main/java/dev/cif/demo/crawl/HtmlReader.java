package dev.cif.demo.crawl;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Reads a page: its statements about itself, and its links. */
final class HtmlReader {
  private static final int MAX_DESCRIPTION = 300;
  private static final String ESCAPED = "\"<>\\^`{|}";

  private HtmlReader() {}

  /** Reads any page; one that is not HTML has a content type by its name, and no links. */
  static PageFacts read(String url, byte[] content) throws IOException {
    String type = MediaTypes.of(url);
    if (!type.equals(MediaTypes.HTML)) {
      return new PageFacts(type, null, null, Map.of(), Set.of());
    }
    Document page = Jsoup.parse(new ByteArrayInputStream(content), null, url);
    String charset = declaredCharset(page);
    String language = page.select("html").attr("lang").trim();
    Set<String> links = links(page);
    return new PageFacts(
        charset == null ? type : type + "; charset=" + charset,
        charset == null ? null : charset.toLowerCase(Locale.ROOT),
        language.isEmpty() ? null : language,
        annotations(page, links.size()),
        links);
  }

  /** Returns the charset as the page spells it, or null: jsoup's own guess is not a declaration. */
  private static String declaredCharset(Document page) {
    for (Element meta : page.select("meta[charset]")) {
      if (!meta.attr("charset").isBlank()) {
        return meta.attr("charset").trim();
      }
    }
    for (Element meta : page.select("meta[http-equiv=content-type]")) {
      String content = meta.attr("content");
      int at = content.toLowerCase(Locale.ROOT).indexOf("charset=");
      if (at >= 0) {
        return content.substring(at + "charset=".length()).split("[;\\s]", 2)[0];
      }
    }
    return null;
  }

  private static Map<String, String> annotations(Document page, int links) {
    Map<String, String> found = new TreeMap<>();
    putIfSaid(found, "title", page.title());
    putIfSaid(found, "generator", page.select("meta[name=generator]").attr("content"));
    String description = page.select("meta[name=description]").attr("content");
    if (description.isBlank()) {
      Element block = page.selectFirst("div.block");
      description = block == null ? "" : block.text();
    }
    putIfSaid(found, "description", shorten(description));
    found.put("headings", Integer.toString(page.select("h1, h2, h3, h4, h5, h6").size()));
    found.put("links", Integer.toString(links));
    found.put("words", Integer.toString(words(page.text())));
    return found;
  }

  private static void putIfSaid(Map<String, String> into, String name, String value) {
    if (!value.isBlank()) {
      into.put(name, value.trim());
    }
  }

  private static String shorten(String text) {
    if (text.length() <= MAX_DESCRIPTION) {
      return text;
    }
    int end = text.lastIndexOf(' ', MAX_DESCRIPTION);
    return text.substring(0, end > 0 ? end : MAX_DESCRIPTION);
  }

  private static int words(String text) {
    int words = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      boolean space = Character.isWhitespace(text.charAt(i));
      if (!space && !inside) {
        words++;
      }
      inside = !space;
    }
    return words;
  }

  private static Set<String> links(Document page) {
    Set<String> links = new LinkedHashSet<>();
    for (Element e : page.select("[href], [src]")) {
      if (e.normalName().equals("base")) {
        continue;
      }
      String target = normalise(e.absUrl(e.hasAttr("href") ? "href" : "src"));
      if (target != null) {
        links.add(target);
      }
    }
    return links;
  }

  /**
   * Returns one spelling for each page: no fragment, no query, no dots, a folder is its index; null
   * if it is no web address.
   */
  static String normalise(String absoluteUrl) {
    if (!absoluteUrl.startsWith("https:") && !absoluteUrl.startsWith("http:")) {
      return null;
    }
    int end = absoluteUrl.length();
    for (char stop : new char[] {'#', '?'}) {
      int at = absoluteUrl.indexOf(stop);
      end = at >= 0 && at < end ? at : end;
    }
    try {
      String url = new URI(escape(absoluteUrl.substring(0, end))).normalize().toASCIIString();
      return url.endsWith("/") ? url + "index.html" : url;
    } catch (URISyntaxException e) {
      // A link that is not a URL leads nowhere, for a browser as for a crawl.
      return null;
    }
  }

  /** Percent-encodes characters that a browser does not send as written, such as spaces. */
  private static String escape(String url) {
    StringBuilder escaped = new StringBuilder(url.length());
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c <= ' ' || ESCAPED.indexOf(c) >= 0) {
        escaped.append(String.format("%%%02X", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
