package dev.cif.format.internal.auto;

import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.encoding.IntsDecoder;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.math.BigDecimal;
import java.util.function.Consumer;

/**
 * Values of one type in a block, decoded on demand: {@code node(T, n)} of FORMAT.md section 6.
 *
 * <p>{@link #read} appends a range in bulk. The {@code ...At(i)} methods decode one present value
 * and serve {@link NodeValue}.
 */
abstract class Node {
  final CifType type;
  final int size;
  final Presence presence;
  final Context context;
  final DecodeCounter counter;

  Node(CifType type, int size, Presence presence, Context context) {
    this.type = type;
    this.size = size;
    this.presence = presence;
    this.context = context;
    this.counter = context.counter();
  }

  /** Opens the sized node at the input's position and moves behind it. */
  static Node open(Input in, CifType type, int n, Context context) {
    Input node = in.sized("a node");
    Presence presence = Presence.read(node, n);
    int p = presence.present();
    Node opened =
        p == 0 ? new EmptyNode(type, n, presence, context) : body(node, type, n, presence, context);
    node.expectEnd("a node");
    return opened;
  }

  /** Opens the node of a block from its head. Its parts are read when they are wanted. */
  static Node openDivided(Input head, CifType type, int n, Parts parts, Context context) {
    long length = head.uvarint();
    if (length != (long) head.remaining() + parts.length()) {
      throw head.corrupt("a node of " + length + " bytes in a block with parts");
    }
    Presence presence = Presence.read(head, n);
    Node opened;
    if (presence.present() > 0 && type.kind() == CifType.Kind.STRUCT) {
      opened = new StructNode(head, type, n, presence, context, parts);
    } else if (presence.present() > 0 && head.u8() == MapColumnsNode.FORM) {
      opened = new MapColumnsNode(head, type, n, presence, context, parts);
    } else {
      throw head.corrupt("a block with parts whose node has none");
    }
    head.expectEnd("the head of a block");
    return opened;
  }

  private static Node body(Input in, CifType type, int n, Presence presence, Context context) {
    return switch (type.physical()) {
      case INT -> new LongNode(in, type, n, presence, context);
      case FLOAT, DOUBLE -> new DoubleNode(in, type, n, presence, context);
      case DECIMAL -> new DecimalNode(in, type, n, presence, context);
      case BYTES -> new BytesNode(in, type, n, presence, context);
      case TIMESTAMP -> new TimestampNode(in, type, n, presence, context);
      case LIST -> new ListNode(in, type, n, presence, context);
      case MAP -> map(in, type, n, presence, context);
      case STRUCT -> new StructNode(in, type, n, presence, context, null);
      case UNION -> new UnionNode(in, type, n, presence, context);
    };
  }

  private static Node map(Input in, CifType type, int n, Presence presence, Context context) {
    int form = in.u8();
    switch (form) {
      case MapNode.FORM:
        return new MapNode(in, type, n, presence, context, offsets(in, presence));
      case MapColumnsNode.FORM:
        return new MapColumnsNode(in, type, n, presence, context, null);
      default:
        throw in.corrupt("maps of an unknown form " + form);
    }
  }

  /** Opens the node that fills a part. */
  static Node openPart(Parts parts, int part, CifType type, int n, Context context) {
    Input in = parts.read(part);
    Node opened = open(in, type, n, context);
    in.expectEnd("a part of a block");
    return opened;
  }

  /** Reads a stream of lengths and returns their offsets. */
  static GroupedOffsets offsets(Input in, Presence presence) {
    Ints lengths = ints(in, presence);
    return new GroupedOffsets(lengths.size(), lengths::read);
  }

  static Ints ints(Input in, Presence presence) {
    return IntsDecoder.decode(in, presence.present());
  }

  /** Appends values {@code from} to {@code from + count - 1} to a vector of the type. */
  abstract void read(int from, int count, ColumnVector out);

  /** Appends the value under the key of each map, see {@link dev.cif.format.internal.Block}. */
  void readKey(int from, int count, MapKey key, ColumnVector out) {
    throw unsupported();
  }

  /** Appends value {@code i}, which may be NULL. */
  final void append(int i, ColumnVector out) {
    if (presence.isPresent(i)) {
      read(i, 1, out);
    } else {
      out.appendNull();
    }
  }

  /**
   * Passes the name of the encoding of each of its streams on, so a name may occur repeatedly.
   * Passes nothing if all values are NULL.
   */
  abstract void encodings(Consumer<String> to);

  final Value value(int i) {
    return new NodeValue(this, i);
  }

  private AssertionError unsupported() {
    return new AssertionError(getClass() + " does not decode " + type);
  }

  long longAt(int i) {
    throw unsupported();
  }

  double doubleAt(int i) {
    throw unsupported();
  }

  byte[] bytesAt(int i) {
    throw unsupported();
  }

  BigDecimal decimalAt(int i) {
    throw unsupported();
  }

  long secondsAt(int i) {
    throw unsupported();
  }

  int nanosAt(int i) {
    throw unsupported();
  }

  int sizeAt(int i) {
    throw unsupported();
  }

  Value elementAt(int i, int k) {
    throw unsupported();
  }

  Value keyAt(int i, int k) {
    throw unsupported();
  }

  Value valueAt(int i, int k) {
    throw unsupported();
  }

  Value findAt(int i, MapKey key) {
    throw unsupported();
  }

  Value fieldAt(int i, int k) {
    throw unsupported();
  }

  int tagAt(int i) {
    throw unsupported();
  }

  Value branchAt(int i) {
    throw unsupported();
  }

  /** Node without a present value. */
  private static final class EmptyNode extends Node {
    EmptyNode(CifType type, int n, Presence presence, Context context) {
      super(type, n, presence, context);
    }

    @Override
    void read(int from, int count, ColumnVector out) {
      out.appendNulls(count);
    }

    @Override
    void readKey(int from, int count, MapKey key, ColumnVector out) {
      out.appendNulls(count);
    }

    @Override
    void encodings(Consumer<String> to) {}
  }
}
