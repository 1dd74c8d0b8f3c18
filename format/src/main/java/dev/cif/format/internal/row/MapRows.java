package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;

/** Base of the two forms of maps: plain entries, and entries under a block's dictionary. */
abstract class MapRows extends PartsDecoder {
  final ValueDecoder keys;
  final ValueDecoder values;

  MapRows(CifType type) {
    super(type);
    keys = ValueDecoder.of(type.child(0));
    values = ValueDecoder.of(type.child(1));
  }

  /** Returns false if none of the rows has the key, which must be known without looking at them. */
  abstract boolean mayHave(MapKey key);

  /**
   * Reads the values under the key of {@code count} maps with their markers into slots of {@code
   * out}. The vector has the value's type, and {@link ValueDecoder#prepare} was called for it.
   */
  abstract void readKeySlots(RowCursor c, MapKey key, ColumnVector out, int at, int count);

  @Override
  final void nullAt(ColumnVector out, int at) {
    MapVector v = (MapVector) out;
    v.starts[at] = 0;
    v.lengths[at] = 0;
    v.setNull(at);
  }
}
