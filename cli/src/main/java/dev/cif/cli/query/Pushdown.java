package dev.cif.cli.query;

import dev.cif.cli.query.Condition.Literal;
import dev.cif.cli.query.Condition.Operand;
import dev.cif.cli.query.Condition.Reference;
import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.Predicate;
import dev.cif.format.Predicate.Op;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A condition as a {@link Predicate} by which a split leaves out blocks. What the split's
 * statistics cannot decide becomes {@link Predicate#unknown}, so that a block is left out only if
 * no row of it can satisfy the condition.
 */
final class Pushdown {
  private final CifSchema table;
  private final CifSchema split;

  private Pushdown(CifSchema table, CifSchema split) {
    this.table = table;
    this.split = split;
  }

  /**
   * The predicate of a condition on one split.
   *
   * @param table the schema that the condition fits
   * @param split the split's own
   */
  static Predicate of(Condition condition, CifSchema table, CifSchema split) {
    return new Pushdown(table, split).predicate(condition);
  }

  private Predicate predicate(Condition condition) {
    if (condition instanceof Condition.And and) {
      return Predicate.and(and.conditions().stream().map(this::predicate).toList());
    }
    if (condition instanceof Condition.Or or) {
      return Predicate.or(or.conditions().stream().map(this::predicate).toList());
    }
    if (condition instanceof Condition.Not not) {
      return Predicate.not(predicate(not.condition()));
    }
    if (condition instanceof Condition.IsNull isNull) {
      String column = column(isNull.operand());
      return column == null ? Predicate.unknown() : Predicate.isNull(column);
    }
    if (condition instanceof Condition.Compare compare) {
      return compare(compare);
    }
    if (condition instanceof Condition.In in) {
      return in(in);
    }
    if (condition instanceof Condition.Like like) {
      return like(like);
    }
    return truth((Condition.Truth) condition);
  }

  /** The column, if it is a whole one that the split holds as the table does. */
  private String column(Operand operand) {
    if (!(operand instanceof Reference reference) || !reference.path().steps().isEmpty()) {
      return null;
    }
    String name = reference.path().column();
    int i = split.indexOf(name);
    boolean same = i < 0 || split.column(i).type().equals(type(name));
    return same ? name : null;
  }

  private CifType type(String column) {
    return table.column(table.indexOf(column)).type();
  }

  private Predicate compare(Condition.Compare compare) {
    if (compare.left() instanceof Literal && compare.right() instanceof Reference) {
      return compare(compare.mirrored());
    }
    String column = column(compare.left());
    if (column == null || !(compare.right() instanceof Literal literal)) {
      return Predicate.unknown();
    }
    if (literal.value() == null) {
      return Predicate.compare(column, compare.op(), null);
    }
    Object pushed = pushed(column, literal);
    return pushed == null ? Predicate.unknown() : Predicate.compare(column, compare.op(), pushed);
  }

  private Object pushed(String column, Literal literal) {
    CifType type = type(column);
    return Scalars.pushable(type, Scalars.literalFor(type, literal.value()));
  }

  private Predicate in(Condition.In in) {
    String column = column(in.operand());
    if (column == null) {
      return Predicate.unknown();
    }
    List<Object> literals = new ArrayList<>();
    for (Literal literal : in.literals()) {
      Object pushed = pushed(column, literal);
      if (pushed == null) {
        return Predicate.unknown();
      }
      literals.add(pushed);
    }
    return Predicate.in(column, literals);
  }

  /** What matches lies from the pattern's prefix on and below the next text after all such. */
  private Predicate like(Condition.Like like) {
    String column = column(like.operand());
    byte[] prefix = new LikePattern(like.pattern()).prefix().getBytes(StandardCharsets.UTF_8);
    if (column == null || prefix.length == 0 || type(column).kind() == Kind.CHAR) {
      return Predicate.unknown();
    }
    // Valid UTF-8 has no byte 0xFF, so the last byte can be counted up.
    byte[] behind = Arrays.copyOf(prefix, prefix.length);
    behind[behind.length - 1]++;
    return Predicate.and(
        List.of(
            Predicate.compare(column, Op.GE, prefix),
            Predicate.compare(column, Op.LT, behind),
            Predicate.unknown()));
  }

  private Predicate truth(Condition.Truth truth) {
    String column = column(truth.operand());
    return column == null ? Predicate.unknown() : Predicate.compare(column, Op.EQ, true);
  }
}
