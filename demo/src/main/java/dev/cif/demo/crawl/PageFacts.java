package dev.cif.demo.crawl;

import java.util.Map;
import java.util.Set;

/**
 * What reading one page found.
 *
 * @param contentType the media type, with the charset only where the page declares one
 * @param encoding the declared charset in lower case, or null
 * @param language the {@code lang} of the page, or null
 * @param annotations findings by name: title, description, generator, headings, links, words
 * @param links the absolute URLs it links to, without fragments or queries, in page order
 */
record PageFacts(
    String contentType,
    String encoding,
    String language,
    Map<String, String> annotations,
    Set<String> links) {

  /** The same findings, with the URLs let go: they are by far the largest part. */
  PageFacts withoutLinks() {
    return new PageFacts(contentType, encoding, language, annotations, Set.of());
  }
}
