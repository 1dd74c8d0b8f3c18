package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Layout;
import dev.cif.format.value.JsonValue;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden files are read as they are. Writing them again gives the same bytes; where layout auto
 * chooses encodings, a later writer may choose others, and the same values have to be read back.
 */
class GoldenTest {
  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> goldenSplitsReadAsExpected() {
    return Golden.splits().keySet().stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> read(name)));
  }

  private static void read(String name) throws IOException {
    expectRows(name, Golden.FOLDER.resolve(name));
  }

  /** That a split-directory has the rows of a golden one. */
  private static void expectRows(String name, Path split) throws IOException {
    String expected =
        Files.readString(Golden.FOLDER.resolve(name + ".jsonl"), StandardCharsets.UTF_8);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(split.toString());
    StringWriter out = new StringWriter();
    ObjectMapper mapper = new ObjectMapper();
    try (SplitReader reader = SplitReader.open(Golden.fs(), path)) {
      for (long row = 0; row < reader.rows(); row++) {
        JsonGenerator json = mapper.createGenerator(out);
        json.writeStartObject();
        for (Column column : reader.schema().columns()) {
          json.writeFieldName(column.name());
          JsonValue.write(reader.column(column.name()).value(row), json);
        }
        json.writeEndObject();
        json.flush();
        out.append('\n');
      }
    }
    assertEquals(expected, out.toString());
  }

  @TestFactory
  Stream<DynamicTest> writingAgainGivesTheSameRows() {
    return Golden.splits().entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> rewrite(e.getKey(), e.getValue())));
  }

  private void rewrite(String name, Golden.Split split) throws IOException {
    Path written = folder.resolve(name);
    Golden.write(split, written);
    expectRows(name, written);
    List<String> files = names(Golden.FOLDER.resolve(name));
    assertEquals(files, names(written));
    if (split.rows().isEmpty() || !hasAuto(split)) {
      for (String file : files) {
        assertArrayEquals(
            Files.readAllBytes(Golden.FOLDER.resolve(name).resolve(file)),
            file.equals(SplitFiles.SCHEMA_FILE)
                ? Golden.withoutSummaries(written.resolve(file))
                : Files.readAllBytes(written.resolve(file)),
            file);
      }
    }
    assertEquals(
        Files.readString(Golden.FOLDER.resolve(name + ".jsonl")), Golden.json(split), "jsonl");
  }

  private static boolean hasAuto(Golden.Split split) {
    return split.schema().columns().stream()
        .anyMatch(column -> split.options().column(column.name()).layout() == Layout.AUTO);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }
}
