package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.cif.format.CifSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The two members of a schema file that are long where there are many columns, read without a look
 * at each of their tokens: the schema may be known from another split-directory, and the list of
 * column files is compared with what {@link SchemaFile} would write. All that FORMAT.md section 3
 * demands of them is checked.
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

  /** The columns. */
  CifSchema schema() {
    return schema;
  }

  /** Their files, one a column. */
  List<ColumnEntry> entries() {
    return entries;
  }

  /** The names of these files; takes those of changes. */
  ColumnFileNames names() {
    return names;
  }

  /** A parser of the JSON with an empty object and an empty list in the places of the two. */
  JsonParser rest() throws IOException {
    return SchemaReader.parser(rest, 0, rest.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads them.
   *
   * @param file the bytes of a schema file
   * @param start where its JSON begins
   * @param end where it ends
   * @return null if they look otherwise than this library writes them: then the parser reads them
   * @throws IllegalArgumentException if what they say cannot be
   * @throws IOException if the JSON is none
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

  /** The same, where it is known from where to where the schema is, and what it says. */
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
