package dev.cif.hive.update;

import dev.cif.format.schema.CifType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Names, texts and types as Hive's SQL has them, whichever characters and keywords they contain.
 */
public final class HiveSql {
  private HiveSql() {}

  /** A name between back-quotes. */
  public static String identifier(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A text between quotes; also {@code ;} is escaped, at which scripts are divided. */
  public static String literal(String text) {
    return "'"
        + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace(";", "\\;")
        + "'";
  }

  /** A type, with the names of fields between back-quotes: they may be keywords. */
  public static String type(CifType type) {
    List<String> parts = type.children().stream().map(HiveSql::type).toList();
    return switch (type.kind()) {
      case ARRAY -> "array<" + parts.get(0) + ">";
      case MAP -> "map<" + parts.get(0) + "," + parts.get(1) + ">";
      case UNION -> "uniontype<" + String.join(",", parts) + ">";
      case STRUCT ->
          IntStream.range(0, parts.size())
              .mapToObj(i -> identifier(type.fieldNames().get(i)) + ":" + parts.get(i))
              .collect(Collectors.joining(",", "struct<", ">"));
      default -> type.toString();
    };
  }
}
