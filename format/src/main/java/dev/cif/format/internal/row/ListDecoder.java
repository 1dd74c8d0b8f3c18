package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;

/** Decoder of array: the number and the byte length of the elements, the elements, and a 0. */
final class ListDecoder extends ValueDecoder {
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
  void readSlots(RowCursor c, ColumnVector out, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (c.present()) {
        readContentAt(c, out, i);
      } else {
        nullAt(out, i);
      }
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

  @Override
  Value value(RowSource source, int position) {
    return new RowParts(source, this, position);
  }
}
