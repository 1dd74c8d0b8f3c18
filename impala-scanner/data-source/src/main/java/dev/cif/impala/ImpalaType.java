package dev.cif.impala;

import dev.cif.format.schema.CifException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.impala.thrift.TColumnType;
import org.apache.impala.thrift.TPrimitiveType;
import org.apache.impala.thrift.TScalarType;
import org.apache.impala.thrift.TTypeNodeType;

/**
 * Type of a column in Impala's data source tables.
 *
 * @param kind kind of the type, which decides the class of the objects for its values in this
 *     package
 * @param precision of DECIMAL, else 0
 * @param scale of DECIMAL, else 0
 */
record ImpalaType(Kind kind, int precision, int scale) {
  /** Kinds of types, with the class of their values. */
  enum Kind {
    /** Long 0 or 1. */
    BOOLEAN,
    /** Long. */
    TINYINT,
    /** Long. */
    SMALLINT,
    /** Long. */
    INT,
    /** Long. */
    BIGINT,
    /** Double that is exactly a float. */
    FLOAT,
    /** Double. */
    DOUBLE,
    /** BigDecimal of the type's scale. */
    DECIMAL,
    /** Byte array. */
    STRING,
    /** Long, days since 1970-01-01. */
    DATE,
    /** dev.cif.format.schema.TimestampValue. */
    TIMESTAMP
  }

  static ImpalaType of(Kind kind) {
    return new ImpalaType(kind, 0, 0);
  }

  /**
   * Returns the type of a column from Impala's description.
   *
   * @throws CifException if data source tables cannot have such a column
   */
  static ImpalaType from(String column, TColumnType type) throws CifException {
    if (type == null || type.getTypesSize() == 0) {
      throw new CifException("Impala gave no type for column '" + column + "'");
    }
    boolean scalar = type.getTypesSize() == 1;
    TTypeNodeType node = type.getTypes().get(0).getType();
    TScalarType of = type.getTypes().get(0).getScalar_type();
    if (!scalar || node != TTypeNodeType.SCALAR || of == null) {
      throw unsupported(column, String.valueOf(node));
    }
    TPrimitiveType primitive = of.getType();
    if (primitive == TPrimitiveType.DECIMAL) {
      return new ImpalaType(Kind.DECIMAL, of.getPrecision(), of.getScale());
    }
    for (Kind kind : Kind.values()) {
      if (primitive != null && kind.name().equals(primitive.name())) {
        return of(kind);
      }
    }
    throw unsupported(column, String.valueOf(primitive));
  }

  private static CifException unsupported(String column, String type) {
    List<String> names = Arrays.stream(Kind.values()).map(Kind::name).toList();
    return new CifException(
        "column '"
            + column
            + "' is of type "
            + type.toUpperCase(Locale.ROOT)
            + "; a data source's columns are of the types "
            + String.join(", ", names));
  }

  @Override
  public String toString() {
    return kind == Kind.DECIMAL ? "DECIMAL(" + precision + "," + scale + ")" : kind.name();
  }
}
