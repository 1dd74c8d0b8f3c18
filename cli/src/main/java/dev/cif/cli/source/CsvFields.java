package dev.cif.cli.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.value.TextValues;
import dev.cif.format.vector.ColumnVector;
import org.apache.commons.csv.CSVFormat;

/**
 * Parser of delimited text by the load's options: it splits lines, and converts fields to values. A
 * field is NULL if it is the text of {@code --option null=}, or if it is empty and its column is no
 * text. Complex types are read from JSON.
 */
final class CsvFields {
  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(JsonNode.class);

  private final String nullText;
  private final JsonAppender json = new JsonAppender(false);

  CsvFields(SourceOptions options) {
    nullText = options.text("null", null);
  }

  /** Returns the format by which lines are split into fields. */
  static CSVFormat format(SourceOptions options) {
    return CSVFormat.Builder.create(CSVFormat.RFC4180)
        .setRecordSeparator("\n")
        .setDelimiter(options.character("delimiter", ","))
        .setQuote(options.character("quote", "\""))
        .setEscape(options.character("escape", "none"))
        .setIgnoreEmptyLines(false)
        .build();
  }

  /**
   * Appends the value of a field.
   *
   * @throws IllegalArgumentException if it is no value of the type
   */
  void append(CifType type, String text, ColumnVector out) {
    Kind kind = type.kind();
    boolean isText = kind == Kind.STRING || kind == Kind.VARCHAR || kind == Kind.CHAR;
    if (text.equals(nullText) || (text.isEmpty() && !isText)) {
      out.appendNull();
    } else if (kind.isPrimitive()) {
      TextValues.append(text, out);
    } else {
      try {
        json.append(JSON.readTree(text), out, "value");
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("no valid JSON: " + e.getOriginalMessage(), e);
      }
    }
  }
}
