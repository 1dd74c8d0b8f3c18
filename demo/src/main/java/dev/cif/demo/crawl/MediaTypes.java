package dev.cif.demo.crawl;

import java.util.Locale;
import java.util.Map;

/** Content types that a web server derives from a file's name. */
final class MediaTypes {
  static final String HTML = "text/html";

  private static final String DEFAULT = "application/octet-stream";

  private static final Map<String, String> BY_SUFFIX =
      Map.ofEntries(
          Map.entry("html", HTML),
          Map.entry("htm", HTML),
          Map.entry("css", "text/css"),
          Map.entry("js", "text/javascript"),
          Map.entry("json", "application/json"),
          Map.entry("xml", "application/xml"),
          Map.entry("txt", "text/plain"),
          Map.entry("md", "text/markdown"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("gif", "image/gif"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("zip", "application/zip"));

  private MediaTypes() {}

  /**
   * Returns the type for a path; a name without a suffix, like Javadoc's {@code package-list}, is
   * text.
   */
  static String of(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot < 0
        ? "text/plain"
        : BY_SUFFIX.getOrDefault(name.substring(dot + 1).toLowerCase(Locale.ROOT), DEFAULT);
  }
}
