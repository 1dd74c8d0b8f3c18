package dev.cif.format.scan;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The type that holds the values of two: FORMAT.md section 4.1. */
final class WiderType {
  private static final int MOST_DIGITS = 38;

  private WiderType() {}

  /** The type; null if there is none. */
  static CifType of(CifType a, CifType b) {
    if (a.equals(b)) {
      return a;
    }
    if (isNumber(a) && isNumber(b)) {
      return number(a, b);
    }
    if (isText(a) && isText(b)) {
      return CifType.STRING;
    }
    if (a.kind() != b.kind()) {
      return null;
    }
    return switch (a.kind()) {
      case STRUCT -> struct(a, b);
      case ARRAY -> {
        CifType element = of(a.child(0), b.child(0));
        yield element == null ? null : CifType.array(element);
      }
      case MAP -> {
        CifType key = of(a.child(0), b.child(0));
        CifType value = of(a.child(1), b.child(1));
        yield key == null || value == null ? null : CifType.map(key, value);
      }
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR -> null;
      case CHAR, BINARY, DATE, TIMESTAMP, TIMESTAMP_LTZ, UNION -> null;
    };
  }

  private static CifType number(CifType a, CifType b) {
    if (a.isInteger() && b.isInteger()) {
      return a.kind().compareTo(b.kind()) > 0 ? a : b;
    }
    if (isFloating(a) || isFloating(b)) {
      return CifType.DOUBLE;
    }
    int scale = Math.max(a.scale(), b.scale());
    int digits = Math.max(a.wholeDigits(), b.wholeDigits()) + scale;
    return digits > MOST_DIGITS ? null : CifType.decimal(digits, scale);
  }

  /** The fields of the first, then those that only the second has. */
  private static CifType struct(CifType a, CifType b) {
    Map<String, List<Integer>> ofA = fields(a);
    Map<String, List<Integer>> ofB = fields(b);
    List<String> names = new ArrayList<>(a.fieldNames());
    List<CifType> types = new ArrayList<>(a.children());
    for (int i = 0; i < b.children().size(); i++) {
      String name = b.fieldNames().get(i);
      List<Integer> alike = ofA.get(CifSchema.foldCase(name));
      if (alike == null) {
        names.add(name);
        types.add(b.child(i));
        continue;
      }
      int k = alike.get(0);
      int twins = ofB.get(CifSchema.foldCase(name)).size();
      if (alike.size() > 1 || twins > 1) {
        // Fields that differ by case alone are told apart by it, so both structs need all of them.
        k = alike.size() == twins ? a.fieldNames().indexOf(name) : -1;
      }
      CifType wider = k < 0 ? null : of(a.child(k), b.child(i));
      if (wider == null) {
        return null;
      }
      types.set(k, wider);
    }
    return CifType.struct(names, types);
  }

  /** The positions of a struct's fields by their names in lower case. */
  private static Map<String, List<Integer>> fields(CifType struct) {
    Map<String, List<Integer>> fields = new HashMap<>();
    for (int k = 0; k < struct.fieldNames().size(); k++) {
      String folded = CifSchema.foldCase(struct.fieldNames().get(k));
      fields.computeIfAbsent(folded, name -> new ArrayList<>()).add(k);
    }
    return fields;
  }

  private static boolean isNumber(CifType type) {
    return type.isInteger() || isFloating(type) || type.kind() == Kind.DECIMAL;
  }

  private static boolean isFloating(CifType type) {
    return type.kind() == Kind.FLOAT || type.kind() == Kind.DOUBLE;
  }

  private static boolean isText(CifType type) {
    return type.kind() == Kind.STRING || type.kind() == Kind.VARCHAR || type.kind() == Kind.CHAR;
  }
}
