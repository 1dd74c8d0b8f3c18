package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Optimize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden split {@code testdata/symbols/text}: texts as symbols, at every depth and for each
 * {@code cif.optimize}. {@link #main} has made it; like the other golden files it is never written
 * again.
 */
class SymbolsGoldenTest {
  private static final Path FOLDER =
      Golden.FOLDER.resolveSibling("symbols").toAbsolutePath().normalize();
  private static final int ROWS = 3000;
  private static final String[] WORDS =
      ("furiously quickly ironic final special pending regular express deposits requests accounts"
              + " packages instructions foxes theodolites dependencies sleep wake haggle nag cajole"
              + " among above across Grüße naïve 日本語 ideas")
          .split(" ");

  @TempDir Path folder;

  private static Golden.Split text() {
    CifSchema schema =
        CifSchema.of(
            List.of("comment", "fast", "small", "bytes", "words", "headers", "repeated", "short"),
            List.of(
                CifType.STRING,
                CifType.STRING,
                CifType.STRING,
                CifType.BINARY,
                CifType.parse("array<string>"),
                CifType.parse("map<string,string>"),
                CifType.parse("varchar(200)"),
                CifType.STRING));
    Random random = new Random(2020);
    List<Object> some = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      some.add(Model.text(sentence(random, 6)));
    }
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      List<Object> values = new ArrayList<>();
      values.add(row % 11 == 3 ? null : Model.text(sentence(random, 5)));
      values.add(Model.text(sentence(random, 3)));
      values.add(Model.text(sentence(random, 3)));
      byte[] bytes = new byte[random.nextInt(30)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (i % 5 == 0 ? random.nextInt(256) : 250 - i);
      }
      values.add(ByteBuffer.wrap(bytes));
      values.add(
          List.of(Model.text(sentence(random, 2)), Model.text(""), Model.text(word(random))));
      values.add(
          List.of(
              Map.entry(Model.text("description"), Model.text(sentence(random, 4))),
              Map.entry(Model.text("row"), Model.text("row " + row))));
      values.add(some.get(random.nextInt(some.size())));
      values.add(Model.text(Integer.toString(row % 7)));
      rows.add(values);
    }
    ColumnOptions base = ColumnOptions.DEFAULT.withBlockRows(2000);
    WriteOptions options =
        WriteOptions.of(base)
            .with("fast", base.withOptimize(Optimize.SPEED))
            .with("small", base.withOptimize(Optimize.SIZE));
    return new Golden.Split(schema, options, rows);
  }

  private static String word(Random random) {
    return WORDS[random.nextInt(WORDS.length)];
  }

  private static String sentence(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(word(random)).append(random.nextInt(8) == 0 ? ", " : " ");
    }
    return text.toString();
  }

  private static boolean requiresSymbols(Path split) throws IOException {
    return Golden.requires(split).equals("[\"symbols\"]");
  }

  @Test
  void goldenSplit_readsToTheValuesThatWentIn() throws Exception {
    assertTrue(requiresSymbols(FOLDER.resolve("text")));
    assertEquals(Files.readString(FOLDER.resolve("text.jsonl")), Golden.json(text()));
    try (SplitReader split = Golden.open(FOLDER.resolve("text"))) {
      Golden.expectRows(text(), split);
    }
  }

  @Test
  void writingAgain_givesTheSameRows() throws Exception {
    Golden.write(text(), folder.resolve("text"));
    assertTrue(requiresSymbols(folder.resolve("text")));
    try (SplitReader split = Golden.open(folder.resolve("text"))) {
      Golden.expectRows(text(), split);
    }
  }

  @Test
  void aSplitWithoutSymbols_doesNotRequireThem() throws Exception {
    Golden.Split all = text();
    CifSchema schema = CifSchema.of(List.of("short"), List.of(CifType.STRING));
    List<List<Object>> rows = new ArrayList<>();
    all.rows().forEach(row -> rows.add(List.of(row.get(7))));
    Golden.write(new Golden.Split(schema, all.options(), rows), folder.resolve("short"));
    assertFalse(requiresSymbols(folder.resolve("short")));
  }

  @Test
  void withoutACodec_thereAreNoSymbols() throws Exception {
    Golden.Split all = text();
    ColumnOptions none = ColumnOptions.DEFAULT.withCompression(Compression.NONE);
    Golden.write(
        new Golden.Split(all.schema(), WriteOptions.of(none), all.rows()), folder.resolve("none"));
    assertFalse(requiresSymbols(folder.resolve("none")));
  }

  /** Makes the golden split. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    Golden.write(text(), FOLDER.resolve("text"));
    Files.writeString(FOLDER.resolve("text.jsonl"), Golden.json(text()));
  }
}
