package dev.cif.bench.mrdb;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What tasks have to find: lines of values divided by tabs, sorted. */
final class Answers {
  private Answers() {}

  /** A number as it stands in answers: exact, without zeros at its end. */
  static String number(double value) {
    return value == 0 ? "0" : new BigDecimal(value).stripTrailingZeros().toPlainString();
  }

  /** Those of another program to a task, or null if it has written none. */
  static List<String> read(Path folder, String task) throws IOException {
    Path file = folder.resolve(task + ".tsv");
    return Files.exists(file) ? Files.readAllLines(file) : null;
  }

  /** Fails unless two answers are the same, and something. */
  static void expectSame(String task, String who, List<String> expected, List<String> found) {
    if (found.isEmpty()) {
      throw new IllegalStateException(task + ": " + who + " found nothing");
    }
    if (expected.equals(found)) {
      return;
    }
    int at = 0;
    while (at < Math.min(expected.size(), found.size()) && expected.get(at).equals(found.get(at))) {
      at++;
    }
    throw new IllegalStateException(
        String.format(
            "%s: %s found %d lines, expected are %d; line %d is '%s', expected is '%s'",
            task,
            who,
            found.size(),
            expected.size(),
            at,
            at < found.size() ? found.get(at) : "",
            at < expected.size() ? expected.get(at) : ""));
  }
}
