package dev.cif.cli.query;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Predicate.Op;
import java.util.List;

/** Condition as parsed, before it is fitted to a table. SQL's three-valued logic. Immutable. */
public sealed interface Condition {
  /** Column expression or literal. */
  sealed interface Operand {}

  /** Column expression. */
  record Reference(ColumnPath path) implements Operand {}

  /**
   * Literal.
   *
   * @param value null, Boolean, BigDecimal (any number), String, java.time.LocalDate or
   *     dev.cif.format.schema.TimestampValue
   */
  record Literal(Object value) implements Operand {}

  /** Comparison {@code left op right}. */
  record Compare(Operand left, Op op, Operand right) implements Condition {
    /** Returns the mirrored comparison: {@code a > 1} for {@code 1 < a}. */
    Compare mirrored() {
      Op opposite =
          switch (op) {
            case LT -> Op.GT;
            case LE -> Op.GE;
            case GT -> Op.LT;
            case GE -> Op.LE;
            default -> op;
          };
      Operand first = right;
      return new Compare(first, opposite, left);
    }
  }

  /** Condition {@code operand IN (literals)}. */
  record In(Operand operand, List<Literal> literals) implements Condition {}

  /** Condition {@code operand LIKE pattern}. */
  record Like(Operand operand, String pattern) implements Condition {}

  /** Condition {@code operand IS NULL}. */
  record IsNull(Operand operand) implements Condition {}

  /** Boolean operand that stands alone. */
  record Truth(Operand operand) implements Condition {}

  record And(List<Condition> conditions) implements Condition {}

  record Or(List<Condition> conditions) implements Condition {}

  record Not(Condition condition) implements Condition {}

  /**
   * Parses a condition of this grammar.
   *
   * <pre>
   * condition  = condition OR condition | condition AND condition | NOT condition
   *            | ( condition ) | operand | operand test
   * test       = ( = | == | != | &lt;&gt; | &lt; | &lt;= | &gt; | &gt;= | &lt;=&gt; ) operand
   *            | [NOT] IN ( literal, ... ) | [NOT] BETWEEN operand AND operand
   *            | [NOT] LIKE 'pattern' | IS [NOT] NULL
   * operand    = column expression | literal
   * literal    = number | 'text' | "text" | TRUE | FALSE | NULL
   *            | DATE '2020-12-31' | TIMESTAMP '2020-12-31 23:59:59.5'
   * </pre>
   */
  static Condition parse(String text) throws QueryException {
    return new Parser(text).condition();
  }
}
