package dev.cif.format.internal.auto;

import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;
import java.util.function.Consumer;

/** Node of class LIST. */
final class ListNode extends RangeNode {
  private final Node elements;

  ListNode(Input in, CifType type, int n, Presence presence, Context context) {
    super(type, n, presence, context, offsets(in, presence));
    elements = Node.open(in, type.child(0), offsets.total(), context);
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    ListVector vector = (ListVector) out;
    readRanges(from, count, vector, vector.elements().size());
    int first = start(from);
    elements.read(first, start(from + count) - first, vector.elements());
  }

  @Override
  Value elementAt(int i, int k) {
    return elements.value(part(i, k));
  }

  @Override
  void encodings(Consumer<String> to) {
    elements.encodings(to);
  }
}
