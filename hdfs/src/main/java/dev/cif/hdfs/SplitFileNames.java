package dev.cif.hdfs;

/**
 * Recognises the names of a split-directory's files (FORMAT.md section 2). These are {@code
 * schema.cif}, column files {@code <id>-<name>.col}, and the files beside them ({@code
 * _<id>-<name>.parts}, {@code _<id>-<name>.filters}, {@code _columns.*.index}). Names of files that
 * are being written belong to them: {@code _schema.cif.*}, {@code _added.*} (a column that is not
 * published yet), {@code *._COPYING_} (HDFS's own commands).
 *
 * <p>It is called for every block that HDFS places, so that it rejects other names after a
 * character or two.
 */
final class SplitFileNames {
  private static final String SCHEMA = "schema.cif";
  private static final String SCHEMA_IN_WRITING = "_schema.cif.";
  private static final String COLUMN = ".col";
  private static final String COLUMN_IN_WRITING = "_added.";
  private static final String PARTS = ".parts";
  private static final String FILTERS = ".filters";
  private static final String INDEX = ".index";
  private static final String INDEX_START = "_columns.";
  private static final String COPY = "._COPYING_";
  private static final int MAX_ID_DIGITS = 10;

  private SplitFileNames() {}

  /**
   * Characters of a name; only ASCII characters matter here, others merely have to differ from
   * them.
   */
  private interface Chars {
    int at(int index);
  }

  /** Returns true if a path's last part is the name of a split-directory's file; false for null. */
  static boolean matchesPath(String path) {
    return path != null && matches(path::charAt, path.lastIndexOf('/') + 1, path.length());
  }

  /**
   * Returns true if a name in UTF-8, as the NameNode keeps it, is that of a split-directory's file;
   * makes no string of it.
   */
  static boolean matches(byte[] name) {
    return matches(index -> name[index], 0, name.length);
  }

  private static boolean matches(Chars name, int start, int length) {
    int end =
        isAt(name, length - COPY.length(), start, length, COPY) ? length - COPY.length() : length;
    if (end <= start) {
      return false;
    }
    int first = name.at(start);
    if (first == '_') {
      return isAt(name, start, start, length, SCHEMA_IN_WRITING)
          || isAt(name, start, start, length, COLUMN_IN_WRITING)
          || isBesideColumn(name, start + 1, end)
          || (endsIn(INDEX, name, start, end) && isAt(name, start, start, end, INDEX_START));
    }
    if (first == 's') {
      return end - start == SCHEMA.length() && isAt(name, start, start, end, SCHEMA);
    }
    return endsIn(COLUMN, name, start, end) && startsWithId(name, start, end);
  }

  private static boolean isBesideColumn(Chars name, int start, int end) {
    return (endsIn(FILTERS, name, start, end) || endsIn(PARTS, name, start, end))
        && startsWithId(name, start, end);
  }

  private static boolean endsIn(String text, Chars name, int start, int end) {
    return isAt(name, end - text.length(), start, end, text);
  }

  /**
   * Returns true if a text stands at a position of the name, which reaches from {@code start} to
   * {@code end}.
   */
  private static boolean isAt(Chars name, int at, int start, int end, String text) {
    if (at < start || end - at < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (name.at(at + i) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean startsWithId(Chars name, int start, int end) {
    int at = start;
    int last = Math.min(end, start + MAX_ID_DIGITS);
    while (at < last && isDigit(name.at(at))) {
      at++;
    }
    return at > start && at < end && name.at(at) == '-';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
