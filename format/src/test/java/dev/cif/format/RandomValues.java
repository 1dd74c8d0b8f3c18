package dev.cif.format;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TimestampValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Columns of values in the form of {@link Model}, each of a shape of its own: constant, in runs,
 * ascending, of few values, scaled, at random, with NULLs of every density. Together they lead to
 * every encoding of layout auto.
 */
final class RandomValues {
  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  /** Values of the type, one after another; NULLs among them. */
  Supplier<Object> nullable(CifType type) {
    Supplier<Object> values = present(type);
    double[] densities = {0, 0, 0.03, 0.3, 0.9, 1};
    double density = densities[random.nextInt(densities.length)];
    if (random.nextInt(5) > 0) {
      return () -> random.nextDouble() < density ? null : values.get();
    }
    Supplier<Object> isNull = repeat(() -> random.nextBoolean(), 1 + random.nextInt(400));
    return () -> (Boolean) isNull.get() ? null : values.get();
  }

  /** Values of the type, none of them NULL; their parts may be. */
  Supplier<Object> present(CifType type) {
    switch (type.physical()) {
      case LIST:
        return list(type);
      case MAP:
        return map(type);
      case STRUCT:
        return struct(type);
      case UNION:
        return union(type);
      default:
        return spread(primitive(type));
    }
  }

  /** One of the ways in which values follow each other. */
  private Supplier<Object> spread(Supplier<Object> values) {
    switch (random.nextInt(6)) {
      case 0:
        Object constant = values.get();
        return () -> constant;
      case 1:
        return repeat(values, 2 + random.nextInt(200));
      case 2:
        return few(values, 1 + random.nextInt(random.nextBoolean() ? 6 : 300));
      case 3:
        return cycle(values, 2 + random.nextInt(40));
      default:
        return values;
    }
  }

  private Supplier<Object> repeat(Supplier<Object> values, int most) {
    return new Supplier<>() {
      private int left;
      private Object value;

      @Override
      public Object get() {
        if (left-- == 0) {
          left = random.nextInt(most);
          value = values.get();
        }
        return value;
      }
    };
  }

  private Supplier<Object> few(Supplier<Object> values, int count) {
    List<Object> choice = many(values, count);
    return () -> choice.get(random.nextInt(count));
  }

  private Supplier<Object> cycle(Supplier<Object> values, int count) {
    List<Object> choice = many(values, count);
    int[] next = new int[1];
    return () -> choice.get(next[0]++ % count);
  }

  private static List<Object> many(Supplier<Object> values, int count) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(values.get());
    }
    return list;
  }

  private Supplier<Object> primitive(CifType type) {
    switch (type.physical()) {
      case INT:
        Supplier<Long> numbers = integers();
        return () -> narrow(type, numbers.get());
      case FLOAT:
        Supplier<Double> wide = doubles();
        return () -> (double) wide.get().floatValue();
      case DOUBLE:
        return doubles()::get;
      case DECIMAL:
        return decimals(type);
      case TIMESTAMP:
        return timestamps();
      default:
        return type.kind() == CifType.Kind.BINARY ? binary() : texts(type);
    }
  }

  private static Object narrow(CifType type, long value) {
    switch (type.kind()) {
      case BOOLEAN:
        return value & 1;
      case TINYINT:
        return (long) (byte) value;
      case SMALLINT:
        return (long) (short) value;
      case BIGINT:
        return value;
      default:
        return (long) (int) value;
    }
  }

  private Supplier<Long> integers() {
    long base = random.nextLong() >> random.nextInt(64);
    long step = random.nextInt(5) * (long) random.nextInt(1000) - 500;
    long[] next = {base};
    switch (random.nextInt(7)) {
      case 0:
        return () -> random.nextLong();
      case 1:
        int bits = random.nextInt(64);
        return () -> base + (random.nextLong() >>> bits);
      case 2:
        return () -> next[0] += step;
      case 3:
        return () -> next[0] += step + random.nextInt(4);
      case 4:
        return () -> 86_400_000L * random.nextInt(100_000);
      case 5:
        long[] edges = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1, Integer.MIN_VALUE, 127, -128};
        return () -> edges[random.nextInt(edges.length)];
      default:
        return () -> (long) Math.exp(random.nextGaussian() * 4);
    }
  }

  private Supplier<Double> doubles() {
    switch (random.nextInt(4)) {
      case 0:
        return () -> random.nextInt(10_000) / 100.0;
      case 1:
        return () -> random.nextGaussian() * 1e9;
      case 2:
        double[] odd = {
          Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1, 1e-45
        };
        return () -> odd[random.nextInt(odd.length)];
      default:
        return () -> (double) random.nextInt();
    }
  }

  private Supplier<Object> decimals(CifType type) {
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    boolean isSmall = random.nextBoolean();
    boolean isExtreme = random.nextInt(4) == 0;
    return () -> {
      int bits = isSmall ? Math.min(20, limit.bitLength()) : limit.bitLength();
      BigInteger n = new BigInteger(bits, random).mod(limit);
      n = isExtreme && random.nextInt(3) == 0 ? limit.subtract(BigInteger.ONE) : n;
      return new BigDecimal(random.nextBoolean() ? n : n.negate(), type.scale());
    };
  }

  private Supplier<Object> timestamps() {
    Supplier<Long> seconds = integers();
    int unit = new int[] {1_000_000_000, 1_000_000, 1}[random.nextInt(3)];
    boolean isLast = random.nextInt(5) == 0;
    return () -> {
      int nanos = isLast ? 999_999_999 : random.nextInt(1_000_000_000) / unit * unit;
      return new TimestampValue(seconds.get(), nanos);
    };
  }

  private Supplier<Object> binary() {
    // Long values of 0xFF have no upper bound of 64 bytes.
    int first = random.nextInt(3) == 0 ? 253 : 0;
    int most = random.nextInt(4) == 0 ? 100 : 12;
    return () -> {
      byte[] bytes = new byte[random.nextInt(most)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (first + random.nextInt(256 - first));
      }
      return ByteBuffer.wrap(bytes);
    };
  }

  private Supplier<Object> texts(CifType type) {
    boolean isBounded = type.kind() != CifType.Kind.STRING;
    int most = isBounded ? type.length() : random.nextInt(8) == 0 ? 200 : 1 + random.nextInt(20);
    String prefix = isBounded || random.nextInt(4) > 0 ? "" : "http://www.example.com/".repeat(3);
    int first = new int[] {'0', 'a', ' ', 0x3B1, 0x1F600, 0}[random.nextInt(6)];
    int letters = 1 + random.nextInt(new int[] {2, 10, 26, 95}[random.nextInt(4)]);
    return () -> {
      StringBuilder s = new StringBuilder(prefix);
      for (int i = random.nextInt(most + 1); i > 0; i--) {
        s.appendCodePoint(first + random.nextInt(letters));
      }
      String text = type.kind() == CifType.Kind.CHAR ? s.toString().stripTrailing() : s.toString();
      return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    };
  }

  private Supplier<Integer> lengths() {
    int most = random.nextInt(6) == 0 ? 40 : 1 + random.nextInt(5);
    int same = random.nextInt(3);
    boolean isSame = random.nextInt(4) == 0;
    return () -> isSame ? same : random.nextInt(most);
  }

  private Supplier<Object> list(CifType type) {
    Supplier<Integer> lengths = lengths();
    Supplier<Object> elements = nullable(type.child(0));
    return () -> many(elements, lengths.get());
  }

  private Supplier<Object> map(CifType type) {
    Supplier<Integer> lengths = lengths();
    Supplier<Object> keys = present(type.child(0));
    Supplier<Object> values = nullable(type.child(1));
    if (random.nextBoolean()) {
      return frequentKeys(type, 1 + random.nextInt(20));
    }
    return () -> {
      List<Object> entries = new ArrayList<>();
      for (int i = lengths.get(); i > 0; i--) {
        entries.add(Model.entry(keys.get(), values.get()));
      }
      return entries;
    };
  }

  /** Maps that draw most of their keys from a few, now and then in another order or twice. */
  Supplier<Object> frequentKeys(CifType type, int most) {
    Supplier<Object> keys = primitive(type.child(0));
    Supplier<Object> values = nullable(type.child(1));
    List<Object> frequent = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      Object key = keys.get();
      if (!frequent.contains(key)) {
        frequent.add(key);
      }
    }
    int share = 1 + random.nextInt(10);
    int others = random.nextInt(3) == 0 ? 2 : 30;
    return () -> {
      List<Object> entries = new ArrayList<>();
      for (Object key : frequent) {
        if (random.nextInt(10) < share) {
          entries.add(Model.entry(key, values.get()));
        }
      }
      if (random.nextInt(others) == 0) {
        entries.add(Model.entry(keys.get(), values.get()));
        Collections.shuffle(entries, random);
      }
      return entries;
    };
  }

  private Supplier<Object> struct(CifType type) {
    List<Supplier<Object>> fields = new ArrayList<>();
    for (CifType field : type.children()) {
      fields.add(nullable(field));
    }
    return () -> {
      List<Object> values = new ArrayList<>();
      fields.forEach(f -> values.add(f.get()));
      return values;
    };
  }

  private Supplier<Object> union(CifType type) {
    List<Supplier<Object>> branches = new ArrayList<>();
    for (CifType branch : type.children()) {
      branches.add(nullable(branch));
    }
    Supplier<Object> tags = spread(() -> random.nextInt(branches.size()));
    return () -> {
      int tag = (Integer) tags.get();
      return new Model.Tagged(tag, branches.get(tag).get());
    };
  }
}
