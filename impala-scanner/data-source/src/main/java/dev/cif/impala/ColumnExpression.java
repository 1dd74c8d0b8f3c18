package dev.cif.impala;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import java.util.ArrayList;
import java.util.List;

/**
 * Parser of column expressions in the init string: a stored column, a partition key, or a part of
 * one.
 */
final class ColumnExpression {
  private static final int MAX_STEPS = CifType.MAX_DEPTH;

  private final String text;
  private int at;

  private ColumnExpression(String text) {
    this.text = text;
  }

  /**
   * Parses an expression. A name with characters other than letters, digits, _ and $ needs
   * back-ticks. A quote inside quotes is written twice.
   */
  static ColumnPath parse(String text) throws CifException {
    return new ColumnExpression(text).path();
  }

  private ColumnPath path() throws CifException {
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
    return new ColumnPath(text, column, steps);
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
