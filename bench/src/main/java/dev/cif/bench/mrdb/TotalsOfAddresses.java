package dev.cif.bench.mrdb;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.io.Text;

/** Totals of the addresses that a task has seen. */
final class TotalsOfAddresses {
  private final Map<Text, AddressTotals> all = new HashMap<>();

  /** Receiver of the totals. */
  interface Sink {
    void take(Text address, AddressTotals totals) throws IOException, InterruptedException;
  }

  void add(Text address, float revenue, int rank) {
    AddressTotals totals = all.get(address);
    if (totals == null) {
      all.put(new Text(address), AddressTotals.of(revenue, rank));
    } else {
      totals.add(revenue, rank);
    }
  }

  void add(Text address, AddressTotals more) {
    all.computeIfAbsent(new Text(address), none -> new AddressTotals()).add(more);
  }

  void each(Sink sink) throws IOException, InterruptedException {
    for (Map.Entry<Text, AddressTotals> entry : all.entrySet()) {
      sink.take(entry.getKey(), entry.getValue());
    }
  }

  /** Passes the first address in the task's order to a receiver, if there is one. */
  void first(Sink sink) throws IOException, InterruptedException {
    Map.Entry<Text, AddressTotals> first = null;
    for (Map.Entry<Text, AddressTotals> entry : all.entrySet()) {
      if (first == null
          || entry.getValue().isBefore(entry.getKey(), first.getValue(), first.getKey())) {
        first = entry;
      }
    }
    if (first != null) {
      sink.take(first.getKey(), first.getValue());
    }
  }
}
