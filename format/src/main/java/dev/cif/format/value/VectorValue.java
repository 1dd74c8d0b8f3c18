package dev.cif.format.value;

import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.RangeVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.format.vector.UnionVector;
import java.math.BigDecimal;
import java.util.Arrays;

/** Value of one row of a vector, which must not change while the Value is in use. */
public final class VectorValue extends AbstractValue {
  private final ColumnVector vector;
  private final int index;

  public VectorValue(ColumnVector vector, int index) {
    super(vector.type(), vector.isNull(index));
    this.vector = vector;
    this.index = index;
  }

  @Override
  protected long decodeLong() {
    return ((LongVector) vector).values[index];
  }

  @Override
  protected double decodeDouble() {
    return ((DoubleVector) vector).values[index];
  }

  @Override
  protected byte[] decodeBytes() {
    return ((BytesVector) vector).bytes(index);
  }

  @Override
  protected BigDecimal decodeDecimal() {
    return ((DecimalVector) vector).decimal(index);
  }

  @Override
  protected long decodeSeconds() {
    return ((TimestampVector) vector).seconds[index];
  }

  @Override
  protected int decodeNanos() {
    return ((TimestampVector) vector).nanos[index];
  }

  @Override
  protected int decodeSize() {
    return ((RangeVector) vector).lengths[index];
  }

  @Override
  protected Value decodeElement(int i) {
    ListVector list = (ListVector) vector;
    return new VectorValue(list.elements(), list.starts[index] + i);
  }

  @Override
  protected Value decodeKey(int i) {
    MapVector map = (MapVector) vector;
    return new VectorValue(map.keys(), map.starts[index] + i);
  }

  @Override
  protected Value decodeValue(int i) {
    MapVector map = (MapVector) vector;
    return new VectorValue(map.values(), map.starts[index] + i);
  }

  @Override
  protected Value decodeFind(MapKey key) {
    MapVector map = (MapVector) vector;
    int start = map.starts[index];
    for (int i = start + map.lengths[index] - 1; i >= start; i--) {
      if (equal(map.keys(), i, key)) {
        return new VectorValue(map.values(), i);
      }
    }
    return null;
  }

  private static boolean equal(ColumnVector keys, int i, MapKey key) {
    if (!key.isBytes()) {
      return ((LongVector) keys).values[i] == key.number();
    }
    BytesVector k = (BytesVector) keys;
    byte[] b = key.bytes();
    return Arrays.equals(k.data, k.starts[i], k.starts[i] + k.lengths[i], b, 0, b.length);
  }

  @Override
  protected Value decodeField(int i) {
    return new VectorValue(((StructVector) vector).field(i), index);
  }

  @Override
  protected int decodeTag() {
    return ((UnionVector) vector).tags[index];
  }

  @Override
  protected Value decodeBranch() {
    UnionVector union = (UnionVector) vector;
    return new VectorValue(union.branch(union.tags[index]), union.indexes[index]);
  }

  @Override
  protected void decodeInto(ColumnVector target) {
    target.append(vector, index);
  }
}
