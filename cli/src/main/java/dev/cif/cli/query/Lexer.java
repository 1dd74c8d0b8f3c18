package dev.cif.cli.query;

import dev.cif.cli.query.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Splits an expression into tokens. */
final class Lexer {
  private static final List<String> SYMBOLS =
      List.of(
          "<=>", "<=", ">=", "<>", "!=", "==", "=", "<", ">", "(", ")", "[", "]", ",", ".", "-",
          "+");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(String text) {
    this.text = text;
  }

  static List<Token> tokens(String text) throws QueryException {
    return new Lexer(text).run();
  }

  private List<Token> run() throws QueryException {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (c == '\'' || c == '"') {
        quoted(c, Kind.STRING);
      } else if (c == '`') {
        quoted(c, Kind.QUOTED_NAME);
      } else if (isDigit(at) || (c == '.' && isDigit(at + 1) && !afterOperand())) {
        number();
      } else if (Character.isLetter(c) || c == '_' || c == '$') {
        name();
      } else {
        symbol();
      }
    }
    tokens.add(new Token(Kind.END, "", text.length() + 1));
    return tokens;
  }

  private boolean isDigit(int i) {
    return i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9';
  }

  /**
   * Returns true after a name or a bracket, where a dot leads to a field and begins no fraction.
   */
  private boolean afterOperand() {
    if (tokens.isEmpty()) {
      return false;
    }
    Token last = tokens.get(tokens.size() - 1);
    return last.kind() == Kind.NAME || last.kind() == Kind.QUOTED_NAME || last.isSymbol("]");
  }

  /** Adds a quoted token; a quote inside is written twice. */
  private void quoted(char quote, Kind kind) throws QueryException {
    int start = at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != quote) {
        value.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        value.append(quote);
        at++;
      } else {
        tokens.add(new Token(kind, value.toString(), start + 1));
        return;
      }
    }
    throw new QueryException("the " + quote + " at character " + (start + 1) + " is never closed");
  }

  private void number() {
    int start = at;
    digits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      digits();
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      int sign = at + 1 < text.length() && "+-".indexOf(text.charAt(at + 1)) >= 0 ? 1 : 0;
      if (isDigit(at + 1 + sign)) {
        at += 1 + sign;
        digits();
      }
    }
    tokens.add(new Token(Kind.NUMBER, text.substring(start, at), start + 1));
  }

  private void digits() {
    while (isDigit(at)) {
      at++;
    }
  }

  private void name() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || "_$".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    tokens.add(new Token(Kind.NAME, text.substring(start, at), start + 1));
  }

  private void symbol() throws QueryException {
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        tokens.add(new Token(Kind.SYMBOL, symbol, at + 1));
        at += symbol.length();
        return;
      }
    }
    throw new QueryException(
        "unexpected '" + text.charAt(at) + "' at character " + (at + 1) + " of " + text);
  }
}
