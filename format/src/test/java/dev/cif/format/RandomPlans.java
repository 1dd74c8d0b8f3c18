package dev.cif.format;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.Optimize;
import dev.cif.format.schema.SkipDistances;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Types and options of columns at random, from a seed alone. */
final class RandomPlans {
  private static final CifType[] PRIMITIVES = {
    CifType.BOOLEAN,
    CifType.TINYINT,
    CifType.SMALLINT,
    CifType.INT,
    CifType.BIGINT,
    CifType.FLOAT,
    CifType.DOUBLE,
    CifType.STRING,
    CifType.BINARY,
    CifType.DATE,
    CifType.TIMESTAMP,
    CifType.TIMESTAMP_LTZ
  };
  private static final SkipDistances[] SKIPS = {
    SkipDistances.of(2),
    SkipDistances.of(7),
    SkipDistances.of(3, 9, 90),
    SkipDistances.of(2, 4, 8, 16, 32, 64, 128),
    SkipDistances.DEFAULT
  };

  private final Random random;

  RandomPlans(Random random) {
    this.random = random;
  }

  /** A type of at most so many levels. */
  CifType type(int depth) {
    int kind = depth == 1 ? 0 : random.nextInt(9);
    switch (kind) {
      case 5:
        return CifType.array(type(depth - 1));
      case 6:
        return CifType.map(primitive(), type(depth - 1));
      case 7:
        List<CifType> fields = types(depth - 1);
        return CifType.struct(List.of("a", "B c", "größe`<").subList(0, fields.size()), fields);
      case 8:
        return CifType.union(types(depth - 1));
      default:
        return primitive();
    }
  }

  private List<CifType> types(int depth) {
    List<CifType> types = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      types.add(type(depth));
    }
    return types;
  }

  private CifType primitive() {
    int kind = random.nextInt(PRIMITIVES.length + 6);
    if (kind < PRIMITIVES.length) {
      return PRIMITIVES[kind];
    }
    if (kind < PRIMITIVES.length + 3) {
      int precision = 1 + random.nextInt(38);
      return CifType.decimal(precision, random.nextInt(precision + 1));
    }
    int length = 1 + random.nextInt(8);
    return random.nextBoolean() ? CifType.varchar(length) : CifType.character(length);
  }

  /** Options that suit the type; layout auto is the most frequent. */
  ColumnOptions options(CifType type) {
    boolean isMap = type.kind() == CifType.Kind.MAP;
    int l = random.nextInt(10);
    Layout layout = Layout.values()[l < 5 ? l : isMap && l == 5 ? Layout.DCSL.id() : 0];
    layout = layout == Layout.DCSL && !isMap ? Layout.AUTO : layout;
    Compression codec = Compression.values()[random.nextInt(Compression.values().length)];
    codec = layout == Layout.BLOCK && codec == Compression.NONE ? Compression.LZO : codec;
    int bytes = 1 + random.nextInt(1 << random.nextInt(21));
    int rows = 1 + random.nextInt(1 << random.nextInt(14));
    SkipDistances skips = SKIPS[random.nextInt(SKIPS.length)];
    Optimize optimize = Optimize.values()[random.nextInt(Optimize.values().length)];
    return new ColumnOptions(layout, codec, optimize, bytes, rows, skips, random.nextBoolean());
  }

  /** Rows of a split: none, one, few, or several vectors of 1,024. */
  int rows(boolean isDeep) {
    switch (random.nextInt(20)) {
      case 0:
        return 0;
      case 1:
        return 1;
      case 2, 3, 4, 5, 6:
        return random.nextInt(isDeep ? 400 : 1500);
      case 7:
        return random.nextInt(isDeep ? 800 : 6000);
      default:
        return random.nextInt(150);
    }
  }
}
