package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The content of a change's status file, FORMAT.md section 2.1. Who may write into a table's folder
 * may write one, and another user acts on it: so it leads to no folder outside of the table, and is
 * read to a bound.
 *
 * @param columns names of the columns that the change concerns
 * @param splits split-directories, by their paths from the table's folder on; "" for that itself
 * @param undoes id of the change that this one takes back; null if it is none that does
 * @param event what people want to know of the change
 */
public record StatusFile(List<String> columns, List<String> splits, String undoes, Event event) {
  /** A status file may be this long, in bytes (FORMAT.md section 9). */
  static final int MAX_BYTES = 64 << 20;

  /**
   * Commit of a change: its time, and whose it is.
   *
   * @param time time in ms since 1970, by the clock of the file system; -1 if it is not known
   * @param user who made the change; null if it is not known
   * @param program program that made it; null if it is not known
   * @param statement statement or command that made it; null if there is none
   * @param rows number of rows with new values; -1 if it is not known
   */
  public record Event(long time, String user, String program, String statement, long rows) {
    /** Event of which nothing is known. */
    public static final Event UNKNOWN = new Event(-1, null, null, null, -1);
  }

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Checks the paths; one that cannot be is an IllegalArgumentException. */
  public StatusFile {
    columns = List.copyOf(columns);
    splits = List.copyOf(splits);
    splits.forEach(StatusFile::expectBelow);
  }

  /**
   * Checks a path from the table's folder on.
   *
   * @throws IllegalArgumentException if no split-directory of the table can have it
   */
  public static void expectBelow(String split) {
    for (String name : split.isEmpty() ? new String[0] : split.split("/", -1)) {
      if (name.isEmpty() || name.indexOf('\0') >= 0 || SplitFiles.isHidden(name, true)) {
        throw new IllegalArgumentException(
            "it names the split-directory '" + split + "', which cannot be below the table");
      }
    }
  }

  /**
   * Reads a status file.
   *
   * @throws CifException if it is damaged, too long, or names what cannot be
   */
  public static StatusFile read(FileSystem fs, Path path) throws IOException {
    byte[] bytes = SplitFiles.readBounded(fs, path, MAX_BYTES, "a status file");
    try (JsonParser in = SchemaReader.parser(bytes, 0, bytes.length)) {
      return read(in);
    } catch (IllegalArgumentException | IOException e) {
      throw CifException.at(path, null, -1, "no status file of a change: " + e.getMessage(), e);
    }
  }

  private static StatusFile read(JsonParser in) throws IOException {
    Tokens.expectObject(in.nextToken(), "the status file");
    List<String> columns = List.of();
    List<String> splits = List.of();
    String undoes = null;
    String user = null;
    String program = null;
    String statement = null;
    long time = -1;
    long rows = -1;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String member = in.currentName();
      in.nextToken();
      switch (member) {
        case "columns" -> columns = texts(in, member);
        case "splits" -> splits = texts(in, member);
        case "undoes" -> undoes = id(in, member);
        case "time" -> time = count(in, member);
        case "rows" -> rows = count(in, member);
        case "user" -> user = text(in, member);
        case "program" -> program = text(in, member);
        case "statement" -> statement = text(in, member);
        default -> in.skipChildren();
      }
    }
    if (in.nextToken() != null) {
      throw new IllegalArgumentException("something follows its end");
    }
    return new StatusFile(columns, splits, undoes, new Event(time, user, program, statement, rows));
  }

  private static String text(JsonParser in, String member) throws IOException {
    if (in.currentToken() != JsonToken.VALUE_STRING) {
      throw new IllegalArgumentException("'" + member + "' is no text");
    }
    return in.getText();
  }

  private static String id(JsonParser in, String member) throws IOException {
    String id = text(in, member);
    if (!ChangeEntry.isId(id)) {
      throw new IllegalArgumentException("'" + member + "' is no id of a change");
    }
    return id;
  }

  private static long count(JsonParser in, String member) throws IOException {
    if (in.currentToken() != JsonToken.VALUE_NUMBER_INT
        || in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        || in.getLongValue() < 0) {
      throw new IllegalArgumentException("'" + member + "' is no number from 0 to 2^63-1");
    }
    return in.getLongValue();
  }

  private static List<String> texts(JsonParser in, String member) throws IOException {
    List<String> texts = new ArrayList<>();
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw new IllegalArgumentException("'" + member + "' is no list");
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        throw new IllegalArgumentException("an element of '" + member + "' is no text");
      }
      texts.add(in.getText());
    }
    return texts;
  }

  /**
   * The bytes of the file.
   *
   * @param id of the change, for who looks into the file
   * @throws CifException if they are more than a status file can have
   */
  public byte[] toBytes(String id) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("id", id);
    if (undoes != null) {
      json.put("undoes", undoes);
    }
    put(json, "user", event.user());
    put(json, "program", event.program());
    put(json, "statement", event.statement());
    if (event.time() >= 0) {
      json.put("time", event.time());
    }
    if (event.rows() >= 0) {
      json.put("rows", event.rows());
    }
    columns.forEach(json.putArray("columns")::add);
    splits.forEach(json.putArray("splits")::add);
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json);
    if (bytes.length > MAX_BYTES) {
      throw new CifException(
          "a change cannot name so many split-directories: "
              + splits.size()
              + " with paths of together more than "
              + MAX_BYTES
              + " bytes; change the table's partitions one after the other, or join small"
              + " split-directories by 'bin/cif compact'");
    }
    return bytes;
  }

  private static void put(ObjectNode json, String member, String text) {
    if (text != null) {
      json.put(member, text);
    }
  }
}
