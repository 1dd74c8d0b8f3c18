package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.Predicate;
import dev.cif.format.SplitReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.impala.extdatasource.thrift.TBinaryPredicate;

/** What is decided before rows are read: the conditions taken over, and how many rows to expect. */
final class Planner {
  /** Splits looked into for an estimate; the others are taken to be like them. */
  static final int SAMPLE = 256;

  private Planner() {}

  /** Positions of the conjuncts that are evaluated here just as Impala would. */
  static List<Integer> accepted(List<List<TBinaryPredicate>> offered, Settings settings)
      throws CifException {
    List<Integer> accepted = new ArrayList<>();
    for (int i = 0; i < offered.size(); i++) {
      if (Conjunct.from(offered.get(i), settings) != null) {
        accepted.add(i);
      }
    }
    return accepted;
  }

  /**
   * The conjuncts that {@link #accepted} took.
   *
   * @throws CifException if there is another one
   */
  static List<Conjunct> conjuncts(List<List<TBinaryPredicate>> predicates, Settings settings)
      throws CifException {
    List<Conjunct> conjuncts = new ArrayList<>();
    for (List<TBinaryPredicate> disjuncts : predicates) {
      Conjunct conjunct = Conjunct.from(disjuncts, settings);
      if (conjunct == null) {
        throw new CifException(
            "Impala relies on the condition "
                + disjuncts
                + ", which this version of the data source does not evaluate; run the query again,"
                + " with the same jar on every impalad");
      }
      conjuncts.add(conjunct);
    }
    return conjuncts;
  }

  /** Rows in the blocks that the conjuncts leave; reads schema files and footers. */
  static long estimate(Table table, List<Conjunct> conjuncts) throws IOException {
    List<TableSplit> splits = table.matching(conjuncts);
    int sampled = Math.min(splits.size(), SAMPLE);
    long rows = 0;
    for (int i = 0; i < sampled; i++) {
      // Evenly spread, so that early and late splits count alike.
      TableSplit split = splits.get((int) ((long) i * splits.size() / sampled));
      try (SplitReader reader = table.open(split)) {
        Predicate onBlocks = onBlocks(split, conjuncts, table.settings());
        rows += conjuncts.isEmpty() ? reader.rows() : reader.select(onBlocks).count();
      }
    }
    return sampled == splits.size() ? rows : Math.round((double) rows / sampled * splits.size());
  }

  static Predicate onBlocks(TableSplit split, List<Conjunct> conjuncts, Settings settings)
      throws IOException {
    List<Predicate> all = new ArrayList<>();
    for (Conjunct conjunct : conjuncts) {
      all.add(conjunct.onBlocks(split, settings));
    }
    return Predicate.and(all);
  }
}
