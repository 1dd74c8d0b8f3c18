package dev.cif.bench;

/** A small seeded generator (SplitMix64), so that generating rows costs little beside writing. */
final class Random64 {
  private long state;

  Random64(long seed) {
    this.state = seed;
  }

  long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** A number from 0 up to, not including, {@code bound}. */
  int below(int bound) {
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /** Fills a slice with {@code length} of the 95 printable ASCII characters. */
  void readable(Slice slice, int length) {
    slice.ensure(length);
    slice.length = length;
    byte[] bytes = slice.bytes;
    long bits = 0;
    for (int i = 0; i < length; i++) {
      if ((i & 3) == 0) {
        bits = nextLong();
      }
      bytes[i] = (byte) (' ' + (((bits & 0xffff) * 95) >>> 16));
      bits >>>= 16;
    }
  }
}
