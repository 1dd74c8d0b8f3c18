package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void load() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      lines.append(i).append(",text ").append(i * 31 % 17).append(",").append(i / 3.0).append('\n');
    }
    table =
        Run.table(
            folder,
            lines,
            "a int, b string, c double",
            "--rows-per-split",
            50,
            "--option",
            "cif.block.rows=16");
  }

  private List<Path> files() throws IOException {
    try (var files = Files.walk(table)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 0x10;
    Files.write(file, bytes);
  }

  @Test
  void verify_soundTable_countsWhatItRead() throws Exception {
    long bytes = 0;
    for (Path file : files()) {
      bytes += Files.size(file);
    }
    Run run = Run.good("verify", table);
    assertTrue(run.out().startsWith("2 splits, 9 files, 100 rows, "), run.out());
    assertTrue(run.out().contains("no damage"), run.out());
    assertTrue(run.out().contains(dev.cif.cli.text.Amounts.bytes(bytes) + " read"), run.out());
    assertEquals("", run.err());
  }

  @Test
  void verify_oneSplit_isEnough() {
    assertTrue(Run.good("verify", table.resolve("split-00001")).out().startsWith("1 split, "));
  }

  @Test
  void verify_everyFlippedByte_isFoundAndItsFileNamed() throws Exception {
    for (Path file : files()) {
      int size = (int) Files.size(file);
      for (int at = 0; at < size; at += Math.max(1, size / 23)) {
        flip(file, at);
        Run run = Run.of("verify", table);
        assertEquals(1, run.status(), file + " byte " + at);
        String name = file.getParent().getFileName() + "/" + file.getFileName();
        assertTrue(run.err().contains(name), name + " byte " + at + ": " + run.err());
        assertTrue(run.err().startsWith("cif: damaged: "), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        flip(file, at);
      }
    }
    Run.good("verify", table);
  }

  @Test
  void verify_severalDamages_areAllReported() throws Exception {
    flip(table.resolve("split-00000/1-a.col"), 20);
    Path cut = table.resolve("split-00000/3-c.col");
    Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(cut), (int) Files.size(cut) - 5));
    Files.delete(table.resolve("split-00001/2-b.col"));
    Run run = Run.of("verify", table);
    assertEquals(1, run.status());
    List<String> errors = run.err().lines().toList();
    assertEquals(3, errors.size(), run.err());
    assertTrue(errors.get(0).contains("split-00000/1-a.col"), errors.get(0));
    assertTrue(errors.get(1).contains("split-00000/3-c.col"), errors.get(1));
    assertTrue(errors.get(2).contains("split-00001/2-b.col"), errors.get(2));
    assertTrue(run.out().contains("3 damaged files"), run.out());
  }

  @Test
  void verify_leftovers_areNotedButNoDamage() throws Exception {
    Path unfinished = Files.createDirectory(table.resolve("split-00002"));
    Files.copy(table.resolve("split-00000/1-a.col"), unfinished.resolve("1-a.col"));
    Files.write(table.resolve("split-00000/9-old.col"), new byte[10]);
    Run run = Run.good("verify", table);
    assertTrue(
        run.out().contains("split-00002: unfinished split-directory: 1 column file"), run.out());
    assertTrue(run.out().contains("9-old.col: belongs to no column"), run.out());
    assertTrue(run.out().contains("no damage"), run.out());
  }
}
