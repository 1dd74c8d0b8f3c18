package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.cli.load.Inputs;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadCommandTest {
  @TempDir Path folder;
  private Path numbers;
  private Path table;

  @BeforeEach
  void write() throws Exception {
    numbers = folder.resolve("numbers.csv");
    Files.writeString(
        numbers,
        IntStream.range(0, 2500).mapToObj(i -> i + ",n" + i % 7).collect(Collectors.joining("\n")));
    table = folder.resolve("table");
  }

  private List<String> names(Path where) throws Exception {
    try (var files = Files.list(where)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void load_rowsPerSplit_dividesIntoNumberedSplits() throws Exception {
    Run run =
        Run.good(
            "load",
            "--from",
            "csv",
            numbers,
            "--to",
            table,
            "--schema",
            "a int, b string",
            "--rows-per-split",
            1000);
    assertTrue(run.out().startsWith("2,500 rows in 3 splits, "), run.out());
    assertEquals(List.of("_cif_table", "split-00000", "split-00001", "split-00002"), names(table));
    JsonNode meta = Run.JSON.readTree(Run.good("meta", "--json", table).out());
    assertEquals(
        List.of(1000, 1000, 500),
        meta.get("splits").findValues("rows").stream().map(JsonNode::intValue).toList());
    List<JsonNode> rows = Run.good("cat", table).json();
    for (int i = 0; i < 2500; i++) {
      assertEquals("{\"a\":" + i + ",\"b\":\"n" + i % 7 + "\"}", rows.get(i).toString());
    }
  }

  /** Hadoop would start one for each column file, to set its permissions. */
  @Test
  void load_ofLocalFiles_startsNoProcess() throws Exception {
    Path events = folder.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ProcessStart");
      recording.start();
      Run.good("load", "--from", "csv", numbers, "--to", table, "--schema", "a int, b string");
      recording.stop();
      recording.dump(events);
    }
    assertEquals(
        List.of(),
        RecordingFile.readAllEvents(events).stream()
            .map(event -> event.getString("command"))
            .filter(command -> command.contains(table.toString()))
            .toList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void load_sortBy_sortsEachSplit_andCompactionGoesOn(boolean byJob) throws Exception {
    List<Object> command =
        new ArrayList<>(List.of("load", "--from", "csv", numbers, "--to", table));
    command.addAll(List.of("--schema", "a int, b string", "--rows-per-split", 1000));
    command.addAll(List.of("--sort-by", "B desc, a", "--option", "cif.write.memory=20000"));
    if (byJob) {
      command.addAll(List.of("--jobs", 1, "-D", "hadoop.tmp.dir=" + folder.resolve("tmp")));
    }
    Run.good(command.toArray());
    assertEquals(List.of("_cif_table", "split-00000", "split-00001", "split-00002"), names(table));
    List<String> expected = new ArrayList<>();
    for (int split = 0; split < 3; split++) {
      expected.addAll(sorted(split * 1000, Math.min(2500, split * 1000 + 1000)));
    }
    assertEquals(expected, rows());
    Run.good("compact", "--not-bucketed", table);
    assertEquals(sorted(0, 2500), rows());
  }

  private List<String> rows() throws Exception {
    return Run.good("cat", table).json().stream().map(JsonNode::toString).toList();
  }

  /** The rows of some numbers by b descending, then by a. */
  private static List<String> sorted(int from, int to) {
    List<String> rows = new ArrayList<>();
    for (int rest = 6; rest >= 0; rest--) {
      for (int i = from; i < to; i++) {
        if (i % 7 == rest) {
          rows.add("{\"a\":" + i + ",\"b\":\"n" + rest + "\"}");
        }
      }
    }
    return rows;
  }

  @Test
  void load_sortByThatCanNotBe_isAUsageErrorAndWritesNothing() {
    for (String bad : List.of("nix", "a sideways")) {
      Object[] command = {
        "load", "--from", "csv", numbers, "--to", table, "--schema", "a int, b string"
      };
      Object[] sorted = Arrays.copyOf(command, command.length + 2);
      sorted[command.length] = "--sort-by";
      sorted[command.length + 1] = bad;
      String error = Run.bad(2, sorted);
      assertTrue(error.contains("cif.sort.by is '" + bad + "'"), error);
      assertFalse(Files.exists(table));
    }
  }

  /** The folder has a table file alone, as Hive creates a table over it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void load_intoATableWithoutRows_takesItsTableFile(boolean byJob) throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    var place = new org.apache.hadoop.fs.Path(table.toUri());
    List<TableColumn> columns =
        List.of(
            new TableColumn("B", CifType.STRING, null, "a comment"),
            new TableColumn("c", CifType.DATE, "2020-02-29", null),
            new TableColumn("a", CifType.BIGINT, null, null));
    Files.createDirectories(table);
    TableFiles.update(
        fs,
        place,
        before ->
            new TableDescription(
                7, "d.t", columns, null, List.of(), List.of(), null, Map.of("cif.x", "y")));
    byte[] file = Files.readAllBytes(table.resolve("_cif_table"));
    List<Object> command =
        new ArrayList<>(List.of("load", "--from", "csv", numbers, "--to", table));
    command.addAll(List.of("--schema", "a int, b string"));
    if (byJob) {
      command.addAll(List.of("--jobs", 1, "-D", "hadoop.tmp.dir=" + folder.resolve("tmp")));
    }
    Run.good(command.toArray());
    assertArrayEquals(file, Files.readAllBytes(table.resolve("_cif_table")));
    String first = Run.good("cat", table, "--format", "csv", "--limit", 1).out();
    assertTrue(first.startsWith("B,c,a\n") && first.contains(",2020-02-29,"), first);
  }

  @Test
  void load_ofATable_writesItsTableFile_andOfAPartitionNone() throws Exception {
    Run.good(
        "load",
        "--from",
        "csv",
        numbers,
        "--to",
        table,
        "--schema",
        "a int, b string",
        "--option",
        "cif.block.rows=100");
    FileSystem fs = FileSystem.getLocal(new Configuration());
    TableDescription described = TableFiles.read(fs, new org.apache.hadoop.fs.Path(table.toUri()));
    assertEquals(
        List.of("a int", "b string"),
        described.columns().stream().map(c -> c.name() + " " + c.type()).toList());
    assertEquals(Map.of("cif.block.rows", "100"), described.properties());
    Path partition = folder.resolve("t").resolve("p=1");
    Run.good("load", "--from", "csv", numbers, "--to", partition, "--schema", "a int, b string");
    assertFalse(Files.exists(partition.resolve("_cif_table")));
  }

  @Test
  void load_rowsThatFillTheLastSplit_leaveNoEmptySplit() throws Exception {
    Run.good("load", "--from", "csv", numbers, "--to", table, "--rows-per-split", 1250);
    assertEquals(List.of("_cif_table", "split-00000", "split-00001"), names(table));
  }

  @Test
  void load_noRow_keepsTheSchema() throws Exception {
    Path empty = Files.writeString(folder.resolve("empty.csv"), "a,b\n");
    Run.good("load", "--from", "csv", "--header", empty, "--to", table);
    assertEquals("", Run.good("cat", table).out());
    assertEquals("a,b\n", Run.good("cat", "--format", "csv", table).out());
  }

  @Test
  void load_layoutAndCompression_areThoseOfTheFiles() throws Exception {
    Path pages = folder.resolve("m.jsonl");
    Files.writeString(pages, "{\"a\":1,\"b\":\"x\",\"c\":\"y\",\"m\":{\"k\":1}}\n");
    Run.good(
        "load",
        "--from",
        "jsonl",
        pages,
        "--to",
        table,
        "--schema",
        "a int, b string, c string, m map<string,int>",
        "--layout",
        "a=plain,b=skiplist,C=block,m=dcsl",
        "--compression",
        "c=zlib",
        "--option",
        "cif.skip.distances=2,4");
    JsonNode meta = Run.JSON.readTree(Run.good("meta", "--json", table).out());
    assertEquals(
        List.of("[\"plain\"]", "[\"skiplist\"]", "[\"block(zlib)\"]", "[\"dcsl\"]"),
        meta.get("columns").findValues("layouts").stream().map(JsonNode::toString).toList());
    Path other = folder.resolve("other");
    Run.good("load", "--from", "csv", numbers, "--to", other, "--layout", "plain");
    assertTrue(Run.good("meta", other).out().contains("plain"));
  }

  @Test
  void load_layoutThatDoesNotFit_isAUsageErrorAndWritesNothing() {
    for (String layout : new String[] {"z=plain", "c1=frob", "frob", "c1=dcsl"}) {
      String error =
          Run.of("load", "--from", "csv", numbers, "--to", table, "--layout", layout).err();
      assertTrue(error.startsWith("cif: "), error);
      assertFalse(Files.exists(table.resolve("split-00000")), layout);
    }
    Run.bad(2, "load", "--from", "csv", numbers, "--to", table, "--layout", "z=plain");
    Run.bad(2, "load", "--from", "csv", numbers, "--to", table, "--layout", "c1=frob");
  }

  @Test
  void load_optimize_choosesEncodingsOfAColumnOrOfAll() throws Exception {
    long speed = loadedFor("speed");
    long size = loadedFor("size");
    assertTrue(size < speed, size + " and " + speed);
    assertEquals(size, loadedFor("speed,c1=size,C2=SIZE"));
    String error =
        Run.bad(2, "load", "--from", "csv", numbers, "--to", table, "--optimize", "c1=fast");
    assertTrue(error.contains("one of speed, balanced, size"), error);
  }

  /** Bytes of column files that were written in a mode. */
  private long loadedFor(String modes) throws Exception {
    Path target = folder.resolve("optimized-" + modes.hashCode());
    Run.good("load", "--from", "csv", numbers, "--to", target, "--optimize", modes);
    long bytes = 0;
    for (JsonNode column :
        Run.JSON.readTree(Run.good("meta", "--json", target).out()).get("columns")) {
      bytes += column.get("bytes").longValue();
    }
    return bytes;
  }

  @Test
  void load_folderThatIsNotEmpty_isRefusedAndLeftAsItIs() throws Exception {
    Run.good("load", "--from", "csv", numbers, "--to", table, "--rows-per-split", 2000);
    String before = Run.good("cat", table).out();
    String error = Run.bad(1, "load", "--from", "csv", numbers, "--to", table);
    assertTrue(error.contains("not empty, it holds split-00000"), error);
    assertEquals(before, Run.good("cat", table).out());
  }

  @Test
  void load_faultInALaterSplit_keepsCompleteSplitsAndRemovesTheBrokenOne() throws Exception {
    Files.writeString(numbers, "\nno number,x\n", java.nio.file.StandardOpenOption.APPEND);
    String error =
        Run.bad(
            1,
            "load",
            "--from",
            "csv",
            numbers,
            "--to",
            table,
            "--schema",
            "a int, b string",
            "--rows-per-split",
            1000);
    assertTrue(error.contains("'no number' is no int"), error);
    assertTrue(error.contains("numbers.csv, record 2501"), error);
    assertTrue(error.contains("2,000 rows were loaded into 2 splits"), error);
    assertEquals(List.of("split-00000", "split-00001"), names(table));
    assertEquals(2000, Run.good("cat", table).json().size());
  }

  @Test
  void load_severalPlaces_chainsFilesInOrderAndSkipsHiddenOnes() throws Exception {
    Path in = Files.createDirectories(folder.resolve("in/sub"));
    Files.writeString(in.resolve("b.csv"), "3\n");
    Files.writeString(in.resolveSibling("a.csv"), "1\n2\n");
    Files.writeString(in.resolve("_SUCCESS"), "no\n");
    Files.writeString(in.resolve(".hidden"), "no\n");
    Path single = Files.writeString(folder.resolve("z1.txt"), "4\n");
    Files.writeString(folder.resolve("z2.txt"), "5\n");
    Run.good("load", "--from", "csv", in.getParent(), folder + "/z?.txt", single, "--to", table);
    assertEquals("c1\n1\n2\n3\n4\n5\n4\n", Run.good("cat", "--format", "csv", table).out());
  }

  @Test
  void load_loopOfLinks_readsEachFileOnce() throws Exception {
    Path in = Files.createDirectories(folder.resolve("in/sub"));
    Files.writeString(in.resolve("a.csv"), "1\n2\n");
    Files.createSymbolicLink(in.resolve("loop"), in.getParent());
    Files.createSymbolicLink(in.resolveSibling("self"), in.getParent());
    Run.good("load", "--from", "csv", in.getParent(), "--to", table);
    assertEquals("c1\n1\n2\n", Run.good("cat", "--format", "csv", table).out());
    Files.createSymbolicLink(table.resolve("loop"), table);
    assertEquals("c1\n1\n2\n", Run.good("cat", "--format", "csv", table).out());
    assertTrue(Run.good("verify", table).out().startsWith("1 split, "));
  }

  @Test
  void load_namesWithColons_areReadAndWritten() throws Exception {
    Path in = Files.createDirectories(folder.resolve("in:1/10:30"));
    Files.writeString(in.resolve("a:b.csv"), "1\n2\n");
    Files.writeString(in.getParent().resolve("c:d.csv"), "3\n");
    Path to = folder.resolve("t:1");
    for (Object[] more : new Object[][] {{}, {"--jobs", 1}}) {
      Object[] words = {"load", "--from", "csv", in.getParent(), "--to", to};
      Run.good(Stream.of(words, more).flatMap(Stream::of).toArray());
      assertEquals("c1\n1\n2\n3\n", Run.good("cat", "--format", "csv", to).out());
      assertTrue(Run.good("verify", to).out().startsWith("1 split, "));
      Run.good("vacuum", to);
      Run.good("meta", to);
      FileUtils.deleteDirectory(to.toFile());
    }
    String pattern = Run.bad(1, "load", "--from", "csv", in.getParent() + "/*", "--to", to);
    assertTrue(pattern.contains("patterns match no names with a colon"), pattern);
    Path parquet = Files.writeString(in.resolve("e:f.parquet"), "PAR1");
    String refused = Run.bad(1, "load", "--from", "parquet", parquet, "--to", table);
    assertTrue(refused.contains("e:f.parquet: Hadoop opens no file of this format"), refused);
    String error = Run.bad(2, "cat", "a:b");
    assertTrue(error.contains("'./a:b'"), error);
    error = Run.bad(1, "cat", "./a:b");
    assertTrue(error.contains("a:b: there is no such"), error);
  }

  @Test
  void load_columnsOfOddNames_areReadBack() throws Exception {
    String row =
        "{\"a,b\":1,\"a:b\":2,\"a/b\":3,\"a\\u0000b\":4,\"a b\":5,\"`\":6,\"..\":7,\"a\\nb\":8}";
    Path in = Files.writeString(folder.resolve("in.jsonl"), row + "\n");
    Run.good("load", "--from", "jsonl", in, "--to", table);
    assertEquals(row + "\n", Run.good("cat", table).out());
    assertEquals(
        "{\"a:b\":2,\"a,b\":1}\n",
        Run.good("cat", table, "--columns", "`a:b`, `a,b`", "--where", "`a,b` = 1 AND `..` > 6")
            .out());
  }

  @Test
  void load_absentSource_isAnErrorNamingIt() {
    String error = Run.bad(1, "load", "--from", "csv", folder.resolve("no.csv"), "--to", table);
    assertTrue(error.contains("no.csv: there is no such file or folder"), error);
    assertFalse(Files.exists(table));
  }

  @Test
  void load_filesOfOtherColumns_areArrangedByNameOrRefused() throws Exception {
    Path one = Files.writeString(folder.resolve("1.csv"), "a,b\n1,2\n");
    Path two = Files.writeString(folder.resolve("2.csv"), "B\n3\n");
    Path three = Files.writeString(folder.resolve("3.csv"), "b,a\n4,5\n");
    Path four = Files.writeString(folder.resolve("4.csv"), "a,b,c\n1,2,3\n");
    Run.good("load", "--from", "csv", "--header", one, two, three, "--to", table);
    assertEquals("a,b\n1,2\n,3\n5,4\n", Run.good("cat", "--format", "csv", table).out());
    String error =
        Run.bad(1, "load", "--from", "csv", "--header", one, four, "--to", folder.resolve("u"));
    assertTrue(error.contains("4.csv: column 'c' of type string is not in"), error);
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "avro", "csv", "jsonl"})
  void load_foldersOfPartitions_becomeColumns(String format) throws Exception {
    Path tree = folder.resolve("tree");
    String file = "x." + format;
    for (String part :
        List.of("dt=2021-01-01/_h=a%2Fb", "dt=2021-01-02/_h=__HIVE_DEFAULT_PARTITION__")) {
      Path place = Files.createDirectories(tree.resolve(part));
      Inputs.write(format, place.resolve(file), part.contains("-01/") ? 0 : 1, 1);
    }
    Files.createDirectories(tree.resolve("_temporary"));
    Files.writeString(tree.resolve("_temporary/" + file), "no");
    List<Object> command = new ArrayList<>(List.of("load", "--from", format, "--to", table, tree));
    command.addAll(format.equals("csv") ? List.of("--schema", "id int, text string") : List.of());
    Run.good(command.toArray());
    List<String> expected = List.of("0|2021-01-01|a/b", "1|2021-01-02|null");
    assertEquals(expected, partitioned());
    table = folder.resolve("by-jobs");
    command.set(4, table);
    command.addAll(List.of("--jobs", 1, "--task-size", 300));
    Run.good(command.toArray());
    assertEquals(expected, partitioned());
    table = folder.resolve("one");
    command.set(4, table);
    command.set(5, tree.resolve("dt=2021-01-0?/*/" + file));
    Run.good(command.toArray());
    assertEquals(expected, partitioned());
    table = folder.resolve("without");
    command.set(4, table);
    command.addAll(List.of("--option", "partitions=false"));
    Run.good(command.toArray());
    assertEquals(2, Run.good("cat", table).json().get(0).size());
  }

  private List<String> partitioned() throws Exception {
    return Run.good("cat", table).json().stream()
        .map(
            row ->
                row.get("id").asText()
                    + "|"
                    + row.get("dt").asText()
                    + "|"
                    + row.get("_h").asText())
        .toList();
  }

  @Test
  void load_fileWithAColumnOfItsFoldersName_isRefused() throws Exception {
    Path place = Files.createDirectories(folder.resolve("tree/dt=1"));
    Path file = Files.writeString(place.resolve("x.csv"), "a,DT\n1,2\n");
    String error = Run.bad(1, "load", "--from", "csv", "--header", file, "--to", table);
    assertTrue(error.contains("x.csv: the file has a column 'DT', and the folder dt=1"), error);
    Run.good(
        "load", "--from", "csv", "--header", file, "--to", table, "--option", "partitions=false");
    assertEquals("a,DT\n1,2\n", Run.good("cat", "--format", "csv", table).out());
  }

  @Test
  void load_compressedText_isUnpackedByItsSuffix() throws Exception {
    Path packed = folder.resolve("n.csv.gz");
    try (var out = new java.util.zip.GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("1,a\n2,b\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    Run.good("load", "--from", "csv", packed, "--to", table);
    assertEquals("c1,c2\n1,a\n2,b\n", Run.good("cat", "--format", "csv", table).out());
  }

  @Test
  void load_optionsOfJobsThatDoNotFit_areUsageErrors() {
    Object[][] wrong = {
      {"--restart"},
      {"--jobs", -1},
      {"--jobs", 1, "--task-size", 0},
      {"--split-size", "0.4"},
      {"--split-size", "1XB"},
      {"--split-size", "99999999999TB"},
      {"--option", "cif.placement.group=orders"},
      {"--jobs", 1, "--layout", "z=plain"},
      {"--jobs", 1, "--layout", "c1=dcsl"}
    };
    for (Object[] more : wrong) {
      Object[] words = {"load", "--from", "csv", numbers, "--to", table};
      Run.bad(2, Stream.of(words, more).flatMap(Stream::of).toArray());
      assertFalse(Files.exists(table), Arrays.toString(more));
    }
  }

  @Test
  void byteSize_units_arePowersOf1024() {
    ByteSize size = new ByteSize();
    assertEquals(4096, size.convert("4096"));
    assertEquals(65536, size.convert("64k"));
    assertEquals(512L << 20, size.convert("512MB"));
    assertEquals(3L << 29, size.convert("1.5 GiB"));
    assertEquals(1L << 40, size.convert("1TB"));
  }

  @Test
  void loadTool_asAProgramOfHadoop_takesItsOptionsAndThoseOfTheCommand() throws Exception {
    String[] words = {
      "-Dmapreduce.framework.name=local", "--from", "csv", numbers.toString(), "--to", "" + table
    };
    assertEquals(0, ToolRunner.run(new Configuration(), new LoadTool(), words));
    assertEquals(2500, Run.good("cat", table).json().size());
    assertEquals(1, ToolRunner.run(new Configuration(), new LoadTool(), words));
  }
}
