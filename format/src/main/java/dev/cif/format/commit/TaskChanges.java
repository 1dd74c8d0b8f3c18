package dev.cif.format.commit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Changes that tasks have listed, one a line: {@link AddedColumn#toJson}, {@link
 * SplitDelete#toJson} and {@link InsertedSplit#toJson}. Not thread-safe.
 */
public final class TaskChanges {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<AddedColumn> columns = new ArrayList<>();
  private final Map<Path, SplitDelete> deletes = new TreeMap<>();
  private final List<InsertedSplit> inserts = new ArrayList<>();

  /**
   * Adds what a task has listed.
   *
   * @param list as it was found, in a folder into which others may write, too: whether the
   *     directories may be changed is for the caller to check
   * @throws CifException if it is no such list, or too long, or two tasks have chosen rows from
   *     different files of a split-directory
   */
  public void add(FileSystem fs, FileStatus list) throws IOException {
    for (String line : AddedColumn.lines(fs, list)) {
      add(line);
    }
  }

  /**
   * Adds one change.
   *
   * @param line JSON of it
   * @throws CifException if it is none, or another task has chosen rows from other files
   */
  public void add(String line) throws CifException {
    JsonNode json = parse(line);
    if (json.has(SplitDelete.CHOSEN)) {
      SplitDelete some = SplitDelete.fromJson(json);
      SplitDelete others = deletes.putIfAbsent(some.directory(), some);
      if (others != null) {
        others.add(some);
      }
    } else if (json.has(InsertedSplit.INSERTED)) {
      inserts.add(InsertedSplit.fromJson(json));
    } else {
      columns.add(AddedColumn.fromJson(json));
    }
  }

  private static JsonNode parse(String line) throws CifException {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new CifException("no list of changes: " + e.getMessage(), e);
    }
  }

  /** Returns the columns that have new files. */
  public List<AddedColumn> columns() {
    return columns;
  }

  /** Returns the rows that are to be deleted, one element for each split-directory. */
  public Collection<SplitDelete> deletes() {
    return deletes.values();
  }

  /** Returns the new split-directories. */
  public List<InsertedSplit> inserts() {
    return inserts;
  }
}
