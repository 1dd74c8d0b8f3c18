package dev.cif.cli.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * JSON as all sources read it: numbers are exact, a member stands once, nothing follows a value.
 */
final class JsonText {
  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build()
          .readerFor(JsonNode.class);

  private JsonText() {}

  /**
   * Parses a value, which {@link SourceText} has decoded.
   *
   * @throws IllegalArgumentException if it is no JSON
   */
  static JsonNode parse(String text) {
    try {
      return JSON.readTree(SourceText.ofJson(text));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no valid JSON: " + e.getOriginalMessage(), e);
    }
  }
}
