package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.embedded.RandomExpressions.Column;
import dev.cif.hive.serde.HiveNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table {@code c} of CIF and a table {@code o} of ORC that get the same statements: columns,
 * rows, partitions and statements at random. An UPDATE, DELETE or MERGE of the one is an INSERT of
 * the other.
 */
final class RandomTables {
  private static final List<String> PARTITION_TYPES = List.of("string", "int", "date");

  private final SharedTables tables;
  private final Random random;
  private final boolean inBatches;
  private final List<Column> columns = new ArrayList<>();
  private final List<Column> partitions = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<String> done = new ArrayList<>();
  private int answered;
  private boolean isEmpty = true;

  /** Name of the table of ORC. */
  private String orc = "o";

  /** Makes both tables, without rows. */
  RandomTables(SharedTables tables, long seed) throws HiveStatementException {
    this.tables = tables;
    inBatches = seed % 2 == 0;
    tables.vectorised(inBatches);
    random = randomOf(seed);
    done.add("seed " + seed);
    for (int i = 3 + random.nextInt(8); i > 0; i--) {
      columns.add(newColumn(one(RandomExpressions.TYPES)));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      partitions.add(newPartition());
    }
    for (String table : both()) {
      create(table);
    }
  }

  private void create(String table) throws HiveStatementException {
    run("DROP TABLE IF EXISTS " + table);
    run(
        "CREATE TABLE "
            + table
            + " ("
            + declared(columns)
            + ")"
            + (partitions.isEmpty() ? "" : " PARTITIONED BY (" + declared(partitions) + ")")
            + " STORED AS "
            + (table.equals("c") ? "CIF" : "ORC"));
  }

  private List<String> both() {
    return List.of("c", orc);
  }

  /** Draws of a seed. Mixed: seeds that follow each other begin with numbers that are alike. */
  static Random randomOf(long seed) {
    return new Random(seed * 0x9E3779B97F4A7C15L);
  }

  private <T> T one(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private Column newColumn(String type) {
    String name = one(RandomExpressions.NAMES);
    for (int i = 2; !names.add(HiveNames.lowerCase(name)); i++) {
      name = one(RandomExpressions.NAMES) + i;
    }
    return new Column(name, type);
  }

  /**
   * Hive's list of partition columns has '/' between them, and it takes apart a name with one as
   * two: row by row it reads no such table.
   */
  private Column newPartition() {
    Column column;
    do {
      column = newColumn(one(PARTITION_TYPES));
    } while (column.name().contains("/"));
    return column;
  }

  private static String declared(List<Column> columns) {
    return columns.stream().map(Column::declared).collect(Collectors.joining(", "));
  }

  private List<Column> all() {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(partitions);
    return all;
  }

  private List<String> run(String sql) throws HiveStatementException {
    done.add(sql);
    return tables.run(sql);
  }

  /** Statements that both tables have answered. */
  int answered() {
    return answered;
  }

  /** Writes the first rows, then does something at random, and compares. */
  void step() throws HiveStatementException {
    if (isEmpty) {
      isEmpty = false;
      insert();
      insert();
      return;
    }
    switch (random.nextInt(14)) {
      case 0 -> insert();
      case 1, 2 -> update();
      case 3 -> addColumn();
      case 4 -> compare(grouped(), true);
      case 5 -> delete();
      case 6 -> merge();
      default -> compare(selected(), random.nextInt(4) == 0);
    }
  }

  /**
   * Runs a query on both, or fails on both. ORC gets no filters: of binary columns it takes them
   * for text, and misses rows that are NULL.
   */
  private void compare(String query, boolean byJob) throws HiveStatementException {
    tables.run("SET hive.fetch.task.conversion=" + (byJob ? "none" : "more"));
    tables.run("SET hive.optimize.ppd.storage=false");
    List<String> expected = answer(query, orc);
    tables.run("SET hive.optimize.ppd.storage=true");
    List<String> found = answer(query, "c");
    if (expected == null || found == null) {
      assertEquals(expected, found, this::toString);
      return;
    }
    assertEquals(without(expected, found), without(found, expected), this::toString);
    assertEquals(expected.size(), found.size(), this::toString);
    answered++;
  }

  private static List<String> without(List<String> lines, List<String> others) {
    Set<String> known = Set.copyOf(others);
    return lines.stream().filter(line -> !known.contains(line)).distinct().limit(5).toList();
  }

  /**
   * In the order of the lines; null if Hive refuses it. Hive's vectors of structs lack a method
   * that COALESCE of lists calls for some batches: such a query is answered row by row.
   */
  private List<String> answer(String query, String table) throws HiveStatementException {
    List<String> rows = sorted(query, table);
    if (rows == null && done.get(done.size() - 1).contains("UnsupportedOperationException")) {
      tables.run("SET hive.vectorized.execution.enabled=false");
      rows = sorted(query, table);
      tables.run("SET hive.vectorized.execution.enabled=true");
    }
    return rows;
  }

  private List<String> sorted(String query, String table) {
    try {
      return run(query.replace("{table}", table)).stream().sorted().toList();
    } catch (HiveStatementException e) {
      done.add("-- " + e.getMessage().lines().findFirst().orElse(""));
      return null;
    }
  }

  private RandomExpressions expressions() {
    return new RandomExpressions(random, all());
  }

  private String selected() {
    RandomExpressions expressions = expressions();
    List<String> values = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      values.add(expressions.of(one(RandomExpressions.TYPES), 3));
    }
    return "SELECT "
        + (random.nextInt(4) == 0 ? "*" : String.join(", ", values))
        + " FROM {table} WHERE "
        + expressions.condition(2);
  }

  private String grouped() {
    RandomExpressions expressions = expressions();
    String key = expressions.of(one(List.of("int", "string", "boolean", "date")), 2);
    return "SELECT "
        + key
        + ", count(*), count("
        + one(all()).quoted()
        + "), min("
        + expressions.of("string", 1)
        + "), max("
        + expressions.of("decimal(10,2)", 1)
        + ") FROM {table} GROUP BY "
        + key;
  }

  private void insert() throws HiveStatementException {
    RandomExpressions constants = new RandomExpressions(random, List.of());
    List<String> values = new ArrayList<>();
    for (Column column : all()) {
      boolean isPartition = partitions.contains(column);
      // Hive reads a partition folder of a NULL or empty text as '__HIVE_DEFAULT_PARTITION__' row
      // by row, and as NULL in vectors.
      boolean isPresent = isPartition && column.type().equals("string");
      List<String> some = new ArrayList<>();
      // Few partitions: the metastore takes most of the time where there are many.
      for (int i = 1 + random.nextInt(isPartition ? 2 : 5); i > 0; i--) {
        String value = constants.literal(column.type());
        some.add(isPresent && value.equals("''") ? "'.'" : value);
      }
      if (!isPresent && random.nextInt(3) > 0) {
        some.add("NULL");
      }
      values.add("array(" + String.join(", ", some) + ")[n % " + some.size() + "]");
    }
    int rows = 1 + random.nextInt(60);
    write(
        "INTO", "SELECT " + String.join(", ", values) + " FROM numbers WHERE n < " + rows, both());
  }

  /**
   * Writes to the tables. Hive may fail on both alike: for some names of partitions the metastore
   * finds no partition whose statistics it could set, when the rows are there.
   */
  private void write(String how, String query, List<String> into) throws HiveStatementException {
    Set<String> outcomes = new HashSet<>();
    for (String table : into) {
      outcomes.add(
          outcome(
              "INSERT "
                  + how
                  + " TABLE "
                  + table
                  + (partitions.isEmpty()
                      ? ""
                      : partitions.stream()
                          .map(Column::quoted)
                          .collect(Collectors.joining(", ", " PARTITION (", ")")))
                  + " "
                  + query));
    }
    assertEquals(1, outcomes.size(), this::toString);
    compare("SELECT * FROM {table}", false);
  }

  /** Runs a statement. Returns the first line of its error; the empty text without one. */
  private String outcome(String sql) {
    try {
      run(sql);
      return "";
    } catch (HiveStatementException e) {
      String error = e.getMessage().lines().findFirst().orElse("");
      done.add("-- " + error);
      return error;
    }
  }

  private void addColumn() throws HiveStatementException {
    Column column = newColumn(one(RandomExpressions.TYPES));
    for (String table : both()) {
      run(
          "ALTER TABLE "
              + table
              + " ADD COLUMNS ("
              + column.declared()
              + ")"
              + (partitions.isEmpty() ? "" : " CASCADE"));
    }
    columns.add(column);
    compare("SELECT * FROM {table}", false);
  }

  private void update() throws HiveStatementException {
    RandomExpressions expressions = expressions();
    Column column = one(columns);
    String value = expressions.of(column.type(), 3);
    String where = expressions.condition(2);
    if (changes(
        "UPDATE c SET " + column.quoted() + " = " + value + " WHERE " + where,
        "SELECT " + value + " FROM {table} WHERE " + where)) {
      setInOrc(column, value, where);
    }
  }

  private void delete() throws HiveStatementException {
    // Both, as half of the rows or more may match one.
    String where = expressions().condition(2) + " AND " + expressions().condition(1);
    if (changes("DELETE FROM c WHERE " + where, "SELECT 1 FROM {table} WHERE " + where)) {
      deleteInOrc(where);
    }
  }

  /** Sets a column of rows that have a match, or deletes them; each has one at most. */
  private void merge() throws HiveStatementException {
    RandomExpressions expressions = expressions();
    String key = "coalesce(length(" + expressions.of("string", 1) + "), 9)";
    String joined = " (SELECT n FROM numbers WHERE n < 8) s ON " + key + " = s.n";
    String isMatched = key + " < 8";
    boolean isUpdate = random.nextBoolean();
    Column column = one(columns);
    String value = isUpdate ? expressions.of(column.type(), 2) : "1";
    String clause = expressions.condition(1);
    if (!changes(
        "MERGE INTO c USING"
            + joined
            + " WHEN MATCHED AND "
            + clause
            + " THEN "
            + (isUpdate ? "UPDATE SET " + column.quoted() + " = " + value : "DELETE"),
        "SELECT " + value + " FROM {table} JOIN" + joined + " WHERE " + clause)) {
      return;
    }
    if (isUpdate) {
      setInOrc(column, value, isMatched + " AND " + clause);
    } else {
      deleteInOrc(isMatched + " AND " + clause);
    }
  }

  /**
   * Changes the table of CIF. Returns false if Hive can't do it over any format: its vectors, or a
   * condition on a partition that is ''.
   *
   * @param query what the change has to evaluate
   */
  private boolean changes(String change, String query) throws HiveStatementException {
    try {
      run(change);
      return true;
    } catch (HiveStatementException e) {
      tables.run("SET hive.fetch.task.conversion=none");
      boolean isAnswered = answer(query, orc) != null;
      // It plans some changes without the cost-based optimizer. Partitions are then pruned by keys
      // of a join that have other columns, too, which fails.
      tables.run("SET hive.cbo.enable=false");
      isAnswered &= answer(query, orc) != null;
      tables.run("SET hive.cbo.enable=true");
      if (!isAnswered) {
        return false;
      }
      throw e;
    }
  }

  private void setInOrc(Column column, String value, String where) throws HiveStatementException {
    String converted =
        column.type().contains("<") ? value : "CAST(" + value + " AS " + column.type() + ")";
    String changed =
        "CASE WHEN " + where + " THEN " + converted + " ELSE " + column.quoted() + " END";
    String values =
        all().stream()
            .map(c -> c.equals(column) ? changed : c.quoted())
            .collect(Collectors.joining(", "));
    rowByRow("OVERWRITE", "SELECT " + values + " FROM " + orc);
  }

  /**
   * Writes the rows that stay into another table: partitions without any would keep theirs. No
   * partition is pruned: Hive prunes wrongly by a CASE or COALESCE that they decide in part.
   */
  private void deleteInOrc(String where) throws HiveStatementException {
    String before = orc;
    orc = before + "o";
    create(orc);
    tables.run("SET hive.cbo.enable=false");
    tables.run("SET hive.optimize.ppd=false");
    rowByRow(
        "INTO",
        "SELECT "
            + all().stream().map(Column::quoted).collect(Collectors.joining(", "))
            + " FROM "
            + before
            + " WHERE CASE WHEN "
            + where
            + " THEN false ELSE true END");
    tables.run("SET hive.optimize.ppd=true");
    tables.run("SET hive.cbo.enable=true");
    run("DROP TABLE " + before);
  }

  /** Hive's vectors know no CASE of decimals, and none of structs. */
  private void rowByRow(String how, String query) throws HiveStatementException {
    tables.vectorised(false);
    write(how, query, List.of(orc));
    tables.vectorised(inBatches);
  }

  /** All statements so far, to be run again. */
  @Override
  public String toString() {
    return String.join("\n", done);
  }
}
