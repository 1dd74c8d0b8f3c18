package dev.cif.hdfs;

import java.util.Arrays;
import java.util.Locale;

/** Statistics of the rounds of a figure, and of the nodes of a cluster. */
final class Spread {
  private Spread() {}

  /** Formats the median, and the quartiles. */
  static String of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    String form = sorted[last / 2] >= 100 ? "%.0f (%.0f-%.0f)" : "%7.2f (%.2f-%.2f)";
    return String.format(
        Locale.ROOT, form, sorted[last / 2], sorted[last / 4], sorted[last - last / 4]);
  }

  /** Returns the standard deviation of the nodes' counts, over their mean. */
  static double variation(int... counts) {
    double mean = Arrays.stream(counts).average().orElseThrow();
    double squares = Arrays.stream(counts).mapToDouble(n -> (n - mean) * (n - mean)).sum();
    return Math.sqrt(squares / counts.length) / mean;
  }
}
