package dev.cif.hdfs;

import java.nio.charset.StandardCharsets;

/**
 * Which file names are those of a split-directory's files (FORMAT.md section 2): {@code
 * schema.cif}, column files {@code <id>-<name>.col}, and the names that either has while it is
 * written: {@code _schema.cif.*}, {@code _added.*} (a column that is not published yet), {@code
 * *._COPYING_} (HDFS's own commands).
 *
 * <p>Every block that HDFS places is asked for here, so that other names are told by a character or
 * two.
 */
final class SplitFileNames {
  private static final String SCHEMA = "schema.cif";
  private static final String SCHEMA_IN_WRITING = "_schema.cif.";
  private static final String COLUMN = ".col";
  private static final String COLUMN_IN_WRITING = "_added.";
  private static final String COPY = "._COPYING_";
  private static final int MAX_ID_DIGITS = 10;

  private SplitFileNames() {}

  /** Whether a path's last part is the name of a split-directory's file; false for null. */
  static boolean matchesPath(String path) {
    if (path == null || path.isEmpty()) {
      return false;
    }
    int start = path.lastIndexOf('/') + 1;
    int end = path.length();
    if (path.charAt(end - 1) == '_' && path.endsWith(COPY)) {
      end -= COPY.length();
    }
    if (end <= start) {
      return false;
    }
    char first = path.charAt(start);
    if (first == '_') {
      return path.startsWith(SCHEMA_IN_WRITING, start) || path.startsWith(COLUMN_IN_WRITING, start);
    }
    if (first == 's') {
      return end - start == SCHEMA.length() && path.startsWith(SCHEMA, start);
    }
    return isDigit(first)
        && path.startsWith(COLUMN, end - COLUMN.length())
        && startsWithId(path, start);
  }

  /** The same for a name as the NameNode keeps it, in UTF-8. */
  static boolean matches(byte[] name) {
    return name.length > 0 && matchesPath(new String(name, StandardCharsets.UTF_8));
  }

  private static boolean startsWithId(String path, int start) {
    int at = start;
    int end = Math.min(path.length(), start + MAX_ID_DIGITS);
    while (at < end && isDigit(path.charAt(at))) {
      at++;
    }
    return at < path.length() && path.charAt(at) == '-';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
