package dev.cif.demo.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlReaderTest {
  private static final String URL = "https://h.example/a/b.html";

  private static PageFacts read(String html) throws Exception {
    return HtmlReader.read(URL, html.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "https://h.example/a/b.html#x, https://h.example/a/b.html",
    "https://h.example/a/b.html?q=1#x, https://h.example/a/b.html",
    "https://h.example/a/#x?y, https://h.example/a/index.html",
    "https://h.example/a/./b/../c.html, https://h.example/a/c.html",
    "http://h.example/a/, http://h.example/a/index.html",
    "https://h.example/a b<c>^{d|e}.html, https://h.example/a%20b%3Cc%3E%5E%7Bd%7Ce%7D.html",
    "https://h.example/caf\u00e9, https://h.example/caf%C3%A9",
  })
  void normalise_givesOneSpellingAPage(String link, String expected) {
    assertEquals(expected, HtmlReader.normalise(link));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "mailto:a@b.example", "javascript:f()", "file:///x", "https://h/100%"})
  void normalise_ofWhatIsNoWebAddress_isNull(String link) {
    assertNull(HtmlReader.normalise(link));
  }

  @Test
  void links_followTheBaseElement() throws Exception {
    PageFacts facts =
        read("<head><base href='https://h.example/z/'></head><body><a href=c.html>c</a></body>");
    assertEquals(Set.of("https://h.example/z/c.html"), facts.links());
  }

  @Test
  void charset_isTheDeclaredOneInItsSpelling() throws Exception {
    PageFacts facts = read("<meta http-equiv=content-type content='text/html;charset=UTF-8; x=y'>");
    assertEquals("text/html; charset=UTF-8", facts.contentType());
    assertEquals("utf-8", facts.encoding());
    assertNull(read("<meta http-equiv=content-type content='text/html'>").encoding());
  }

  @Test
  void description_isCutAtAWord() throws Exception {
    String words = "word ".repeat(100);
    String description =
        read("<div class=block>" + words + "</div>").annotations().get("description");
    assertTrue(description.length() <= 300, () -> "length " + description.length());
    assertTrue(description.endsWith("word"), description);
  }

  @Test
  void emptyPage_hasNoFindings() throws Exception {
    PageFacts facts = read("");
    assertEquals("text/html", facts.contentType());
    assertEquals(Set.of(), facts.links());
    assertEquals("0", facts.annotations().get("words"));
  }
}
