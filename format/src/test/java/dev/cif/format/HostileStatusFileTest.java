package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Status files and locks that somebody else has written: whatever they say, a change and a vacuum
 * touch no file outside of the table, and leave its rows alone.
 */
@Timeout(300)
class HostileStatusFileTest {
  private static final Duration NONE = Duration.ofMillis(-1);
  private static final int ROWS = 3;

  /** Number of damaged files of each kind. */
  private static final int DAMAGED = Boolean.getBoolean("cif.nightly") ? 300 : 75;

  @TempDir Path folder;
  private FileSystem fs;
  private Path table;
  private Path other;

  @BeforeEach
  void twoTables() throws IOException {
    fs = LocalFiles.fs();
    table = folder.resolve("t");
    other = folder.resolve("other");
    for (Path one : List.of(table, other)) {
      write(one.resolve("p=1/a"));
    }
  }

  private static org.apache.hadoop.fs.Path path(Path local) {
    return new org.apache.hadoop.fs.Path(local.toUri());
  }

  private void write(Path split) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.INT));
    try (SplitWriter writer = SplitWriter.create(fs, path(split), schema, WriteOptions.DEFAULT)) {
      for (int i = 0; i < ROWS; i++) {
        ((LongVector) writer.column(0)).append(i);
        writer.endRow();
      }
    }
  }

  /** Makes each n a value; gives the id of the change. */
  private String update(Path place, long value) throws IOException {
    try (TableChange change = TableChange.begin(fs, path(place), List.of("n"))) {
      try (SplitReader split = SplitReader.open(fs, path(place.resolve("p=1/a")));
          AddedColumnWriter writer =
              AddedColumnWriter.create(
                  fs, split, "n", CifType.INT, ColumnOptions.DEFAULT, List.of("n"), change.id())) {
        for (int i = 0; i < ROWS; i++) {
          ((LongVector) writer.vector()).append(value);
          writer.endRow();
        }
        writer.finish().addTo(change);
      }
      change.commit();
      return change.id();
    }
  }

  private long read(Path place) throws IOException {
    try (SplitReader split = SplitReader.open(fs, path(place.resolve("p=1/a")))) {
      LongVector n = new LongVector(CifType.INT);
      split.column("n", CifType.INT).read(ROWS - 1, 1, n);
      return n.values[0];
    }
  }

  private static Map<String, String> files(Path place) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(place)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file.toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return files;
  }

  private Path status(String id, String end) throws IOException {
    return Files.createDirectories(table.resolve("_cif_changes")).resolve(id + end);
  }

  private static final String THEIRS = "\"../other/p=1/a\"";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"splits\":[" + THEIRS + "]}",
        "{\"splits\":[\"p=1/../../other/p=1/a\"]}",
        "{\"splits\":[\"p=1/a\",\"./../other/p=1/a\"]}",
        "{\"splits\":[\"/../other/p=1/a\"]}",
        "{\"splits\":[\"p=1/a\"],\"splits\":[" + THEIRS + "]}",
        "{\"splits\":{\"a\":" + THEIRS + "}}",
        "{\"splits\":[[" + THEIRS + "]]}",
        "{\"splits\":" + THEIRS + "}",
        "[" + THEIRS + "]",
        "null",
        "",
      })
  void statusFile_touchesNoOtherTable(String text) throws IOException {
    String theirs = update(other, 7);
    Map<String, String> before = files(other);
    for (String end : List.of(".aborted", ".pending", ".committed")) {
      Files.writeString(status(theirs, end), text);
      TableChange.vacuum(fs, path(table), NONE);
      assertEquals(before, files(other), end);
    }
    Files.writeString(status(theirs, ".pending"), text);
    update(table, 5);
    assertEquals(before, files(other));
    assertEquals(7, read(other));
    assertEquals(5, read(table));
  }

  @Test
  void statusFileOfAChangeThatDied_isTakenBack_evenIfItIsDamaged() throws IOException {
    update(table, 5);
    String died = update(table, 6);
    for (String text : List.of("{\"splits\":[" + THEIRS + "]}", "{\"splits\":[\"p", "\0\0\0\0")) {
      Files.delete(status(died, ".committed"));
      Files.writeString(status(died, ".pending"), text);
      TableChange.vacuum(fs, path(table), Duration.ofDays(1));
      assertEquals(5, read(table));
      assertFalse(Files.exists(status(died, ".aborted")));
      died = update(table, 6);
    }
  }

  @Test
  void statusFileWithoutEnd_isReadToItsBoundOnly() throws IOException {
    Path status = status("endless", ".pending");
    try (var out = new java.io.RandomAccessFile(status.toFile(), "rw")) {
      out.write("{\"splits\":[\"p=1/a\"".getBytes(StandardCharsets.UTF_8));
      // A sparse file: it takes no room on the disk.
      out.setLength(3L << 30);
    }
    TableChange.vacuum(fs, path(table), NONE);
    assertEquals(ROWS - 1, read(table));
    assertFalse(Files.exists(status("endless", ".aborted")));
  }

  /** It would have to know which columns the change concerns. */
  @Test
  void committedStatusFileThatIsDamaged_failsChangesThatBeganBefore() throws IOException {
    try (TableChange change = TableChange.begin(fs, path(table), List.of("n"))) {
      Path status = status("damaged", ".committed");
      Files.writeString(status, "{\"columns\":[");
      String message = assertThrows(CifException.class, change::commit).getMessage();
      assertTrue(message.contains("damaged.committed"), message);
      assertTrue(message.contains("try again"), message);
    }
    update(table, 5);
    assertEquals(5, read(table));
  }

  @Test
  void fuzzedStatusFiles_leaveOtherTablesAlone() throws IOException {
    update(other, 7);
    Map<String, String> before = files(other);
    Random random = new Random(40);
    byte[] good =
        ("{\n  \"id\" : \"x\",\n  \"columns\" : [ \"n\" ],\n  \"splits\" : [ \"p=1/a\", "
                + THEIRS
                + " ]\n}")
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < DAMAGED; i++) {
      byte[] bytes = good.clone();
      for (int k = random.nextInt(4); k >= 0; k--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      int length = i % 5 == 0 ? random.nextInt(bytes.length) : bytes.length;
      String end = List.of(".pending", ".aborted", ".committed").get(random.nextInt(3));
      Files.write(status("x" + i, end), java.util.Arrays.copyOf(bytes, length));
      TableChange.vacuum(fs, path(table), NONE);
      assertEquals(before, files(other), () -> new String(bytes, StandardCharsets.UTF_8));
    }
    assertEquals(ROWS - 1, read(table));
  }

  /** A lock says who holds it; one that says nothing can be taken over once it is old. */
  @Test
  void fuzzedLocks_areTakenOverOnceTheyAreOld() throws IOException {
    Random random = new Random(41);
    byte[] good =
        "{\"token\":\"t\",\"host\":\"h\",\"pid\":12,\"started\":3}"
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < DAMAGED; i++) {
      byte[] bytes = good.clone();
      for (int k = random.nextInt(8); k >= 0; k--) {
        bytes[random.nextInt(i % 3 == 0 ? 4 : bytes.length)] = (byte) (random.nextInt(3) - 1);
      }
      for (Path lock :
          List.of(
              table.resolve("_cif_changes/_commit.lock"),
              table.resolve("p=1/a/_schema.cif.lock"))) {
        Files.createDirectories(lock.getParent());
        Files.write(lock, bytes);
        Files.setLastModifiedTime(lock, FileTime.fromMillis(0));
        TableChange.vacuum(fs, path(table), NONE);
        assertFalse(Files.exists(lock), lock::toString);
      }
    }
    assertEquals(ROWS - 1, read(table));
  }
}
