package dev.cif.format.internal.summary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.format.schema.DistinctValues;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistinctSketchTest {
  private static DistinctValues of(long from, long to) {
    DistinctSketch sketch = new DistinctSketch();
    LongStream.range(from, to).forEach(value -> sketch.add(Murmur64.of(value)));
    LongStream.range(from, to).forEach(value -> sketch.add(Murmur64.of(value)));
    return sketch.values();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 8, 9, 95, 96})
  void fewValues_areCountedExactly(long values) {
    assertEquals(values, of(0, values).estimate());
  }

  /** The standard error of 1,024 registers is 3.25%; these values are always the same. */
  @ParameterizedTest
  @ValueSource(longs = {97, 200, 1_000, 2_500, 5_000, 20_000, 300_000, 2_000_000})
  void manyValues_areEstimated(long values) {
    assertEquals((double) values, (double) of(0, values).estimate(), values * 0.08);
  }

  @Test
  void merged_areThoseOfTheUnion() {
    long[] ends = {0, 50, 90, 100, 5_000};
    for (long a : ends) {
      for (long b : ends) {
        DistinctValues union = of(0, Math.max(a, b + 20));
        DistinctValues merged = of(0, a).merge(of(20, b + 20)).merge(of(0, Math.min(20, b + 20)));
        assertEquals(union.isExact(), merged.isExact(), a + " and " + b);
        assertArrayEquals(union.registers(), merged.registers(), a + " and " + b);
        assertEquals(union.estimate(), merged.estimate(), a + " and " + b);
      }
    }
  }

  @Test
  void hashesOfAllBitsAreCounted() {
    DistinctSketch sketch = new DistinctSketch();
    for (long hash : new long[] {0, 0, -1, Long.MIN_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, 1024}) {
      sketch.add(hash);
    }
    assertEquals(5, sketch.values().estimate());
    assertEquals(DistinctValues.MOST_REGISTER, sketch.values().registers()[0]);
  }

  @Test
  void impossibleSketches_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> DistinctValues.ofHashes(new long[] {1, 1}));
    assertThrows(IllegalArgumentException.class, () -> DistinctValues.ofHashes(new long[] {2, 1}));
    long[] many = LongStream.range(0, DistinctValues.MOST_HASHES + 1).toArray();
    assertThrows(IllegalArgumentException.class, () -> DistinctValues.ofHashes(many));
    assertThrows(IllegalArgumentException.class, () -> DistinctValues.ofRegisters(new byte[1023]));
    byte[] large = new byte[DistinctValues.REGISTERS];
    large[5] = DistinctValues.MOST_REGISTER + 1;
    assertThrows(IllegalArgumentException.class, () -> DistinctValues.ofRegisters(large));
  }
}
