package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** A model of a CIF table, whose columns and rows are changed at random beside it. */
final class AlterModel {
  private final SharedTables tables;
  private final Random random;
  private final List<Column> columns = new ArrayList<>();
  private final List<Map<Integer, String>> rows = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private int identities;

  /** Makes the table {@code t}. */
  AlterModel(SharedTables tables, long seed) throws Exception {
    this.tables = tables;
    random = new Random(seed);
    // By it an UPDATE chooses rows; like any other it may be renamed and moved.
    columns.add(new Column(identities++, "id", "int"));
    columns.add(create("a"));
    columns.add(create("b"));
    run("CREATE TABLE t (" + declared(columns) + ") STORED AS CIF");
  }

  /** A column of the model; its values are kept by identity, whatever its name. */
  private record Column(int identity, String name, String type) {
    String declared() {
      return name + " " + type;
    }
  }

  private Column create(String name) {
    return new Column(identities++, name, random.nextBoolean() ? "int" : "string");
  }

  private void run(String sql) throws Exception {
    done.add(sql);
    tables.run(sql);
  }

  /** Compares the table, read as rows or, without fetch tasks, as vectors, and by its folder. */
  void check(String fetchTasks) throws Exception {
    tables.run("SET hive.fetch.task.conversion=" + fetchTasks);
    assertEquals(sorted(rows), inOrder(tables.run("SELECT * FROM t")), done::toString);
    // A reader without a metastore sees the same, by the table file.
    assertEquals(sorted(rows), FolderRows.rows(tables.folder("t")), done::toString);
    Column column = columns.get(random.nextInt(columns.size()));
    List<Map<Integer, String>> without =
        rows.stream().filter(row -> row.get(column.identity) == null).toList();
    List<String> found = tables.run("SELECT * FROM t WHERE " + column.name + " IS NULL");
    assertEquals(sorted(without), inOrder(found), done + " " + column);
  }

  private List<String> sorted(List<Map<Integer, String>> some) {
    return some.stream()
        .map(
            row ->
                columns.stream()
                    .map(column -> row.getOrDefault(column.identity, "NULL"))
                    .collect(Collectors.joining("\t")))
        .sorted()
        .toList();
  }

  private static List<String> inOrder(List<String> lines) {
    return lines.stream().sorted().toList();
  }

  private static String declared(List<Column> some) {
    return some.stream().map(Column::declared).collect(Collectors.joining(", "));
  }

  /** Changes the table and the model: a row is inserted, or something random is done. */
  void step(boolean inserts) throws Exception {
    if (inserts) {
      insert();
      return;
    }
    int at = random.nextInt(columns.size());
    List<String> free = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
    columns.forEach(used -> free.remove(used.name));
    int kind = random.nextInt(8);
    if (kind < 2) {
      update(columns.get(at));
    } else if (kind == 2) {
      replace(free);
    } else if (kind < 5 && !free.isEmpty()) {
      add(free.get(random.nextInt(free.size())));
    } else {
      change(at, free.isEmpty() ? columns.get(at).name : free.get(random.nextInt(free.size())));
    }
  }

  private String value(Column column) {
    return column.type.equals("string") ? "v" + random.nextInt(90) : "" + random.nextInt(90);
  }

  private static String literal(Column column, String value) {
    return column.type.equals("string") ? "'" + value + "'" : value;
  }

  private void insert() throws Exception {
    Map<Integer, String> row = new HashMap<>();
    for (Column column : columns) {
      row.put(column.identity, column.identity == 0 ? "" + rows.size() : value(column));
    }
    rows.add(row);
    run(
        "INSERT INTO t VALUES ("
            + columns.stream()
                .map(column -> literal(column, row.get(column.identity)))
                .collect(Collectors.joining(", "))
            + ")");
  }

  private void update(Column column) throws Exception {
    if (column.identity == 0) {
      return;
    }
    String id = columns.stream().filter(any -> any.identity == 0).findFirst().orElseThrow().name;
    String value = value(column);
    int from = rows.size() / 2;
    for (Map<Integer, String> row : rows) {
      if (Integer.parseInt(row.get(0)) >= from) {
        row.put(column.identity, value);
      }
    }
    run(
        "UPDATE t SET "
            + column.name
            + " = "
            + literal(column, value)
            + " WHERE "
            + id
            + " >= "
            + from);
  }

  /** Adds a column at the end, maybe with a default. */
  private void add(String name) throws Exception {
    Column column = create(name);
    if (random.nextBoolean()) {
      String value = value(column);
      rows.forEach(row -> row.put(column.identity, value));
      run("ALTER TABLE t SET TBLPROPERTIES ('cif.default." + name + "' = '" + value + "')");
    }
    columns.add(column);
    run("ALTER TABLE t ADD COLUMNS (" + column.declared() + ")");
  }

  /** Drops a column, and adds another anywhere, maybe of its name. */
  private void replace(List<String> free) throws Exception {
    int at = random.nextInt(columns.size());
    if (columns.get(at).identity > 0) {
      Column dropped = columns.remove(at);
      if (random.nextBoolean() && !free.isEmpty()) {
        columns.add(random.nextInt(columns.size()), create(free.get(0)));
      } else if (random.nextBoolean()) {
        run("ALTER TABLE t REPLACE COLUMNS (" + declared(columns) + ")");
        columns.add(create(dropped.name));
      }
    }
    run("ALTER TABLE t REPLACE COLUMNS (" + declared(columns) + ")");
  }

  /** Gives a column another name, another place or a wider type. */
  private void change(int at, String name) throws Exception {
    Column old = columns.get(at);
    String wider = random.nextInt(3) == 0 && !old.type.equals("string") ? "bigint" : old.type;
    Column column = new Column(old.identity, random.nextInt(4) == 0 ? old.name : name, wider);
    columns.remove(at);
    String place = "";
    if (random.nextInt(3) == 0 && !columns.isEmpty()) {
      int after = random.nextInt(columns.size());
      columns.add(after + 1, column);
      place = " AFTER " + columns.get(after).name;
    } else {
      columns.add(at, column);
    }
    run("ALTER TABLE t CHANGE " + old.name + " " + column.declared() + place);
  }
}
