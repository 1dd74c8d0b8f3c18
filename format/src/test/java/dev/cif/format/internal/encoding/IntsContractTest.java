package dev.cif.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Optimize;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of every encoding of integers, whichever the encoder chooses or a test writes. */
class IntsContractTest {
  private static final int BEFORE = 3;
  private static final byte AFTER = 0x77;

  /** Bytes in front, the sized stream, one byte behind, slack. */
  private static Input input(Output content) {
    Output out = new Output();
    out.raw(new byte[BEFORE], 0, BEFORE);
    out.sized(content);
    out.u8(AFTER);
    Input in = Input.copyOf(out.array(), 0, out.size());
    for (int i = 0; i < BEFORE; i++) {
      in.u8();
    }
    return in;
  }

  private static Ints open(Output content, int n) {
    Input in = input(content);
    Ints ints = IntsDecoder.decode(in, n);
    assertEquals(AFTER, in.u8(), "the decoder stands behind the stream");
    return ints;
  }

  private static void assertHolds(String what, long[] expected, Output content) {
    int n = expected.length;
    Ints ints = open(content, n);
    assertEquals(n, ints.size());
    long[] out = new long[n + 2];
    ints.read(0, n, out, 1);
    assertArrayEquals(expected, Arrays.copyOfRange(out, 1, n + 1), what);
    assertEquals(0, out[0], what + ": before the range");
    assertEquals(0, out[n + 1], what + ": behind the range");
    Random random = new Random(7);
    Ints other = open(content, n);
    for (int round = 0; round < 40; round++) {
      int from = random.nextInt(n + 1);
      int count = random.nextInt(n - from + 1);
      long[] part = new long[count + 2];
      part[count + 1] = 99;
      other.read(from, count, part, 1);
      assertArrayEquals(
          Arrays.copyOfRange(expected, from, from + count),
          Arrays.copyOfRange(part, 1, count + 1),
          what + " from " + from);
      assertEquals(99, part[count + 1], what + ": behind the part");
      int i = random.nextInt(n);
      assertEquals(expected[i], other.get(i), what + " at " + i);
    }
    Ints single = open(content, n);
    for (int i = 0; i < n; i += 1 + n / 300) {
      assertEquals(expected[i], single.get(i), what + " at " + i);
    }
  }

  private static Output encoded(long[] values, Goal goal) {
    return IntsEncoder.content(values, 0, values.length, goal, 1).content();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 1023, 1024, 1025, 5000})
  void encoder_writesWhatTheDecoderReads(int n) {
    for (Map.Entry<String, long[]> shape : IntData.shapes(n).entrySet()) {
      for (Goal goal : Goals.all(Compression.NONE, Compression.ZSTD)) {
        Output content = encoded(shape.getValue(), goal);
        assertHolds(shape.getKey() + " " + goal, shape.getValue(), content);
        assertArrayEquals(
            content.toByteArray(),
            encoded(shape.getValue(), goal).toByteArray(),
            "the same bytes each time");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void encoder_compressesWithEachCodec(Compression codec) {
    Random random = new Random(1);
    long[] words =
        IntData.fill(20_000, i -> i % 16 == 0 ? random.nextLong() : random.nextInt(200_000));
    Output content = encoded(words, Goals.size(codec));
    assertHolds(codec.text(), words, content);
    if (codec != Compression.NONE) {
      assertEquals(CompressedInts.ID, open(content, words.length).encoding());
    }
  }

  @Test
  void encoder_takesAPartOfAnArray() {
    long[] values = IntData.fill(5000, i -> i * 17L % 1009);
    Output out = new Output();
    IntsEncoder.encode(values, 1234, 2000, Goals.balanced(Compression.ZSTD), out);
    Ints ints = IntsDecoder.decode(Input.copyOf(out.array(), 0, out.size()), 2000);
    long[] back = new long[2000];
    ints.read(0, 2000, back, 0);
    assertArrayEquals(Arrays.copyOfRange(values, 1234, 3234), back);
  }

  @Test
  void encoder_choosesTheEncodingThatFitsTheShape() {
    Map<String, long[]> shapes = IntData.shapes(5000);
    Map<String, Integer> expected = new TreeMap<>();
    expected.put("constant", ConstantInts.ID);
    expected.put("sequence", DeltaInts.ID);
    expected.put("times", DeltaInts.ID);
    expected.put("runs", RunLengthInts.ID);
    expected.put("one odd", RunLengthInts.ID);
    expected.put("few", DictionaryInts.ID);
    expected.put("some", DictionaryInts.ID);
    expected.put("prices", DictionaryInts.ID);
    expected.put("scaled", ScaledInts.ID);
    expected.put("longs", PlainInts.ID);
    expected.put("width 7", PackedInts.ID);
    expected.put("width 33", PackedInts.ID);
    expected.put("mixed", PackedInts.ID);
    Map<String, Integer> chosen = new TreeMap<>();
    for (String name : expected.keySet()) {
      chosen.put(
          name, open(encoded(shapes.get(name), Goals.balanced(Compression.NONE)), 5000).encoding());
    }
    assertEquals(expected, chosen);
  }

  /** Places 1, 2, ... of items within orders of 1 to 7: three bits, of which zstd saves half. */
  private static long[] places(int n) {
    Random random = new Random(3);
    long[] values = new long[n];
    int last = 0;
    for (int i = 0; i < n; i++) {
      values[i] = last == 0 ? 1 : values[i - 1] + 1;
      last = values[i] == 1 ? random.nextInt(7) : last - 1;
    }
    return values;
  }

  @Test
  void encoder_compressesPackedIntegersForSizeOnly() {
    long[] places = places(20_000);
    Map<Optimize, Integer> chosen = new EnumMap<>(Optimize.class);
    Map<Optimize, Integer> bytes = new EnumMap<>(Optimize.class);
    for (Goal goal : Goals.all(Compression.ZSTD)) {
      Output content = encoded(places, goal);
      chosen.put(goal.optimize(), open(content, places.length).encoding());
      bytes.put(goal.optimize(), content.size());
    }
    assertEquals(
        Map.of(
            Optimize.SPEED, PackedInts.ID,
            Optimize.BALANCED, PackedInts.ID,
            Optimize.SIZE, CompressedInts.ID),
        chosen);
    assertTrue(bytes.get(Optimize.SIZE) < 0.85 * bytes.get(Optimize.BALANCED));
  }

  @Test
  void encoder_takesNoMoreBytesForSizeAndNoMoreTimeForSpeed() {
    IntData.shapes(5000)
        .forEach(
            (name, values) -> {
              Encoded speed = content(values, Optimize.SPEED);
              Encoded balanced = content(values, Optimize.BALANCED);
              Encoded size = content(values, Optimize.SIZE);
              assertTrue(size.content().size() <= balanced.content().size(), name);
              assertTrue(balanced.content().size() <= speed.content().size(), name);
              assertTrue(speed.nanos() <= balanced.nanos(), name);
              assertTrue(balanced.nanos() <= size.nanos(), name);
            });
  }

  private static Encoded content(long[] values, Optimize optimize) {
    return IntsEncoder.content(values, 0, values.length, new Goal(Compression.ZSTD, optimize), 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1023, 1024, 1025, 5000})
  void packedDeltaAndPlain_holdAnyValues(int n) {
    for (Map.Entry<String, long[]> shape : IntData.shapes(n).entrySet()) {
      long[] values = shape.getValue();
      VectorStats stats = VectorStats.of(values, 0, n);
      Output packed = new Output();
      PackedInts.write(values, 0, n, stats, packed);
      assertEquals(stats.packedSize(), packed.size(), "the measured size");
      assertHolds("packed " + shape.getKey(), values, packed);
      Output delta = new Output();
      DeltaInts.write(values, 0, n, stats, delta);
      assertEquals(stats.deltaSize(values, 0), delta.size(), "the measured size");
      assertHolds("delta " + shape.getKey(), values, delta);
      Output plain = new Output();
      PlainInts.write(values, 0, n, stats.plainWidth(), plain);
      assertEquals(stats.plainSize(), plain.size(), "the measured size");
      assertHolds("plain " + shape.getKey(), values, plain);
    }
  }

  @Test
  void everyWidth_isPackedAtEveryPlace() {
    Random random = new Random(5);
    for (int width = 0; width <= 64; width++) {
      if (!Bits.isWidth(width)) {
        continue;
      }
      long mask = width == 0 ? 0 : -1L >>> (64 - width);
      long[] numbers = IntData.fill(1024, i -> random.nextLong() & mask);
      Output out = new Output();
      Bits.pack(numbers, 0, 1024, 0, width, out);
      assertEquals(Bits.bytes(1024, width), out.size());
      byte[] array = Arrays.copyOf(out.array(), out.size() + Input.SLACK);
      for (int from = 0; from < 40; from++) {
        for (int count = 0; count < 40; count++) {
          long[] back = new long[count];
          Bits.unpack(array, 0, width, 12, from, count, back, 0);
          for (int i = 0; i < count; i++) {
            assertEquals(numbers[from + i] + 12, back[i], "width " + width);
          }
        }
      }
    }
  }

  private static Output packedOf(long... values) {
    Output out = new Output();
    PackedInts.write(values, 0, values.length, VectorStats.of(values, 0, values.length), out);
    return out;
  }

  @Test
  void runsWhoseLengthsDoNotAddUp_areCorrupt() {
    for (long[] lengths :
        new long[][] {
          {3, 4}, {3, 8}, {0, 10}, {-1, 11}, {Long.MAX_VALUE, 2}, {Long.MIN_VALUE, 10}, {10, 0}
        }) {
      Output out = new Output();
      RunLengthInts.write(2, packedOf(1, 2), packedOf(lengths), out);
      assertThrows(
          CorruptDataException.class, () -> open(out, 10).get(0), Arrays.toString(lengths));
    }
  }

  @Test
  void idsOutsideTheDictionary_areCorrupt() {
    for (long bad : new long[] {3, 4, -1, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Output out = new Output();
      DictionaryInts.write(3, packedOf(10, 20, 30), packedOf(0, 2, bad, 1), out);
      long[] back = new long[4];
      assertThrows(CorruptDataException.class, () -> open(out, 4).read(0, 4, back, 0));
      assertThrows(CorruptDataException.class, () -> open(out, 4).get(2));
      assertEquals(30, open(out, 4).get(1));
    }
  }

  /** A stream of {@code levels} streams of 20 sevens, scaled by 2 but for the innermost. */
  private static Output nested(int levels) {
    Output inner = new Output();
    ConstantInts.write(7, inner);
    for (int i = 1; i < levels; i++) {
      Output outer = new Output();
      ScaledInts.write(2, inner, outer);
      inner = outer;
    }
    return inner;
  }

  @Test
  void streams_nestFourDeepAndNoDeeper() {
    assertEquals(56, open(nested(4), 20).get(3));
    assertThrows(CorruptDataException.class, () -> open(nested(5), 20));
  }

  @Test
  void compressed_doesNotNestInCompressed() {
    Output once = new Output();
    CompressedPayload.write(CompressedInts.ID, Goals.balanced(Compression.LZ4), nested(1), once);
    assertEquals(7, open(once, 20).get(3));
    Output twice = new Output();
    CompressedPayload.write(CompressedInts.ID, Goals.balanced(Compression.LZ4), once, twice);
    Ints ints = open(twice, 20);
    CorruptDataException e = assertThrows(CorruptDataException.class, () -> ints.get(3));
    assertTrue(e.offset() > BEFORE && e.offset() < BEFORE + 6, "the place of the outer stream");
  }

  @Test
  void damagedStreams_giveValuesOrTheOneError() {
    for (int n : new int[] {2, 700, 2500}) {
      for (Map.Entry<String, long[]> shape : IntData.shapes(n).entrySet()) {
        for (Compression codec : new Compression[] {Compression.NONE, Compression.LZ4}) {
          Damage.attack(
              encoded(shape.getValue(), Goals.size(codec)).toByteArray(),
              120,
              bytes -> {
                Output content = new Output();
                content.raw(bytes, 0, bytes.length);
                Ints ints = open(content, n);
                ints.get(n / 2);
                ints.read(0, n, new long[n], 0);
                ints.get(n - 1);
              });
        }
      }
    }
  }
}
