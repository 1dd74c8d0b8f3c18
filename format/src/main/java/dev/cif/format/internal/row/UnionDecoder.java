package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.UnionVector;

/** Decoder of uniontype: the tag and the value of its branch. */
final class UnionDecoder extends PartsDecoder {
  final ValueDecoder[] branches;

  UnionDecoder(CifType type) {
    super(type);
    branches = new ValueDecoder[type.children().size()];
    for (int k = 0; k < branches.length; k++) {
      branches[k] = ValueDecoder.of(type.child(k));
    }
  }

  /** Reads the tag. */
  int tag(RowCursor c) {
    int at = c.position;
    long tag = c.svarint();
    if (tag < 0 || tag >= branches.length) {
      throw c.corrupt(at, "tag " + tag + " of a union of " + branches.length + " branches");
    }
    return (int) tag;
  }

  @Override
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    UnionVector v = (UnionVector) out;
    int tag = tag(c);
    ColumnVector branch = v.branch(tag);
    v.tags[at] = tag;
    v.indexes[at] = branch.size();
    branches[tag].read(c, 1, branch);
  }

  @Override
  void nullAt(ColumnVector out, int at) {
    UnionVector v = (UnionVector) out;
    v.tags[at] = 0;
    v.indexes[at] = 0;
    v.setNull(at);
  }

  @Override
  void skipContent(RowCursor c) {
    branches[tag(c)].skip(c, 1);
  }

  @Override
  int leastContent() {
    return 2;
  }
}
