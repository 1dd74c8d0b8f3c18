package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImpalaAnchorsCommandTest {
  @TempDir Path folder;
  private Path table;
  private Path anchors;

  @BeforeEach
  void load() throws Exception {
    table = folder.resolve("t");
    anchors = folder.resolve("anchors");
    Path lines =
        Files.writeString(
            folder.resolve("in.jsonl"),
            "{\"id\":1,\"name\":\"a\",\"meta\":{\"content-type\":\"x\"}}\n".repeat(10));
    for (String day : List.of("2026-01-01", "2026-01-02")) {
      Run.good(
          "load",
          "--from",
          "jsonl",
          lines,
          "--to",
          table.resolve("day=" + day),
          "--schema",
          "id int, name varchar(20), meta map<string,string>",
          "--rows-per-split",
          5);
    }
  }

  private List<String> files() throws IOException {
    try (var files = Files.walk(anchors)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> anchors.relativize(f).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void anchors_eachSplit_hasOneInItsPartition() throws Exception {
    Run run = Run.good("impala-anchors", table, "--to", anchors);
    assertEquals("4 anchors written, 0 unchanged, 0 removed\n", run.err());
    assertEquals(
        List.of(
            "day=2026-01-01/split-00000.lz4",
            "day=2026-01-01/split-00001.lz4",
            "day=2026-01-02/split-00000.lz4",
            "day=2026-01-02/split-00001.lz4"),
        files());
    String text = Files.readString(anchors.resolve("day=2026-01-02/split-00001.lz4"));
    assertEquals("CIF-ANCHOR 1\nsplit ../../t/day=2026-01-02/split-00001\ntable ../../t\n", text);
    Path split =
        anchors.resolve("day=2026-01-02").resolve(text.lines().toList().get(1).substring(6));
    assertTrue(Files.exists(split.resolve("schema.cif")));
  }

  @Test
  void anchors_ddl_isWhatImpalaReads() {
    Run run =
        Run.good(
            "impala-anchors",
            table,
            "--to",
            anchors,
            "--table",
            "db.t",
            "--column",
            "Kind=meta['content-type']");
    assertEquals(
        "-- meta is left out: Impala reads no map from a TEXTFILE table; --column NAME=EXPR adds a"
            + " part of it.\n"
            + "CREATE EXTERNAL TABLE db.t (\n"
            + "  `id` INT,\n"
            + "  `name` STRING,\n"
            + "  `kind` STRING\n"
            + ")\n"
            + "PARTITIONED BY (`day` STRING)\n"
            + "STORED AS TEXTFILE\n"
            + "LOCATION 'file:"
            + anchors
            + "'\n"
            + "TBLPROPERTIES ('numRows'='20', 'STATS_GENERATED_VIA_STATS_TASK'='true');\n"
            + "ALTER TABLE db.t RECOVER PARTITIONS;\n",
        run.out());
  }

  /** Returns what the DDL of a table with some folders `day=...` partitions by. */
  private String partitionedBy(String type, String... days) throws Exception {
    Path other = folder.resolve("typed-" + type + days.length);
    for (String day : days) {
      Run.good(
          "load",
          "--from",
          "jsonl",
          folder.resolve("in.jsonl"),
          "--to",
          other.resolve("day=" + day),
          "--schema",
          "id int, name string, meta map<string,string>");
    }
    Files.deleteIfExists(other.resolve("_cif_table"));
    Run.good("adopt", other, "--partitions", "day " + type);
    Run run =
        Run.good("impala-anchors", other, "--to", folder.resolve("to-" + other.getFileName()));
    return run.out().lines().filter(l -> l.startsWith("PARTITIONED")).findFirst().orElseThrow();
  }

  @Test
  void anchors_partitionColumns_haveTheTypesOfTheTableFile() throws Exception {
    assertEquals("PARTITIONED BY (`day` DATE)", partitionedBy("date", "2026-01-01", "2026-01-02"));
    assertEquals(
        "PARTITIONED BY (`day` INT)", partitionedBy("int", "1", "__HIVE_DEFAULT_PARTITION__"));
    assertEquals(
        "PARTITIONED BY (`day` DECIMAL(5,2))", partitionedBy("decimal(5,2)", "1.5", "2.25"));
    assertEquals(
        "PARTITIONED BY (`day` STRING)", partitionedBy("timestamp", "2026-01-01 00%3A00%3A00"));
    assertEquals("PARTITIONED BY (`day` STRING)", partitionedBy("varchar(5)", "1"));
    // Impala would pass over the second folder.
    assertEquals("PARTITIONED BY (`day` STRING)", partitionedBy("smallint", "1", "x"));
    assertEquals("PARTITIONED BY (`day` STRING)", partitionedBy("bigint", "1", "01"));
  }

  @Test
  void anchors_part_standsInTheAnchor() throws Exception {
    Run.good("impala-anchors", table, "--to", anchors, "--column", "kind=META['content-type']");
    String text = Files.readString(anchors.resolve("day=2026-01-01/split-00000.lz4"));
    assertTrue(text.endsWith("\ntable ../../t\ncolumn kind META['content-type']\n"), text);
  }

  @Test
  void anchors_again_changesOnlyWhatMustChange() throws Exception {
    Run.good("impala-anchors", table, "--to", anchors);
    Path kept = anchors.resolve("day=2026-01-01/split-00001.lz4");
    Files.setLastModifiedTime(kept, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
    Path damaged = anchors.resolve("day=2026-01-01/split-00000.lz4");
    Files.writeString(damaged, "CIF-ANCHOR 1\nsplit nowhere\n");
    for (String day : List.of("2026-01-02")) {
      try (var old = Files.walk(table.resolve("day=" + day))) {
        for (Path file : old.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Run run = Run.good("impala-anchors", table, "--to", anchors);
    assertEquals("1 anchor written, 1 unchanged, 2 removed\n", run.err());
    assertEquals(
        List.of("day=2026-01-01/split-00000.lz4", "day=2026-01-01/split-00001.lz4"), files());
    assertTrue(Files.isDirectory(anchors.resolve("day=2026-01-02")));
    assertEquals(1_000_000, Files.getLastModifiedTime(kept).toMillis());
    assertTrue(Files.readString(damaged).contains("../../t/day=2026-01-01/split-00000\n"));
  }

  @Test
  void anchors_foreignFile_isRefusedAndNothingWritten() throws Exception {
    Files.createDirectories(anchors);
    Files.writeString(anchors.resolve("notes.lz4"), "rows");
    String error = Run.bad(1, "impala-anchors", table, "--to", anchors);
    assertTrue(error.contains("notes.lz4: no anchor"), error);
    assertEquals(List.of("notes.lz4"), files());
  }

  @Test
  void anchors_folderInTheTable_isRefused() {
    for (Path to : List.of(table, table.resolve("anchors"), folder)) {
      String error = Run.bad(1, "impala-anchors", table, "--to", to);
      assertTrue(error.contains("apart from the table"), error);
    }
    assertFalse(Files.exists(table.resolve("anchors")));
  }

  @Test
  void anchors_wrongParts_areRefused() {
    for (String part :
        List.of(
            "id=meta['x']",
            "a-b=meta['x']",
            "k=meta",
            "k=nothing['x']",
            "k=meta['a\n']",
            "k=meta[1]")) {
      String error = Run.bad(2, "impala-anchors", table, "--to", anchors, "--column", part);
      assertTrue(error.startsWith("cif: "), error);
    }
    assertFalse(Files.exists(anchors));
  }

  @Test
  void anchors_noTable_isAnError() {
    String error = Run.bad(1, "impala-anchors", folder.resolve("none"), "--to", anchors);
    assertTrue(error.contains("there is no such folder"), error);
  }
}
