package dev.cif.format.internal.encoding;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.vector.BytesVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Measures how fast streams are encoded and decoded: {@code main} prints the best of many runs, in
 * nanoseconds a value, after it has checked the values. Not a test.
 */
final class EncodingBenchmark {
  private static final int N = 65_536;
  private static final int BATCH = 4096;
  private static final int ROUNDS = 200;

  private EncodingBenchmark() {}

  interface Work {
    void run();
  }

  /** Runs of all kinds take turns, so that the compiler sees them all, as it does in use. */
  private record Case(String name, Work work, int values, long bytes) {}

  public static void main(String[] args) {
    String filter = args.length == 0 ? "" : args[0];
    List<Case> cases = new ArrayList<>();
    for (int width = 0; width <= 64; width += width < 32 ? 1 : 8) {
      if (Bits.isWidth(width)) {
        add(cases, "packed width " + width, packed(ofWidth(width)), ofWidth(width));
      }
    }
    Map<String, long[]> ints = IntData.shapes(N);
    for (String shape : new String[] {"sequence", "times", "down"}) {
      VectorStats stats = VectorStats.of(ints.get(shape), 0, N);
      Output delta = new Output();
      DeltaInts.write(ints.get(shape), 0, N, stats, delta);
      add(cases, "delta " + shape, delta, ints.get(shape));
    }
    for (int bytes = 1; bytes <= 8; bytes *= 2) {
      long[] values = ofWidth(8 * bytes - 1);
      Output plain = new Output();
      PlainInts.write(values, 0, N, bytes, plain);
      add(cases, "plain " + bytes, plain, values);
    }
    for (String shape :
        new String[] {
          "constant", "runs", "short runs", "uneven runs", "few", "some", "prices", "scaled"
        }) {
      add(cases, "ints " + shape, encoded(ints.get(shape), Compression.NONE), ints.get(shape));
    }
    add(
        cases,
        "ints skewed zstd",
        encoded(ints.get("skewed"), Compression.ZSTD),
        ints.get("skewed"));
    Map<String, BytesVector> strings = StringData.shapes(N);
    for (Compression codec : Compression.values()) {
      for (String shape : new String[] {"text", "urls", "hex"}) {
        addCodec(cases, shape, strings.get(shape), codec);
      }
    }
    for (Map.Entry<String, BytesVector> shape : strings.entrySet()) {
      addStrings(cases, shape.getKey(), shape.getValue(), Compression.NONE);
    }
    for (String shape : new String[] {"ascii", "urls", "text", "few", "some"}) {
      addStrings(cases, shape, strings.get(shape), Compression.ZSTD);
    }
    for (Map.Entry<String, long[]> shape : ints.entrySet()) {
      if (!shape.getKey().startsWith("width")) {
        addEncoding(cases, shape.getKey(), shape.getValue());
      }
    }
    for (Map.Entry<String, BytesVector> shape : strings.entrySet()) {
      addEncoding(cases, shape.getKey(), shape.getValue());
    }
    cases.removeIf(c -> !c.name().contains(filter));
    measure(cases);
  }

  private static long[] ofWidth(int width) {
    Random random = new Random(width);
    long mask = width == 0 ? 0 : -1L >>> (64 - width);
    return IntData.fill(N, i -> random.nextLong() & mask);
  }

  private static Output packed(long[] values) {
    Output out = new Output();
    PackedInts.write(values, 0, N, VectorStats.of(values, 0, N), out);
    return out;
  }

  private static Output encoded(long[] values, Compression codec) {
    return IntsEncoder.content(values, 0, N, Goals.size(codec), 1).content();
  }

  private static void add(List<Case> cases, String name, Output content, long[] expected) {
    byte[] array = Arrays.copyOf(content.toByteArray(), content.size() + Input.SLACK);
    long[] out = new long[BATCH];
    Ints check = IntsDecoder.content(new Input(array, 0, content.size()), N, Nesting.TOP);
    long[] all = new long[N];
    check.read(0, N, all, 0);
    if (!Arrays.equals(all, expected)) {
      throw new IllegalStateException(name);
    }
    cases.add(
        new Case(
            "read " + name + " (" + check.encoding() + ")",
            () -> {
              Ints ints = IntsDecoder.content(new Input(array, 0, content.size()), N, Nesting.TOP);
              for (int i = 0; i < N; i += BATCH) {
                ints.read(i, BATCH, out, 0);
              }
            },
            N,
            content.size()));
  }

  private static void addStrings(
      List<Case> cases, String name, BytesVector values, Compression codec) {
    Output content = new Output();
    StringsEncoder.encode(values, null, N, Goals.size(codec), content);
    byte[] array = Arrays.copyOf(content.toByteArray(), content.size() + Input.SLACK);
    BytesVector out = new BytesVector(CifType.BINARY);
    Strings check = StringsDecoder.decode(new Input(array, 0, content.size()), N);
    out.addSlots(N);
    check.read(0, N, out, 0);
    for (int i = 0; i < N; i++) {
      if (!Arrays.equals(out.bytes(i), values.bytes(i))) {
        throw new IllegalStateException(name);
      }
    }
    long bytes = values.rawBytes();
    cases.add(
        new Case(
            "read strings " + name + " " + codec.text() + " (" + check.encoding() + ")",
            () -> {
              Strings strings = StringsDecoder.decode(new Input(array, 0, content.size()), N);
              for (int i = 0; i < N; i += BATCH) {
                out.reset();
                strings.read(i, BATCH, out, out.addSlots(BATCH));
              }
            },
            N,
            bytes));
  }

  /** Decompressing alone, of 512 bytes and of much more. */
  private static void addCodec(
      List<Case> cases, String name, BytesVector values, Compression codec) {
    for (int length : new int[] {512, 1 << 18}) {
      Output compressed = new Output();
      Codec.of(codec).compress(values.data, 0, length, compressed);
      Input in = Input.copyOf(compressed.array(), 0, compressed.size());
      cases.add(
          new Case(
              "read bytes " + name + " " + codec.text() + " to " + compressed.size(),
              () -> Codec.of(codec).decompress(in, length),
              length,
              length));
    }
  }

  private static void addEncoding(List<Case> cases, String name, long[] values) {
    Goal goal = Goals.balanced(Compression.ZSTD);
    cases.add(
        new Case(
            "write ints " + name, () -> IntsEncoder.content(values, 0, N, goal, 1), N, 8L * N));
  }

  private static void addEncoding(List<Case> cases, String name, BytesVector values) {
    Output out = new Output(1 << 24);
    cases.add(
        new Case(
            "write strings " + name,
            () -> {
              out.reset();
              StringsEncoder.encode(values, null, N, Goals.balanced(Compression.ZSTD), out);
            },
            N,
            values.rawBytes()));
  }

  private static void measure(List<Case> cases) {
    long[] best = new long[cases.size()];
    Arrays.fill(best, Long.MAX_VALUE);
    for (int round = 0; round < ROUNDS; round++) {
      for (int c = 0; c < best.length; c++) {
        if (cases.get(c).name().startsWith("write") && round >= ROUNDS / 4) {
          continue;
        }
        for (int warm = 0; warm < 4; warm++) {
          long start = System.nanoTime();
          cases.get(c).work().run();
          best[c] = Math.min(best[c], System.nanoTime() - start);
        }
      }
    }
    for (int c = 0; c < best.length; c++) {
      Case it = cases.get(c);
      System.out.printf(
          Locale.ROOT,
          "%-44s %8.3f ns/value %8.2f GB/s of %d bytes%n",
          it.name(),
          (double) best[c] / it.values(),
          (double) it.bytes() / best[c],
          it.bytes());
    }
  }
}
