package dev.cif.format.scan;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.value.MapKey;
import java.io.Serializable;
import java.util.List;

/**
 * Column, or a part of each of its values: {@code name}, {@code name['key']}, {@code name.field},
 * {@code name[0]}, combined to any depth. Immutable.
 *
 * @param text text as written
 * @param column name of the column
 * @param steps steps from the column's value to the part
 */
public record ColumnPath(String text, String column, List<Step> steps) implements Serializable {
  /** Step into a value. */
  public sealed interface Step extends Serializable {
    /** Value of a map under a text key. */
    record Key(String key) implements Step {}

    /** Element of an array, or the value of a map under a whole number. */
    record Index(long index) implements Step {}

    /** Field of a struct. */
    record Field(String name) implements Step {}
  }

  public ColumnPath {
    steps = List.copyOf(steps);
  }

  /** Returns the path of a whole column. */
  public static ColumnPath of(String column) {
    return new ColumnPath(column, column, List.of());
  }

  public boolean isWholeColumn() {
    return steps.isEmpty();
  }

  /**
   * Returns the type of the part in a column of a type, or null if a struct lacks the field.
   *
   * @throws IllegalArgumentException if a step does not fit, or is ambiguous
   */
  public CifType typeIn(CifType columnType) {
    CifType type = columnType;
    for (Step step : steps) {
      type = next(type, step);
      if (type == null) {
        return null;
      }
    }
    return type;
  }

  /** Returns the name of the first field that a struct lacks; null if none is missing. */
  public String missingField(CifType columnType) {
    CifType type = columnType;
    for (Step step : steps) {
      type = next(type, step);
      if (type == null) {
        return ((Step.Field) step).name();
      }
    }
    return null;
  }

  private CifType next(CifType type, Step step) {
    if (step instanceof Step.Field field && type.kind() == Kind.STRUCT) {
      int k = type.fieldIndex(field.name());
      if (k == CifType.AMBIGUOUS) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "': "
                + type
                + " has several fields '"
                + field.name()
                + "' but for case; write the name as one of them has it");
      }
      return k < 0 ? null : type.child(k);
    }
    if (step instanceof Step.Index && type.kind() == Kind.ARRAY) {
      return type.child(0);
    }
    if (type.kind() == Kind.MAP && mapKey(type, step) != null) {
      return type.child(1);
    }
    throw new IllegalArgumentException("'" + text + "' does not fit a value of type " + type);
  }

  /** Returns the look-up key of a step into a map of the type; null if the step does not fit. */
  static MapKey mapKey(CifType map, Step step) {
    CifType key = map.child(0);
    if (step instanceof Step.Key k && key.physical() == Physical.BYTES) {
      boolean padded = key.kind() == Kind.CHAR;
      return MapKey.of(padded ? k.key().replaceAll(" +$", "") : k.key());
    }
    boolean isNumber =
        key.physical() == Physical.INT && key.kind() != Kind.BOOLEAN && key.kind() != Kind.DATE;
    return step instanceof Step.Index index && isNumber ? MapKey.of(index.index()) : null;
  }
}
