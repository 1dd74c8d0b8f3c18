package dev.cif.cli.query;

import dev.cif.cli.query.Condition.Literal;
import dev.cif.cli.query.Condition.Operand;
import dev.cif.cli.query.Condition.Reference;
import dev.cif.cli.query.Token.Kind;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.value.TextValues;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Recursive-descent parser of the grammar of {@link Condition#parse}. */
final class Parser {
  private static final int MAX_DEPTH = 200;
  private static final Map<String, Op> OPERATORS =
      Map.of(
          "=",
          Op.EQ,
          "==",
          Op.EQ,
          "<=>",
          Op.EQ_NULLSAFE,
          "!=",
          Op.NE,
          "<>",
          Op.NE,
          "<",
          Op.LT,
          "<=",
          Op.LE,
          ">",
          Op.GT,
          ">=",
          Op.GE);
  private static final Set<String> RESERVED =
      Set.of("and", "or", "not", "in", "between", "like", "is", "null", "true", "false");

  private final String text;
  private final List<Token> tokens;
  private int at;
  private int depth;

  Parser(String text) throws QueryException {
    this.text = text;
    this.tokens = Lexer.tokens(text);
  }

  Condition condition() throws QueryException {
    Condition condition = or();
    expectEnd();
    return condition;
  }

  List<ColumnPath> columnList() throws QueryException {
    List<ColumnPath> paths = new ArrayList<>();
    do {
      paths.add(path());
    } while (takeSymbol(","));
    expectEnd();
    return paths;
  }

  private Condition or() throws QueryException {
    if (++depth > MAX_DEPTH) {
      throw new QueryException("the condition is nested deeper than " + MAX_DEPTH);
    }
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(and());
    } while (takeWord("or"));
    depth--;
    return parts.size() == 1 ? parts.get(0) : new Condition.Or(List.copyOf(parts));
  }

  private Condition and() throws QueryException {
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(not());
    } while (takeWord("and"));
    return parts.size() == 1 ? parts.get(0) : new Condition.And(List.copyOf(parts));
  }

  private Condition not() throws QueryException {
    boolean negate = false;
    while (takeWord("not")) {
      negate = !negate;
    }
    Condition condition = test();
    return negate ? new Condition.Not(condition) : condition;
  }

  private Condition test() throws QueryException {
    if (takeSymbol("(")) {
      Condition inner = or();
      expectSymbol(")");
      return inner;
    }
    Operand left = operand();
    Op op = peek().kind() == Kind.SYMBOL ? OPERATORS.get(peek().text()) : null;
    if (op != null) {
      at++;
      return new Condition.Compare(left, op, operand());
    }
    if (takeWord("is")) {
      boolean negate = takeWord("not");
      expectWord("null");
      return negated(negate, new Condition.IsNull(left));
    }
    boolean negate = takeWord("not");
    if (takeWord("in")) {
      return negated(negate, new Condition.In(left, literals()));
    }
    if (takeWord("between")) {
      Operand low = operand();
      expectWord("and");
      Operand high = operand();
      return negated(
          negate,
          new Condition.And(
              List.of(
                  new Condition.Compare(left, Op.GE, low),
                  new Condition.Compare(left, Op.LE, high))));
    }
    if (takeWord("like")) {
      return negated(negate, new Condition.Like(left, take(Kind.STRING, "a pattern").text()));
    }
    if (negate) {
      throw unexpected("IN, BETWEEN or LIKE");
    }
    return new Condition.Truth(left);
  }

  private static Condition negated(boolean negate, Condition condition) {
    return negate ? new Condition.Not(condition) : condition;
  }

  private List<Literal> literals() throws QueryException {
    expectSymbol("(");
    List<Literal> literals = new ArrayList<>();
    do {
      Literal literal = literal();
      if (literal == null) {
        throw unexpected("a literal");
      }
      literals.add(literal);
    } while (takeSymbol(","));
    expectSymbol(")");
    return List.copyOf(literals);
  }

  private Operand operand() throws QueryException {
    Literal literal = literal();
    return literal != null ? literal : new Reference(path());
  }

  private static BigDecimal number(Token token) throws QueryException {
    try {
      return new BigDecimal(token.text());
    } catch (NumberFormatException e) {
      throw new QueryException(
          "the number "
              + token.text()
              + " at character "
              + token.position()
              + " is out of range: its exponent is beyond 2147483647");
    }
  }

  /** The literal at this place, or null if there is none. */
  private Literal literal() throws QueryException {
    Token token = peek();
    if (token.kind() == Kind.STRING) {
      at++;
      return new Literal(token.text());
    }
    if (token.kind() == Kind.NUMBER || token.isSymbol("-") || token.isSymbol("+")) {
      at += token.kind() == Kind.NUMBER ? 0 : 1;
      BigDecimal number = number(take(Kind.NUMBER, "a number"));
      return new Literal(token.isSymbol("-") ? number.negate() : number);
    }
    if (takeWord("null")) {
      return new Literal(null);
    }
    if (takeWord("true")) {
      return new Literal(true);
    }
    if (takeWord("false")) {
      return new Literal(false);
    }
    boolean typed = tokens.size() > at + 1 && tokens.get(at + 1).kind() == Kind.STRING;
    if (typed && (token.isWord("date") || token.isWord("timestamp"))) {
      at++;
      return new Literal(time(token.isWord("date"), take(Kind.STRING, "text")));
    }
    return null;
  }

  private static Object time(boolean date, Token token) throws QueryException {
    try {
      return date ? TextValues.date(token.text()) : TextValues.timestamp(token.text());
    } catch (IllegalArgumentException e) {
      throw new QueryException(e.getMessage() + " at character " + token.position());
    }
  }

  private ColumnPath path() throws QueryException {
    int first = peek().position();
    String column = name("a column");
    List<Step> steps = new ArrayList<>();
    while (true) {
      if (takeSymbol(".")) {
        steps.add(new Step.Field(name("a field")));
      } else if (takeSymbol("[")) {
        steps.add(bracket());
        expectSymbol("]");
      } else {
        int end = at == 0 ? text.length() : endOf(at - 1);
        String written = text.substring(first - 1, end).trim();
        return new ColumnPath(steps.isEmpty() ? column : written, column, steps);
      }
    }
  }

  /** Returns the end of the text of token {@code i}: the start of the next at the latest. */
  private int endOf(int i) {
    return tokens.get(i + 1).position() - 1;
  }

  private Step bracket() throws QueryException {
    if (peek().kind() == Kind.STRING) {
      return new Step.Key(tokens.get(at++).text());
    }
    boolean negative = takeSymbol("-");
    Token number = take(Kind.NUMBER, "a key in quotes or an index");
    try {
      return new Step.Index(Long.parseLong((negative ? "-" : "") + number.text()));
    } catch (NumberFormatException e) {
      throw new QueryException("'" + number.text() + "' is no index: a whole number is needed");
    }
  }

  private String name(String what) throws QueryException {
    Token token = peek();
    boolean plain =
        token.kind() == Kind.NAME && !RESERVED.contains(token.text().toLowerCase(Locale.ROOT));
    if (!plain && token.kind() != Kind.QUOTED_NAME) {
      throw unexpected(what);
    }
    at++;
    return token.text();
  }

  private Token peek() {
    return tokens.get(at);
  }

  private Token take(Kind kind, String what) throws QueryException {
    if (peek().kind() != kind) {
      throw unexpected(what);
    }
    return tokens.get(at++);
  }

  private boolean takeSymbol(String symbol) {
    boolean found = peek().isSymbol(symbol);
    at += found ? 1 : 0;
    return found;
  }

  private boolean takeWord(String word) {
    boolean found = peek().isWord(word);
    at += found ? 1 : 0;
    return found;
  }

  private void expectSymbol(String symbol) throws QueryException {
    if (!takeSymbol(symbol)) {
      throw unexpected("'" + symbol + "'");
    }
  }

  private void expectWord(String word) throws QueryException {
    if (!takeWord(word)) {
      throw unexpected(word.toUpperCase(Locale.ROOT));
    }
  }

  private void expectEnd() throws QueryException {
    if (peek().kind() != Kind.END) {
      throw unexpected("the end");
    }
  }

  private QueryException unexpected(String wanted) {
    Token token = peek();
    return new QueryException(
        "expected "
            + wanted
            + " at character "
            + token.position()
            + " of \""
            + text
            + "\", found "
            + token.shown());
  }
}
