package dev.cif.format.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Type of a column or of a part of one, as FORMAT.md section 4 lists them. Immutable.
 *
 * <p>The text form is Hive's: {@code map<string,array<decimal(10,2)>>}.
 */
public final class CifType {

  /** Kinds of type. */
  public enum Kind {
    BOOLEAN("boolean", Physical.INT),
    TINYINT("tinyint", Physical.INT),
    SMALLINT("smallint", Physical.INT),
    INT("int", Physical.INT),
    BIGINT("bigint", Physical.INT),
    FLOAT("float", Physical.FLOAT),
    DOUBLE("double", Physical.DOUBLE),
    DECIMAL("decimal", Physical.DECIMAL),
    STRING("string", Physical.BYTES),
    VARCHAR("varchar", Physical.BYTES),
    CHAR("char", Physical.BYTES),
    BINARY("binary", Physical.BYTES),
    DATE("date", Physical.INT),
    TIMESTAMP("timestamp", Physical.TIMESTAMP),
    TIMESTAMP_LTZ("timestamp with local time zone", Physical.TIMESTAMP),
    ARRAY("array", Physical.LIST),
    MAP("map", Physical.MAP),
    STRUCT("struct", Physical.STRUCT),
    UNION("uniontype", Physical.UNION);

    final String text;
    private final Physical physical;

    Kind(String text, Physical physical) {
      this.text = text;
      this.physical = physical;
    }

    public boolean isPrimitive() {
      return compareTo(ARRAY) < 0;
    }
  }

  /** Classes of FORMAT.md section 4. */
  public enum Physical {
    INT,
    FLOAT,
    DOUBLE,
    DECIMAL,
    BYTES,
    TIMESTAMP,
    LIST,
    MAP,
    STRUCT,
    UNION
  }

  /** Greatest nesting depth (FORMAT.md section 9). */
  public static final int MAX_DEPTH = 64;

  /** Greatest number of branches of a uniontype, FORMAT.md section 9; Hive's tags are bytes. */
  public static final int MAX_BRANCHES = 127;

  /** Greatest precision of a decimal that is stored as one 64-bit integer. */
  public static final int MAX_DECIMAL64_PRECISION = 18;

  /** Result of {@link #fieldIndex} if several fields match. */
  public static final int AMBIGUOUS = -2;

  public static final CifType BOOLEAN = primitive(Kind.BOOLEAN);
  public static final CifType TINYINT = primitive(Kind.TINYINT);
  public static final CifType SMALLINT = primitive(Kind.SMALLINT);
  public static final CifType INT = primitive(Kind.INT);
  public static final CifType BIGINT = primitive(Kind.BIGINT);
  public static final CifType FLOAT = primitive(Kind.FLOAT);
  public static final CifType DOUBLE = primitive(Kind.DOUBLE);
  public static final CifType STRING = primitive(Kind.STRING);
  public static final CifType BINARY = primitive(Kind.BINARY);
  public static final CifType DATE = primitive(Kind.DATE);
  public static final CifType TIMESTAMP = primitive(Kind.TIMESTAMP);
  public static final CifType TIMESTAMP_LTZ = primitive(Kind.TIMESTAMP_LTZ);

  private final Kind kind;
  private final int precisionOrLength;
  private final int scale;
  private final List<String> fieldNames;
  private final List<CifType> children;

  private CifType(Kind kind, int precision, int scale, List<String> names, List<CifType> children) {
    this.kind = kind;
    this.precisionOrLength = precision;
    this.scale = scale;
    this.fieldNames = List.copyOf(names);
    this.children = List.copyOf(children);
  }

  private static CifType primitive(Kind kind) {
    return new CifType(kind, 0, 0, List.of(), List.of());
  }

  /**
   * Returns {@code decimal(precision,scale)}, {@code 1 <= precision <= 38, 0 <= scale <=
   * precision}.
   */
  public static CifType decimal(int precision, int scale) {
    if (precision < 1 || precision > 38 || scale < 0 || scale > precision) {
      throw new IllegalArgumentException("not a type: decimal(" + precision + "," + scale + ")");
    }
    return new CifType(Kind.DECIMAL, precision, scale, List.of(), List.of());
  }

  /** Returns {@code varchar(length)}, {@code 1 <= length <= 65535} characters. */
  public static CifType varchar(int length) {
    return sized(Kind.VARCHAR, length, 65535);
  }

  /** Returns {@code char(length)}, {@code 1 <= length <= 255} characters. */
  public static CifType character(int length) {
    return sized(Kind.CHAR, length, 255);
  }

  private static CifType sized(Kind kind, int length, int max) {
    if (length < 1 || length > max) {
      throw new IllegalArgumentException("not a type: " + kind.text + "(" + length + ")");
    }
    return new CifType(kind, length, 0, List.of(), List.of());
  }

  public static CifType array(CifType element) {
    return new CifType(Kind.ARRAY, 0, 0, List.of(), List.of(element));
  }

  public static CifType map(CifType key, CifType value) {
    if (!key.kind.isPrimitive()) {
      throw new IllegalArgumentException("a map's key must be of a primitive type, not " + key);
    }
    return new CifType(Kind.MAP, 0, 0, List.of(), List.of(key, value));
  }

  /** A struct; names are kept as given, and all differ. */
  public static CifType struct(List<String> names, List<CifType> types) {
    if (names.isEmpty() || names.size() != types.size()) {
      throw new IllegalArgumentException(
          "a struct needs fields, each with a name and a type: " + names + " " + types);
    }
    return new CifType(Kind.STRUCT, 0, 0, names, types);
  }

  /**
   * The position of a struct's field (FORMAT.md section 4.1): of exactly that name, else of the
   * only one whose name differs by the case of ASCII letters.
   *
   * @return -1 if there is none, {@link #AMBIGUOUS} if there are several
   */
  public int fieldIndex(String name) {
    int exact = fieldNames.indexOf(name);
    if (exact >= 0) {
      return exact;
    }
    String folded = CifSchema.foldCase(name);
    int found = -1;
    for (int k = 0; k < fieldNames.size(); k++) {
      if (CifSchema.foldCase(fieldNames.get(k)).equals(folded)) {
        if (found >= 0) {
          return AMBIGUOUS;
        }
        found = k;
      }
    }
    return found;
  }

  /**
   * Returns the beginning of an error on two fields of a struct, this or one within it, whose names
   * differ by the case of ASCII letters alone. Null if there are none.
   */
  public String fieldsAlike() {
    Map<String, String> names = new HashMap<>();
    for (String name : fieldNames) {
      String twin = names.put(CifSchema.foldCase(name), name);
      if (twin != null) {
        return "a struct has the fields '" + twin + "' and '" + name + "', which are one to Hive";
      }
    }
    return children.stream()
        .map(CifType::fieldsAlike)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  public static CifType union(List<CifType> branches) {
    if (branches.isEmpty() || branches.size() > MAX_BRANCHES) {
      throw new IllegalArgumentException(
          "a uniontype needs 1 to " + MAX_BRANCHES + " branches, not " + branches.size());
    }
    return new CifType(Kind.UNION, 0, 0, List.of(), branches);
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException if the text is no type
   */
  public static CifType parse(String text) {
    return new TypeParser(text).parse();
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the class of FORMAT.md section 4 that decides the storage of values. */
  public Physical physical() {
    return kind.physical;
  }

  /** Returns true if the values are integers: tinyint, smallint, int, bigint. */
  public boolean isInteger() {
    return kind.compareTo(Kind.TINYINT) >= 0 && kind.compareTo(Kind.BIGINT) <= 0;
  }

  /** Returns the greatest number of digits that an integer or a decimal has before its point. */
  public int wholeDigits() {
    return switch (kind) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INT -> 10;
      case BIGINT -> 19;
      case DECIMAL -> precisionOrLength - scale;
      case BOOLEAN,
              FLOAT,
              DOUBLE,
              STRING,
              VARCHAR,
              CHAR,
              BINARY,
              DATE,
              TIMESTAMP,
              TIMESTAMP_LTZ,
              ARRAY,
              MAP,
              STRUCT,
              UNION ->
          throw new IllegalArgumentException(this + " has no number of digits");
    };
  }

  /** Returns the total number of digits of a decimal. */
  public int precision() {
    return precisionOrLength;
  }

  /** Returns the number of digits of a decimal behind the point. */
  public int scale() {
    return scale;
  }

  /** Returns the greatest length in characters of a varchar or char. */
  public int length() {
    return precisionOrLength;
  }

  /** Returns true if this is a decimal that is stored as one 64-bit integer. */
  public boolean isDecimal64() {
    return kind == Kind.DECIMAL && precisionOrLength <= MAX_DECIMAL64_PRECISION;
  }

  /**
   * Returns the types of the parts: the element of an array, key and value of a map, the fields of
   * a struct, the branches of a union. Empty for other types.
   */
  public List<CifType> children() {
    return children;
  }

  public CifType child(int i) {
    return children.get(i);
  }

  /** Returns the names of a struct's fields; empty for other kinds. */
  public List<String> fieldNames() {
    return fieldNames;
  }

  /** Returns the number of levels; 1 for a primitive type. */
  public int depth() {
    int depth = 0;
    for (CifType child : children) {
      depth = Math.max(depth, child.depth());
    }
    return depth + 1;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof CifType t
        && t.kind == kind
        && t.precisionOrLength == precisionOrLength
        && t.scale == scale
        && t.fieldNames.equals(fieldNames)
        && t.children.equals(children);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, precisionOrLength, scale, fieldNames, children);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case DECIMAL -> "decimal(" + precisionOrLength + "," + scale + ")";
      case VARCHAR, CHAR -> kind.text + "(" + precisionOrLength + ")";
      case ARRAY, MAP, UNION, STRUCT -> {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
          String name = kind == Kind.STRUCT ? TypeParser.quote(fieldNames.get(i)) + ":" : "";
          parts.add(name + children.get(i));
        }
        yield kind.text + "<" + String.join(",", parts) + ">";
      }
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, STRING, BINARY -> kind.text;
      case DATE, TIMESTAMP, TIMESTAMP_LTZ -> kind.text;
    };
  }
}
