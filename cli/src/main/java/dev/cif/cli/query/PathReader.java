package dev.cif.cli.query;

import dev.cif.cli.query.ColumnPath.Step;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.ColumnReader;
import dev.cif.format.SplitReader;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.List;

/**
 * Reads a column expression from one split, and of the column no more than it needs: of a map the
 * values under one key, of a struct one field.
 */
final class PathReader {
  private final ColumnReader reader;
  private final MapKey key;
  private final List<Step> rest;
  private final ColumnVector vector;

  /**
   * Opens no file.
   *
   * @param type of the column in the table
   */
  PathReader(SplitReader split, ColumnPath path, CifType type) throws IOException {
    List<Step> steps = path.steps();
    if (type.kind() == Kind.MAP && !steps.isEmpty()) {
      reader = split.column(path.column(), type);
      key = ColumnPath.mapKey(type, steps.get(0));
      rest = steps.subList(1, steps.size());
      vector = ColumnVector.create(type.child(1));
    } else {
      reader = split.column(path.column(), pruned(type, steps));
      key = null;
      rest = steps;
      vector = ColumnVector.create(reader.type());
    }
  }

  /** The struct type with only the fields that the steps go through. */
  private static CifType pruned(CifType type, List<Step> steps) {
    if (steps.isEmpty() || !(steps.get(0) instanceof Step.Field field)) {
      return type;
    }
    int k = ColumnPath.indexOfField(type, field.name());
    return CifType.struct(
        List.of(type.fieldNames().get(k)),
        List.of(pruned(type.child(k), steps.subList(1, steps.size()))));
  }

  /** Reads {@code count} rows of those at {@code row + selected[from ...]}. */
  void read(long row, int[] selected, int from, int count) throws IOException {
    vector.reset();
    for (int i = from; i < from + count; ) {
      int end = i + 1;
      while (end < from + count && selected[end] == selected[end - 1] + 1) {
        end++;
      }
      if (key == null) {
        reader.read(row + selected[i], end - i, vector);
      } else {
        reader.readKey(row + selected[i], end - i, key, vector);
      }
      i = end;
    }
  }

  /** The value in the {@code i}-th of the rows read; null or a NULL value if there is none. */
  Value value(int i) {
    Value value = Value.of(vector, i);
    for (Step step : rest) {
      if (value == null || value.isNull()) {
        return null;
      }
      value = next(value, step);
    }
    return value;
  }

  private static Value next(Value value, Step step) {
    CifType type = value.type();
    if (step instanceof Step.Field field) {
      return value.field(ColumnPath.indexOfField(type, field.name()));
    }
    if (type.kind() == Kind.MAP) {
      return value.find(ColumnPath.mapKey(type, step));
    }
    long index = ((Step.Index) step).index();
    return index >= 0 && index < value.size() ? value.element((int) index) : null;
  }
}
