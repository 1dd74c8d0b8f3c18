package dev.cif.bench.scan;

import dev.cif.bench.timing.Rounds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** All measured runs: format, task, seconds of each run; and each format's size. */
final class Results {
  private final Map<String, Map<Operation, List<Double>>> seconds = new LinkedHashMap<>();
  private final Map<String, Long> sizes = new LinkedHashMap<>();
  private final Map<String, String> descriptions = new LinkedHashMap<>();

  void describe(String format, String description) {
    descriptions.put(format, description);
    seconds.put(format, new EnumMap<>(Operation.class));
  }

  void add(String format, Operation task, double value) {
    seconds.get(format).computeIfAbsent(task, t -> new ArrayList<>()).add(value);
  }

  void size(String format, long bytes) {
    sizes.put(format, bytes);
  }

  Set<String> formats() {
    return seconds.keySet();
  }

  String description(String format) {
    return descriptions.get(format);
  }

  long size(String format) {
    return sizes.getOrDefault(format, 0L);
  }

  List<Double> runs(String format, Operation task) {
    return seconds.get(format).getOrDefault(task, List.of());
  }

  /** Returns the median in seconds; empty if the task was not run. */
  OptionalDouble median(String format, Operation task) {
    List<Double> runs = runs(format, task);
    return runs.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Rounds.median(runs));
  }

  /** Returns the lowest median among formats that were run; empty if none was. */
  OptionalDouble fastest(List<String> formats, Operation task) {
    return formats.stream()
        .filter(seconds::containsKey)
        .map(format -> median(format, task))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .min();
  }
}
