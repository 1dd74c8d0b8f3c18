package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.UnionVector;
import dev.cif.format.vector.Utf8Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at the texts that a source of binary values appends: string, varchar and char are UTF-8.
 * Not thread-safe.
 */
final class TextCheck {
  private final SourceText text;
  private final ColumnVector[] row;
  private final List<Leaf> leaves = new ArrayList<>();

  /** A vector of texts, at whatever depth. */
  private static final class Leaf {
    final int column;
    final BytesVector values;
    final boolean nullable;
    int checked;

    Leaf(int column, BytesVector values, boolean nullable) {
      this.column = column;
      this.values = values;
      this.nullable = nullable;
    }
  }

  TextCheck(SourceText text, ColumnVector[] row) {
    this.text = text;
    this.row = row;
    for (int i = 0; i < row.length; i++) {
      collect(i, row[i], true);
    }
  }

  private void collect(int column, ColumnVector vector, boolean nullable) {
    if (vector instanceof BytesVector bytes && bytes.type().kind() != Kind.BINARY) {
      leaves.add(new Leaf(column, bytes, nullable));
    } else if (vector instanceof ListVector list) {
      collect(column, list.elements(), true);
    } else if (vector instanceof MapVector map) {
      collect(column, map.keys(), false);
      collect(column, map.values(), true);
    } else if (vector instanceof StructVector struct) {
      for (int k = 0; k < struct.fieldCount(); k++) {
        collect(column, struct.field(k), true);
      }
    } else if (vector instanceof UnionVector union) {
      for (int k = 0; k < union.branchCount(); k++) {
        collect(column, union.branch(k), true);
      }
    }
  }

  /** Returns true if these are the vectors that it checks. */
  boolean isOf(ColumnVector[] other) {
    return row == other;
  }

  /** To be called before a row is appended. */
  void begin() {
    for (Leaf leaf : leaves) {
      leaf.checked = leaf.values.size();
    }
  }

  /**
   * Looks at the row that was appended.
   *
   * @param schema of the row
   * @throws IllegalArgumentException naming the column with bytes that are no text, if such are to
   *     be refused
   */
  void end(CifSchema schema) {
    for (Leaf leaf : leaves) {
      BytesVector values = leaf.values;
      for (int i = leaf.checked; i < values.size(); i++) {
        boolean sound =
            values.isNull(i) || Utf8Text.isText(values.data, values.starts[i], values.lengths[i]);
        if (!sound) {
          try {
            mend(leaf, i);
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                "column '" + schema.column(leaf.column).name() + "': " + e.getMessage(), e);
          }
        }
      }
    }
  }

  private void mend(Leaf leaf, int i) {
    BytesVector values = leaf.values;
    byte[] clean = text.clean(values.bytes(i));
    if (clean != null) {
      values.starts[i] = values.copy(clean, 0, clean.length);
      values.lengths[i] = clean.length;
    } else if (leaf.nullable) {
      values.setNull(i);
    } else {
      throw new IllegalArgumentException("the key of a map is no UTF-8, and cannot be NULL");
    }
  }
}
