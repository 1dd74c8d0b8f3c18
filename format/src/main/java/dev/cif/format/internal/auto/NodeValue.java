package dev.cif.format.internal.auto;

import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.value.AbstractValue;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.math.BigDecimal;

/** Value {@code i} of a node, which decodes only the parts that are asked for. */
final class NodeValue extends AbstractValue {
  private final Node node;
  private final int i;

  NodeValue(Node node, int i) {
    super(node.type, !node.presence.isPresent(i));
    this.node = node;
    this.i = i;
  }

  @Override
  protected ErrorPlace place() {
    return node.context.place();
  }

  @Override
  protected long decodeLong() {
    return node.longAt(i);
  }

  @Override
  protected double decodeDouble() {
    return node.doubleAt(i);
  }

  @Override
  protected byte[] decodeBytes() {
    return node.bytesAt(i);
  }

  @Override
  protected BigDecimal decodeDecimal() {
    return node.decimalAt(i);
  }

  @Override
  protected long decodeSeconds() {
    return node.secondsAt(i);
  }

  @Override
  protected int decodeNanos() {
    return node.nanosAt(i);
  }

  @Override
  protected int decodeSize() {
    return node.sizeAt(i);
  }

  @Override
  protected Value decodeElement(int k) {
    return node.elementAt(i, k);
  }

  @Override
  protected Value decodeKey(int k) {
    return node.keyAt(i, k);
  }

  @Override
  protected Value decodeValue(int k) {
    return node.valueAt(i, k);
  }

  @Override
  protected Value decodeFind(MapKey key) {
    return node.findAt(i, key);
  }

  @Override
  protected Value decodeField(int k) {
    return node.fieldAt(i, k);
  }

  @Override
  protected int decodeTag() {
    return node.tagAt(i);
  }

  @Override
  protected Value decodeBranch() {
    return node.branchAt(i);
  }

  @Override
  protected void decodeInto(ColumnVector vector) {
    node.read(i, 1, vector);
  }
}
