package dev.cif.format.internal.auto;

import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.StructVector;
import java.util.function.Consumer;

/** Node of class STRUCT. The node of a field is opened when the field is first wanted. */
final class StructNode extends Node {
  private final Node[] fields;
  private final Parts parts;

  /**
   * Opens the node.
   *
   * @param divided parts of the block that hold the fields; null if they follow in the input
   */
  StructNode(Input in, CifType type, int n, Presence presence, Context context, Parts divided) {
    super(type, n, presence, context);
    fields = new Node[type.children().size()];
    parts = InlineParts.of(in, fields.length, 1, divided);
  }

  private Node field(int k) {
    if (fields[k] == null) {
      fields[k] = openPart(parts, k, type.child(k), presence.present(), context);
    }
    return fields[k];
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    StructVector vector = (StructVector) out;
    for (int i = from; i < from + count; ) {
      int end = presence.allPresent() ? from + count : presence.runEnd(i, from + count);
      if (presence.isPresent(i)) {
        vector.addSlots(end - i);
        int first = presence.rank(i);
        for (int k = 0; k < fields.length; k++) {
          if (vector.isWanted(k)) {
            field(k).read(first, end - i, vector.field(k));
          } else {
            vector.field(k).appendNulls(end - i);
          }
        }
      } else {
        vector.appendNulls(end - i);
      }
      i = end;
    }
  }

  @Override
  Value fieldAt(int i, int k) {
    return field(k).value(presence.rank(i));
  }

  @Override
  void encodings(Consumer<String> to) {
    for (int k = 0; k < fields.length; k++) {
      field(k).encodings(to);
    }
  }
}
