package dev.cif.cli.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.cli.command.Run;
import dev.cif.cli.text.Amounts;
import dev.cif.format.commit.LockFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads by a job in this process, beside loads of the same files one after the other. */
class LoadJobTest {
  @TempDir Path folder;
  private Path in;
  private Path table;

  @BeforeEach
  void place() throws Exception {
    in = Files.createDirectories(folder.resolve("in"));
    table = folder.resolve("table");
  }

  private Object[] command(Path target, Object... more) {
    List<Object> words = new ArrayList<>(List.of("load", in, "--to", target));
    words.addAll(Arrays.asList(more));
    return words.toArray();
  }

  private static Object[] and(Object[] words, Object... more) {
    return Stream.of(words, more).flatMap(Stream::of).toArray();
  }

  private static List<String> names(Path where) throws Exception {
    try (Stream<Path> files = Files.list(where)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  private static List<String> splits(Path table) throws Exception {
    List<String> splits = new ArrayList<>(names(table));
    assertTrue(splits.remove("_cif_table"), splits::toString);
    return splits;
  }

  /** Checks that both kinds of load produce the same rows from the files. */
  private String expectSame(int tasks, Object... options) throws Exception {
    Path other = folder.resolve("other");
    Run.good(command(other, options));
    Run run = Run.good(and(command(table, options), "--jobs", 2, "--task-size", 9000));
    String rows = Run.good("cat", table).out();
    assertEquals(Run.good("cat", other).out(), rows);
    assertTrue(run.out().endsWith(", by " + Amounts.count(tasks, "task") + "\n"), run.out());
    assertEquals(List.of("in", "other", "table"), names(folder));
    return rows;
  }

  private static int pieces(Path file) throws Exception {
    return (int) ((Files.size(file) + 8999) / 9000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"avro", "orc", "parquet", "jsonl"})
  void run_largeFiles_givesTheRowsOfTheLoadWithoutJob(String format) throws Exception {
    int tasks = pieces(Inputs.write(format, in.resolve("a"), 0, 2000));
    tasks += pieces(Inputs.write(format, in.resolve("b"), 2000, 777));
    String rows = expectSame(tasks, "--from", format);
    assertEquals(2777, rows.lines().count());
    assertTrue(names(table).size() > 5, names(table)::toString);
  }

  @ParameterizedTest
  @EnumSource
  void run_largeSequenceFiles_givesTheRowsOfTheLoadWithoutJob(CompressionType compression)
      throws Exception {
    Path file =
        Inputs.sequence(
            in.resolve("a"),
            compression,
            new DefaultCodec(),
            3000,
            IntWritable::new,
            i -> new Text(Inputs.text(i)));
    String rows = expectSame(pieces(file), "--from", "seq");
    assertEquals(3000, rows.lines().count());
    assertTrue(names(table).size() > 3, names(table)::toString);
  }

  @Test
  void run_csvOfOneLineRecords_isCutAndTheHeaderHoldsForAllRanges() throws Exception {
    Path file = Inputs.write("csv", in.resolve("a"), 0, 2000);
    Files.writeString(file, "text,id\n" + Files.readString(file));
    Object[] options = {"--from", "csv", "--header", "--option", "multiline=false"};
    String rows = expectSame(pieces(file), options);
    assertEquals(2000, rows.lines().count());
    assertTrue(rows.startsWith("{\"text\":\"0\",\"id\":"), rows.substring(0, 40));
  }

  @Test
  void run_csvThatMayHoldLineBreaks_isOneTaskAFile() throws Exception {
    Path file = Inputs.write("csv", in.resolve("a"), 0, 1000);
    Files.writeString(file, Files.readString(file) + "7,\"a\nb\"\n");
    Inputs.write("csv", in.resolve("b"), 1000, 500);
    String rows = expectSame(2, "--from", "csv");
    assertTrue(rows.contains("\"a\\nb\""));
    String error =
        Run.bad(
            1,
            command(
                folder.resolve("no"), "--from", "csv", "--option", "multiline=false", "--jobs", 1));
    assertTrue(error.contains("in/a, record 1001 before line"), error);
    assertTrue(error.contains("column 'c2': a field with a line break"), error);
  }

  @Test
  void run_aJobThatNobodyRemembers_endsAsItsTasksDid() throws Exception {
    Path file = Inputs.write("jsonl", in.resolve("a"), 0, 1000);
    String forgetful = "mapreduce.framework.name=" + ForgetfulJobs.FRAMEWORK;
    String rows = expectSame(pieces(file), "--from", "jsonl", "-D", forgetful);
    assertEquals(1000, rows.lines().count());

    Files.writeString(in.resolve("b"), "no json\n");
    Path refused = folder.resolve("refused");
    String error = Run.bad(1, command(refused, "--from", "jsonl", "--jobs", 2, "-D", forgetful));
    assertTrue(error.contains("in/b, "), error);
    assertTrue(error.contains(" tasks are done and kept in "), error);
    assertFalse(Files.exists(refused));
  }

  @Test
  void run_smallFiles_arePutTogether() throws Exception {
    for (int i = 0; i < 30; i++) {
      Inputs.write("jsonl", in.resolve(String.format("%02d.jsonl", i)), i, 1);
      assertTrue(Files.size(in.resolve(String.format("%02d.jsonl", i))) < 80);
    }
    Path other = folder.resolve("other");
    Run.good(command(other, "--from", "jsonl"));
    Run run = Run.good(command(table, "--from", "jsonl", "--jobs", 2, "--task-size", 400));
    assertEquals(Run.good("cat", other).out(), Run.good("cat", table).out());
    assertTrue(run.out().contains("30 rows in "), run.out());
    int tasks = splits(table).size();
    assertTrue(run.out().endsWith(", by " + tasks + " tasks\n"), run.out());
    assertTrue(tasks > 1 && tasks < 8, run.out());
  }

  @Test
  void run_compressedLines_areOneTaskAFile() throws Exception {
    byte[] lines = Files.readAllBytes(Inputs.write("jsonl", folder.resolve("a"), 0, 2000));
    Files.delete(folder.resolve("a"));
    try (var out = new java.util.zip.GZIPOutputStream(Files.newOutputStream(in.resolve("a.gz")))) {
      out.write(lines);
    }
    assertEquals(2000, expectSame(1, "--from", "jsonl").lines().count());
  }

  @Test
  void run_noRow_keepsTheSchema() throws Exception {
    Files.writeString(in.resolve("a.csv"), "a,b\n");
    Run run = Run.good(command(table, "--from", "csv", "--header", "--jobs", 1));
    assertTrue(run.out().startsWith("0 rows in 1 split, "), run.out());
    assertEquals("a,b\n", Run.good("cat", "--format", "csv", table).out());
  }

  @Test
  void run_layoutsAndSizes_areThoseOfTheFiles() throws Exception {
    for (int i = 0; i < 3; i++) {
      Inputs.write("avro", in.resolve(i + ".avro"), 5000 * i, 5000);
    }
    Object[] options = {
      "--from",
      "avro",
      "--layout",
      "id=skiplist,text=block",
      "--compression",
      "TEXT=zlib",
      "--option",
      "cif.block.rows=100",
      "--option",
      "cif.skip.distances=10"
    };
    Path byRows = folder.resolve("byRows");
    Run.good(and(command(byRows, options), "--jobs", 2, "--rows-per-split", 2000));
    JsonNode meta = Run.JSON.readTree(Run.good("meta", "--json", byRows).out());
    assertEquals(
        List.of("[\"skiplist\"]", "[\"block(zlib)\"]"),
        meta.get("columns").findValues("layouts").stream().map(JsonNode::toString).toList());
    assertEquals(
        List.of(2000, 2000, 2000, 2000, 2000, 2000, 2000, 1000),
        meta.get("splits").findValues("rows").stream().map(JsonNode::intValue).toList());
    for (String jobs : new String[] {"", "2"}) {
      Path bySize = folder.resolve("bySize" + jobs);
      Object[] words = and(command(bySize, options), "--split-size", "50KB");
      Run.good(jobs.isEmpty() ? words : and(words, "--jobs", jobs));
      int splits = splits(bySize).size();
      for (String split : splits(bySize).subList(0, splits - 1)) {
        long bytes = 0;
        for (String file : names(bySize.resolve(split))) {
          bytes += Files.size(bySize.resolve(split).resolve(file));
        }
        // A batch of 1,024 rows, and the last blocks with the footers, come on top.
        assertTrue(bytes >= 50 << 10 && bytes < 100 << 10, split + ": " + bytes);
      }
      assertTrue(splits > 3, "" + splits);
      assertEquals(Run.good("cat", byRows).out(), Run.good("cat", bySize).out());
    }
  }

  @Test
  void run_targetThatIsNotEmpty_isRefusedAndLeftAsItIs() throws Exception {
    Inputs.write("csv", in.resolve("a"), 0, 10);
    Path file = Files.createDirectories(table).resolve("x");
    Files.writeString(file, "x");
    String error = Run.bad(1, command(table, "--from", "csv", "--jobs", 1));
    assertTrue(error.contains("not empty, it holds x"), error);
    assertEquals(List.of("x"), names(table));
    assertEquals(List.of("in", "table"), names(folder));
    Files.delete(file);
    Run.good(command(table, "--from", "csv", "--jobs", 1));
    assertEquals(List.of("split-00000"), splits(table));
  }

  /** Five files, each a task, of which the third holds what is no number. */
  private Object[] writeWithFault() throws Exception {
    for (int i = 0; i < 5; i++) {
      Inputs.write("csv", in.resolve(i + ".csv"), 100 * i, 100);
    }
    Path third = in.resolve("2.csv");
    Files.writeString(third, "no number,x\n" + Files.readString(third));
    return command(
        table, "--from", "csv", "--schema", "a int, b string", "--jobs", 2, "--task-size", 100);
  }

  private Path work() {
    return folder.resolve("_table.load");
  }

  /** When the schema files below a folder were written, by number of rows and size. */
  private static Map<String, Long> written(Path where) throws Exception {
    Map<String, Long> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(where)) {
      for (Path file : files.filter(f -> f.endsWith("schema.cif")).toList()) {
        String rows = Run.good("cat", file.getParent()).out();
        found.put(
            rows, Files.getLastModifiedTime(file).to(java.util.concurrent.TimeUnit.NANOSECONDS));
      }
    }
    return found;
  }

  @Test
  void run_faultThatIsMended_goesOnWithWhatIsMissing() throws Exception {
    Object[] command = writeWithFault();
    String error = Run.bad(1, command);
    assertTrue(error.contains("2.csv, record 1 before line"), error);
    assertTrue(error.contains("column 'a': 'no number' is no int; 4 of 5 tasks are done"), error);
    assertTrue(error.contains(work() + ": mend what is wrong"), error);
    assertFalse(Files.exists(table));
    Map<String, Long> before = written(work());
    assertEquals(4, before.size());

    Inputs.write("csv", in.resolve("2.csv"), 200, 100);
    Run again = Run.good(command);
    assertTrue(again.err().contains("broken off: 4 of 5 tasks are done"), again.err());
    assertTrue(again.out().contains("500 rows in 5 splits"), again.out());
    assertTrue(again.out().endsWith(", by 5 tasks, 4 of them before\n"), again.out());
    Map<String, Long> after = written(table);
    assertEquals(5, after.size());
    assertTrue(after.entrySet().containsAll(before.entrySet()));
    assertEquals(500, Run.good("cat", table).json().size());
    assertFalse(Files.exists(work()));
  }

  @Test
  void run_aPlanOfAnotherPlace_isRefusedAndTouchesNothingThere() throws Exception {
    Object[] command = writeWithFault();
    Run.bad(1, command);
    Path plan = work().resolve("plan.json");
    Path victim = Files.createDirectories(folder.resolve("victim"));
    Files.createFile(victim.resolve("complete"));
    String text = Files.readString(plan).replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"../victim\"");
    Files.writeString(plan, text);
    String error = Run.bad(1, command);
    assertTrue(error.contains("cannot be read; --restart"), error);
    assertTrue(Files.exists(victim.resolve("complete")));
    Inputs.write("csv", in.resolve("2.csv"), 200, 100);
    Run.good(and(command, "--restart"));
    assertEquals(List.of("complete"), names(victim));
  }

  @Test
  void run_otherThanWhatWasBrokenOff_isRefusedUntilRestart() throws Exception {
    Object[] command = writeWithFault();
    Run.bad(1, command);
    Inputs.write("csv", in.resolve("2.csv"), 200, 100);
    String error = Run.bad(1, and(command, "--layout", "a=plain", "--split-size", "1GB"));
    assertTrue(error.contains("--option cif.layout.a was not given, and is 'plain'"), error);
    assertTrue(error.contains("--split-size was "), error);
    assertTrue(error.contains("add --restart"), error);
    Path more = Inputs.write("csv", in.resolve("6.csv"), 600, 100);
    error = Run.bad(1, command);
    assertTrue(error.contains("new among the files: ") && error.contains("6.csv"), error);
    Files.delete(more);
    Inputs.write("csv", in.resolve("0.csv"), 0, 99);
    error = Run.bad(1, command);
    assertTrue(error.contains("0.csv was changed after task 0 had read it"), error);
    assertFalse(Files.exists(table));
    Run restarted = Run.good(and(command, "--restart"));
    assertFalse(restarted.err().contains("broken off"), restarted.err());
    assertTrue(restarted.out().contains("499 rows in 5 splits"), restarted.out());
    assertEquals(List.of("in", "table"), names(folder));
  }

  @Test
  void run_whileAnotherLoadRuns_isRefused() throws Exception {
    Inputs.write("csv", in.resolve("a"), 0, 10);
    var fs = new org.apache.hadoop.fs.LocalFileSystem();
    fs.initialize(java.net.URI.create("file:///"), new org.apache.hadoop.conf.Configuration());
    Object[] command = command(table, "--from", "csv", "--jobs", 1);
    Files.createDirectories(work());
    var file = new LoadFolder(fs, path(table)).lock();
    try (LockFile lock = LockFile.acquire(fs, file, Duration.ZERO)) {
      lock.keep();
      String error = Run.bad(1, command);
      assertTrue(error.contains("another load into this place is running, on "), error);
      assertTrue(error.contains("as process " + ProcessHandle.current().pid()), error);
    }
    Run.good(command);
  }

  private static org.apache.hadoop.fs.Path path(Path local) {
    return new org.apache.hadoop.fs.Path(local.toUri());
  }

  @Test
  void run_lockOfAProcessThatHasEnded_isTakenOver() throws Exception {
    Inputs.write("csv", in.resolve("a"), 0, 10);
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    String self = Run.JSON.writeValueAsString(LockFile.Holder.self());
    String holder =
        self.replace("\"pid\":" + ProcessHandle.current().pid(), "\"pid\":" + ended.pid());
    assertNotEquals(self, holder);
    Files.createDirectories(work());
    Files.writeString(work().resolve("lock"), holder);
    Run.good(command(table, "--from", "csv", "--jobs", 1));
    assertEquals(List.of("in", "table"), names(folder));
  }

  @Test
  void commit_twoAttemptsOfATask_leavesOneCopy() throws Exception {
    var fs = new org.apache.hadoop.fs.RawLocalFileSystem();
    fs.initialize(java.net.URI.create("file:///"), new org.apache.hadoop.conf.Configuration());
    Path root = folder.resolve("root");
    Files.createDirectories(root.resolve("done"));
    for (String attempt : new String[] {"one", "two"}) {
      Path made = Files.createDirectories(root.resolve("attempts").resolve(attempt));
      Files.writeString(made.resolve("file"), attempt);
      LoadFolder.commit(fs, path(root), path(made), 7);
    }
    assertEquals(List.of("task-00007"), names(root.resolve("done")));
    assertEquals(List.of("file"), names(root.resolve("done/task-00007")));
    assertEquals("one", Files.readString(root.resolve("done/task-00007/file")));
    assertEquals(List.of(), names(root.resolve("attempts")));
  }

  @Tag("nightly")
  @Test
  void run_stepThatFails_isMadeGoodByTheNextRun() throws Exception {
    for (int i = 0; i < 2; i++) {
      Inputs.write("csv", in.resolve(i + ".csv"), 200 * i, 200);
    }
    String rows = expectSame(2, "--from", "csv", "--rows-per-split", 120);
    int failed = 0;
    boolean reached = true;
    for (int step = 0; reached; step++) {
      Object[] command = faulty("table" + step);
      FaultyFiles.failAfter(step);
      Run run = Run.of(command);
      reached = FaultyFiles.mend();
      if (run.status() != 0) {
        assertTrue(reached && run.err().contains("as the test wants it"), run.err());
        failed++;
        Run.good(command);
      }
      Path made = folder.resolve("table" + step);
      assertEquals(rows, Run.good("cat", made).out(), "step " + step);
      assertEquals(4, names(made).size());
    }
    assertTrue(failed > 8, failed + " steps failed");
    assertEquals(List.of(), names(folder).stream().filter(n -> n.startsWith("_")).toList());
  }

  /** A load by one map into a table on {@link FaultyFiles}. */
  private Object[] faulty(String name) {
    return new Object[] {
      "load",
      "--from",
      "csv",
      in,
      "--to",
      FaultyFiles.SCHEME + "://" + folder + "/" + name,
      "--jobs",
      1,
      "--task-size",
      9000,
      "--rows-per-split",
      120,
      "-D",
      "fs.faulty.impl=" + FaultyFiles.class.getName()
    };
  }

  /** The lock's term ends while a load sleeps before a rename; another does all of its work. */
  @Tag("nightly")
  @Test
  void run_overtakenAtAnyStep_leavesTheTableOfTheOther() throws Exception {
    for (int i = 0; i < 2; i++) {
      Inputs.write("csv", in.resolve(i + ".csv"), 200 * i, 200);
    }
    String rows = expectSame(2, "--from", "csv", "--rows-per-split", 120);
    int overtaken = 0;
    boolean reached = true;
    for (int step = 0; reached; step++) {
      Object[] command = faulty("table" + step);
      Path made = folder.resolve("table" + step);
      Path lock = folder.resolve("_table" + step + ".load").resolve("lock");
      FaultyFiles.before(
          step,
          () -> {
            if (Files.exists(lock)) {
              Files.setLastModifiedTime(lock, FileTime.fromMillis(0));
            }
            Run.good(command);
          });
      Run slow = Run.of(command);
      reached = FaultyFiles.mend();
      assertEquals(rows, Run.good("cat", made).out(), "step " + step);
      assertEquals(4, names(made).size(), "step " + step);
      if (slow.status() != 0) {
        assertTrue(slow.err().contains(step == 0 ? "not empty" : "another has begun"), slow.err());
        overtaken++;
      }
    }
    assertTrue(overtaken > 8, overtaken + " loads were overtaken");
    assertEquals(List.of(), names(folder).stream().filter(n -> n.startsWith("_")).toList());
  }
}
