package dev.cif.demo.crawl;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.ZoneOffset;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * One file of a Javadoc jar, in the role of a page that a server would serve.
 *
 * @param site index of its site in the crawl
 * @param entry name in the jar
 * @param url absolute URL, percent-encoded where needed
 * @param modified time at which it was put into the jar, in milliseconds since 1970
 * @param size length in bytes
 * @param crc CRC-32 from the jar
 */
record Page(int site, String entry, String url, long modified, long size, long crc) {
  private static final int MAX_BYTES = 256 << 20;

  static Page of(int siteIndex, Site site, ZipEntry entry) {
    // A zip entry's time has no zone; taking it as UTC gives every machine the same crawl.
    long modified = entry.getTimeLocal().toInstant(ZoneOffset.UTC).toEpochMilli();
    return new Page(
        siteIndex,
        entry.getName(),
        url(site, entry.getName()),
        modified,
        entry.getSize(),
        entry.getCrc());
  }

  /**
   * Returns true if a server of Javadoc would serve this entry: a file that is not about the jar
   * itself.
   */
  static boolean isServed(ZipEntry entry) {
    return !entry.isDirectory() && !entry.getName().startsWith("META-INF/");
  }

  private static String url(Site site, String entry) {
    try {
      return new URI("https", Site.HOST, site.path() + entry, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no URL can be made of " + site.path() + entry, e);
    }
  }

  /**
   * Reads the page's bytes.
   *
   * @throws IOException if the jar is damaged, or the page is longer than 256 MiB
   */
  byte[] content(ZipFile jar) throws IOException {
    ZipEntry e = jar.getEntry(entry);
    if (e == null || e.getSize() > MAX_BYTES) {
      throw new IOException(
          jar.getName()
              + ": "
              + entry
              + (e == null ? " is gone" : " is " + e.getSize() + " bytes"));
    }
    try (InputStream in = jar.getInputStream(e)) {
      return in.readAllBytes();
    }
  }
}
