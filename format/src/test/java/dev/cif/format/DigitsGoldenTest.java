package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden split {@code testdata/digits/floats}: floats and doubles that are decimals, or nearly,
 * or not at all. {@link #main} has made it; like the other golden files it is never written again.
 */
class DigitsGoldenTest {
  private static final Path FOLDER =
      Golden.FOLDER.resolveSibling("digits").toAbsolutePath().normalize();
  private static final int ROWS = 3000;

  @TempDir Path folder;

  private static Golden.Split floats() {
    CifSchema schema =
        CifSchema.of(
            List.of("price", "parts", "degrees", "odd", "measured", "list", "fields", "runs"),
            List.of(
                CifType.DOUBLE,
                CifType.DOUBLE,
                CifType.FLOAT,
                CifType.DOUBLE,
                CifType.DOUBLE,
                CifType.parse("array<double>"),
                CifType.parse("map<string,struct<a:double,b:float>>"),
                CifType.DOUBLE));
    Random random = new Random(2023);
    double[] odd = {-0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300, 1e-300};
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      Object a = random.nextInt(1000) / 8.0;
      Object b = (double) (float) (random.nextInt(100_000) / 100.0);
      rows.add(
          Arrays.asList(
              row % 11 == 3 ? null : (Object) (random.nextInt(10_000_000) / 100.0),
              random.nextInt(100_000) + random.nextInt(100) / 100.0,
              (double) (float) ((random.nextInt(800) - 300) / 10.0),
              row % 40 == 7 ? odd[row / 40 % odd.length] : random.nextInt(99_999) / 1000.0,
              random.nextGaussian(),
              List.of(random.nextInt(50_000) / 10.0, random.nextInt(50_000) / 10.0),
              List.of(Map.entry(Model.text("f"), List.of(a, b))),
              Math.floorDiv(row, 7) * 0.25));
    }
    ColumnOptions base = ColumnOptions.DEFAULT.withBlockRows(2000);
    return new Golden.Split(schema, WriteOptions.of(base), rows);
  }

  @Test
  void goldenSplit_readsToTheValuesThatWentIn() throws Exception {
    assertEquals("[\"digits\"]", Golden.requires(FOLDER.resolve("floats")));
    assertEquals(Files.readString(FOLDER.resolve("floats.jsonl")), Golden.json(floats()));
    try (SplitReader split = Golden.open(FOLDER.resolve("floats"))) {
      Golden.expectRows(floats(), split);
    }
  }

  @Test
  void writingAgain_givesTheSameRows() throws Exception {
    Golden.write(floats(), folder.resolve("floats"));
    assertEquals("[\"digits\"]", Golden.requires(folder.resolve("floats")));
    try (SplitReader split = Golden.open(folder.resolve("floats"))) {
      Golden.expectRows(floats(), split);
    }
  }

  @Test
  void withoutACodec_noFeatureIsRequired() throws Exception {
    Golden.Split all = floats();
    ColumnOptions none = ColumnOptions.DEFAULT.withCompression(Compression.NONE);
    Golden.write(
        new Golden.Split(all.schema(), WriteOptions.of(none), all.rows()), folder.resolve("none"));
    assertEquals("", Golden.requires(folder.resolve("none")));
  }

  /** Makes the golden split. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    Golden.write(floats(), FOLDER.resolve("floats"));
    Files.writeString(FOLDER.resolve("floats.jsonl"), Golden.json(floats()));
  }
}
