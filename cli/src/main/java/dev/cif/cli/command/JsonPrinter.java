package dev.cif.cli.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.cif.format.value.JsonValue;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Prints one JSON object a line; its members are named after the column expressions. */
final class JsonPrinter implements RowPrinter {
  private final JsonGenerator json;
  private final List<String> names;

  JsonPrinter(PrintStream out, List<String> names) throws IOException {
    this.names = names;
    this.json =
        new JsonFactory()
            .createGenerator(out)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM)
            .setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  @Override
  public void row(Value[] values) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < values.length; i++) {
      json.writeFieldName(names.get(i));
      JsonValue.write(values[i], json);
    }
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
