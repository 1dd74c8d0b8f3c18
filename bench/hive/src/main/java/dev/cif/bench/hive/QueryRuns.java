package dev.cif.bench.hive;

import dev.cif.bench.timing.Rounds;
import java.util.List;

/**
 * Runs of one query over one format, whose answer was right.
 *
 * @param counts counters of the first run
 * @param bytes bytes that it read of the tables' files
 * @param seconds seconds of the runs that count
 */
record QueryRuns(TaskCounts.Count counts, long bytes, List<Double> seconds) {
  double median() {
    return Rounds.median(seconds);
  }
}
