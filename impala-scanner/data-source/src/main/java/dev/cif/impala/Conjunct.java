package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.Predicate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.impala.extdatasource.thrift.TBinaryPredicate;

/**
 * Comparisons of which one must be true. Immutable.
 *
 * @param comparisons at least one
 */
record Conjunct(List<Comparison> comparisons) {
  /** The conjunct, or null if one of the comparisons must be left to Impala. */
  static Conjunct from(List<TBinaryPredicate> disjuncts, Settings settings) throws CifException {
    List<Comparison> comparisons = new ArrayList<>();
    for (TBinaryPredicate disjunct : disjuncts) {
      Comparison comparison = Comparison.from(disjunct, settings);
      if (comparison == null) {
        return null;
      }
      comparisons.add(comparison);
    }
    return comparisons.isEmpty() ? null : new Conjunct(comparisons);
  }

  /** False if the split's partition values decide that no row is wanted. */
  boolean isPossible(TableSplit split, Settings settings) throws IOException {
    for (Comparison comparison : comparisons) {
      if (!isOfPartition(comparison, split, settings) || isTrue(comparison, split, settings)) {
        return true;
      }
    }
    return false;
  }

  /** The condition by which blocks of the split may be left out. */
  Predicate onBlocks(TableSplit split, Settings settings) throws IOException {
    List<Predicate> parts = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      if (!isOfPartition(comparison, split, settings)) {
        parts.add(onStored(comparison, settings));
      } else if (isTrue(comparison, split, settings)) {
        return Predicate.unknown();
      }
    }
    return Predicate.or(parts);
  }

  private static Predicate onStored(Comparison comparison, Settings settings) {
    ColumnExpression expression = settings.expression(comparison.column());
    // Statistics are of the stored bytes, and of whole values.
    boolean asStored =
        comparison.type().kind() != ImpalaType.Kind.STRING
            || settings.invalidUtf8() != Settings.InvalidUtf8.REPLACE;
    return expression.isWholeColumn() && asStored
        ? comparison.onStored(expression.column())
        : Predicate.unknown();
  }

  private static boolean isOfPartition(Comparison comparison, TableSplit split, Settings settings) {
    ColumnExpression expression = settings.expression(comparison.column());
    return expression.isWholeColumn() && split.hasKey(expression.column());
  }

  private static boolean isTrue(Comparison comparison, TableSplit split, Settings settings)
      throws IOException {
    String key = settings.expression(comparison.column()).column();
    return comparison.isTrue(split.value(key, comparison.type()));
  }
}
