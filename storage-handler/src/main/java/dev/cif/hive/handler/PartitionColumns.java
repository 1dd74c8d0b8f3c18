package dev.cif.hive.handler;

import dev.cif.format.CifType;
import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.serde.HiveTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** The table property that says which columns have their values in folders {@code key=value}. */
public final class PartitionColumns {
  /**
   * Table property: names of the columns, separated by commas, each with a type behind it if the
   * statement names no columns. It is set when the table is made.
   */
  public static final String PROPERTY = "cif.partition.columns";

  /**
   * A column that the property names.
   *
   * @param name in Hive's form
   * @param type null if the property says none
   */
  public record Declared(String name, CifType type) {
    /** The type, which is STRING if nothing else is said. */
    CifType typeOrString() {
      return type == null ? CifType.STRING : type;
    }
  }

  private PartitionColumns() {}

  /**
   * What the property says.
   *
   * @param value null for a table without it
   * @throws IllegalArgumentException if it is not written as it must be
   */
  public static List<Declared> parse(String value) {
    List<Declared> declared = new ArrayList<>();
    for (String part : split(value == null ? "" : value)) {
      String[] words = part.split("\\s+", 2);
      CifType type = null;
      if (words.length > 1) {
        try {
          type =
              HiveTypes.toCif(
                  TypeInfoUtils.getTypeInfoFromTypeString(HiveNames.lowerCase(words[1])));
        } catch (RuntimeException e) {
          throw new IllegalArgumentException(
              PROPERTY + " is '" + value + "': '" + words[1] + "' is no type", e);
        }
      }
      declared.add(new Declared(HiveNames.lowerCase(words[0]), type));
    }
    return declared;
  }

  /** The parts between commas that stand in no parentheses. */
  private static List<String> split(String value) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= value.length(); i++) {
      char c = i == value.length() ? ',' : value.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && (depth == 0 || i == value.length())) {
        String part = value.substring(start, i).strip();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        start = i + 1;
      }
    }
    return parts;
  }

  /** The names alone. */
  public static List<String> names(String value) {
    return parse(value).stream().map(Declared::name).toList();
  }
}
