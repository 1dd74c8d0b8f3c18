package dev.cif.format.internal.row;

import dev.cif.format.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;

/** What the two forms of maps share: plain entries, and entries under a block's dictionary. */
abstract class MapRows extends ValueDecoder {
  final ValueDecoder keys;
  final ValueDecoder values;

  MapRows(CifType type) {
    super(type);
    keys = ValueDecoder.of(type.child(0));
    values = ValueDecoder.of(type.child(1));
  }

  /** False if it is known without looking at the rows that none has the key. */
  abstract boolean mayHave(MapKey key);

  /**
   * Reads the value under the key of {@code count} maps with their markers into slots of a vector
   * of the value's type, for which {@link ValueDecoder#prepare} was called.
   */
  abstract void readKeySlots(RowCursor c, MapKey key, ColumnVector out, int at, int count);

  @Override
  final void readSlots(RowCursor c, ColumnVector out, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (c.present()) {
        readContentAt(c, out, i);
      } else {
        nullAt(out, i);
      }
    }
  }

  @Override
  final void nullAt(ColumnVector out, int at) {
    MapVector v = (MapVector) out;
    v.starts[at] = 0;
    v.lengths[at] = 0;
    v.setNull(at);
  }
}
