package dev.cif.cli.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Rows of a file of JSON objects, or of a range of its lines, one object a line; empty lines are
 * ignored. With a given schema, members that it lacks are left out; with an inferred one they are
 * an error.
 */
final class JsonLinesSource implements RecordSource {
  static final int INFER_ROWS = 10_000;

  private final SourceFile file;
  private final SourceText text;
  private final CountingStream raw;
  private final BufferedReader lines;
  private final boolean inferred;
  private final JsonAppender appender;
  private final CifSchema schema;
  private final Deque<Line> ahead = new ArrayDeque<>();
  private long lineNumber;

  private record Line(long number, JsonNode object) {}

  /**
   * Opens the file.
   *
   * @param known schema that was inferred before, or null to infer it from the file's first lines;
   *     a schema that the user gave takes precedence over both
   */
  JsonLinesSource(SourceFile file, SourceOptions options, CifSchema known) throws IOException {
    this.file = file;
    this.text = new SourceText(options);
    this.raw = file.openLines();
    try {
      this.lines = text.read(file, raw);
      this.inferred = options.schema() == null;
      this.appender = new JsonAppender(inferred, text);
      int rows = options.positive("infer-rows", INFER_ROWS);
      this.schema = !inferred ? options.schema() : known != null ? known : infer(rows);
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  private CifSchema infer(int rows) throws IOException {
    JsonShape shape = new JsonShape(text);
    for (int i = 0; i < rows; i++) {
      Line line = parse();
      if (line == null) {
        break;
      }
      try {
        shape.add(line.object());
      } catch (IllegalArgumentException e) {
        throw file.error(file.place("line", line.number()), e.getMessage(), e);
      }
      ahead.add(line);
    }
    CifSchema found = shape.schema();
    if (found.size() == 0) {
      throw file.error("", "there is no object with a member to infer a schema from", null);
    }
    return found;
  }

  private Line parse() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      lineNumber++;
      if (line.isBlank()) {
        continue;
      }
      JsonNode node;
      try {
        node = JsonText.parse(line);
      } catch (IllegalArgumentException e) {
        throw file.error(file.place("line", lineNumber), e.getMessage(), e);
      }
      if (!node.isObject()) {
        throw file.error(file.place("line", lineNumber), "a JSON object is needed", null);
      }
      return new Line(lineNumber, node);
    }
    return null;
  }

  @Override
  public CifSchema schema() {
    return schema;
  }

  @Override
  public boolean next(ColumnVector[] row) throws IOException {
    Line line = ahead.isEmpty() ? parse() : ahead.remove();
    if (line == null) {
      return false;
    }
    try {
      Set<String> used = new HashSet<>();
      for (int i = 0; i < row.length; i++) {
        String name = schema.column(i).name();
        String member = JsonAppender.memberOf(line.object(), name);
        used.add(member);
        appender.append(line.object().get(member), row[i], name);
      }
      if (inferred) {
        JsonAppender.requireKnown(line.object(), used, "");
      }
      return true;
    } catch (IllegalArgumentException e) {
      throw file.error(file.place("line", line.number()), e.getMessage(), e);
    }
  }

  @Override
  public long bytesRead() {
    return raw.count();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
