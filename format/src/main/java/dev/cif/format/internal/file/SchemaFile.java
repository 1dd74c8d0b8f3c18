package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.internal.encoding.StreamFeature;
import dev.cif.format.schema.AvroJson;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Content of a schema file, FORMAT.md section 3. Immutable.
 *
 * @param schema columns, without those of {@code changes}
 * @param rows number of rows of the split
 * @param entries files of the columns, one a column
 * @param changes changes in the order in which they were made; their status files say if they count
 * @param bytes length of the file that was read; 0 for one that is to be written
 * @param localBytes number of these bytes that came from this machine
 * @param partly totals of all columns if these are only some; null if these are all columns
 * @param sortedBy order by which the rows were sorted when they were written, as text; null if they
 *     were not, or if it is not known because these are only some columns
 * @param deletes file of the deleted rows, without those of {@code changes}; null if there are none
 */
public record SchemaFile(
    CifSchema schema,
    long rows,
    List<ColumnEntry> entries,
    List<ChangeEntry> changes,
    int bytes,
    long localBytes,
    Totals partly,
    String sortedBy,
    DeletesEntry deletes) {
  public static final int VERSION = HeadedJson.VERSION;

  /** Greatest number of changes in a schema file that are not tidied away. */
  public static final int MAX_CHANGES = 1_000;

  /** Feature of a schema file with changes. */
  static final String CHANGES = "changes";

  /** Feature of a schema file with group files. */
  static final String GROUPS = "groups";

  /** Feature of a schema file with deleted rows, and the member that names their file. */
  static final String DELETES = "deletes";

  /** Feature of a schema file with changes that insert rows, and their member that says where. */
  static final String INSERTS = "inserts";

  static final Set<String> FEATURES =
      Stream.concat(
              Stream.of(CHANGES, GROUPS, DELETES, INSERTS),
              Stream.of(StreamFeature.values()).map(StreamFeature::text))
          .collect(Collectors.toUnmodifiableSet());

  /** Member of a split whose rows were sorted. */
  static final String SORTED_BY = "sortedBy";

  /** Member of a column whose parts have statistics. */
  static final String PARTS = "parts";

  /** Member of a column that has filters. */
  static final String FILTERS = "filters";

  /** Member of a column that has a summary of its values. */
  static final String SUMMARY = "summary";

  /** Greatest length of a schema file in bytes (FORMAT.md section 9). */
  public static final int MAX_BYTES = 256 << 20;

  /** Greatest number of columns for which the JSON is indented. */
  private static final int INDENTED_COLUMNS = 100;

  private static final String WRITER = "cif-java";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  public SchemaFile {
    entries = List.copyOf(entries);
    changes = List.copyOf(changes);
  }

  /** Creates a schema file to be written. */
  public SchemaFile(
      CifSchema schema, long rows, List<ColumnEntry> entries, List<ChangeEntry> changes) {
    this(schema, rows, entries, changes, 0, 0, null, null, null);
  }

  /** Creates a schema file to be written, without changes. */
  public SchemaFile(CifSchema schema, long rows, List<ColumnEntry> entries) {
    this(schema, rows, entries, List.of());
  }

  /** Returns the schema file with an equal instance of its schema, which may be shared. */
  public SchemaFile withSchema(CifSchema equal) {
    return new SchemaFile(
        equal, rows, entries, changes, bytes, localBytes, partly, sortedBy, deletes);
  }

  /** Returns the split with other columns. */
  public SchemaFile withColumns(CifSchema others, List<ColumnEntry> files) {
    return new SchemaFile(
        others, rows, files, changes, bytes, localBytes, partly, sortedBy, deletes);
  }

  /** Returns the schema file without summaries, which most readers do not need. */
  public SchemaFile withoutSummaries() {
    return entries.stream().allMatch(entry -> entry.summary() == null)
        ? this
        : withColumns(schema, entries.stream().map(entry -> entry.withSummary(null)).toList());
  }

  /** Returns the split as one whose rows were sorted when they were written. */
  public SchemaFile withSortedBy(String order) {
    return new SchemaFile(
        schema, rows, entries, changes, bytes, localBytes, partly, order, deletes);
  }

  /** Returns this as some columns of a file with these totals. */
  SchemaFile partly(Totals totals, int read, long local) {
    return new SchemaFile(schema, rows, entries, changes, read, local, totals, sortedBy, deletes);
  }

  /** Returns the totals of all columns of the file. */
  public Totals totals() {
    return partly == null ? Totals.of(entries) : partly;
  }

  SchemaFile withLocalBytes(long count) {
    return new SchemaFile(schema, rows, entries, changes, bytes, count, partly, sortedBy, deletes);
  }

  /** Returns the split with other deleted rows; null for none. */
  public SchemaFile withDeletes(DeletesEntry others) {
    return new SchemaFile(
        schema, rows, entries, changes, bytes, localBytes, partly, sortedBy, others);
  }

  /** Returns the number of rows that are not deleted. */
  public long liveRows() {
    return rows - (deletes == null ? 0 : deletes.rows());
  }

  /** Returns the names of all files that it names, including those of changes. */
  public Set<String> files() {
    Set<String> names = new HashSet<>();
    entries.forEach(entry -> entry.files().forEach(names::add));
    changes.forEach(change -> change.entries().forEach(e -> e.files().forEach(names::add)));
    allDeletes().forEach(one -> names.add(one.file()));
    return names;
  }

  /** Returns the schema file with other changes, to be written. */
  public SchemaFile withChanges(List<ChangeEntry> others) {
    return new SchemaFile(schema, rows, entries, others, 0, 0, null, sortedBy, deletes);
  }

  /** Returns the files of deleted rows, including those of changes. */
  private Stream<DeletesEntry> allDeletes() {
    return Stream.concat(
            Stream.of(this).map(SchemaFile::deletes), changes.stream().map(ChangeEntry::deletes))
        .filter(Objects::nonNull);
  }

  /**
   * Returns the split after some of its changes, without any of the others.
   *
   * @param counts predicate that is true for the ids of changes that count
   * @throws IllegalArgumentException if the resulting columns are impossible, as two of one name
   *     are
   */
  public SchemaFile after(Predicate<String> counts) {
    List<Column> columns = new ArrayList<>(schema.columns());
    List<ColumnEntry> files = new ArrayList<>(entries);
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < columns.size() && !changes.isEmpty(); i++) {
      places.put(columns.get(i).id(), i);
    }
    Set<Integer> replaced = new HashSet<>();
    DeletesEntry deleted = deletes;
    boolean isInserted = true;
    for (ChangeEntry change : changes) {
      if (!counts.test(change.id())) {
        isInserted &= !change.isInsert();
        continue;
      }
      deleted = change.deletes() == null ? deleted : change.deletes();
      for (int i = 0; i < change.schema().size(); i++) {
        Column column = change.schema().column(i);
        replaced.add(column.id());
        Integer at = places.putIfAbsent(column.id(), columns.size());
        if (at == null) {
          columns.add(column);
          files.add(change.entries().get(i));
        } else {
          columns.set(at, column);
          files.set(at, change.entries().get(i));
        }
      }
    }
    boolean isChanged = !replaced.isEmpty();
    if (isChanged) {
      files.replaceAll(entry -> entry.withoutFiltersWith(replaced));
    }
    CifSchema after = isChanged ? CifSchema.of(columns) : schema;
    return new SchemaFile(
        after,
        rows,
        files,
        List.of(),
        bytes,
        localBytes,
        partly,
        sortedBy,
        isInserted ? deleted : DeletesEntry.all(rows));
  }

  /** Returns the bytes of the file. */
  public byte[] toBytes() {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("formatVersion", VERSION);
    List<String> features = features();
    if (!features.isEmpty()) {
      ArrayNode names = json.putArray("requires");
      features.forEach(names::add);
    }
    json.put("writer", WRITER).put("rows", rows);
    if (sortedBy != null) {
      json.put(SORTED_BY, sortedBy);
    }
    if (deletes != null) {
      writeDeletes(json, deletes);
    }
    writeColumns(json, schema, entries);
    if (!changes.isEmpty()) {
      ArrayNode all = json.putArray(CHANGES);
      for (ChangeEntry change : changes) {
        ObjectNode one = all.addObject().put("id", change.id()).put("up", change.up());
        if (change.deletes() != null) {
          writeDeletes(one, change.deletes());
        }
        if (change.inserts() != ChangeEntry.Inserts.NONE) {
          one.put(INSERTS, change.inserts().text());
        }
        writeColumns(one, change.schema(), change.entries());
      }
    }
    return withHeader(json);
  }

  private List<String> features() {
    List<String> features = new ArrayList<>();
    if (!changes.isEmpty()) {
      features.add(CHANGES);
    }
    if (hasColumn(ColumnEntry::isGrouped)) {
      features.add(GROUPS);
    }
    if (allDeletes().findAny().isPresent()) {
      features.add(DELETES);
    }
    if (changes.stream().anyMatch(change -> change.inserts() != ChangeEntry.Inserts.NONE)) {
      features.add(INSERTS);
    }
    streamFeatures().forEach(feature -> features.add(feature.text()));
    return features;
  }

  /** Returns the features that streams of the column files may have. */
  Set<StreamFeature> streamFeatures() {
    Set<StreamFeature> features = EnumSet.noneOf(StreamFeature.class);
    allEntries().forEach(entry -> features.addAll(entry.features()));
    return features;
  }

  /** Returns true if the predicate holds for a column, or for one of a change. */
  private boolean hasColumn(Predicate<ColumnEntry> what) {
    return allEntries().anyMatch(what);
  }

  /** Returns the entries of the columns and of all changes. */
  private Stream<ColumnEntry> allEntries() {
    return Stream.concat(Stream.of(entries), changes.stream().map(ChangeEntry::entries))
        .flatMap(List::stream);
  }

  private static void writeDeletes(ObjectNode json, DeletesEntry entry) {
    json.putObject(DELETES)
        .put("file", entry.file())
        .put("length", entry.length())
        .put("crc32c", hex(entry.crc()))
        .put("rows", entry.rows());
  }

  private static void writeColumns(ObjectNode json, CifSchema schema, List<ColumnEntry> entries) {
    json.set("schema", AvroJson.write(schema));
    ArrayNode columns = json.putArray("columns");
    for (int i = 0; i < schema.size(); i++) {
      Column column = schema.column(i);
      ColumnEntry entry = entries.get(i);
      ObjectNode one =
          columns
              .addObject()
              .put("id", column.id())
              .put("name", column.name())
              .put("file", entry.file())
              .put("length", entry.length());
      if (entry.isGrouped()) {
        one.put("footerOffset", entry.footerOffset());
      }
      one.put("footerLength", entry.footerLength())
          .put("footerCrc32c", hex(entry.footerCrc()))
          .put("rawBytes", entry.rawBytes());
      if (entry.parts() != null) {
        one.putObject(PARTS)
            .put("file", entry.parts().file())
            .put("length", entry.parts().length())
            .put("crc32c", hex(entry.parts().crc()));
      }
      if (!entry.filters().isEmpty()) {
        writeFilters(one.putArray(FILTERS), entry.filters());
      }
      if (entry.summary() != null) {
        entry.summary().write(one.putObject(SUMMARY));
      }
    }
  }

  private static void writeFilters(ArrayNode json, List<FilterEntry> filters) {
    for (FilterEntry filter : filters) {
      ObjectNode one = json.addObject();
      if (!filter.with().isEmpty()) {
        ArrayNode with = one.putArray("with");
        filter.with().forEach(with::add);
      }
      one.put("file", filter.file())
          .put("length", filter.length())
          .put("indexLength", filter.indexLength())
          .put("indexCrc32c", hex(filter.indexCrc()));
    }
  }

  private static byte[] withHeader(ObjectNode json) {
    byte[] body;
    try {
      // With many columns, white space would be most of the bytes, and nobody reads them by eye.
      body =
          json.path("columns").size() > INDENTED_COLUMNS
              ? MAPPER.writeValueAsBytes(json)
              : MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    return HeadedJson.SCHEMA.toBytes(body);
  }

  private static String hex(int crc) {
    return String.format(Locale.ROOT, "%08x", crc);
  }

  /**
   * Reads the bytes of a schema file.
   *
   * @param file name of the file, for errors
   */
  public static SchemaFile parse(Object file, byte[] bytes) throws CifException {
    int start = HeadedJson.SCHEMA.checkedStart(file, bytes);
    try {
      return SchemaReader.read(bytes, start, bytes.length - 1);
    } catch (IllegalArgumentException | java.io.IOException e) {
      throw CifException.at(file, null, -1, "the schema is not valid: " + e.getMessage(), e);
    }
  }
}
