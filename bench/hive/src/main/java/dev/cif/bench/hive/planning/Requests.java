package dev.cif.bench.hive.planning;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.test.MetricsAsserts;

/** Requests to a NameNode of this process, by its own counters. */
final class Requests {
  private static final Map<String, String> COUNTERS =
      Map.of(
          "GetListingOps", "listings", "GetBlockLocations", "locations", "FileInfoOps", "status");

  private Requests() {}

  /** Returns the number of requests of each kind since the NameNode started. */
  static Map<String, Long> count() {
    MetricsRecordBuilder metrics = MetricsAsserts.getMetrics("NameNodeActivity");
    Map<String, Long> counts = new LinkedHashMap<>();
    COUNTERS.forEach((k, name) -> counts.put(name, MetricsAsserts.getLongCounter(k, metrics)));
    return counts;
  }

  static Map<String, Long> since(Map<String, Long> before) {
    Map<String, Long> counts = count();
    counts.replaceAll((name, n) -> n - before.get(name));
    return counts;
  }
}
