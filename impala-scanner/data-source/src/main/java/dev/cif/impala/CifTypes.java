package dev.cif.impala;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import java.util.Locale;

/**
 * Mapping from types of Impala's columns to the stored types that they may read. Nothing is lost,
 * but for DOUBLE: decimals and large integers become the nearest doubles.
 */
final class CifTypes {
  private CifTypes() {}

  /** Returns the CIF type with the same values. */
  static CifType of(ImpalaType type) {
    return type.kind() == ImpalaType.Kind.DECIMAL
        ? CifType.decimal(type.precision(), type.scale())
        : CifType.parse(type.kind().name().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns true if every value of the stored type is a value of the wanted type, has a nearest
   * double, or has a JSON text.
   */
  static boolean isReadableAs(CifType stored, ImpalaType wanted) {
    switch (wanted.kind()) {
      case BOOLEAN:
      case DATE:
        return stored.kind().name().equals(wanted.kind().name());
      case TINYINT:
      case SMALLINT:
      case INT:
      case BIGINT:
        return stored.isInteger()
            && stored.kind().compareTo(Kind.valueOf(wanted.kind().name())) <= 0;
      case FLOAT:
        return stored.kind() == Kind.FLOAT
            || (stored.isInteger() && stored.kind().compareTo(Kind.SMALLINT) <= 0);
      case DOUBLE:
        return stored.kind() == Kind.FLOAT
            || stored.kind() == Kind.DOUBLE
            || stored.kind() == Kind.DECIMAL
            || stored.isInteger();
      case DECIMAL:
        int whole = wanted.precision() - wanted.scale();
        return stored.isInteger()
            ? stored.wholeDigits() <= whole
            : stored.kind() == Kind.DECIMAL
                && stored.scale() <= wanted.scale()
                && stored.wholeDigits() <= whole;
      case STRING:
        return stored.physical() == CifType.Physical.BYTES || JsonTexts.isJson(stored);
      case TIMESTAMP:
        return stored.physical() == CifType.Physical.TIMESTAMP;
    }
    throw new AssertionError(wanted);
  }

  /**
   * Returns true if a column of type DOUBLE may show other numbers than those of the stored type.
   */
  static boolean areRounded(CifType stored) {
    return stored.kind() == Kind.DECIMAL || stored.kind() == Kind.BIGINT;
  }

  /** Returns advice for a stored type that a column cannot read. */
  static String advice(CifType stored, ImpalaType wanted) {
    boolean isFloat = wanted.kind() == ImpalaType.Kind.FLOAT;
    // Other split-directories may have floats in that column: DOUBLE reads them all.
    return advice(stored)
        + (isFloat && isReadableAs(stored, ImpalaType.of(ImpalaType.Kind.DOUBLE))
            ? ", or as DOUBLE"
            : "");
  }

  private static String advice(CifType stored) {
    return switch (stored.kind()) {
      case ARRAY -> json("an element", "a[0]");
      case MAP -> json("the value of a key", "m['key']");
      case STRUCT -> json("a field", "s.field");
      case UNION -> "declare the column as STRING, which shows it as JSON";
      case VARCHAR, CHAR, BINARY -> "declare the column as STRING";
      case TIMESTAMP_LTZ -> "declare the column as TIMESTAMP";
      case BOOLEAN,
              TINYINT,
              SMALLINT,
              INT,
              BIGINT,
              FLOAT,
              DOUBLE,
              DECIMAL,
              STRING,
              DATE,
              TIMESTAMP ->
          "declare the column as " + stored.toString().toUpperCase(Locale.ROOT);
    };
  }

  private static String json(String part, String example) {
    return "declare the column as STRING, which shows it as JSON, or map it to "
        + part
        + " under \"columns\" of the init string, as in "
        + example;
  }
}
