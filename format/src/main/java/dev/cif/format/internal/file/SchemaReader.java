package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.internal.encoding.StreamFeature;
import dev.cif.format.schema.AvroJson;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.UniqueMembers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the JSON of a schema file, FORMAT.md section 3. Tables may have many thousands of columns,
 * so it reads the tokens once. Faults are an IllegalArgumentException with a sentence, or an
 * exception of the parser.
 */
final class SchemaReader {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonParser in;
  private final int bytes;
  private final Columns columns = new Columns();
  private final ColumnFileNames names = new ColumnFileNames();

  /** True if these are not all columns of the file. */
  private final boolean areSome;

  private long version = Tokens.NO_NUMBER;
  private long rows = Tokens.NO_NUMBER;
  private Set<String> features = Set.of();
  private JsonNode changes;
  private JsonNode deletes;
  private String sortedBy;

  private SchemaReader(JsonParser in, int bytes, boolean areSome) {
    this.in = in;
    this.bytes = bytes;
    this.areSome = areSome;
  }

  /**
   * Reads a schema.
   *
   * @param file bytes of the file
   * @param start offset of the JSON
   * @param end end of the JSON
   */
  static SchemaFile read(byte[] file, int start, int end) throws IOException {
    try (JsonParser in = parser(file, start, end)) {
      return new SchemaReader(in, file.length, false).read();
    } catch (IllegalArgumentException | IOException e) {
      // A schema of an unknown version may look damaged before it shows that it is only unknown.
      expectKnown(file, start, end, e);
      throw e;
    }
  }

  /** Reads a schema made of some columns of another; it may lack all columns of groups. */
  static SchemaFile readSome(byte[] json) throws IOException {
    try (JsonParser in = parser(json, 0, json.length)) {
      return new SchemaReader(in, json.length, true).read();
    }
  }

  static JsonParser parser(byte[] bytes, int start, int end) throws IOException {
    return new UniqueMembers(MAPPER.createParser(bytes, start, end - start));
  }

  private SchemaFile read() throws IOException {
    Tokens.expectObject(in.nextToken(), "the schema file");
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      switch (member) {
        case "formatVersion" -> version = Tokens.number(in, value, Integer.MAX_VALUE);
        case "requires" -> features = features(in, value);
        case "rows" -> rows = Tokens.number(in, value, Long.MAX_VALUE);
        case SchemaFile.SORTED_BY -> sortedBy = Tokens.text(in, value);
        case "schema" -> columns.readSchema(in, value);
        case "columns" -> columns.readEntries(in, value);
        // These only count if they are required, which a later member may say.
        case SchemaFile.CHANGES -> changes = MAPPER.readTree(in);
        case SchemaFile.DELETES -> deletes = MAPPER.readTree(in);
        default -> in.skipChildren();
      }
    }
    if (in.nextToken() != null) {
      throw new IllegalArgumentException("there is more behind the end of the JSON");
    }
    Tokens.expect(version, "formatVersion", Integer.MAX_VALUE);
    expectVersion(version);
    expectFeatures(features);
    Tokens.expect(rows, "rows", Long.MAX_VALUE);
    List<ColumnEntry> entries = columns.entries(names);
    DeletesEntry deleted = deletes(deletes);
    List<ChangeEntry> read = features.contains(SchemaFile.CHANGES) ? changes() : List.of();
    names.expectGroups(features.contains(SchemaFile.GROUPS), areSome);
    Set<StreamFeature> ofStreams = EnumSet.allOf(StreamFeature.class);
    ofStreams.removeIf(feature -> !features.contains(feature.text()));
    if (!ofStreams.isEmpty()) {
      entries = entries.stream().map(entry -> entry.withFeatures(ofStreams)).toList();
    }
    return new SchemaFile(columns.schema, rows, entries, read, bytes, 0, null, sortedBy, deleted);
  }

  /** Throws if an unknown version or feature explains why the schema file is not understood. */
  private static void expectKnown(byte[] file, int start, int end, Exception failure) {
    long version = SchemaFile.VERSION;
    Set<String> features = Set.of();
    try (JsonParser in = parser(file, start, end)) {
      Tokens.expectObject(in.nextToken(), "the schema file");
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String member = in.currentName();
        JsonToken value = in.nextToken();
        if (member.equals("formatVersion")) {
          version = Tokens.number(in, value, Integer.MAX_VALUE);
        } else if (member.equals("requires")) {
          features = features(in, value);
        } else {
          in.skipChildren();
        }
      }
    } catch (IllegalArgumentException | IOException e) {
      failure.addSuppressed(e);
      return;
    }
    expectVersion(version);
    expectFeatures(features);
  }

  private static void expectVersion(long version) {
    if (version != SchemaFile.VERSION) {
      throw new IllegalArgumentException("formatVersion is not " + SchemaFile.VERSION);
    }
  }

  private static void expectFeatures(Set<String> features) {
    for (String feature : features) {
      if (!SchemaFile.FEATURES.contains(feature)) {
        throw new IllegalArgumentException(
            "it needs the feature '" + feature + "', which this reader does not know");
      }
    }
  }

  private static Set<String> features(JsonParser in, JsonToken value) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      throw new IllegalArgumentException("'requires' is no list of features");
    }
    Set<String> features = new HashSet<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      features.add(in.getText());
      in.skipChildren();
    }
    return features;
  }

  private List<ChangeEntry> changes() throws IOException {
    boolean isList = changes != null && changes.isArray() && !changes.isEmpty();
    if (!isList || changes.size() > SchemaFile.MAX_CHANGES) {
      throw new IllegalArgumentException("'changes' is no list of 1 to " + SchemaFile.MAX_CHANGES);
    }
    List<ChangeEntry> all = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonNode one : changes) {
      String id = one.path("id").textValue();
      if (id == null || !ChangeEntry.isId(id) || !ids.add(id)) {
        throw new IllegalArgumentException(
            "a change has the id " + one.path("id") + ", which cannot be");
      }
      try (JsonParser tokens = MAPPER.treeAsTokens(one)) {
        all.add(change(id, tokens));
      }
    }
    expectInserts(all);
    return all;
  }

  /** Checks changes that insert the rows of this split-directory. */
  private void expectInserts(List<ChangeEntry> all) {
    for (int i = 0; i < all.size(); i++) {
      ChangeEntry change = all.get(i);
      if (!change.isInsert()) {
        continue;
      }
      if (i > 0 || !change.entries().isEmpty() || change.deletes() != null) {
        throw new IllegalArgumentException(
            "change "
                + change.id()
                + " inserts the rows, and is not the first change, or has columns or deleted rows");
      }
      if (rows > DeletesEntry.MAX_ROWS) {
        throw new IllegalArgumentException(
            "change " + change.id() + " inserts " + rows + " rows, which are more than 2^32");
      }
    }
  }

  private DeletesEntry deletes(JsonNode json) {
    return json == null || !features.contains(SchemaFile.DELETES)
        ? null
        : DeletesEntry.read(json, rows, names);
  }

  private ChangeEntry change(String id, JsonParser tokens) throws IOException {
    Columns changed = new Columns();
    JsonNode deleted = null;
    ChangeEntry.Inserts inserts = ChangeEntry.Inserts.NONE;
    long up = Tokens.NO_NUMBER;
    Tokens.expectObject(tokens.nextToken(), "a change");
    while (tokens.nextToken() != JsonToken.END_OBJECT) {
      String member = tokens.currentName();
      JsonToken value = tokens.nextToken();
      switch (member) {
        case "up" -> up = Tokens.number(tokens, value, ChangeEntry.MAX_UP);
        case "schema" -> changed.readSchema(tokens, value);
        case "columns" -> changed.readEntries(tokens, value);
        case SchemaFile.DELETES -> deleted = MAPPER.readTree(tokens);
        case SchemaFile.INSERTS -> inserts = inserts(tokens, value);
        default -> tokens.skipChildren();
      }
    }
    Tokens.expect(up, "up", ChangeEntry.MAX_UP);
    List<ColumnEntry> entries = changed.entries(names);
    DeletesEntry ofRows = deletes(deleted);
    if (entries.isEmpty() && ofRows == null && inserts != ChangeEntry.Inserts.HERE) {
      throw new IllegalArgumentException("change " + id + " has no columns and deletes no rows");
    }
    return new ChangeEntry(id, (int) up, changed.schema, entries, ofRows, inserts);
  }

  private ChangeEntry.Inserts inserts(JsonParser tokens, JsonToken value) throws IOException {
    if (!features.contains(SchemaFile.INSERTS)) {
      tokens.skipChildren();
      return ChangeEntry.Inserts.NONE;
    }
    return ChangeEntry.Inserts.of(Tokens.text(tokens, value));
  }

  /** Columns of a split or of a change: their schema and their files. */
  private static final class Columns {
    private CifSchema schema;
    private List<EntryReader> read;

    void readSchema(JsonParser in, JsonToken value) throws IOException {
      schema = AvroJson.read(in, value);
    }

    void readEntries(JsonParser in, JsonToken value) throws IOException {
      if (value != JsonToken.START_ARRAY) {
        in.skipChildren();
        return;
      }
      read = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        Tokens.expectObject(in.currentToken(), "an element of 'columns'");
        read.add(EntryReader.read(in));
      }
    }

    /** Returns the entries, one a column of the schema. */
    List<ColumnEntry> entries(ColumnFileNames names) {
      if (schema == null) {
        throw new IllegalArgumentException("the schema is no Avro record");
      }
      int size = read == null ? 0 : read.size();
      if (read == null || size != schema.size()) {
        throw new IllegalArgumentException(
            "the schema has " + schema.size() + " columns, the list of column files has " + size);
      }
      List<ColumnEntry> entries = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        entries.add(read.get(i).of(schema.column(i), names));
      }
      return entries;
    }
  }
}
