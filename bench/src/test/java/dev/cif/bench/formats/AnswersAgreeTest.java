package dev.cif.bench.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.Projection;
import dev.cif.bench.data.Reference;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
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
    return FileFormats.scanned();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void scansAndLookupsOfSyntheticDataAgree(String name, @TempDir Path directory) throws Exception {
    check(FileFormats.named(name), RowData.named("synthetic", 7), directory);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void scansAndLookupsOfCrawlDataAgree(String name, @TempDir Path directory) throws Exception {
    check(FileFormats.named(name), RowData.named("crawl", 7), directory);
  }

  @Test
  void differentDataGivesDifferentAnswers() {
    for (Projection projection : Projection.values()) {
      assertNotEquals(
          Reference.scan(RowData.named("synthetic", 7), ROWS, projection.columns()),
          Reference.scan(RowData.named("synthetic", 8), ROWS, projection.columns()),
          projection.title);
    }
  }

  private static void check(FileFormat format, RowData data, Path directory) throws Exception {
    Configuration conf = new Configuration();
    Schema schema = data.schema();
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(directory.toUri());
    GeneratedData.Rows source = data.rows();
    try (RecordSink sink = format.create(conf, format.file(folder, 0), schema)) {
      for (int row = 0; row < ROWS; row++) {
        sink.write(source.next());
      }
    }
    for (Projection projection : Projection.values()) {
      assertEquals(
          Reference.scan(data, ROWS, projection.columns()),
          format.scan(conf, folder, schema, projection.columns()),
          format.name() + ", " + projection.title);
    }
    for (String key : List.of(data.lookupKey(), "no such key")) {
      assertEquals(
          Reference.lookup(data, ROWS, Row.MAP_COLUMN, key),
          format.lookup(conf, folder, schema, Row.MAP_COLUMN, key),
          format.name() + ", lookup of " + key);
    }
  }
}
