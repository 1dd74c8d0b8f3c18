package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.internal.encoding.StreamFeature;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.AvroJson;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.UniqueMembers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the JSON of a schema file, FORMAT.md section 3. Tables may have many thousands of columns.
 * So it reads the tokens once, and those of {@link LongMembers} not at all. Faults are an
 * IllegalArgumentException with a sentence, or an exception of the parser.
 */
final class SchemaReader {
  /** Value of a number that is missing or impossible. */
  private static final long NO_NUMBER = -1;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonParser in;
  private final int bytes;
  private final ColumnFileNames names;

  /** True if these are not all columns of the file. */
  private final boolean areSome;

  private long version = NO_NUMBER;
  private long rows = NO_NUMBER;
  private Set<String> features = Set.of();
  private final Columns columns;
  private JsonNode changes;
  private String sortedBy;

  private SchemaReader(
      JsonParser in, int bytes, Columns columns, ColumnFileNames names, boolean areSome) {
    this.in = in;
    this.bytes = bytes;
    this.columns = columns;
    this.names = names;
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
    SchemaFile quick = readQuickly(file, start, end);
    if (quick != null) {
      return quick;
    }
    try (JsonParser in = parser(file, start, end)) {
      return reader(in, file.length, false).read();
    } catch (IllegalArgumentException | IOException e) {
      // A schema of an unknown version may look damaged before it shows that it is only unknown.
      expectKnown(file, start, end, e);
      throw e;
    }
  }

  /** Reads a schema made of some columns of another; it may lack all columns of groups. */
  static SchemaFile readSome(byte[] json) throws IOException {
    try (JsonParser in = parser(json, 0, json.length)) {
      return reader(in, json.length, true).read();
    }
  }

  private static SchemaReader reader(JsonParser in, int bytes, boolean areSome) {
    return new SchemaReader(in, bytes, new Columns(), new ColumnFileNames(), areSome);
  }

  /**
   * Reads a schema by {@link LongMembers}. Returns null if that is impossible or something is
   * wrong: then the parser reads all, and reports the fault.
   */
  private static SchemaFile readQuickly(byte[] file, int start, int end) {
    try {
      LongMembers members = LongMembers.read(file, start, end);
      if (members == null) {
        return null;
      }
      Columns columns = new Columns(members.schema(), members.entries());
      try (JsonParser in = members.rest()) {
        return new SchemaReader(in, file.length, columns, members.names(), false).read();
      }
    } catch (IllegalArgumentException | IOException e) {
      return null;
    }
  }

  static JsonParser parser(byte[] bytes, int start, int end) throws IOException {
    return new UniqueMembers(MAPPER.createParser(bytes, start, end - start));
  }

  private SchemaFile read() throws IOException {
    expectObject(in.nextToken(), "the schema file");
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      switch (member) {
        case "formatVersion" -> version = number(in, value, Integer.MAX_VALUE);
        case "requires" -> features = features(in, value);
        case "rows" -> rows = number(in, value, Long.MAX_VALUE);
        case SchemaFile.SORTED_BY -> sortedBy = text(in, value);
        case "schema" -> columns.readSchema(in, value);
        case "columns" -> columns.readEntries(in, value);
        // Changes only count if they are required, which a later member may say.
        case SchemaFile.CHANGES -> changes = MAPPER.readTree(in);
        default -> in.skipChildren();
      }
    }
    if (in.nextToken() != null) {
      throw new IllegalArgumentException("there is more behind the end of the JSON");
    }
    expect(version, "formatVersion", Integer.MAX_VALUE);
    expectVersion(version);
    expectFeatures(features);
    expect(rows, "rows", Long.MAX_VALUE);
    List<ColumnEntry> entries = columns.entries(names);
    List<ChangeEntry> read = features.contains(SchemaFile.CHANGES) ? changes() : List.of();
    names.expectGroups(features.contains(SchemaFile.GROUPS), areSome);
    Set<StreamFeature> ofStreams = EnumSet.allOf(StreamFeature.class);
    ofStreams.removeIf(feature -> !features.contains(feature.text()));
    if (!ofStreams.isEmpty()) {
      entries = entries.stream().map(entry -> entry.withFeatures(ofStreams)).toList();
    }
    return new SchemaFile(columns.schema, rows, entries, read, bytes, 0, null, sortedBy);
  }

  /** Throws if an unknown version or feature explains why the schema file is not understood. */
  private static void expectKnown(byte[] file, int start, int end, Exception failure) {
    long version = SchemaFile.VERSION;
    Set<String> features = Set.of();
    try (JsonParser in = parser(file, start, end)) {
      expectObject(in.nextToken(), "the schema file");
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String member = in.currentName();
        JsonToken value = in.nextToken();
        if (member.equals("formatVersion")) {
          version = number(in, value, Integer.MAX_VALUE);
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
    return all;
  }

  private ChangeEntry change(String id, JsonParser tokens) throws IOException {
    Columns changed = new Columns();
    long up = NO_NUMBER;
    expectObject(tokens.nextToken(), "a change");
    while (tokens.nextToken() != JsonToken.END_OBJECT) {
      String member = tokens.currentName();
      JsonToken value = tokens.nextToken();
      switch (member) {
        case "up" -> up = number(tokens, value, ChangeEntry.MAX_UP);
        case "schema" -> changed.readSchema(tokens, value);
        case "columns" -> changed.readEntries(tokens, value);
        default -> tokens.skipChildren();
      }
    }
    expect(up, "up", ChangeEntry.MAX_UP);
    List<ColumnEntry> entries = changed.entries(names);
    if (entries.isEmpty()) {
      throw new IllegalArgumentException("change " + id + " has no columns");
    }
    return new ChangeEntry(id, (int) up, changed.schema, entries);
  }

  /** Columns of a split or of a change: their schema and their files. */
  private static final class Columns {
    private CifSchema schema;
    private List<Entry> read;

    /** Entries that were read before, so that their JSON is passed over; null if there are none. */
    private final List<ColumnEntry> known;

    Columns() {
      known = null;
    }

    Columns(CifSchema schema, List<ColumnEntry> known) {
      this.schema = schema;
      this.known = known;
    }

    void readSchema(JsonParser in, JsonToken value) throws IOException {
      if (known == null) {
        schema = AvroJson.read(in, value);
      } else {
        in.skipChildren();
      }
    }

    void readEntries(JsonParser in, JsonToken value) throws IOException {
      if (known != null || value != JsonToken.START_ARRAY) {
        in.skipChildren();
        return;
      }
      read = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        expectObject(in.currentToken(), "an element of 'columns'");
        read.add(new Entry(in));
      }
    }

    /** Returns the entries, one a column of the schema. */
    List<ColumnEntry> entries(ColumnFileNames names) {
      if (known != null) {
        return known;
      }
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

  /** Element of 'columns' as it is read, not checked yet. */
  private static final class Entry {
    private long id = NO_NUMBER;
    private String name;
    private String file;
    private long length = NO_NUMBER;
    private boolean isGrouped;
    private long footerOffset = NO_NUMBER;
    private long footerLength = NO_NUMBER;
    private String footerCrc;
    private long rawBytes = NO_NUMBER;
    private boolean hasParts;
    private String partsFile;
    private long partsLength = NO_NUMBER;
    private String partsCrc;
    private final List<Filter> filters = new ArrayList<>();

    Entry(JsonParser in) throws IOException {
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String member = in.currentName();
        JsonToken value = in.nextToken();
        switch (member) {
          case "id" -> id = number(in, value, Integer.MAX_VALUE);
          case "name" -> name = text(in, value);
          case "file" -> file = text(in, value);
          case "length" -> length = number(in, value, Long.MAX_VALUE);
          case "footerOffset" -> {
            isGrouped = true;
            footerOffset = number(in, value, Long.MAX_VALUE);
          }
          case "footerLength" -> footerLength = number(in, value, ColumnEntry.MAX_FOOTER);
          case "footerCrc32c" -> footerCrc = text(in, value);
          case "rawBytes" -> rawBytes = number(in, value, Long.MAX_VALUE);
          case SchemaFile.PARTS -> readParts(in, value);
          case SchemaFile.FILTERS -> readFilters(in, value);
          default -> in.skipChildren();
        }
      }
    }

    private void readParts(JsonParser in, JsonToken value) throws IOException {
      expectObject(value, "'parts'");
      hasParts = true;
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String member = in.currentName();
        JsonToken token = in.nextToken();
        switch (member) {
          case "file" -> partsFile = text(in, token);
          case "length" -> partsLength = number(in, token, PartsEntry.MAX_BYTES);
          case "crc32c" -> partsCrc = text(in, token);
          default -> in.skipChildren();
        }
      }
    }

    private void readFilters(JsonParser in, JsonToken value) throws IOException {
      if (value != JsonToken.START_ARRAY) {
        throw new IllegalArgumentException("'filters' is no list");
      }
      while (in.nextToken() != JsonToken.END_ARRAY) {
        expectObject(in.currentToken(), "an element of 'filters'");
        filters.add(Filter.read(in));
      }
      if (filters.isEmpty() || filters.size() > WriteOptions.MAX_FILTERS) {
        throw new IllegalArgumentException(
            "'filters' is no list of 1 to " + WriteOptions.MAX_FILTERS);
      }
    }

    ColumnEntry of(Column column, ColumnFileNames names) {
      if (id != column.id() || !column.name().equals(name)) {
        throw new IllegalArgumentException(
            "the list of column files says "
                + id
                + " '"
                + name
                + "' where the schema has "
                + column.id()
                + " '"
                + column.name()
                + "'");
      }
      expect(length, "length", Long.MAX_VALUE);
      expect(footerLength, "footerLength", ColumnEntry.MAX_FOOTER);
      expect(rawBytes, "rawBytes", Long.MAX_VALUE);
      if (isGrouped) {
        expect(footerOffset, "footerOffset", Long.MAX_VALUE);
      }
      String common = names.expectName(column, file);
      ColumnEntry entry =
          new ColumnEntry(
                  common,
                  length,
                  isGrouped ? footerOffset : ColumnEntry.OWN_FILE,
                  (int) footerLength,
                  crc(column, "footerCrc32c", footerCrc),
                  rawBytes,
                  hasParts ? parts(column) : null)
              .withFilters(filters.stream().map(filter -> filter.of(column)).toList());
      names.add(column, entry);
      return entry;
    }

    private PartsEntry parts(Column column) {
      expect(partsLength, "length of 'parts'", PartsEntry.MAX_BYTES);
      return new PartsEntry(partsFile, partsLength, crc(column, "crc32c", partsCrc));
    }

    static int crc(Column column, String member, String digits) {
      boolean isCrc = digits != null && digits.length() == 8;
      int crc = 0;
      for (int i = 0; isCrc && i < 8; i++) {
        char c = digits.charAt(i);
        isCrc = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        crc = crc << 4 | Character.digit(c, 16);
      }
      if (!isCrc) {
        throw new IllegalArgumentException(
            "'" + member + "' of column '" + column.name() + "' is not eight hexadecimal digits");
      }
      return crc;
    }
  }

  /** Element of 'filters' as it is read, not checked yet. */
  private record Filter(
      List<Integer> with, String file, long length, long indexLength, String indexCrc) {
    static Filter read(JsonParser in) throws IOException {
      List<Integer> with = List.of();
      String file = null;
      long length = NO_NUMBER;
      long indexLength = NO_NUMBER;
      String indexCrc = null;
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String member = in.currentName();
        JsonToken value = in.nextToken();
        switch (member) {
          case "with" -> with = with(in, value);
          case "file" -> file = text(in, value);
          case "length" -> length = number(in, value, FilterEntry.MAX_BYTES);
          case "indexLength" -> indexLength = number(in, value, FilterEntry.MAX_BYTES);
          case "indexCrc32c" -> indexCrc = text(in, value);
          default -> in.skipChildren();
        }
      }
      return new Filter(with, file, length, indexLength, indexCrc);
    }

    private static List<Integer> with(JsonParser in, JsonToken list) throws IOException {
      if (list != JsonToken.START_ARRAY) {
        throw new IllegalArgumentException("'with' is no list");
      }
      List<Integer> ids = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY
          && ids.size() < WriteOptions.MAX_FILTER_COLUMNS) {
        ids.add((int) number(in, in.currentToken(), Integer.MAX_VALUE));
      }
      if (ids.isEmpty() || in.currentToken() != JsonToken.END_ARRAY) {
        throw new IllegalArgumentException(
            "'with' is no list of 1 to " + (WriteOptions.MAX_FILTER_COLUMNS - 1));
      }
      return ids;
    }

    FilterEntry of(Column column) {
      int crc = Entry.crc(column, "indexCrc32c", indexCrc);
      FilterEntry entry = new FilterEntry(with, file, length, (int) indexLength, crc);
      entry.expectPossible(column.id());
      return entry;
    }
  }

  static void expectObject(JsonToken token, String what) {
    if (token != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException(what + " is no object");
    }
  }

  private static String text(JsonParser in, JsonToken value) throws IOException {
    if (value == JsonToken.VALUE_STRING) {
      return in.getText();
    }
    in.skipChildren();
    return null;
  }

  /** Reads a number from 0 to {@code max}, or returns {@link #NO_NUMBER}. */
  private static long number(JsonParser in, JsonToken value, long max) throws IOException {
    if (value == JsonToken.VALUE_NUMBER_INT
        && in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long number = in.getLongValue();
      return number > max ? NO_NUMBER : Math.max(NO_NUMBER, number);
    }
    in.skipChildren();
    return NO_NUMBER;
  }

  private static void expect(long number, String member, long max) {
    if (number == NO_NUMBER) {
      throw new IllegalArgumentException("'" + member + "' is no number from 0 to " + max);
    }
  }
}
