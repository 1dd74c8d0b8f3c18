package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The values that Hive reads from the texts of partitions are those of {@code
 * testdata/partitions/values.tsv}: libcif's tests read that file.
 */
@Tag("nightly")
class PartitionValuesTest {
  private static final Path EXAMPLES = Path.of("../../testdata/partitions/values.tsv");

  @TempDir Path folder;
  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  /** By type: values by their texts. */
  private static Map<String, Map<String, String>> examples() throws IOException {
    Map<String, Map<String, String>> examples = new LinkedHashMap<>();
    for (String line : Files.readAllLines(EXAMPLES)) {
      String[] parts = line.split("\t", -1);
      examples.computeIfAbsent(parts[0], type -> new LinkedHashMap<>()).put(parts[1], parts[2]);
    }
    return examples;
  }

  @Test
  void values_areThoseOfTheExamples() throws Exception {
    // Else Hive refuses some texts, and writes others anew.
    tables.run("SET hive.typecheck.on.insert=false");
    // Hive's planner of jobs fails at whole numbers that are none; what fetches rows reads NULL.
    tables.run("SET hive.fetch.task.conversion=more");
    for (String format : List.of("ORC", "CIF")) {
      tables.run("CREATE TABLE one_" + format + " (x int) STORED AS " + format);
      tables.run("INSERT INTO one_" + format + " VALUES (1)");
      for (Map.Entry<String, Map<String, String>> type : examples().entrySet()) {
        assertEquals(
            new TreeMap<>(type.getValue()),
            read(format, type.getKey(), List.copyOf(type.getValue().keySet())),
            format + " by " + type.getKey());
      }
    }
  }

  /** The values that Hive reads from the texts. */
  private Map<String, String> read(String format, String type, List<String> texts)
      throws Exception {
    tables.run(
        "CREATE EXTERNAL TABLE by_text (x int) PARTITIONED BY (p "
            + type
            + ") STORED AS "
            + format);
    List<String> added = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      Path place = folder.resolve(format + type + "/value" + i);
      copy(tables.folder("one_" + format), place);
      added.add("PARTITION (p='" + texts.get(i) + "') LOCATION '" + place + "'");
    }
    tables.run("ALTER TABLE by_text ADD " + String.join(" ", added));
    Map<String, String> values = new TreeMap<>();
    for (String row :
        tables.run(
            "SELECT regexp_extract(INPUT__FILE__NAME, 'value([0-9]+)', 1), p FROM by_text")) {
      String[] parts = row.split("\t", -1);
      values.put(texts.get(Integer.parseInt(parts[0])), parts[1]);
    }
    tables.run("DROP TABLE by_text");
    return values;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        Files.copy(one, to.resolve(from.relativize(one).toString()));
      }
    }
  }
}
