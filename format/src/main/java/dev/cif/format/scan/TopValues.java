package dev.cif.format.scan;

import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the rows whose value may be among the first of an order. It drops rows that come behind the
 * wanted number of distinct values, which it learns from the rows that it keeps. All rows with the
 * last of these values stay. Pauses while it would keep nearly all rows. Not thread-safe.
 */
final class TopValues implements RowFilter.Step {
  private record Known(Object literal, Comparand comparand) {}

  private final RowFilter.Source source;
  private final TopOrder order;
  private final Backoff rest = new Backoff();

  /** First of the values seen so far, in order, without NULL. */
  private final List<Known> first = new ArrayList<>();

  private boolean countsNull;

  TopValues(RowFilter.Source source, TopOrder order) {
    this.source = source;
    this.order = order;
  }

  @Override
  public int narrow(int[] rows, int count) throws IOException {
    if (rest.takes()) {
      return count;
    }
    ColumnVector values = source.window();
    int kept = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (values.isNull(row) ? keepNull() : keep(values, row)) {
        rows[kept++] = row;
      }
    }
    rest.tried(kept > count - count / 8);
    return kept;
  }

  /** Returns the number of values that are wanted besides NULL. */
  private int wanted() {
    return countsNull ? order.count() - 1 : order.count();
  }

  private boolean keepNull() {
    if (!order.nullsFirst()) {
      return first.size() < order.count();
    }
    countsNull = true;
    cut();
    return true;
  }

  private void cut() {
    while (first.size() > wanted()) {
      first.remove(first.size() - 1);
    }
  }

  private boolean keep(ColumnVector values, int row) {
    if (first.size() == wanted()) {
      int atLast = first.isEmpty() ? 1 : compare(values, row, first.size() - 1);
      if (atLast >= 0) {
        return atLast == 0;
      }
    }
    int low = 0;
    int high = first.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int compared = compare(values, row, middle);
      if (compared == 0) {
        return true;
      }
      if (compared < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    Object literal = Comparand.literal(values, row);
    first.add(low, new Known(literal, Comparand.of(values.type(), literal)));
    cut();
    return true;
  }

  /** Compares the row's value with a known one; negative if it comes before. */
  private int compare(ColumnVector values, int row, int known) {
    int compared = first.get(known).comparand().order(values, row);
    return order.ascending() ? compared : -compared;
  }

  /** Returns the condition that rows must satisfy to be kept from now on; null if any may be. */
  Predicate bound() {
    if (first.size() < wanted()) {
      return null;
    }
    Predicate isNull = Predicate.isNull(order.path());
    if (first.isEmpty()) {
      return isNull;
    }
    Predicate.Op op = order.ascending() ? Predicate.Op.LE : Predicate.Op.GE;
    Predicate isBefore = Predicate.compare(order.path(), op, first.get(first.size() - 1).literal());
    return order.nullsFirst() ? Predicate.or(List.of(isNull, isBefore)) : isBefore;
  }
}
