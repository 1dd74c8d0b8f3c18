package dev.cif.bench.timing;

import dev.cif.bench.report.Progress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Runs each of several things once in each round, so that a disturbance affects all of them.
 *
 * @param warmUps number of rounds before those that count
 * @param runs number of rounds that count
 */
public record Rounds(int warmUps, int runs) {
  /** Function that runs the thing of a name once. */
  public interface Runner<T> {
    T run(String thing) throws Exception;
  }

  /**
   * Runs the rounds; returns the outcomes of those that count, by name.
   *
   * @param title title of the progress
   */
  public <T> Map<String, List<T>> run(String title, Collection<String> things, Runner<T> runner)
      throws Exception {
    Map<String, List<T>> outcomes = new LinkedHashMap<>();
    things.forEach(thing -> outcomes.put(thing, new ArrayList<>()));
    Progress progress = new Progress(title, (long) (warmUps + runs) * things.size());
    long done = 0;
    for (int round = 0; round < warmUps + runs; round++) {
      for (String thing : things) {
        T outcome = runner.run(thing);
        if (round >= warmUps) {
          outcomes.get(thing).add(outcome);
        }
        progress.at(++done);
      }
    }
    progress.done();
    return outcomes;
  }

  /** Returns the median of a figure of some runs, at least one. */
  public static <T> double median(Collection<T> runs, ToDoubleFunction<T> figure) {
    return median(runs.stream().map(figure::applyAsDouble).toList());
  }

  /** Returns the median of some values, at least one. */
  public static double median(Collection<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
