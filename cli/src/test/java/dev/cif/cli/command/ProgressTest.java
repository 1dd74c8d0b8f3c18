package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private long now;

  private String printed() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  private void at(double seconds, Progress progress, long rows, long done) {
    now = (long) (seconds * 1e9);
    progress.update(rows, done);
  }

  @Test
  void update_shortWork_saysNothing() {
    try (Progress progress = new Progress(err, true, () -> now, "loaded", "", 100)) {
      at(0.2, progress, 10, 10);
      at(0.999, progress, 90, 90);
    }
    assertEquals("", printed());
  }

  @Test
  void update_toAFile_isALineEveryTenSeconds() {
    try (Progress progress = new Progress(err, false, () -> now, "loaded", "", 4096)) {
      at(2, progress, 3000, 1024);
      assertEquals("loaded 3,000 rows, 1,500 rows/s, 1.0 KiB of 4.0 KiB (25%), 2 s\n", printed());
      at(11.9, progress, 4000, 2048);
      assertEquals("", printed());
      at(12, progress, 4000, 2048);
      assertEquals("loaded 4,000 rows, 333 rows/s, 2.0 KiB of 4.0 KiB (50%), 12 s\n", printed());
    }
    assertEquals("", printed());
  }

  @Test
  void update_withMore_showsItBehind() {
    try (Progress progress = new Progress(err, false, () -> now, "loaded", "", 0)) {
      now = 2_000_000_000L;
      progress.update(4, 1024, "3 of 12 tasks");
    }
    assertEquals("loaded 4 rows, 2 rows/s, 1.0 KiB, 2 s, 3 of 12 tasks\n", printed());
  }

  @Test
  void update_onATerminal_writesOverItsLineAndTakesItAway() {
    try (Progress progress = new Progress(err, true, () -> now, "verified", "", 0)) {
      at(1, progress, 1000, 2048);
      assertEquals("\rverified 1,000 rows, 1,000 rows/s, 2.0 KiB, 1 s", printed());
      at(2, progress, 1, 0);
      assertEquals("\rverified 1 row, 0 rows/s, 0 B, 2 s             ", printed());
    }
    assertEquals("\r                                  \r", printed());
  }

  @Test
  void update_ofThings_countsThemWithABarOnATerminal() {
    try (Progress progress = new Progress(err, true, () -> now, "read", "split", 4000)) {
      now = 3_000_000_000L;
      progress.update(1000);
      assertEquals("\r[#####...............] read 1,000 of 4,000 splits (25%), 3 s", printed());
    }
    printed();
    now = 0;
    try (Progress progress = new Progress(err, false, () -> now, "read", "split", 0)) {
      now = 3_000_000_000L;
      progress.update(0);
      assertEquals("read 0 of 0 splits, 3 s\n", printed());
    }
  }

  @Test
  void waiting_onATerminal_tellsTheTimeUntilTheWorkIsDone() throws Exception {
    System.setProperty(Progress.TERMINAL, "true");
    try {
      String during =
          Progress.waiting(
              err,
              "listing files",
              () -> {
                while (bytes.size() == 0) {
                  Thread.onSpinWait();
                }
                return printed();
              });
      assertEquals("\rlisting files ... 1 s", during);
    } finally {
      System.clearProperty(Progress.TERMINAL);
    }
    assertTrue(printed().endsWith("\r"));
  }

  @Test
  void waiting_toAFile_saysNothing() {
    assertEquals(5, Progress.waiting(err, "listing files", () -> 5));
    assertEquals("", printed());
  }
}
