package dev.cif.embedded;

import dev.cif.hive.update.HiveSql;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Expressions of Hive's SQL at random, over columns of all types. A row alone decides their values,
 * and numbers add exactly in each order.
 */
final class RandomExpressions {
  /**
   * Names that mean something else without quotes, or nothing at all. Hive refuses ':' and '.'; its
   * reader of ORC fails on ',' where columns were added, so {@link OddNamesTest} has that.
   */
  static final List<String> NAMES =
      List.of(
          "a",
          "b1",
          "Long_Name",
          "select",
          "from",
          "table",
          "order",
          "date",
          "a b",
          "a-b",
          "_u",
          "1a",
          "2",
          "ü",
          "straße",
          "名前",
          "a'b",
          "a\"b",
          "a`b",
          "a\\b",
          "a;b",
          "a=b",
          "a%b",
          "$x",
          "${x}",
          "a(b)",
          "a<b>",
          "--c",
          "*",
          "a?b",
          "a&b",
          "a/b",
          "/",
          "#",
          "@",
          "[0]",
          "{}",
          "x|y",
          "~");

  /**
   * Types without parts, and some of those with; no timestamp with local time zone, of which Hive's
   * planner of ORC knows nothing.
   */
  static final List<String> TYPES =
      List.of(
          "boolean",
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "float",
          "double",
          "decimal(10,2)",
          "string",
          "varchar(6)",
          "char(5)",
          "binary",
          "date",
          "timestamp",
          "array<int>",
          "array<string>",
          "map<string,int>",
          "map<int,string>",
          "struct<`x y`:int,`select`:string>",
          "array<struct<a:int,b:string>>");

  private static final List<String> NUMBERS =
      List.of("tinyint", "smallint", "int", "bigint", "double", "decimal(10,2)");
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "b",
          "A",
          " x ",
          "it's",
          "\"q\"",
          "`b`",
          "back\\slash",
          "semi;colon",
          "100%",
          "under_score",
          "ünï",
          "名",
          "tab\there",
          "null",
          "NULL",
          "12",
          "-3.5",
          "2020-02-29");

  private final Random random;
  private final List<Column> columns;

  /** A column by its name, which is not quoted, and its type. */
  record Column(String name, String type) {
    String quoted() {
      return HiveSql.identifier(name);
    }

    String declared() {
      return quoted() + " " + type;
    }
  }

  /** Expressions over the columns of a table. */
  RandomExpressions(Random random, List<Column> columns) {
    this.random = random;
    this.columns = columns;
  }

  private <T> T one(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** A text that is hard to quote. */
  String text() {
    return one(TEXTS);
  }

  /** An expression that is constant. */
  String literal(String type) {
    int small = random.nextInt(7) - 3;
    return switch (type) {
      case "boolean" -> random.nextBoolean() ? "true" : "false";
      case "tinyint", "smallint" -> "CAST(" + small + " AS " + type + ")";
      case "int" -> one(List.of("2147483647", "(-2147483647)", "(" + small + ")"));
      case "bigint" -> one(List.of("9223372036854775807L", "(" + small + "L)"));
      case "float", "double" -> "CAST(" + (small / 4.0) + " AS " + type + ")";
      case "string" -> HiveSql.literal(text());
      case "binary" -> "CAST(" + HiveSql.literal(text()) + " AS binary)";
      case "date" -> "CAST('" + day() + "' AS date)";
      case "timestamp" ->
          "CAST('" + day() + " 12:34:56.789" + random.nextInt(10) + "' AS timestamp)";
      case "array<int>", "array<string>", "array<struct<a:int,b:string>>" ->
          parts("array(", 1, type.substring(6, type.length() - 1), null);
      case "map<string,int>" -> parts("map(", 2, "string", "int");
      case "map<int,string>" -> parts("map(", 2, "int", "string");
      case "struct<`x y`:int,`select`:string>" ->
          "named_struct('x y', " + literal("int") + ", 'select', " + literal("string") + ")";
      case "struct<a:int,b:string>" ->
          "named_struct('a', " + literal("int") + ", 'b', " + literal("string") + ")";
      case "decimal(10,2)" -> "CAST('" + (small * 1.25) + "' AS decimal(10,2))";
      default -> "CAST(" + HiveSql.literal(text()) + " AS " + type + ")";
    };
  }

  private String parts(String function, int few, String type, String other) {
    return IntStream.rangeClosed(1, few)
        .mapToObj(i -> other == null ? literal(type) : literal(type) + ", " + literal(other))
        .collect(Collectors.joining(", ", function, ")"));
  }

  private String day() {
    return (1971 + random.nextInt(60)) + "-02-" + (10 + random.nextInt(18));
  }

  /** An expression of the type, of columns and constants. */
  String of(String type, int depth) {
    List<Column> same = columns.stream().filter(c -> c.type().equals(type)).toList();
    if (depth == 0 || random.nextInt(5) == 0) {
      return same.isEmpty() || random.nextInt(4) == 0 ? literal(type) : one(same).quoted();
    }
    // Hive's vectors have faults in CASE and COALESCE of values with parts, in tables of any
    // format.
    boolean hasParts = type.contains("<");
    switch (hasParts ? 2 : random.nextInt(6)) {
      case 0:
        return "CASE WHEN "
            + condition(depth - 1)
            + " THEN "
            + of(type, depth - 1)
            + " ELSE "
            + of(type, depth - 1)
            + " END";
      case 1:
        return "COALESCE(" + of(type, depth - 1) + ", " + of(type, depth - 1) + ")";
      default:
        return special(type, depth - 1);
    }
  }

  private String special(String type, int depth) {
    if (NUMBERS.contains(type)) {
      return number(type, depth);
    }
    return switch (type) {
      case "boolean" -> condition(depth);
      case "string" -> string(depth);
      case "varchar(6)", "char(5)", "binary" -> "CAST(" + string(depth) + " AS " + type + ")";
      case "date" -> "date_add(" + of("date", depth) + ", pmod(" + of("int", depth) + ", 100))";
      case "timestamp" -> "CAST(" + of("date", depth) + " AS timestamp)";
      case "array<int>" -> "array(" + of("int", depth) + ", " + of("int", depth) + ")";
      case "map<string,int>" -> "map(" + literal("string") + ", " + of("int", depth) + ")";
      case "struct<`x y`:int,`select`:string>" ->
          "named_struct('x y', " + of("int", depth) + ", 'select', " + of("string", depth) + ")";
      default -> of(type, 0);
    };
  }

  private String number(String type, int depth) {
    String value =
        switch (random.nextInt(6)) {
          case 0 -> "length(" + of("string", depth) + ")";
          case 1 -> "size(" + of("array<int>", depth) + ")";
          case 2 -> part("int");
          case 3 -> "pmod(" + of("int", depth) + ", 5)";
          case 4 -> "(" + of(type, depth) + " + " + literal("tinyint") + ")";
          default -> "(-" + of(type, depth) + ")";
        };
    return "CAST(" + value + " AS " + type + ")";
  }

  private String string(int depth) {
    return switch (random.nextInt(6)) {
      case 0 -> "concat(" + of("string", depth) + ", " + of("string", depth) + ")";
      case 1 -> "upper(" + of("string", depth) + ")";
      case 2 -> "substr(" + of("string", depth) + ", 2)";
      case 3 -> "CAST(" + of(one(NUMBERS), depth) + " AS string)";
      case 4 -> part("string");
      // Hive pads a char or not, as it evaluates constants, rows or vectors.
      default -> "rtrim(CAST(" + of("char(5)", depth) + " AS string))";
    };
  }

  /** A part of a column that has parts, of the type. */
  private String part(String type) {
    List<Column> whole = columns.stream().filter(c -> c.type().contains("<")).toList();
    if (whole.isEmpty()) {
      return literal(type);
    }
    Column column = one(whole);
    String found =
        switch (column.type()) {
          case "array<int>", "array<string>" -> "[0]";
          case "map<string,int>" -> "[" + literal("string") + "]";
          case "map<int,string>" -> "[" + literal("int") + "]";
          case "array<struct<a:int,b:string>>" -> type.equals("int") ? "[0].a" : "[0].b";
          default -> type.equals("int") ? ".`x y`" : ".`select`";
        };
    return "CAST(" + column.quoted() + found + " AS " + type + ")";
  }

  /** A condition. */
  String condition(int depth) {
    if (depth > 0 && random.nextInt(2) == 0) {
      String and = one(List.of(" AND ", " OR "));
      return "(" + condition(depth - 1) + and + condition(depth - 1) + ")";
    }
    if (depth > 0 && random.nextInt(5) == 0) {
      return "(NOT " + condition(depth - 1) + ")";
    }
    Column column = one(columns);
    String name = column.quoted();
    String type = column.type();
    if (type.contains("<") || random.nextInt(6) == 0) {
      return "(" + name + one(List.of(" IS NULL", " IS NOT NULL")) + ")";
    }
    if (type.equals("string") && random.nextInt(3) == 0) {
      return "(" + name + one(List.of(" LIKE 'a%'", " LIKE '%;%'", " LIKE '_'")) + ")";
    }
    return switch (random.nextInt(4)) {
      case 0 -> "(" + name + " IN (" + literal(type) + ", " + literal(type) + "))";
      case 1 -> "(" + name + " BETWEEN " + between(type, depth / 2) + ")";
      case 2 -> "(" + of(type, depth / 2) + " = " + name + ")";
      default -> "(" + name + one(List.of(" < ", " >= ", " <> ", " <=> ")) + literal(type) + ")";
    };
  }

  /**
   * The bounds of a BETWEEN. Those of bigint are small: for constants whose difference overflows 64
   * bits, or that are the greatest bigint, Hive 4.0.1's planner (rewriteBetweenToIn) lists values
   * until memory ends, over any format.
   */
  private String between(String type, int depth) {
    return type.equals("bigint")
        ? "(" + (random.nextInt(7) - 3) + "L) AND (" + (random.nextInt(7) - 3) + "L)"
        : literal(type) + " AND " + of(type, depth);
  }
}
