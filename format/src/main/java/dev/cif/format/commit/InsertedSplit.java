package dev.cif.format.commit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.schema.CifException;
import org.apache.hadoop.fs.Path;

/**
 * Split-directory that a {@link TableChange} inserts, FORMAT.md section 3.4. It is written below
 * {@link TableChange#workFolder}; the commit moves it to its place.
 *
 * @param directory where it was written
 * @param folder folder of its place, from the table's on, such as {@code key=value}; empty for the
 *     table's own
 * @param rows number of its rows, 1 or more
 */
public record InsertedSplit(Path directory, String folder, long rows) {
  /** Member of the JSON that no other of a task's list has. */
  static final String INSERTED = "inserted";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Returns the whole content as one line of JSON. */
  public String toJson() {
    return MAPPER
        .createObjectNode()
        .put(INSERTED, directory.toString())
        .put("folder", folder)
        .put("rows", rows)
        .toString();
  }

  /**
   * Reads {@link #toJson}.
   *
   * @throws CifException if the JSON has another form
   */
  static InsertedSplit fromJson(JsonNode json) throws CifException {
    try {
      return new InsertedSplit(
          new Path(json.required(INSERTED).textValue()),
          json.required("folder").textValue(),
          json.required("rows").longValue());
    } catch (RuntimeException e) {
      throw new CifException("no split-directory that is to be inserted: " + e.getMessage(), e);
    }
  }
}
