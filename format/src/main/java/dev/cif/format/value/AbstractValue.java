package dev.cif.format.value;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.vector.ColumnVector;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Base of Values. It checks that the method fits the type, that the value is not NULL, and that
 * indexes are in range. Then it calls one {@code decode} method, and turns {@link
 * CorruptDataException} into its public form. A subclass overrides the {@code decode} methods of
 * its types only.
 */
public abstract class AbstractValue implements Value {
  private final CifType type;
  private final boolean isNull;

  protected AbstractValue(CifType type, boolean isNull) {
    this.type = type;
    this.isNull = isNull;
  }

  /** Returns the place that the value's bytes come from, for errors. */
  protected ErrorPlace place() {
    return ErrorPlace.UNKNOWN;
  }

  @Override
  public final CifType type() {
    return type;
  }

  @Override
  public final boolean isNull() {
    return isNull;
  }

  @Override
  public final long asLong() {
    require(type.physical() == Physical.INT, "an integer");
    try {
      return decodeLong();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final double asDouble() {
    require(
        type.physical() == Physical.DOUBLE || type.physical() == Physical.FLOAT,
        "a floating point number");
    try {
      return decodeDouble();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final byte[] asBytes() {
    require(type.physical() == Physical.BYTES, "a byte string");
    try {
      return decodeBytes();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final String asString() {
    require(type.physical() == Physical.BYTES && type.kind() != Kind.BINARY, "text");
    try {
      return new String(decodeBytes(), StandardCharsets.UTF_8);
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final BigDecimal asDecimal() {
    require(type.physical() == Physical.DECIMAL, "a decimal");
    try {
      return decodeDecimal();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final long seconds() {
    require(type.physical() == Physical.TIMESTAMP, "a timestamp");
    try {
      return decodeSeconds();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final int nanos() {
    require(type.physical() == Physical.TIMESTAMP, "a timestamp");
    try {
      return decodeNanos();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final int size() {
    require(type.physical() == Physical.LIST || type.physical() == Physical.MAP, "a list or a map");
    try {
      return decodeSize();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final Value element(int i) {
    require(type.physical() == Physical.LIST, "a list");
    try {
      return decodeElement(Objects.checkIndex(i, decodeSize()));
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final Value key(int i) {
    require(type.physical() == Physical.MAP, "a map");
    try {
      return decodeKey(Objects.checkIndex(i, decodeSize()));
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final Value value(int i) {
    require(type.physical() == Physical.MAP, "a map");
    try {
      return decodeValue(Objects.checkIndex(i, decodeSize()));
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final Value find(MapKey key) {
    require(type.physical() == Physical.MAP, "a map");
    requireKey(type, key);
    try {
      return decodeFind(key);
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final Value field(int i) {
    require(type.physical() == Physical.STRUCT, "a struct");
    try {
      return decodeField(Objects.checkIndex(i, type.children().size()));
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final int tag() {
    require(type.physical() == Physical.UNION, "a union");
    try {
      return decodeTag();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final Value branch() {
    require(type.physical() == Physical.UNION, "a union");
    try {
      return decodeBranch();
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  @Override
  public final void appendTo(ColumnVector vector) {
    if (isNull) {
      vector.appendNull();
      return;
    }
    try {
      decodeInto(vector);
    } catch (CorruptDataException e) {
      throw damaged(e);
    }
  }

  protected long decodeLong() {
    throw unsupported();
  }

  protected double decodeDouble() {
    throw unsupported();
  }

  /** Returns a copy of the bytes. */
  protected byte[] decodeBytes() {
    throw unsupported();
  }

  protected BigDecimal decodeDecimal() {
    throw unsupported();
  }

  protected long decodeSeconds() {
    throw unsupported();
  }

  protected int decodeNanos() {
    throw unsupported();
  }

  protected int decodeSize() {
    throw unsupported();
  }

  /** Returns element {@code i}, which is in range, as are the indexes of the methods below. */
  protected Value decodeElement(int i) {
    throw unsupported();
  }

  protected Value decodeKey(int i) {
    throw unsupported();
  }

  protected Value decodeValue(int i) {
    throw unsupported();
  }

  /** Returns the value under a key of the class of the map's keys, or null if the map lacks it. */
  protected Value decodeFind(MapKey key) {
    throw unsupported();
  }

  protected Value decodeField(int i) {
    throw unsupported();
  }

  protected int decodeTag() {
    throw unsupported();
  }

  protected Value decodeBranch() {
    throw unsupported();
  }

  /** Appends the value, which is not NULL. */
  protected abstract void decodeInto(ColumnVector vector);

  /**
   * Checks that maps of the type can be searched for the key.
   *
   * @throws IllegalArgumentException if not
   */
  public static void requireKey(CifType map, MapKey key) {
    Physical wanted = key.isBytes() ? Physical.BYTES : Physical.INT;
    if (map.child(0).physical() != wanted) {
      throw new IllegalArgumentException(
          "a " + map + " has no keys that are " + (key.isBytes() ? "byte strings" : "integers"));
    }
  }

  private void require(boolean fits, String what) {
    if (!fits) {
      throw new IllegalStateException("a value of type " + type + " is not " + what);
    }
    if (isNull) {
      throw new IllegalStateException("the value, of type " + type + ", is NULL");
    }
  }

  private AssertionError unsupported() {
    return new AssertionError(getClass() + " does not decode " + type);
  }

  private UncheckedIOException damaged(CorruptDataException e) {
    return new UncheckedIOException(place().damaged(e));
  }
}
