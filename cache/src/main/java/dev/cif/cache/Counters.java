package dev.cif.cache;

import java.util.concurrent.atomic.LongAdder;

/** Counters of the cache since the process began. Thread-safe. */
final class Counters {
  final LongAdder hits = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder requests = new LongAdder();
  final LongAdder bytesDirect = new LongAdder();
  final LongAdder bytesPlain = new LongAdder();
  final LongAdder directRefused = new LongAdder();
  final LongAdder readAgain = new LongAdder();
  final LongAdder noRoom = new LongAdder();
  final LongAdder evictions = new LongAdder();
  final LongAdder bytesEvicted = new LongAdder();
  final LongAdder pressures = new LongAdder();
  final LongAdder bytesGivenBack = new LongAdder();

  void evicted(long bytes) {
    evictions.increment();
    bytesEvicted.add(bytes);
  }

  void gaveBack(long bytes) {
    pressures.increment();
    bytesGivenBack.add(bytes);
  }
}
