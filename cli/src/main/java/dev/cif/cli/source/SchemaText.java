package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.util.ArrayList;
import java.util.List;

/** Parser of a list of columns as text: {@code a int, b map<string,int>, `c d` decimal(10,2)}. */
public final class SchemaText {
  private SchemaText() {}

  /**
   * Parses the list.
   *
   * @param option name of the option that has it, for errors
   * @throws IllegalArgumentException with the column that cannot be read
   */
  public static CifSchema parse(String option, String text) {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    for (String part : split(text, true)) {
      String column = part.trim();
      int end = endOfName(column);
      String type = end < 0 ? "" : column.substring(end).trim();
      if (type.isEmpty()) {
        throw new IllegalArgumentException(
            option + ": '" + column + "' is no column; write a name and a type, as in 'a int'");
      }
      names.add(unquoted(column.substring(0, end)));
      try {
        types.add(CifType.parse(type));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            option + ": column '" + column + "': " + e.getMessage(), e);
      }
    }
    return CifSchema.of(names, types);
  }

  /** A name without the back-ticks that it may have. */
  public static String unquoted(String name) {
    return name.startsWith("`") ? name.substring(1, name.length() - 1).replace("``", "`") : name;
  }

  /** Returns the end of the name with which a column's text begins; -1 if nothing follows it. */
  public static int endOfName(String column) {
    if (!column.startsWith("`")) {
      for (int i = 0; i < column.length(); i++) {
        if (Character.isWhitespace(column.charAt(i))) {
          return i;
        }
      }
      return -1;
    }
    for (int i = 1; i < column.length(); i++) {
      if (column.charAt(i) == '`') {
        if (i + 1 == column.length() || column.charAt(i + 1) != '`') {
          return i == 1 ? -1 : i + 1;
        }
        i++;
      }
    }
    return -1;
  }

  /** Returns the names of a list: {@code a, c d, `e,f`}. */
  public static List<String> names(String text) {
    return split(text, false).stream().map(String::trim).map(SchemaText::unquoted).toList();
  }

  /**
   * Splits the text at commas outside back-ticks.
   *
   * @param hasTypes whether it has types, whose brackets are not divided
   */
  private static List<String> split(String text, boolean hasTypes) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '`';
      if (quoted) {
        continue;
      }
      depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
      if (c == ',' && (depth == 0 || !hasTypes)) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }
}
