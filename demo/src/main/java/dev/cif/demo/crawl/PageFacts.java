package dev.cif.demo.crawl;

import java.util.Map;
import java.util.Set;

/**
 * Facts found in one page.
 *
 * @param contentType media type, with the charset only if the page declares one
 * @param encoding declared charset in lower case, or null
 * @param language {@code lang} of the page, or null
 * @param annotations facts by name: title, description, generator, headings, links, words
 * @param links absolute URLs that it links to, without fragments or queries, in page order
 */
record PageFacts(
    String contentType,
    String encoding,
    String language,
    Map<String, String> annotations,
    Set<String> links) {

  /** Returns the same facts without the URLs, by far the largest part. */
  PageFacts withoutLinks() {
    return new PageFacts(contentType, encoding, language, annotations, Set.of());
  }
}
