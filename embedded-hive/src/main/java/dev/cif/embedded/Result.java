package dev.cif.embedded;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Result of a statement: its columns and rows, and its duration.
 *
 * <p>A statement without a result set (DDL, INSERT, SET of a value) has no columns and no rows. SET
 * without a value, DFS and similar commands have one string column and a row per printed line.
 *
 * @param columns names and Hive types, in order
 * @param rows one array per row, as long as {@code columns}. SQL NULL is null; BOOLEAN, numbers and
 *     DECIMAL are their Java values; BINARY is a {@code byte[]}; any other value is its text, which
 *     is JSON for a complex value
 * @param seconds wall time of the statement, fetching included
 */
public record Result(List<Column> columns, List<Object[]> rows, double seconds) {
  public Result {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /**
   * Column of a result.
   *
   * @param name name from Hive, in lower case unless aliased otherwise
   * @param type Hive type name, for example {@code map<string,int>}
   */
  public record Column(String name, String type) {}

  /** Returns every row as tab-separated text, SQL NULL as {@code NULL}, BINARY as UTF-8 text. */
  public List<String> lines() {
    return rows.stream()
        .map(row -> Arrays.stream(row).map(Result::text).collect(Collectors.joining("\t")))
        .collect(Collectors.toList());
  }

  private static String text(Object cell) {
    if (cell == null) {
      return "NULL";
    }
    return cell instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : cell.toString();
  }
}
