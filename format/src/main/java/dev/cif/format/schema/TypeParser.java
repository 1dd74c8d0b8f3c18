package dev.cif.format.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parses the text form of a type. A struct's field name may be quoted with back-ticks. */
final class TypeParser {
  private final String text;
  private int pos;
  private int depth;

  TypeParser(String text) {
    this.text = text;
  }

  CifType parse() {
    CifType type = type();
    if (pos != text.length()) {
      throw error("unexpected text behind the type");
    }
    return type;
  }

  /** Returns a field name in the form of a struct's text. */
  static String quote(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isPlain(name.charAt(i))) {
        return '`' + name.replace("`", "``") + '`';
      }
    }
    return name.isEmpty() ? "``" : name;
  }

  private static boolean isPlain(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '.' || c == ' ';
  }

  private CifType type() {
    if (++depth > CifType.MAX_DEPTH) {
      throw error("types nested deeper than " + CifType.MAX_DEPTH);
    }
    CifType type = named(word());
    depth--;
    return type;
  }

  private CifType named(String word) {
    switch (word) {
      case "boolean":
        return CifType.BOOLEAN;
      case "tinyint":
        return CifType.TINYINT;
      case "smallint":
        return CifType.SMALLINT;
      case "int":
        return CifType.INT;
      case "bigint":
        return CifType.BIGINT;
      case "float":
        return CifType.FLOAT;
      case "double":
        return CifType.DOUBLE;
      case "string":
        return CifType.STRING;
      case "binary":
        return CifType.BINARY;
      case "date":
        return CifType.DATE;
      case "timestamp":
        return CifType.TIMESTAMP;
      case "timestamp with local time zone":
        return CifType.TIMESTAMP_LTZ;
      case "decimal":
        return decimal();
      case "varchar":
        return CifType.varchar(parameters(1)[0]);
      case "char":
        return CifType.character(parameters(1)[0]);
      case "array":
        List<CifType> element = children();
        if (element.size() != 1) {
          throw error("an array has one type of elements");
        }
        return CifType.array(element.get(0));
      case "map":
        List<CifType> pair = children();
        if (pair.size() != 2) {
          throw error("a map needs a key and a value type");
        }
        return CifType.map(pair.get(0), pair.get(1));
      case "uniontype":
        return CifType.union(children());
      case "struct":
        return struct();
      default:
        throw error("unknown type '" + word + "'");
    }
  }

  private CifType decimal() {
    if (pos == text.length() || text.charAt(pos) != '(') {
      return CifType.decimal(10, 0);
    }
    int[] p = parameters(2);
    return CifType.decimal(p[0], p[1]);
  }

  private String word() {
    int start = pos;
    while (pos < text.length()
        && (Character.isLetterOrDigit(text.charAt(pos)) || text.charAt(pos) == ' ')) {
      pos++;
    }
    return text.substring(start, pos).trim().toLowerCase(Locale.ROOT);
  }

  private int[] parameters(int count) {
    expect('(');
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        expect(',');
      }
      String word = word();
      try {
        values[i] = Integer.parseInt(word);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(error("'" + word + "' is no number").getMessage(), e);
      }
    }
    expect(')');
    return values;
  }

  private List<CifType> children() {
    List<CifType> types = new ArrayList<>();
    expect('<');
    do {
      types.add(type());
    } while (accept(','));
    expect('>');
    return types;
  }

  private CifType struct() {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    expect('<');
    do {
      names.add(fieldName());
      expect(':');
      types.add(type());
    } while (accept(','));
    expect('>');
    return CifType.struct(names, types);
  }

  private String fieldName() {
    if (!accept('`')) {
      int colon = text.indexOf(':', pos);
      if (colon < 0) {
        throw error("a struct's field needs a name, ':' and a type");
      }
      String name = text.substring(pos, colon);
      pos = colon;
      return name;
    }
    StringBuilder name = new StringBuilder();
    while (pos < text.length()) {
      char c = text.charAt(pos++);
      if (c == '`' && !accept('`')) {
        return name.toString();
      }
      name.append(c);
    }
    throw error("a quoted name does not end");
  }

  private boolean accept(char c) {
    if (pos < text.length() && text.charAt(pos) == c) {
      pos++;
      return true;
    }
    return false;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw error("expected '" + c + "'");
    }
  }

  private IllegalArgumentException error(String message) {
    return new IllegalArgumentException(
        "not a type: '" + text + "', at character " + pos + ": " + message);
  }
}
