package dev.cif.bench.stores;

import java.io.Serializable;
import java.util.List;

/**
 * Costs of a task.
 *
 * @param amount bytes on disk after an ingestion or a load, rows found of a scan, number of
 *     look-ups
 * @param millis milliseconds of each partition, or look-up
 * @param openMillis milliseconds of opening the store, before each look-up of a cold one
 * @param seconds time from its start to its end; for an ingestion only the time after the last
 *     partition
 * @param cpuSeconds CPU time of this process and of servers
 */
record StoreRun(
    long amount, List<Double> millis, List<Double> openMillis, double seconds, double cpuSeconds)
    implements Serializable {
  StoreRun withCpuSeconds(double taken) {
    return new StoreRun(amount, millis, openMillis, seconds, taken);
  }
}
