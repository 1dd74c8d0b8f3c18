package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.CifType;
import dev.cif.format.value.MapKey;
import java.util.ArrayList;
import java.util.List;

/**
 * A stored column, or a part of each of its values: {@code name}, {@code name['key']}, {@code
 * name.field}, {@code name[0]}, one after the other at any depth. Immutable.
 *
 * @param text as written
 * @param column name of the stored column or of the partition key
 * @param steps from the column's value to the part
 */
record ColumnExpression(String text, String column, List<Step> steps) {
  /** A step into a value. */
  sealed interface Step {
    /** The value of a map under a text key. */
    record Key(String key) implements Step {}

    /** The element of an array, or the value of a map under a whole number. */
    record Index(long index) implements Step {}

    /** The field of a struct. */
    record Field(String name) implements Step {}
  }

  ColumnExpression {
    steps = List.copyOf(steps);
  }

  /** The expression of a whole column. */
  static ColumnExpression of(String column) {
    return new ColumnExpression(column, column, List.of());
  }

  /**
   * Parses an expression. Names of other characters than letters, digits, _ and $ stand between
   * back-ticks; a quote inside quotes is written twice.
   */
  static ColumnExpression parse(String text) throws CifException {
    return new Parser(text).expression();
  }

  boolean isWholeColumn() {
    return steps.isEmpty();
  }

  /** The look-up key of a step into a map of the type; null if the step does not fit. */
  static MapKey mapKey(CifType map, Step step) {
    CifType key = map.child(0);
    if (step instanceof Step.Key k && key.physical() == CifType.Physical.BYTES) {
      boolean padded = key.kind() == CifType.Kind.CHAR;
      return MapKey.of(padded ? k.key().replaceAll(" +$", "") : k.key());
    }
    boolean integer = CifTypes.isInteger(key);
    return step instanceof Step.Index index && integer ? MapKey.of(index.index()) : null;
  }

  private static final class Parser {
    private static final int MAX_STEPS = CifType.MAX_DEPTH;

    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    ColumnExpression expression() throws CifException {
      skipSpace();
      String column = name();
      List<Step> steps = new ArrayList<>();
      skipSpace();
      while (at < text.length()) {
        if (steps.size() == MAX_STEPS) {
          throw wrong("more than " + MAX_STEPS + " steps");
        }
        steps.add(step());
        skipSpace();
      }
      return new ColumnExpression(text, column, steps);
    }

    private Step step() throws CifException {
      char c = text.charAt(at);
      if (c == '.') {
        at++;
        skipSpace();
        return new Step.Field(name());
      }
      if (c != '[') {
        throw wrong("expected '[' or '.'");
      }
      at++;
      skipSpace();
      char first = at < text.length() ? text.charAt(at) : 0;
      Step step =
          first == '\'' || first == '"' ? new Step.Key(quoted(first)) : new Step.Index(number());
      skipSpace();
      if (at == text.length() || text.charAt(at) != ']') {
        throw wrong("expected ']'");
      }
      at++;
      return step;
    }

    private String name() throws CifException {
      int start = at;
      if (at < text.length() && text.charAt(at) == '`') {
        return quoted('`');
      }
      while (at < text.length() && isNamePart(text.charAt(at))) {
        at++;
      }
      if (at == start || Character.isDigit(text.charAt(start))) {
        at = start;
        throw wrong("expected a name (other than of letters, digits, _ and $: in back-ticks)");
      }
      return text.substring(start, at);
    }

    private static boolean isNamePart(char c) {
      return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private String quoted(char quote) throws CifException {
      StringBuilder value = new StringBuilder();
      int start = at++;
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c != quote) {
          value.append(c);
        } else if (at < text.length() && text.charAt(at) == quote) {
          value.append(quote);
          at++;
        } else {
          return value.toString();
        }
      }
      at = start;
      throw wrong("the " + quote + " is never closed");
    }

    private long number() throws CifException {
      int start = at;
      if (at < text.length() && text.charAt(at) == '-') {
        at++;
      }
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      try {
        return Long.parseLong(text.substring(start, at));
      } catch (NumberFormatException e) {
        at = start;
        throw wrong("expected a key in quotes or a whole number of 64 bits");
      }
    }

    private void skipSpace() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    private CifException wrong(String what) {
      return new CifException(
          "'" + text + "' is no column expression: " + what + " at character " + (at + 1));
    }
  }
}
