package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.cif.format.schema.AvroJson;
import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the two members of a schema file that are long if there are many columns, without parsing
 * each of their tokens. The schema may be known from another split-directory. The list of column
 * files is compared with the form that {@link SchemaFile} writes. Checks all that FORMAT.md section
 * 3 demands of both.
 */
final class LongMembers {
  private static final String SCHEMA = "schema";
  private static final byte[] BETWEEN = ascii(",\"columns\":[");
  private static final byte[] PLACES = ascii("{},\"columns\":[]");

  private final CifSchema schema;
  private final List<ColumnEntry> entries;
  private final ColumnFileNames names;
  private final byte[] rest;

  private LongMembers(
      CifSchema schema, List<ColumnEntry> entries, ColumnFileNames names, byte[] rest) {
    this.schema = schema;
    this.entries = entries;
    this.names = names;
    this.rest = rest;
  }

  /** Returns the columns. */
  CifSchema schema() {
    return schema;
  }

  /** Returns the files of the columns, one a column. */
  List<ColumnEntry> entries() {
    return entries;
  }

  /** Returns the names of these files, to which those of changes are added. */
  ColumnFileNames names() {
    return names;
  }

  /**
   * Returns a parser of the JSON with an empty object and an empty list in place of the two
   * members.
   */
  JsonParser rest() throws IOException {
    return SchemaReader.parser(rest, 0, rest.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads both members.
   *
   * @param file bytes of a schema file
   * @param start offset of its JSON
   * @param end end of its JSON
   * @return null if they have another form than this library writes; then the parser reads them
   * @throws IllegalArgumentException if their content is impossible
   * @throws IOException if the JSON is invalid
   */
  static LongMembers read(byte[] file, int start, int end) throws IOException {
    boolean isCompact = end - start > 1 && file[start] == '{' && file[start + 1] == '"';
    if (!isCompact) {
      return null;
    }
    try (JsonParser in = SchemaReader.parser(file, start, end)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.FIELD_NAME && !in.currentName().equals(SCHEMA)) {
        in.nextToken();
        in.skipChildren();
      }
      if (in.currentToken() != JsonToken.FIELD_NAME || in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      int from = start + (int) in.currentTokenLocation().getByteOffset();
      SharedSchemas.Known known = SharedSchemas.PROCESS.at(file, from);
      if (known != null) {
        return read(file, start, end, from, from + known.length(), known.schema());
      }
      CifSchema schema = AvroJson.read(in, JsonToken.START_OBJECT);
      int to = start + (int) in.currentLocation().getByteOffset();
      SharedSchemas.PROCESS.add(file, from, to, schema);
      return read(file, start, end, from, to, schema);
    }
  }

  /** Reads the list of column files; the schema is known, and is at {@code from} to {@code to}. */
  private static LongMembers read(
      byte[] file, int start, int end, int from, int to, CifSchema schema) {
    int list = to + BETWEEN.length;
    if (list > end || !Arrays.equals(file, to, list, BETWEEN, 0, BETWEEN.length)) {
      return null;
    }
    EntryScanner scanner = new EntryScanner(file, list);
    ColumnFileNames names = new ColumnFileNames();
    List<ColumnEntry> entries = scanner.read(schema, names);
    if (entries == null) {
      return null;
    }
    byte[] rest = Arrays.copyOfRange(file, start, from + PLACES.length + end - scanner.end());
    System.arraycopy(PLACES, 0, rest, from - start, PLACES.length);
    System.arraycopy(file, scanner.end(), rest, from - start + PLACES.length, end - scanner.end());
    return new LongMembers(schema, entries, names, rest);
  }
}
