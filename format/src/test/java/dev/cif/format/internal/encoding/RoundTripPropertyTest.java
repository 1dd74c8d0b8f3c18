package dev.cif.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Optimize;
import dev.cif.format.vector.BytesVector;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is encoded is decoded to the same, for values of random distributions. */
class RoundTripPropertyTest {
  @Provide
  Arbitrary<long[]> streams() {
    Arbitrary<Long> extremes = Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L, -1L, 1L);
    Arbitrary<Long> value =
        Arbitraries.integers()
            .between(0, 63)
            .flatMap(
                shift ->
                    Arbitraries.oneOf(
                        Arbitraries.longs().map(v -> v >> shift),
                        Arbitraries.longs().between(-5, 5).map(v -> v << shift),
                        extremes));
    Arbitrary<Long> few = Arbitraries.longs().list().ofSize(3).flatMap(Arbitraries::of);
    return Arbitraries.oneOf(
            value.list().ofMinSize(1).ofMaxSize(2100),
            few.list().ofMinSize(1).ofMaxSize(2100),
            runs(value))
        .map(list -> list.stream().mapToLong(Long::longValue).toArray());
  }

  private static Arbitrary<List<Long>> runs(Arbitrary<Long> value) {
    return value
        .list()
        .ofMinSize(1)
        .ofMaxSize(60)
        .flatMap(
            values ->
                Arbitraries.integers()
                    .between(1, 50)
                    .map(
                        each ->
                            values.stream()
                                .flatMap(v -> Collections.nCopies(each, v).stream())
                                .toList()));
  }

  @Property(tries = 400)
  void integers_comeBack(
      @ForAll("streams") long[] values, @ForAll Compression codec, @ForAll Optimize optimize) {
    Output out = new Output();
    IntsEncoder.encode(values, 0, values.length, new Goal(codec, optimize), out);
    Input in = Input.copyOf(out.array(), 0, out.size());
    Ints ints = IntsDecoder.decode(in, values.length);
    in.expectEnd("the stream");
    long[] back = new long[values.length];
    ints.read(0, values.length, back, 0);
    assertArrayEquals(values, back);
    for (int i = 0; i < values.length; i += 7) {
      assertEquals(values[i], ints.get(i));
    }
  }

  @Provide
  Arbitrary<List<byte[]>> strings() {
    Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
    Arbitrary<byte[]> letters =
        Arbitraries.integers()
            .between(1, 7)
            .flatMap(
                bits ->
                    Arbitraries.bytes()
                        .between((byte) 0, (byte) ((1 << bits) - 1))
                        .map(b -> (byte) (b + 128 - (1 << bits)))
                        .array(byte[].class)
                        .ofMaxSize(60));
    Arbitrary<byte[]> few = noise.list().ofSize(4).flatMap(Arbitraries::of);
    return Arbitraries.oneOf(
        noise.list().ofMinSize(1).ofMaxSize(300),
        letters.list().ofMinSize(1).ofMaxSize(300),
        few.list().ofMinSize(1).ofMaxSize(1500));
  }

  @Property(tries = 400)
  void strings_comeBack(
      @ForAll("strings") List<byte[]> values,
      @ForAll Compression codec,
      @ForAll Optimize optimize) {
    int n = values.size();
    BytesVector vector = new BytesVector(CifType.BINARY);
    values.forEach(vector::append);
    Output out = new Output();
    StringsEncoder.encode(vector, null, n, new Goal(codec, optimize), out);
    Input in = Input.copyOf(out.array(), 0, out.size());
    Strings strings = StringsDecoder.decode(in, n);
    in.expectEnd("the stream");
    BytesVector back = new BytesVector(CifType.BINARY);
    strings.read(0, n, back, back.addSlots(n));
    for (int i = 0; i < n; i++) {
      assertArrayEquals(values.get(i), back.bytes(i));
      assertArrayEquals(values.get(i), strings.get(i));
    }
  }
}
