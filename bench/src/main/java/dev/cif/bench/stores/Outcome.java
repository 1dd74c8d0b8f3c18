package dev.cif.bench.stores;

import java.io.Serializable;
import java.util.List;

/**
 * What a task took.
 *
 * @param amount bytes on disk after an ingestion or a load, rows found of a scan, look-ups
 * @param millis of each partition, or look-up
 * @param openMillis of opening the store, before each look-up of a cold one
 * @param seconds from its start to its end; of an ingestion only what is behind the last partition
 * @param cpuSeconds of this process and of servers
 */
record Outcome(
    long amount, List<Double> millis, List<Double> openMillis, double seconds, double cpuSeconds)
    implements Serializable {
  Outcome withCpuSeconds(double taken) {
    return new Outcome(amount, millis, openMillis, seconds, taken);
  }
}
