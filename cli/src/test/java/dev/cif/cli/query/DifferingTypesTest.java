package dev.cif.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.cli.command.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line reads columns of other types as FORMAT.md section 4.1 has it. */
class DifferingTypesTest {
  /** The golden table of split-directories that have its columns in other types. */
  private static final Path GOLDEN = Path.of("../testdata/types");

  @TempDir Path folder;

  private static long rows(Predicate<JsonNode> wanted) throws Exception {
    long rows = 0;
    for (String line : Files.readAllLines(GOLDEN.resolve("table.jsonl"))) {
      rows += wanted.test(Run.JSON.readTree(line)) ? 1 : 0;
    }
    return rows;
  }

  private static String cat(String... args) {
    List<Object> words = new ArrayList<>(List.of("cat", GOLDEN.resolve("table")));
    words.addAll(List.of(args));
    return Run.good(words.toArray()).out();
  }

  @Test
  void cat_givesTheTypeThatHoldsAll() throws Exception {
    assertEquals(Files.readString(GOLDEN.resolve("table.jsonl")), cat());
  }

  @Test
  void cat_conditionsOnFields_areOnTheTypeThatHoldsAll() throws Exception {
    assertEquals(
        rows(row -> row.at("/S/a").asLong() > 500),
        cat("--columns", "n", "--where", "s.A > 500").lines().count());
    assertEquals(
        rows(row -> !row.at("/S/c").isTextual()),
        cat("--columns", "n", "--where", "s.c is null").lines().count());
  }

  @Test
  void cat_fieldsOfExactlyTheName_comeFirst() throws Exception {
    List<String> lines = Files.readAllLines(GOLDEN.resolve("table.jsonl"));
    List<String> found = cat("--columns", "same.x,SAME.X").lines().toList();
    assertEquals(lines.size(), found.size());
    for (int i = 0; i < lines.size(); i++) {
      JsonNode row = Run.JSON.readTree(lines.get(i));
      JsonNode parts = Run.JSON.readTree(found.get(i));
      assertEquals(row.at("/same/x").asText("null"), parts.at("/same.x").asText("null"));
      assertEquals(row.at("/same/X").asText("null"), parts.at("/SAME.X").asText("null"));
    }
  }

  @Test
  void typesThatDoNotGoTogether_areAnErrorOfCat_andShownByMeta() throws Exception {
    for (String[] split :
        new String[][] {{"a", "{\"c\":{\"f\":1}}"}, {"b", "{\"c\":{\"f\":\"x\"}}"}}) {
      Path lines = Files.writeString(folder.resolve(split[0] + ".jsonl"), split[1] + "\n");
      Run.good("load", "--from", "jsonl", lines, "--to", folder.resolve("table").resolve(split[0]));
    }
    String error = Run.bad(1, "cat", folder.resolve("table"));
    for (String part :
        List.of("table/a/", "table/b/", "'c'", "struct<f:string> here, but struct<f:bigint>")) {
      assertTrue(error.contains(part), error);
    }
    String shown = Run.good("meta", folder.resolve("table")).out();
    assertTrue(shown.contains("struct<f:bigint> (also struct<f:string>)"), shown);
  }
}
