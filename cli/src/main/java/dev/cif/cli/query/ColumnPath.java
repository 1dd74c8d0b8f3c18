package dev.cif.cli.query;

import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.CifType.Physical;
import dev.cif.format.value.MapKey;
import java.util.List;
import java.util.Locale;

/**
 * A column, or a part of each of its values: {@code name}, {@code name['key']}, {@code name.field},
 * {@code name[0]}, one after the other at any depth. Immutable.
 *
 * @param text as written
 * @param column name of the column
 * @param steps from the column's value to the part
 */
public record ColumnPath(String text, String column, List<Step> steps) {
  public ColumnPath {
    steps = List.copyOf(steps);
  }

  /** A step into a value. */
  public sealed interface Step {
    /** The value of a map under a text key. */
    record Key(String key) implements Step {}

    /** The element of an array, or the value of a map under a whole number. */
    record Index(long index) implements Step {}

    /** The field of a struct. */
    record Field(String name) implements Step {}
  }

  /** The path of a whole column. */
  public static ColumnPath of(String column) {
    return new ColumnPath(column, column, List.of());
  }

  /** Parses a comma-separated list of column expressions. */
  public static List<ColumnPath> parseList(String text) throws QueryException {
    return new Parser(text).columnList();
  }

  /** The type of the part in a table. */
  public CifType type(CifSchema schema) throws QueryException {
    int i = schema.indexOf(column);
    if (i < 0) {
      throw new QueryException(
          "no column '"
              + column
              + "'; the table has "
              + schema.columns().stream().map(c -> c.name()).limit(50).toList());
    }
    CifType type = schema.column(i).type();
    for (Step step : steps) {
      type = next(type, step);
    }
    return type;
  }

  private CifType next(CifType type, Step step) throws QueryException {
    if (step instanceof Step.Field field && type.kind() == Kind.STRUCT) {
      return type.child(fieldIndex(type, field.name()));
    }
    if (step instanceof Step.Index && type.kind() == Kind.ARRAY) {
      return type.child(0);
    }
    if (step instanceof Step.Index && hasIntegerKeys(type)) {
      return type.child(1);
    }
    if (step instanceof Step.Key
        && type.kind() == Kind.MAP
        && type.child(0).physical() == Physical.BYTES) {
      return type.child(1);
    }
    throw new QueryException("'" + text + "' does not fit a value of type " + type);
  }

  private static boolean hasIntegerKeys(CifType type) {
    return type.kind() == Kind.MAP
        && type.child(0).physical() == Physical.INT
        && type.child(0).kind() != Kind.BOOLEAN
        && type.child(0).kind() != Kind.DATE;
  }

  private int fieldIndex(CifType struct, String name) throws QueryException {
    int found = indexOfField(struct, name);
    if (found < 0) {
      throw new QueryException("'" + text + "': " + struct + " has no field '" + name + "'");
    }
    return found;
  }

  static int indexOfField(CifType struct, String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    for (int k = 0; k < struct.fieldNames().size(); k++) {
      if (struct.fieldNames().get(k).toLowerCase(Locale.ROOT).equals(wanted)) {
        return k;
      }
    }
    return -1;
  }

  /** The look-up key of a step into a map of the type. */
  static MapKey mapKey(CifType map, Step step) {
    if (step instanceof Step.Index index) {
      return MapKey.of(index.index());
    }
    String key = ((Step.Key) step).key();
    return MapKey.of(map.child(0).kind() == Kind.CHAR ? key.replaceAll(" +$", "") : key);
  }
}
