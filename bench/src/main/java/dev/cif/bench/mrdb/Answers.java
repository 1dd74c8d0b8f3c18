package dev.cif.bench.mrdb;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Right answers of the tasks: lines of values divided by tabs, sorted. */
final class Answers {
  private Answers() {}

  /** Formats a number for an answer: exact, without trailing zeros. */
  static String number(double value) {
    return value == 0 ? "0" : new BigDecimal(value).stripTrailingZeros().toPlainString();
  }

  /** Reads another program's answer to a task, or null if it has written none. */
  static List<String> read(Path folder, String task) throws IOException {
    Path file = folder.resolve(task + ".tsv");
    return Files.exists(file) ? Files.readAllLines(file) : null;
  }

  /** Fails unless two answers are equal and not empty. */
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
