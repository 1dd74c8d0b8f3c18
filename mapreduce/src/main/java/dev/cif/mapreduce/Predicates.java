package dev.cif.mapreduce;

import dev.cif.format.Predicate;
import java.util.ArrayList;
import java.util.List;

/** Walks over predicates. */
final class Predicates {
  private Predicates() {}

  /** The columns that a predicate names, each once. */
  static List<String> columns(Predicate predicate) {
    List<String> names = new ArrayList<>();
    collect(predicate, names);
    return names.stream().distinct().toList();
  }

  private static void collect(Predicate p, List<String> names) {
    if (p instanceof Predicate.And and) {
      and.conditions().forEach(c -> collect(c, names));
    } else if (p instanceof Predicate.Or or) {
      or.conditions().forEach(c -> collect(c, names));
    } else if (p instanceof Predicate.Not not) {
      collect(not.condition(), names);
    } else if (column(p) != null) {
      names.add(column(p));
    }
  }

  /** The column of a condition on one, or null. */
  static String column(Predicate p) {
    if (p instanceof Predicate.Compare c) {
      return c.column();
    }
    if (p instanceof Predicate.In in) {
      return in.column();
    }
    if (p instanceof Predicate.Between b) {
      return b.column();
    }
    return p instanceof Predicate.IsNull n ? n.column() : null;
  }

  /** The predicate with conditions on other columns than those made unknown. */
  static Predicate only(java.util.function.Predicate<String> columns, Predicate p) {
    if (p instanceof Predicate.And and) {
      return Predicate.and(and.conditions().stream().map(c -> only(columns, c)).toList());
    }
    if (p instanceof Predicate.Or or) {
      return Predicate.or(or.conditions().stream().map(c -> only(columns, c)).toList());
    }
    if (p instanceof Predicate.Not not) {
      return Predicate.not(only(columns, not.condition()));
    }
    return column(p) == null || columns.test(column(p)) ? p : Predicate.unknown();
  }
}
