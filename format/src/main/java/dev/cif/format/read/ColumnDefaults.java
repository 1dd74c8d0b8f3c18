package dev.cif.format.read;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.TextValues;
import dev.cif.format.vector.ColumnVector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Default values of columns in split-directories that lack them, from a table's properties. */
public final class ColumnDefaults {
  /**
   * Table property, followed by the column's name: the value of the column in split-directories
   * that lack it, as text.
   */
  public static final String DEFAULT = "cif.default";

  private ColumnDefaults() {}

  /** Returns the property of a column. */
  public static String property(String column) {
    return DEFAULT + "." + CifSchema.foldCase(column);
  }

  /**
   * Returns the values, by column: vectors of one value each.
   *
   * @throws IllegalArgumentException naming the property, if a text is no value of the column's
   *     type
   */
  public static Map<String, ColumnVector> of(
      List<String> columns, List<CifType> types, UnaryOperator<String> properties) {
    Map<String, ColumnVector> defaults = new HashMap<>();
    for (int i = 0; i < Math.min(columns.size(), types.size()); i++) {
      String property = property(columns.get(i));
      String text = properties.apply(property);
      if (text != null) {
        defaults.put(columns.get(i), parse(property, text, types.get(i)));
      }
    }
    return defaults;
  }

  private static ColumnVector parse(String property, String text, CifType type) {
    ColumnVector value = ColumnVector.create(type);
    try {
      TextValues.append(text, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          property + " is '" + text + "', of a column " + type + ": " + e.getMessage(), e);
    }
    return value;
  }
}
