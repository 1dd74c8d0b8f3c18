package dev.cif.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.Compression;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Floats and doubles: the bits that went in come out, and decimals come out of their digits. */
class DigitsTest {
  private static final int N = 5000;

  private static final double[] ODD = {
    Double.NaN,
    Double.longBitsToDouble(0xFFF8000000000001L),
    -0.0,
    0.0,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    0x1p53,
    0x1p63,
    1e22,
    0x1p77
  };

  private static long bits(double value, int width) {
    return width == Double.BYTES
        ? Double.doubleToRawLongBits(value)
        : Float.floatToRawIntBits((float) value);
  }

  private static Map<String, IntToDoubleFunction> shapes() {
    Random random = new Random(4);
    Map<String, IntToDoubleFunction> shapes = new TreeMap<>();
    shapes.put("prices", i -> random.nextInt(10_000_000) / 100.0);
    shapes.put("negative", i -> (random.nextInt(2_000_000) - 1_000_000) / 1000.0);
    shapes.put("whole", i -> random.nextInt(1_000_000));
    shapes.put("of two parts", i -> random.nextInt(100_000) + random.nextInt(100) / 100.0);
    shapes.put("multiplied", i -> random.nextInt(10_000_000) * 0.01);
    shapes.put(
        "some odd", i -> i % 50 == 7 ? ODD[i / 50 % ODD.length] : random.nextInt(999) / 10.0);
    shapes.put("runs", i -> Math.floorDiv(i, 40) / 8.0);
    shapes.put("measured", i -> random.nextGaussian());
    shapes.put("odd", i -> ODD[random.nextInt(ODD.length)]);
    shapes.put("large", i -> random.nextLong());
    return shapes;
  }

  private static Output stream(long[] bits, int width, Compression codec) {
    Output out = new Output();
    IntsEncoder.encodeFloats(bits, bits.length, width, Goals.balanced(codec), out);
    return out;
  }

  private static Ints open(Output stream, int n) {
    return IntsDecoder.decode(Input.copyOf(stream.array(), 0, stream.size()), n);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void floats_comeOutAsTheyWentIn(int width) {
    shapes()
        .forEach(
            (name, shape) -> {
              long[] bits = IntData.fill(N, i -> bits(shape.applyAsDouble(i), width));
              Output stream = stream(bits, width, Compression.ZSTD);
              Random random = new Random(9);
              Ints ints = open(stream, N);
              long[] all = new long[N];
              ints.read(0, N, all, 0);
              assertArrayEquals(bits, all, name);
              Ints other = open(stream, N);
              for (int round = 0; round < 200; round++) {
                int from = random.nextInt(N);
                long[] some = new long[random.nextInt(N - from)];
                other.read(from, some.length, some, 0);
                assertArrayEquals(Arrays.copyOfRange(bits, from, from + some.length), some, name);
                assertEquals(bits[from], other.get(from), name);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void decimals_takeTheBitsOfTheirDigits(int width) {
    Map<String, Integer> encodings = new TreeMap<>();
    Map<String, Double> bytes = new TreeMap<>();
    shapes()
        .forEach(
            (name, shape) -> {
              long[] bits = IntData.fill(N, i -> bits(shape.applyAsDouble(i), width));
              Output stream = stream(bits, width, Compression.ZSTD);
              encodings.put(name, open(stream, N).encoding());
              bytes.put(name, (double) stream.size() / N);
            });
    for (String name : new String[] {"prices", "negative", "whole", "of two parts", "multiplied"}) {
      if (width == Double.BYTES) {
        assertEquals(DigitInts.ID, encodings.get(name), name);
        // 24 bits at most, and some for corrections.
        assertTrue(bytes.get(name) < 3.4, name + ": " + bytes.get(name));
      }
    }
    assertEquals(DigitInts.ID, encodings.get("some odd"));
    assertTrue(encodings.get("measured") != DigitInts.ID);
    assertTrue(encodings.get("large") != DigitInts.ID);
  }

  @Test
  void feature_isToldAlsoOfRunsOfDigitsAndWithoutACodecThereIsNone() {
    long[] prices = IntData.fill(N, i -> bits((i * 7919L % 100_003) / 100.0, 8));
    long[] runs = IntData.fill(N, i -> prices[i / 5 * 5]);
    for (long[] bits : new long[][] {prices, runs}) {
      assertEquals(
          Set.of(StreamFeature.DIGITS),
          IntsEncoder.encodeFloats(bits, N, 8, Goals.balanced(Compression.ZSTD), new Output()));
      assertEquals(
          StreamFeature.NONE,
          IntsEncoder.encodeFloats(bits, N, 8, Goals.balanced(Compression.NONE), new Output()));
    }
  }

  private static Output plain(long... values) {
    Output out = new Output();
    PlainInts.write(values, 0, values.length, 8, out);
    return out;
  }

  private static Output digits(int width, int scale, int x, Output places, Output corrections) {
    Output content = new Output();
    DigitInts.write(width, scale, plain(10, 25, -30), x, places, corrections, content);
    Output out = new Output();
    out.sized(content);
    return out;
  }

  @Test
  void number_isItsDigitsDividedAndThenCorrected() {
    Ints ints = open(digits(8, 1, 2, plain(0, 2), plain(1, -2)), 3);
    assertEquals(Math.nextUp(1.0), Double.longBitsToDouble(ints.get(0)));
    assertEquals(2.5, Double.longBitsToDouble(ints.get(1)));
    assertEquals(Math.nextUp(Math.nextUp(-3.0)), Double.longBitsToDouble(ints.get(2)));
    Ints floats = open(digits(4, 1, 1, plain(1), plain(1L << 32)), 3);
    assertEquals(Float.floatToRawIntBits(2.5f), floats.get(1), "modulo 2^32");
  }

  @Test
  void whatTheRulesForbid_isCorrupt() {
    assertThrows(CorruptDataException.class, () -> open(digits(5, 1, 0, null, null), 3));
    assertThrows(CorruptDataException.class, () -> open(digits(8, 23, 0, null, null), 3));
    assertThrows(
        CorruptDataException.class,
        () -> open(digits(8, 1, 4, plain(0, 1, 2, 3), plain(1, 1, 1, 1)), 3));
    for (long[] places : new long[][] {{0, 0}, {1, 0}, {-1, 0}, {0, 3}, {0, Long.MIN_VALUE}}) {
      Ints ints = open(digits(8, 1, 2, plain(places), plain(1, 1)), 3);
      assertThrows(CorruptDataException.class, () -> ints.get(1), Arrays.toString(places));
      assertThrows(CorruptDataException.class, () -> ints.read(0, 3, new long[3], 0));
    }
  }

  @Test
  void damagedDigits_giveValuesOrTheOneError() {
    IntToDoubleFunction some = shapes().get("some odd");
    long[] bits = IntData.fill(N, i -> bits(some.applyAsDouble(i), 8));
    Output stream = stream(bits, 8, Compression.ZSTD);
    assertEquals(DigitInts.ID, open(stream, N).encoding());
    Damage.attack(
        stream.toByteArray(),
        500,
        bytes -> {
          Ints ints = IntsDecoder.decode(Input.copyOf(bytes, 0, bytes.length), N);
          ints.get(N / 2);
          ints.read(0, N, new long[N], 0);
        });
  }
}
