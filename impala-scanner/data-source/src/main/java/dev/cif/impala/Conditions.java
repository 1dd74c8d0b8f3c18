package dev.cif.impala;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ConstantValues;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.impala.extdatasource.thrift.TBinaryPredicate;

/**
 * Conditions that Impala pushes down to the data source: those that give Impala's own result for
 * every value. Immutable.
 */
final class Conditions {
  /** Condition on Impala's columns, by their names in lower case. */
  private final Predicate predicate;

  private final Map<String, ImpalaType> types;

  private Conditions(Predicate predicate, Map<String, ImpalaType> types) {
    this.predicate = predicate;
    this.types = Map.copyOf(types);
  }

  /** Returns the positions of the conjuncts that are evaluated here exactly as in Impala. */
  static List<Integer> accepted(List<List<TBinaryPredicate>> offered, InitString settings)
      throws CifException {
    List<Integer> accepted = new ArrayList<>();
    for (int i = 0; i < offered.size(); i++) {
      if (conjunct(offered.get(i), settings, new HashMap<>()) != null) {
        accepted.add(i);
      }
    }
    return accepted;
  }

  /**
   * Returns the conditions that {@link #accepted} took.
   *
   * @throws CifException if there is another one
   */
  static Conditions of(List<List<TBinaryPredicate>> conjuncts, InitString settings)
      throws CifException {
    List<Predicate> all = new ArrayList<>();
    Map<String, ImpalaType> types = new HashMap<>();
    for (List<TBinaryPredicate> disjuncts : conjuncts) {
      Predicate conjunct = conjunct(disjuncts, settings, types);
      if (conjunct == null) {
        throw new CifException(
            "Impala relies on the condition "
                + disjuncts
                + ", which this version of the data source does not evaluate; run the query again,"
                + " with the same jar on every impalad");
      }
      all.add(conjunct);
    }
    return new Conditions(Predicate.and(all), types);
  }

  /** Returns the disjunction of comparisons; null if Impala must evaluate one of them. */
  private static Predicate conjunct(
      List<TBinaryPredicate> disjuncts, InitString settings, Map<String, ImpalaType> types)
      throws CifException {
    List<Predicate> comparisons = new ArrayList<>();
    for (TBinaryPredicate disjunct : disjuncts) {
      Predicate comparison = comparison(disjunct, settings, types);
      if (comparison == null) {
        return null;
      }
      comparisons.add(comparison);
    }
    return comparisons.isEmpty() ? null : Predicate.or(comparisons);
  }

  private static Predicate comparison(
      TBinaryPredicate predicate, InitString settings, Map<String, ImpalaType> types)
      throws CifException {
    boolean complete = predicate.isSetCol() && predicate.isSetOp() && predicate.isSetValue();
    // A name with a dot is a part of a column, which data source tables do not have.
    if (!complete
        || !predicate.getCol().isSetName()
        || predicate.getCol().getName().contains(".")) {
      return null;
    }
    String column = CifSchema.foldCase(predicate.getCol().getName());
    ImpalaType type = ImpalaType.from(column, predicate.getCol().getType());
    Object literal = ImpalaLiterals.of(type, predicate.getValue(), settings);
    if (literal == null) {
      return null;
    }
    types.put(column, type);
    switch (predicate.getOp()) {
      case LT:
        return Predicate.compare(column, Op.LT, literal);
      case LE:
        return Predicate.compare(column, Op.LE, literal);
      case EQ:
        return Predicate.compare(column, Op.EQ, literal);
      case NE:
        return Predicate.compare(column, Op.NE, literal);
      case GE:
        return withoutNan(type, Predicate.compare(column, Op.GE, literal), column);
      case GT:
        return withoutNan(type, Predicate.compare(column, Op.GT, literal), column);
      case DISTINCT_FROM:
        return Predicate.not(Predicate.compare(column, Op.EQ_NULLSAFE, literal));
      case NOT_DISTINCT:
        return Predicate.compare(column, Op.EQ_NULLSAFE, literal);
    }
    throw new AssertionError(predicate.getOp());
  }

  /** Adds a test for NaN: in Impala NaN is above no number, in predicates it is above all. */
  private static Predicate withoutNan(ImpalaType type, Predicate predicate, String column) {
    boolean real = type.kind() == ImpalaType.Kind.FLOAT || type.kind() == ImpalaType.Kind.DOUBLE;
    return real
        ? Predicate.and(List.of(predicate, Predicate.compare(column, Op.LT, Double.NaN)))
        : predicate;
  }

  boolean isEmpty() {
    return types.isEmpty();
  }

  /** Returns the columns that the conditions compare. */
  List<OutputColumn> columns() {
    return types.entrySet().stream().map(e -> new OutputColumn(e.getKey(), e.getValue())).toList();
  }

  /**
   * Returns the conditions on the stored columns of a split. Conditions on its partition are
   * resolved.
   */
  Predicate on(ImpalaSplit split, InitString settings) throws IOException {
    Predicate decided =
        ConstantValues.fold(
            predicate,
            path -> {
              ColumnPath key = settings.expression(path.column());
              ImpalaType type = types.get(path.column());
              return split.isKey(key) ? Cells.vector(type, split.value(key.column(), type)) : null;
            });
    return decided.mapLeaves(
        leaf -> {
          Predicate.Compare c = (Predicate.Compare) leaf;
          return Predicate.compare(settings.expression(c.column()), c.op(), c.literal());
        });
  }
}
