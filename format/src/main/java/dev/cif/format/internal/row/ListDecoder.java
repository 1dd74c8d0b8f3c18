package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;

/** Decoder of array: the number and the byte length of the elements, the elements, and a 0. */
final class ListDecoder extends PartsDecoder {
  final ValueDecoder elements;

  ListDecoder(CifType type) {
    super(type);
    elements = ValueDecoder.of(type.child(0));
  }

  @Override
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    ListVector v = (ListVector) out;
    int count = c.items(1);
    v.starts[at] = v.elements().size();
    v.lengths[at] = count;
    if (count > 0) {
      int stop = c.itemsEnd;
      elements.read(c, count, v.elements());
      c.closeItems(stop);
    }
  }

  @Override
  void nullAt(ColumnVector out, int at) {
    ListVector v = (ListVector) out;
    v.starts[at] = 0;
    v.lengths[at] = 0;
    v.setNull(at);
  }

  @Override
  void skipContent(RowCursor c) {
    c.skipItems(1);
  }
}
