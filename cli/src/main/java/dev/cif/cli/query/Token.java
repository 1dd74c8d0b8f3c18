package dev.cif.cli.query;

/**
 * A word of an expression.
 *
 * @param kind what it is
 * @param text its text; of a string or quoted name without the quotes
 * @param position of its first character, from 1
 */
record Token(Kind kind, String text, int position) {
  enum Kind {
    NAME,
    QUOTED_NAME,
    NUMBER,
    STRING,
    SYMBOL,
    END
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  boolean isWord(String word) {
    return kind == Kind.NAME && text.equalsIgnoreCase(word);
  }

  /** How an error message names it. */
  String shown() {
    switch (kind) {
      case END:
        return "the end";
      case STRING:
        return "'" + text + "'";
      default:
        return text;
    }
  }
}
