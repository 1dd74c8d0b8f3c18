package dev.cif.bench.hive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Costs of one query over one format. Not thread-safe. */
final class Outcome {
  private final List<Double> seconds = new ArrayList<>();
  private final TaskCounts.Count counts;
  private final long bytes;

  /**
   * Creates the outcome of a query whose answer was right.
   *
   * @param bytes bytes read of the tables' files
   */
  Outcome(TaskCounts.Count counts, long bytes) {
    this.counts = counts;
    this.bytes = bytes;
  }

  void took(double more) {
    seconds.add(more);
  }

  TaskCounts.Count counts() {
    return counts;
  }

  long bytes() {
    return bytes;
  }

  List<Double> runs() {
    return Collections.unmodifiableList(seconds);
  }

  /** Returns the median of the runs, in seconds. */
  double median() {
    List<Double> sorted = new ArrayList<>(seconds);
    Collections.sort(sorted);
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
