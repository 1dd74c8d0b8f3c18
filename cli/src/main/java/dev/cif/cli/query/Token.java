package dev.cif.cli.query;

/**
 * Token of an expression.
 *
 * @param kind kind of the token
 * @param text text; for a string or quoted name without the quotes
 * @param position position of its first character, from 1
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

  /** Returns its form in an error message. */
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
