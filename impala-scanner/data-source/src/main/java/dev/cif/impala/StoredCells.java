package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.ColumnReader;
import dev.cif.format.SplitReader;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.impala.ColumnExpression.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/**
 * Values of a column file, and of each no more than its expression needs: of a map the value under
 * one key, of a struct one field.
 */
final class StoredCells implements CellSource {
  private final Path file;
  private final String column;
  private final long bytesPerRow;
  private final Cells cells;
  private final ColumnReader reader;
  private final MapKey key;
  private final List<Step> rest;
  private final ColumnVector vector;
  private final ColumnVector part;

  private StoredCells(
      SplitReader split, int index, List<Step> steps, CifType leaf, Cells cells, CifType pruned)
      throws IOException {
    this.file = split.file(index);
    this.column = split.schema().column(index).name();
    this.bytesPerRow = split.rawBytes(index) / Math.max(1, split.rows());
    this.cells = cells;
    this.reader = split.column(column, pruned);
    CifType type = reader.type();
    boolean byKey = type.kind() == Kind.MAP && !steps.isEmpty();
    this.key = byKey ? ColumnExpression.mapKey(type, steps.get(0)) : null;
    this.rest = byKey ? steps.subList(1, steps.size()) : steps;
    this.vector = ColumnVector.create(byKey ? type.child(1) : type);
    this.part = ColumnVector.create(leaf);
  }

  /**
   * The values of an expression; opens no file.
   *
   * @throws CifException if the expression does not fit the stored type, the stored type cannot be
   *     read as the wanted one, or a column is missing that may not be
   */
  static CellSource of(
      SplitReader split, ColumnExpression expression, ImpalaType wanted, Settings settings)
      throws IOException {
    int index = split.schema().indexOf(expression.column());
    if (index < 0) {
      return missing(
          split.directory(), expression, "column '" + expression.column() + "'", settings);
    }
    CifType type = split.schema().column(index).type();
    CifType leaf = type;
    for (Step step : expression.steps()) {
      leaf = next(split, index, expression, leaf, step);
      if (leaf == null) {
        String field = "field '" + ((Step.Field) step).name() + "'";
        return missing(split.file(index), expression, field, settings);
      }
    }
    if (!CifTypes.isReadableAs(leaf, wanted)) {
      throw at(
          split,
          index,
          (expression.isWholeColumn() ? "stored" : expression.text() + " is stored")
              + " as "
              + leaf
              + ", which cannot be read as Impala's "
              + wanted
              + "; "
              + CifTypes.advice(leaf));
    }
    Cells cells = new Cells(wanted, settings.invalidUtf8());
    CifType pruned = pruned(type, expression.steps());
    return new StoredCells(split, index, expression.steps(), leaf, cells, pruned);
  }

  private static CellSource missing(
      Path place, ColumnExpression expression, String what, Settings settings) throws CifException {
    if (settings.missingColumns() == Settings.MissingColumns.ERROR) {
      throw CifException.at(
          place,
          null,
          -1,
          "there is no "
              + what
              + ", wanted by '"
              + expression.text()
              + "'; correct the name, or let it be NULL by \""
              + Settings.MISSING_COLUMNS
              + "\": \"null\" in the init string");
    }
    return new Constant(null, place.toString());
  }

  /** The type of a part; null if a struct lacks the field. */
  private static CifType next(
      SplitReader split, int index, ColumnExpression expression, CifType type, Step step)
      throws CifException {
    if (step instanceof Step.Field field && type.kind() == Kind.STRUCT) {
      int k = indexOfField(type, field.name());
      return k < 0 ? null : type.child(k);
    }
    if (step instanceof Step.Index && type.kind() == Kind.ARRAY) {
      return type.child(0);
    }
    if (type.kind() == Kind.MAP && ColumnExpression.mapKey(type, step) != null) {
      return type.child(1);
    }
    throw at(split, index, "'" + expression.text() + "' does not fit a value of type " + type);
  }

  private static CifException at(SplitReader split, int index, String message) {
    return CifException.at(split.file(index), split.schema().column(index).name(), -1, message);
  }

  private static int indexOfField(CifType struct, String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    for (int k = 0; k < struct.fieldNames().size(); k++) {
      if (struct.fieldNames().get(k).toLowerCase(Locale.ROOT).equals(wanted)) {
        return k;
      }
    }
    return -1;
  }

  /** The struct type with only the fields that the steps go through. */
  private static CifType pruned(CifType type, List<Step> steps) {
    if (steps.isEmpty() || !(steps.get(0) instanceof Step.Field field)) {
      return type;
    }
    int k = indexOfField(type, field.name());
    return CifType.struct(
        List.of(type.fieldNames().get(k)),
        List.of(pruned(type.child(k), steps.subList(1, steps.size()))));
  }

  @Override
  public void read(long row, int[] selected, int from, int count) throws IOException {
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

  @Override
  public Object get(int i) throws IOException {
    if (rest.isEmpty()) {
      return cells.get(vector, i);
    }
    try {
      Value value = Value.of(vector, i);
      for (Step step : rest) {
        if (value == null || value.isNull()) {
          return null;
        }
        value = next(value, step);
      }
      if (value == null || value.isNull()) {
        return null;
      }
      part.reset();
      value.appendTo(part);
      return cells.get(part, 0);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Value next(Value value, Step step) {
    CifType type = value.type();
    if (step instanceof Step.Field field) {
      return value.field(indexOfField(type, field.name()));
    }
    if (type.kind() == Kind.MAP) {
      return value.find(ColumnExpression.mapKey(type, step));
    }
    long index = ((Step.Index) step).index();
    return index >= 0 && index < value.size() ? value.element((int) index) : null;
  }

  @Override
  public String place() {
    return file + ", column '" + column + "'";
  }

  @Override
  public long bytesPerRow() {
    return bytesPerRow;
  }
}
