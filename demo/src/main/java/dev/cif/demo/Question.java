package dev.cif.demo;

import java.util.List;

/**
 * A query that the demo puts to both tables.
 *
 * @param name a few words for the table of results
 * @param sql the statement, with {@code {table}} where the table's name goes
 */
record Question(String name, String sql) {
  /** Javadoc pages of this artifact are about 7% of the crawl; the paper's pattern took 6%. */
  private static final String PATTERN = "'%/commons-lang3/%'";

  String on(String table) {
    return sql.replace("{table}", table);
  }

  /** What is asked of the crawl, from one map value of few rows to every byte of the content. */
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

  /** What is asked once a column {@code review} was added to both tables. */
  static Question ofAddedColumn() {
    return new Question(
        "added column", "SELECT COUNT(*), COUNT(review), COUNT(DISTINCT srcurl) FROM {table}");
  }
}
