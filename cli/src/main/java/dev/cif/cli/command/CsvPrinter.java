package dev.cif.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.value.JsonValue;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.List;

/**
 * Prints comma-separated values under a header, by RFC 4180 except that lines end in a line feed.
 * NULL is nothing, the empty text {@code ""}; complex values are JSON.
 */
final class CsvPrinter implements RowPrinter {
  private final PrintStream out;
  private final JsonFactory jsonFactory = new JsonFactory();

  CsvPrinter(PrintStream out, List<String> names) {
    this.out = out;
    StringBuilder line = new StringBuilder();
    for (String name : names) {
      cell(name, line.append(line.length() == 0 ? "" : ","));
    }
    out.append(line.append('\n'));
  }

  @Override
  public void row(Value[] values) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      line.append(i == 0 ? "" : ",");
      if (values[i] != null && !values[i].isNull()) {
        cell(text(values[i]), line);
      }
    }
    out.append(line.append('\n'));
  }

  private String text(Value value) throws IOException {
    Kind kind = value.type().kind();
    if (kind == Kind.STRING || kind == Kind.VARCHAR || kind == Kind.CHAR) {
      return value.asString();
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator json = jsonFactory.createGenerator(text)) {
      JsonValue.write(value, json);
    }
    String json = text.toString();
    boolean quoted = kind.isPrimitive() && json.startsWith("\"");
    return quoted ? json.substring(1, json.length() - 1) : json;
  }

  private static void cell(String text, StringBuilder line) {
    boolean plain = !text.isEmpty();
    for (int i = 0; i < text.length() && plain; i++) {
      plain = "\",\r\n".indexOf(text.charAt(i)) < 0;
    }
    line.append(plain ? text : '"' + text.replace("\"", "\"\"") + '"');
  }

  @Override
  public void close() {
    out.flush();
  }
}
