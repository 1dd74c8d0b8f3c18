package dev.cif.bench.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.cif.bench.data.Projection;
import dev.cif.bench.data.Reference;
import dev.cif.bench.data.RowData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every format gives the answers that the generator gives, on both data sets. */
@Tag("nightly")
class AnswersAgreeTest {
  private static final int ROWS = 2_000;

  static List<String> formats() {
    return Formats.all().stream().map(FormatUnderTest::name).toList();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void scansAndLookupsOfSyntheticDataAgree(String name, @TempDir Path directory)
      throws IOException {
    check(Formats.named(name), RowData.named("synthetic", 7), directory);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void scansAndLookupsOfCrawlDataAgree(String name, @TempDir Path directory) throws IOException {
    check(Formats.named(name), RowData.named("crawl", 7), directory);
  }

  @Test
  void differentDataGivesDifferentAnswers() {
    for (Projection projection : Projection.values()) {
      assertNotEquals(
          Reference.scan(RowData.named("synthetic", 7), ROWS, projection),
          Reference.scan(RowData.named("synthetic", 8), ROWS, projection),
          projection.title);
    }
  }

  private static void check(FormatUnderTest format, RowData data, Path directory)
      throws IOException {
    format.write(data, ROWS, directory);
    for (Projection projection : Projection.values()) {
      assertEquals(
          Reference.scan(data, ROWS, projection),
          format.scan(data, directory, projection),
          format.name() + ", " + projection.title);
    }
    for (String key : List.of(data.lookupKey(), "no such key")) {
      assertEquals(
          Reference.lookup(data, ROWS, key),
          format.lookup(data, directory, key),
          format.name() + ", lookup of " + key);
    }
  }
}
