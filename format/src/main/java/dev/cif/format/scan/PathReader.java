package dev.cif.format.scan;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.Runs;
import dev.cif.format.vector.StructVector;
import java.io.IOException;
import java.util.List;

/**
 * Reads a path from one split, and no more of its column than the path needs. From a map it reads
 * the values under one key, from a struct one field. Opens the file with the first read. Not
 * thread-safe.
 */
final class PathReader {
  private final ColumnReader column;

  /** Key of the first step, if that leads into a map; else null. */
  private final MapKey key;

  /**
   * Vector that the column's reader fills, and the part of it that the fields of structs lead to.
   */
  private final ColumnVector whole;

  private final ColumnVector part;

  /** Steps from {@link #part} to {@link #leaf}, which each value takes separately. */
  private final List<Step> rest;

  private final ColumnVector leaf;
  private final long bytesOfRow;

  /**
   * Creates a reader.
   *
   * @param type type as which the column is read
   * @throws CifException if the path does not fit the type, or the type does not fit the stored one
   */
  PathReader(SplitReader split, ColumnPath path, CifType type) throws CifException {
    CifType leafType = leafType(split, path, type);
    List<Step> steps = path.steps();
    boolean byKey = type.kind() == Kind.MAP && !steps.isEmpty();
    key = byKey ? ColumnPath.mapKey(type, steps.get(0)) : null;
    column = split.column(path.column(), byKey ? type : pruned(type, steps));
    whole = ColumnVector.create(byKey ? type.child(1) : column.type());
    int done = byKey ? 1 : 0;
    ColumnVector at = whole;
    while (done < steps.size() && at instanceof StructVector struct) {
      at = struct.field(at.type().fieldIndex(field(steps.get(done++))));
    }
    part = at;
    rest = steps.subList(done, steps.size());
    leaf = rest.isEmpty() ? part : ColumnVector.create(leafType);
    int stored = split.schema().indexOf(path.column());
    bytesOfRow = stored < 0 ? 0 : split.rawBytes(stored) / Math.max(1, split.rows());
  }

  private static CifType leafType(SplitReader split, ColumnPath path, CifType type)
      throws CifException {
    String problem;
    try {
      CifType leaf = path.typeIn(type);
      if (leaf != null) {
        return leaf;
      }
      problem =
          "'" + path.text() + "': " + type + " has no field '" + path.missingField(type) + "'";
    } catch (IllegalArgumentException e) {
      problem = e.getMessage();
    }
    throw CifException.at(split.directory(), path.column(), -1, problem);
  }

  private static String field(Step step) {
    return ((Step.Field) step).name();
  }

  /** Returns the struct type with only the fields on the path. */
  private static CifType pruned(CifType type, List<Step> steps) {
    if (steps.isEmpty() || !(steps.get(0) instanceof Step.Field field)) {
      return type;
    }
    int k = type.fieldIndex(field.name());
    return CifType.struct(
        List.of(type.fieldNames().get(k)),
        List.of(pruned(type.child(k), steps.subList(1, steps.size()))));
  }

  CifType type() {
    return leaf.type();
  }

  /** Returns the approximate size of the column in bytes per row, before encoding. */
  long bytesOfRow() {
    return bytesOfRow;
  }

  /** Returns the first row behind the block that holds a row. */
  long endOfBlock(long row) throws IOException {
    return column.endOfBlock(row);
  }

  /** Announces that all rows of a range will be read. */
  void expect(RowRanges.Range rows) {
    if (key == null) {
      column.expect(rows.from(), rows.to());
    }
  }

  /** Reads the values of consecutive rows, which replace those read before. */
  ColumnVector read(long row, int count) throws IOException {
    whole.reset();
    readRun(row, count);
    return finish();
  }

  /**
   * Reads the values of selected rows, which replace those read before.
   *
   * @param selected ascending offsets from {@code row}
   */
  ColumnVector read(long row, int[] selected, int count) throws IOException {
    whole.reset();
    for (int i = 0; i < count; ) {
      int end = Runs.end(selected, i, count);
      readRun(row + selected[i], end - i);
      i = end;
    }
    return finish();
  }

  private void readRun(long row, int count) throws IOException {
    if (key == null) {
      column.read(row, count, whole);
    } else {
      column.readKey(row, count, key, whole);
    }
  }

  private ColumnVector finish() {
    if (!rest.isEmpty()) {
      leaf.reset();
      for (int i = 0; i < part.size(); i++) {
        appendLeaf(i);
      }
    }
    return leaf;
  }

  private void appendLeaf(int i) {
    Value value = Value.of(part, i);
    for (Step step : rest) {
      if (value == null || value.isNull()) {
        break;
      }
      value = next(value, step);
    }
    if (value == null || value.isNull()) {
      leaf.appendNull();
    } else {
      value.appendTo(leaf);
    }
  }

  private static Value next(Value value, Step step) {
    CifType type = value.type();
    if (step instanceof Step.Field field) {
      return value.field(type.fieldIndex(field.name()));
    }
    if (type.kind() == Kind.MAP) {
      return value.find(ColumnPath.mapKey(type, step));
    }
    long index = ((Step.Index) step).index();
    return index >= 0 && index < value.size() ? value.element((int) index) : null;
  }
}
