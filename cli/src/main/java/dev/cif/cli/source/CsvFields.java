package dev.cif.cli.source;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.value.TextValues;
import dev.cif.format.vector.ColumnVector;
import org.apache.commons.csv.CSVFormat;

/**
 * Parser of delimited text by the load's options: it splits lines, and converts fields to values. A
 * field is NULL if it is the text of {@code --option null=}, or if it is empty and its column is no
 * text. Complex types are read from JSON.
 */
final class CsvFields {
  private final String nullText;
  private final SourceText text;
  private final JsonAppender json;

  CsvFields(SourceOptions options, SourceText text) {
    this.nullText = options.text("null", null);
    this.text = text;
    this.json = new JsonAppender(false, text);
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
  void append(CifType type, String field, ColumnVector out) {
    Kind kind = type.kind();
    boolean isText = kind == Kind.STRING || kind == Kind.VARCHAR || kind == Kind.CHAR;
    if (field.equals(nullText) || (field.isEmpty() && !isText)) {
      out.appendNull();
    } else if (kind.isPrimitive()) {
      String clean = text.clean(field);
      if (clean == null) {
        out.appendNull();
      } else {
        TextValues.append(clean, out);
      }
    } else {
      json.append(JsonText.parse(field), out, "value");
    }
  }
}
