package dev.cif.format.internal.encoding;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Streams of integers of many shapes, for tests. */
final class IntData {
  private IntData() {}

  /** The shapes, {@code n} values each, by name. */
  static Map<String, long[]> shapes(int n) {
    Random random = new Random(n);
    Map<String, long[]> shapes = new LinkedHashMap<>();
    shapes.put("zero", new long[n]);
    shapes.put("constant", fill(n, i -> -77L));
    shapes.put("least", fill(n, i -> Long.MIN_VALUE));
    shapes.put("sequence", fill(n, i -> 1_000_000_007L + i));
    shapes.put("down", fill(n, i -> -3L * i));
    shapes.put("times", fill(n, i -> 1_700_000_000_000L + 1000L * i + random.nextInt(300)));
    shapes.put("extremes", fill(n, i -> i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE));
    shapes.put("longs", fill(n, i -> random.nextLong()));
    shapes.put("runs", fill(n, i -> (i / 37) * 0x9E3779B97F4A7C15L));
    shapes.put("short runs", fill(n, i -> (i / 4) * 0x9E3779B9L));
    shapes.put("one odd", fill(n, i -> i == n / 2 ? 5 : 4));
    shapes.put("few", fill(n, i -> (random.nextInt(9) * 0x9E3779B97F4A7C15L)));
    shapes.put("some", fill(n, i -> (random.nextInt(1 + n / 8) * 0x9E3779B97F4A7C15L)));
    shapes.put("scaled", fill(n, i -> 86_400L * (random.nextInt(2_000_000) - 1_000_000)));
    shapes.put("scaled by much", fill(n, i -> (random.nextInt(2) * 2 - 1) * Long.MAX_VALUE));
    shapes.put("doubles", fill(n, i -> Double.doubleToRawLongBits(random.nextGaussian())));
    shapes.put("prices", fill(n, i -> Double.doubleToRawLongBits(random.nextInt(500) / 100.0)));
    shapes.put("skewed", fill(n, i -> (long) Math.exp(random.nextGaussian() * 4)));
    shapes.put("words", fill(n, i -> "abracadabra ".charAt(i % 12) * (1L + i % 5)));
    shapes.put("mixed", fill(n, i -> i / 1024 % 2 == 0 ? random.nextInt(100) : random.nextLong()));
    shapes.put("uneven runs", unevenRuns(n, random));
    for (int width = 0; width <= 64; width++) {
      long mask = width == 0 ? 0 : -1L >>> (64 - width);
      shapes.put("width " + width, fill(n, i -> (random.nextLong() & mask) - (mask >>> 3)));
    }
    return shapes;
  }

  /** Runs of 1 to 7 values, as the keys of orders in a list of their items. */
  private static long[] unevenRuns(int n, Random random) {
    long[] values = new long[n];
    long key = 1;
    for (int i = 0; i < n; ) {
      int end = Math.min(n, i + 1 + random.nextInt(7));
      Arrays.fill(values, i, end, key);
      key += random.nextInt(5) == 0 ? 25 : 1;
      i = end;
    }
    return values;
  }

  interface Value {
    long of(int i);
  }

  static long[] fill(int n, Value value) {
    long[] values = new long[n];
    Arrays.setAll(values, value::of);
    return values;
  }
}
