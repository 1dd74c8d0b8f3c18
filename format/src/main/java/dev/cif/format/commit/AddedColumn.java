package dev.cif.format.commit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.internal.encoding.StreamFeature;
import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.FilterEntry;
import dev.cif.format.internal.file.PartsEntry;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.file.SummaryEntry;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finished column file of an {@link AddedColumnWriter} that no reader sees yet. One process may
 * write it and another publish it, see {@link #toJson}. Immutable.
 */
public final class AddedColumn {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A task's list may be this long, in bytes: more than a task changes split-directories. */
  private static final long MAX_LIST = 256L << 20;

  private final Path directory;
  private final String name;
  private final CifType type;
  private final ColumnIdentity identity;
  private final long rows;

  /** Number of rows that got a new value; the others keep the one that they had. */
  private final long newValues;

  private final ColumnEntry file;
  private final Map<String, Integer> sources;

  AddedColumn(
      Path directory,
      String name,
      CifType type,
      ColumnIdentity identity,
      long rows,
      long newValues,
      ColumnEntry file,
      Map<String, Integer> sources) {
    this.directory = directory;
    this.name = name;
    this.type = type;
    this.identity = identity;
    this.rows = rows;
    this.newValues = newValues;
    this.file = file;
    this.sources = sources;
  }

  /** Returns the split-directory. */
  public Path directory() {
    return directory;
  }

  /**
   * Adds the column to the split by one rename (FORMAT.md section 2): a reader sees the split with
   * it or without it. The split keeps columns that others have added meanwhile. If the process
   * dies, the split is as before, or has the column. A failed call can be repeated.
   *
   * @return false if the split has the column already, by this call or by another process; the
   *     split is unchanged then
   * @throws CifException if the split has a column of that name and another type
   * @throws CifException if the split was rewritten since the column was computed from it
   * @throws CifException if its file system does not replace files in one step
   * @throws LockedException if another process holds the split's lock
   */
  public boolean publish(FileSystem fs) throws IOException {
    return ColumnAddition.publish(fs, directory, changed());
  }

  /** Returns true if the split has the column by now: another process may have added it. */
  public boolean isThere(FileSystem fs) throws IOException {
    SchemaFile stored = SplitFiles.read(fs, directory);
    SchemaFile latest = PendingChanges.latest(fs, directory, stored, name);
    return ColumnPlaces.old(changed(), latest.schema()) != null;
  }

  /**
   * Adds the column to a change of many split-directories. It replaces the column that the writer's
   * split had for it, or one of its name.
   */
  public void addTo(TableChange change) {
    change.add(directory, changed());
  }

  private ChangedColumn changed() {
    return new ChangedColumn(name, type, identity, rows, newValues, file, sources);
  }

  /** Returns the whole content as one line of JSON. */
  public String toJson() {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("directory", directory.toString())
        .put("name", name)
        .put("type", type.toString())
        .put("rows", rows)
        .put("newValues", newValues)
        .put("file", file.file())
        .put("length", file.length())
        .put("footerLength", file.footerLength())
        .put("footerCrc32c", file.footerCrc())
        .put("rawBytes", file.rawBytes());
    file.features().forEach(feature -> json.withArray("features").add(feature.name()));
    if (identity.key() != null) {
      json.put("key", identity.key()).put("replaces", identity.replaces());
    }
    PartsEntry parts = file.parts();
    if (parts != null) {
      json.putObject("parts")
          .put("file", parts.file())
          .put("length", parts.length())
          .put("crc32c", parts.crc());
    }
    for (FilterEntry filter : file.filters()) {
      json.withArray("filters")
          .addObject()
          .put("file", filter.file())
          .put("length", filter.length())
          .put("indexLength", filter.indexLength())
          .put("indexCrc32c", filter.indexCrc());
    }
    if (file.summary() != null) {
      file.summary().write(json.putObject("summary"));
    }
    ObjectNode files = json.putObject("sources");
    sources.forEach(files::put);
    return json.toString();
  }

  /**
   * Reads the columns that a task has listed, one a line.
   *
   * @param list as it was found, in a folder into which others may write, too: whether the {@link
   *     #directory} may be changed is for the caller to check
   * @throws CifException if it is no such list, or too long
   */
  public static List<AddedColumn> readList(FileSystem fs, FileStatus list) throws IOException {
    List<AddedColumn> columns = new ArrayList<>();
    for (String line : lines(fs, list)) {
      columns.add(fromJson(line));
    }
    return columns;
  }

  /**
   * Reads the lines of a task's list.
   *
   * @throws CifException if it is too long
   */
  static List<String> lines(FileSystem fs, FileStatus list) throws IOException {
    if (list.getLen() > MAX_LIST) {
      throw CifException.at(
          list.getPath(),
          null,
          -1,
          "a list of what a task has changed cannot have " + list.getLen() + " bytes");
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(fs.open(list.getPath()), StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }

  /**
   * Reads {@link #toJson}.
   *
   * @throws CifException if the text has another form
   */
  public static AddedColumn fromJson(String text) throws CifException {
    try {
      return fromJson(MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      throw new CifException("no column that is to be added: " + e.getMessage(), e);
    }
  }

  static AddedColumn fromJson(JsonNode json) throws CifException {
    try {
      Map<String, Integer> sources = new TreeMap<>();
      json.required("sources")
          .properties()
          .forEach(f -> sources.put(f.getKey(), f.getValue().intValue()));
      return new AddedColumn(
          new Path(json.required("directory").textValue()),
          json.required("name").textValue(),
          CifType.parse(json.required("type").textValue()),
          new ColumnIdentity(json.path("key").textValue(), json.path("replaces").intValue()),
          json.required("rows").longValue(),
          json.required("newValues").longValue(),
          new ColumnEntry(
                  hidden(json),
                  json.required("length").longValue(),
                  json.required("footerLength").intValue(),
                  json.required("footerCrc32c").intValue(),
                  json.required("rawBytes").longValue(),
                  parts(json.path("parts")))
              .withFilters(filters(json.path("filters")))
              .withSummary(SummaryEntry.of(json.path("summary")))
              .withFeatures(features(json.path("features"))),
          sources);
    } catch (IllegalArgumentException e) {
      throw new CifException("no column that is to be added: " + e.getMessage(), e);
    }
  }

  /** The name of a file that is not published: one of the split-directory. */
  private static String hidden(JsonNode json) {
    String name = json.required("file").textValue();
    if (name == null || !name.startsWith(SplitFiles.HIDDEN) || !SplitFiles.isPlain(name)) {
      throw new IllegalArgumentException("the file '" + name + "' cannot be");
    }
    return name;
  }

  private static Set<StreamFeature> features(JsonNode json) {
    Set<StreamFeature> features = EnumSet.noneOf(StreamFeature.class);
    json.forEach(feature -> features.add(StreamFeature.valueOf(feature.textValue())));
    return features;
  }

  /**
   * Reads the filters, which are of the column alone: an added column knows no values of others.
   */
  private static List<FilterEntry> filters(JsonNode json) {
    List<FilterEntry> filters = new ArrayList<>();
    for (JsonNode one : json) {
      filters.add(
          new FilterEntry(
              List.of(),
              hidden(one),
              one.required("length").longValue(),
              one.required("indexLength").intValue(),
              one.required("indexCrc32c").intValue()));
    }
    return filters;
  }

  private static PartsEntry parts(JsonNode json) {
    return json.isMissingNode()
        ? null
        : new PartsEntry(
            hidden(json), json.required("length").longValue(), json.required("crc32c").intValue());
  }
}
