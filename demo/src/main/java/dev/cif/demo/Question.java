package dev.cif.demo;

import java.util.List;

/**
 * Query that the demo runs on each table.
 *
 * @param name short name for the table of results
 * @param sql statement, with {@code {table}} in the place of the table's name
 */
record Question(String name, String sql) {
  /** Pattern of one artifact's pages, about 7% of the crawl; the paper's pattern matched 6%. */
  private static final String PATTERN = "'%/commons-lang3/%'";

  String on(String table) {
    return sql.replace("{table}", table);
  }

  /**
   * Returns the questions about the crawl, from one map value of few rows to every byte of the
   * content.
   */
  static List<Question> all() {
    return List.of(
        new Question(
            "content types",
            "SELECT DISTINCT metadata['content-type'] FROM {table} WHERE url LIKE "
                + PATTERN
                + " ORDER BY 1"),
        new Question(
            "map: by encoding",
            "SELECT metadata['encoding'] AS encoding, COUNT(*) AS pages,"
                + " SUM(CAST(metadata['content-length'] AS BIGINT)) AS bytes"
                + " FROM {table} GROUP BY metadata['encoding'] ORDER BY pages DESC"),
        new Question(
            "array: most linked",
            "SELECT url, SIZE(inlink) AS links FROM {table} ORDER BY links DESC, url LIMIT 8"),
        new Question(
            "package titles",
            "SELECT annotations['title'] FROM {table} WHERE url LIKE '%/package-summary.html'"
                + " AND SIZE(inlink) > 30 ORDER BY 1 LIMIT 5"),
        new Question("one bigint column", "SELECT MIN(fetchtime), MAX(fetchtime) FROM {table}"),
        new Question("count(*)", "SELECT COUNT(*) FROM {table}"),
        new Question("every content byte", "SELECT COUNT(*), SUM(LENGTH(content)) FROM {table}"));
  }

  /** Returns the question for the time after a column {@code review} was added to each table. */
  static Question ofAddedColumn() {
    return new Question(
        "added column", "SELECT COUNT(*), COUNT(review), COUNT(DISTINCT srcurl) FROM {table}");
  }
}
