package dev.cif.format.internal.auto;

import dev.cif.format.internal.Block;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.util.Set;
import java.util.TreeSet;

/** Block in layout auto, FORMAT.md section 6. */
public final class AutoBlock implements Block {
  /** Greatest number of values of one node, FORMAT.md section 9. */
  static final int MAX_VALUES = 1 << 24;

  private final Node root;

  private AutoBlock(Node root) {
    this.root = root;
  }

  /** Opens a body; decodes no value. */
  public static AutoBlock open(
      CifType type, int rows, Input body, DecodeCounter counter, ErrorPlace place) {
    Node root = Node.open(body, type, rows, new Context(counter, place));
    body.expectEnd("the block");
    return new AutoBlock(root);
  }

  /** Opens the head of a body that has parts. Reads a part when one of its values is wanted. */
  public static AutoBlock openDivided(
      CifType type, int rows, Input head, Parts parts, DecodeCounter counter, ErrorPlace place) {
    return new AutoBlock(Node.openDivided(head, type, rows, parts, new Context(counter, place)));
  }

  @Override
  public Set<String> encodings() {
    Set<String> found = new TreeSet<>();
    root.encodings(found::add);
    return found;
  }

  @Override
  public int rows() {
    return root.size;
  }

  @Override
  public void read(int row, int count, ColumnVector out) {
    root.read(row, count, out);
  }

  @Override
  public Value value(int row) {
    return root.value(row);
  }

  @Override
  public void readKey(int row, int count, MapKey key, ColumnVector out) {
    root.readKey(row, count, key, out);
  }
}
