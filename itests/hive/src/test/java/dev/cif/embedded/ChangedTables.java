package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;

/**
 * A CIF table {@code t} after UPDATEs of its columns, and an ORC table {@code o} whose rows were
 * written anew instead. Each statement runs on both, and leaves the same rows.
 */
final class ChangedTables {
  /** Names of columns and a partition that need quotes in SQL, and escapes in paths. */
  private static final String A = "`a,b`";

  private static final String S = "`s t`";
  static final String P = "`p q`";
  static final String ONE = P + "='x/y=1'";
  static final String TWO = P + "='_2'";

  private final SharedTables tables;
  private final boolean isPartitioned;
  private final String create;

  /**
   * Makes both tables, with two changes in {@code t}.
   *
   * @param create {@code CREATE TABLE} or {@code CREATE EXTERNAL TABLE}
   * @param properties what follows the format
   */
  ChangedTables(SharedTables tables, String create, boolean isPartitioned, String properties)
      throws Exception {
    this.tables = tables;
    this.isPartitioned = isPartitioned;
    this.create = create + " t " + columns() + " STORED AS CIF" + properties;
    both(this.create);
    if (isPartitioned) {
      both("INSERT INTO t VALUES (1, 'a', 'x/y=1'), (2, 'b', 'x/y=1'), (3, 'c', '_2')");
    } else {
      both("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    }
    changeNumbers();
    changeTexts();
  }

  private String columns() {
    String partitions = isPartitioned ? " PARTITIONED BY (" + P + " string)" : "";
    return "(" + A + " int, " + S + " string)" + partitions;
  }

  /** Statement on tables of ORC, for one on those of CIF; {@code {t}} is a table's folder. */
  private static String ofOrc(String sql) {
    return sql.replaceAll("\\bt(2?)\\b(?!`)", "o$1").replace("CIF", "ORC");
  }

  private String placed(String sql) throws Exception {
    int begin = sql.indexOf('{');
    if (begin < 0) {
      return sql;
    }
    int end = sql.indexOf('}');
    Path folder = tables.folder(sql.substring(begin + 1, end));
    return placed(sql.substring(0, begin) + folder + sql.substring(end + 1));
  }

  /** Runs a statement on {@code t} and on {@code o}, and expects the same rows in both. */
  void both(String sql) throws Exception {
    String right = ofOrc(sql);
    tables.run(placed(sql));
    tables.run(placed(right));
    expectSame(sql);
  }

  /** Drops both tables, and makes them again at their places. */
  void makeAgain() throws Exception {
    tables.run("DROP TABLE t");
    tables.run("DROP TABLE o");
    both(create);
  }

  /** Expects the same answer of a query, and else the same rows, after a statement. */
  void expectSame(String sql) throws Exception {
    List<String> queries =
        sql.startsWith("SELECT")
            ? List.of(sql)
            : List.of("SELECT * FROM t", "SELECT " + S + " FROM t WHERE " + A + " > 15");
    for (String query : queries) {
      assertEquals(sorted(ofOrc(query)), sorted(query), sql);
    }
  }

  private List<String> sorted(String query) throws Exception {
    return tables.run(query).stream().sorted().toList();
  }

  /** Changes the numbers of all rows. */
  void changeNumbers() throws Exception {
    changeNumbers("t");
  }

  /** Changes the numbers of all rows, by a table that has the same folder. */
  void changeNumbers(String table) throws Exception {
    tables.run("UPDATE " + table + " SET " + A + " = " + A + " * 10");
    rewrite(A + " * 10", S);
  }

  /** Changes the texts of some rows. */
  void changeTexts() throws Exception {
    tables.run("UPDATE t SET " + S + " = upper(" + S + ") WHERE " + S + " > 'a'");
    rewrite(A, "IF(" + S + " > 'a', upper(" + S + "), " + S + ")");
  }

  private void rewrite(String a, String s) throws Exception {
    String into = isPartitioned ? "o PARTITION (" + P + ")" : "o";
    String partition = isPartitioned ? ", " + P : "";
    tables.run(
        "INSERT OVERWRITE TABLE " + into + " SELECT " + a + ", " + s + partition + " FROM o");
    expectSame("UPDATE");
  }
}
