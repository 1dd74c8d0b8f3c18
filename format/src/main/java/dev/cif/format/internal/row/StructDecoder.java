package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.StructVector;

/** Decoder of struct: the values of its fields, one after another. */
final class StructDecoder extends PartsDecoder {
  final ValueDecoder[] fields;

  StructDecoder(CifType type) {
    super(type);
    fields = new ValueDecoder[type.children().size()];
    for (int k = 0; k < fields.length; k++) {
      fields[k] = ValueDecoder.of(type.child(k));
    }
  }

  @Override
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    StructVector v = (StructVector) out;
    for (int k = 0; k < fields.length; k++) {
      if (v.isWanted(k)) {
        fields[k].read(c, 1, v.field(k));
      } else {
        fields[k].skip(c, 1);
        v.field(k).appendNull();
      }
    }
  }

  @Override
  void nullAt(ColumnVector out, int at) {
    StructVector v = (StructVector) out;
    for (int k = 0; k < fields.length; k++) {
      v.field(k).appendNull();
    }
    v.setNull(at);
  }

  @Override
  void skipContent(RowCursor c) {
    for (ValueDecoder field : fields) {
      field.skip(c, 1);
    }
  }

  @Override
  int leastContent() {
    return fields.length;
  }
}
