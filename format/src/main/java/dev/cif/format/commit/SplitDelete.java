package dev.cif.format.commit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.internal.file.DeletesEntry;
import dev.cif.format.internal.file.DeletesFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Snapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.roaringbitmap.RoaringBitmap;

/**
 * Rows of a split-directory that are to be deleted, FORMAT.md section 3.3. Any number of tasks
 * choose rows, of the same split-directory too, and send them on by {@link #toJson}; one process
 * joins them, and adds them to a {@link TableChange}. Not thread-safe.
 */
public final class SplitDelete {
  /** Member of the JSON that no other of a task's list has. */
  static final String CHOSEN = "chosen";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path directory;
  private final long rows;

  /** Files by which the rows were chosen, with the CRC32C of their footers. */
  private final Map<String, Integer> sources;

  private final RoaringBitmap chosen;

  private SplitDelete(
      Path directory, long rows, Map<String, Integer> sources, RoaringBitmap chosen) {
    this.directory = directory;
    this.rows = rows;
    this.sources = sources;
    this.chosen = chosen;
  }

  /**
   * Begins without a row, as {@link #of} does, with a split-directory as it is now.
   *
   * @param table columns of the table
   */
  public static SplitDelete open(
      FileSystem fs, Path directory, ReadOptions options, TableColumns table, List<String> sources)
      throws IOException {
    try (SplitReader split = SplitReader.open(fs, directory, options, Snapshot.LATEST, table)) {
      return of(split, sources);
    }
  }

  /**
   * Begins without a row.
   *
   * @param split split-directory from which rows are chosen; may be closed meanwhile
   * @param sources names of columns by which they are chosen, ignoring case; if one of these is
   *     rewritten meanwhile, the change fails
   */
  public static SplitDelete of(SplitReader split, List<String> sources) {
    return new SplitDelete(
        split.directory(),
        split.rows(),
        AddedColumnWriter.sources(split, sources),
        new RoaringBitmap());
  }

  /** Returns the split-directory. */
  public Path directory() {
    return directory;
  }

  /**
   * Chooses a row; in any order, and again if need be.
   *
   * @param row number of the row, from 0
   * @throws CifException if there is no such row, or its number has more than 32 bits
   */
  public void delete(long row) throws CifException {
    if (row < 0 || row >= rows || row >= DeletesEntry.MAX_ROWS) {
      throw CifException.at(
          directory,
          null,
          -1,
          row >= rows || row < 0
              ? "there is no row " + row + " of " + rows
              : "row " + row + " can't be deleted: only rows below 2^32 can");
    }
    chosen.add((int) row);
  }

  /**
   * Adds the rows that another task has chosen from the same split-directory.
   *
   * @throws CifException if the two have read other files
   */
  public void add(SplitDelete other) throws CifException {
    if (other.rows != rows || !other.sources.equals(sources)) {
      throw rewritten();
    }
    chosen.or(other.chosen);
  }

  private CifException rewritten() {
    return CifException.at(
        directory, null, -1, "the split was rewritten while rows were chosen from it; try again");
  }

  /**
   * Writes the file of deleted rows, those of before included, and adds it to a change.
   *
   * @return number of rows that were not deleted before; if it is 0, nothing is written or added
   */
  public long addTo(FileSystem fs, TableChange change) throws IOException {
    DeletesEntry before;
    RoaringBitmap deleted;
    try (SplitReader split = SplitReader.open(fs, directory, ReadOptions.UNCACHED)) {
      if (split.rows() != rows) {
        throw rewritten();
      }
      before = split.schemaFile().deletes();
      deleted = split.deletedRows().copy();
    }
    deleted.or(chosen);
    long more = deleted.getLongCardinality() - (before == null ? 0 : before.rows());
    if (more > 0) {
      byte[] bytes = DeletesFile.toBytes(deleted);
      String name = SplitFiles.HIDDEN + change.id() + "." + UUID.randomUUID();
      try (FSDataOutputStream out = fs.create(SplitFiles.file(directory, name), false)) {
        out.write(bytes);
      }
      DeletesEntry file = DeletesFile.entry(name, bytes, deleted);
      change.add(directory, new ChangedRows(rows, more, before, file, sources));
    }
    return more;
  }

  /** Returns the whole content as one line of JSON. */
  public String toJson() {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("directory", directory.toString())
        .put("rows", rows)
        .put(CHOSEN, DeletesFile.toBytes(chosen));
    ObjectNode files = json.putObject("sources");
    sources.forEach(files::put);
    return json.toString();
  }

  /**
   * Reads {@link #toJson}.
   *
   * @throws CifException if the JSON has another form
   */
  static SplitDelete fromJson(JsonNode json) throws CifException {
    try {
      Map<String, Integer> sources = new TreeMap<>();
      json.required("sources")
          .properties()
          .forEach(file -> sources.put(file.getKey(), file.getValue().intValue()));
      RoaringBitmap chosen = new RoaringBitmap();
      chosen.deserialize(ByteBuffer.wrap(json.required(CHOSEN).binaryValue()));
      return new SplitDelete(
          new Path(json.required("directory").textValue()),
          json.required("rows").longValue(),
          sources,
          chosen);
    } catch (IOException | RuntimeException e) {
      throw new CifException("no rows that are to be deleted: " + e.getMessage(), e);
    }
  }
}
