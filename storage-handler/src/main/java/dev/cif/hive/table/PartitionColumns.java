package dev.cif.hive.table;

import dev.cif.format.schema.CifType;
import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.serde.HiveTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Table property that names the columns whose values are in folders {@code key=value}. */
public final class PartitionColumns {
  /**
   * Table property: names of the columns, separated by commas, each followed by a type if the
   * statement names no columns. It is set when the table is created.
   */
  public static final String PROPERTY = "cif.partition.columns";

  /**
   * Column that the property names.
   *
   * @param name name in Hive's form
   * @param type type; null if the property gives none
   */
  public record Declared(String name, CifType type) {
    /** Returns the type, STRING by default. */
    public CifType typeOrString() {
      return type == null ? CifType.STRING : type;
    }
  }

  private PartitionColumns() {}

  /**
   * Parses the property.
   *
   * @param value null for a table without it
   * @throws IllegalArgumentException if it is malformed
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

  /** Splits a text at commas outside parentheses. */
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

  /** Returns the names alone. */
  public static List<String> names(String value) {
    return parse(value).stream().map(Declared::name).toList();
  }
}
