package dev.cif.format.internal.file;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.value.MapKey;
import java.util.Arrays;
import java.util.List;

/** Name of a part of a column's values, FORMAT.md section 5.2: a field, or a map's key. */
public final class PartName {
  private final byte[] bytes;

  PartName(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the name of a nested field, given by its position in each struct on the way. */
  public static PartName of(List<Integer> fields) {
    Output out = new Output();
    fields.forEach(out::uvarint);
    return new PartName(out.toByteArray());
  }

  /** Returns the name of a map's value under a key. */
  public static PartName of(MapKey key) {
    if (key.isBytes()) {
      return new PartName(key.bytes());
    }
    Output out = new Output();
    out.svarint(key.number());
    return new PartName(out.toByteArray());
  }

  /** Returns true if values of a type have parts with statistics. */
  static boolean isDivided(CifType type) {
    if (type.kind() != Kind.MAP) {
      return type.kind() == Kind.STRUCT
          && type.children().stream().anyMatch(t -> t.kind().isPrimitive() || isStruct(t));
    }
    Physical key = type.child(0).physical();
    return (key == Physical.BYTES || key == Physical.INT) && type.child(1).kind().isPrimitive();
  }

  private static boolean isStruct(CifType type) {
    return type.kind() == Kind.STRUCT && isDivided(type);
  }

  byte[] bytes() {
    return bytes;
  }

  /** Returns the type of the part in a column of a type, or null if the column has no such part. */
  CifType typeIn(CifType column) {
    if (!isDivided(column)) {
      return null;
    }
    Input in = Input.copyOf(bytes, 0, bytes.length);
    try {
      if (column.kind() == Kind.MAP) {
        if (column.child(0).physical() == Physical.INT) {
          in.svarint();
          in.expectEnd("a key");
        }
        return column.child(1);
      }
      CifType type = column;
      do {
        if (type.kind() != Kind.STRUCT) {
          return null;
        }
        type = type.child(in.count("a field", type.children().size() - 1));
      } while (in.remaining() > 0);
      return type.kind().isPrimitive() ? type : null;
    } catch (CorruptDataException e) {
      return null;
    }
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof PartName other && Arrays.equals(bytes, other.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
