package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.value.MapKey;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Damaged golden files: one clear error that names the place, and only for who reads it. */
class CorruptionTest {
  private static final int PLACES = 40;

  @TempDir Path folder;
  private Path split;

  @BeforeEach
  void prepare() {
    split = folder.resolve("split");
  }

  private void copy(String golden) throws IOException {
    Files.createDirectories(split);
    try (Stream<Path> files = Files.list(Golden.FOLDER.resolve(golden))) {
      for (Path file : files.toList()) {
        Files.write(split.resolve(file.getFileName().toString()), Files.readAllBytes(file));
      }
    }
  }

  private SplitReader open(boolean verify) throws IOException {
    return SplitReader.open(
        Golden.fs(), new org.apache.hadoop.fs.Path(split.toString()), new ReadOptions(verify));
  }

  private static void readAll(SplitReader reader, int column) throws IOException {
    ColumnReader c = reader.column(reader.schema().column(column).name());
    assertEquals(c.rows(), c.statistics().rows());
    c.read(0, (int) c.rows(), ColumnVector.create(c.type()));
  }

  private static void readEverything(SplitReader reader) throws IOException {
    for (int i = 0; i < reader.schema().size(); i++) {
      readAll(reader, i);
    }
  }

  @TestFactory
  Stream<DynamicTest> flippedAndTruncatedColumnFilesAreNamed() {
    return Golden.splits().keySet().stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> damageColumnFiles(name)));
  }

  private void damageColumnFiles(String golden) throws IOException {
    copy(golden);
    Random random = new Random(1);
    int columns;
    try (SplitReader reader = open(true)) {
      columns = reader.schema().size();
    }
    for (int column = 0; column < columns; column++) {
      Path file;
      try (SplitReader reader = open(true)) {
        file = Path.of(reader.file(column).toUri().getPath());
      }
      byte[] good = Files.readAllBytes(file);
      for (int k = 0; k < PLACES; k++) {
        int at = k < 16 ? Math.min(k, good.length - 1) : random.nextInt(good.length);
        at = k >= 16 && k < 32 ? Math.max(0, good.length - 1 - (k - 16)) : at;
        byte[] bad = good.clone();
        bad[at] ^= (byte) (1 << random.nextInt(8));
        expectNamed(file, bad, column, columns);
        expectNamed(file, Arrays.copyOf(good, at), column, columns);
      }
      Files.write(file, good);
    }
  }

  private void expectNamed(Path file, byte[] bytes, int column, int columns) throws IOException {
    Files.write(file, bytes);
    try (SplitReader reader = open(true)) {
      CifException e =
          assertThrows(
              CifException.class,
              () -> {
                readAll(reader, column);
                // Key filters serve look-ups only.
                reader.verify(column);
              });
      assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
      assertTrue(e.getMessage().contains(reader.schema().column(column).name()), e.getMessage());
      // The other columns are as readable as before.
      readAll(reader, (column + 1) % columns);
    }
  }

  @TestFactory
  Stream<DynamicTest> decodersOfUncheckedBytesFailCleanly() {
    return Golden.splits().keySet().stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> fuzzUnchecked(name)));
  }

  private void fuzzUnchecked(String golden) throws IOException {
    copy(golden);
    Random random = new Random(2);
    int columns;
    try (SplitReader reader = open(true)) {
      columns = reader.schema().size();
    }
    for (int column = 0; column < columns; column++) {
      Path file;
      int blocksEnd;
      try (SplitReader reader = open(true)) {
        file = Path.of(reader.file(column).toUri().getPath());
        blocksEnd = 8 + reader.describe(column).blocks().stream().mapToInt(b -> b.length()).sum();
      }
      byte[] good = Files.readAllBytes(file);
      for (int k = 0; k < 2 * PLACES && blocksEnd > 8; k++) {
        byte[] bad = good.clone();
        for (int flips = random.nextInt(3); flips >= 0; flips--) {
          bad[8 + random.nextInt(blocksEnd - 8)] = (byte) random.nextInt(256);
        }
        Files.write(file, bad);
        try (SplitReader reader = open(false)) {
          readAll(reader, column);
        } catch (CifException e) {
          assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
        }
      }
      Files.write(file, good);
    }
  }

  @Test
  void everyFlipInTheSchemaFileIsFound() throws IOException {
    copy("dcsl");
    Path file = split.resolve("schema.cif");
    byte[] good = Files.readAllBytes(file);
    for (int at = 0; at < good.length; at++) {
      byte[] bad = good.clone();
      bad[at] ^= (byte) (1 << (at % 8));
      Files.write(file, bad);
      CifException e = assertThrows(CifException.class, () -> open(true));
      assertTrue(e.getMessage().contains("schema.cif"), e.getMessage());
    }
    for (int length = 0; length < good.length; length += 7) {
      Files.write(file, Arrays.copyOf(good, length));
      assertThrows(CifException.class, () -> open(true));
    }
  }

  @Test
  void damagedKeyFilterFailsLookUpsAndNothingElse() throws IOException {
    copy("dcsl-filter");
    try (SplitReader reader = open(true)) {
      Path file = Path.of(reader.file(0).toUri().getPath());
      byte[] bytes = Files.readAllBytes(file);
      bytes[8 + reader.describe(0).blocks().get(0).length() + 3] ^= 1;
      Files.write(file, bytes);
    }
    try (SplitReader reader = open(true)) {
      ColumnVector values = ColumnVector.create(CifType.INT);
      CifException e =
          assertThrows(
              CifException.class,
              () -> reader.column("texts").readKey(0, 10, MapKey.of("key 1"), values));
      assertTrue(e.getMessage().contains("texts"), e.getMessage());
      assertTrue(e.getMessage().contains("key filter of block 0"), e.getMessage());
      readEverything(reader);
    }
  }

  @Test
  void missingColumnFileFailsOnlyItsReaders() throws IOException {
    copy("dcsl");
    try (SplitReader reader = open(true)) {
      Files.delete(Path.of(reader.file(1).toUri().getPath()));
      CifException e = assertThrows(CifException.class, () -> readAll(reader, 1));
      assertTrue(e.getMessage().contains("does not exist"), e.getMessage());
      assertTrue(e.getMessage().contains(reader.file(1).getName()), e.getMessage());
      readAll(reader, 0);
    }
  }

  @Test
  void swappedColumnFilesAreFound() throws IOException {
    copy("plain");
    try (SplitReader reader = open(true)) {
      Path a = Path.of(reader.file(0).toUri().getPath());
      Path b = Path.of(reader.file(1).toUri().getPath());
      byte[] bytes = Files.readAllBytes(a);
      Files.write(a, Files.readAllBytes(b));
      Files.write(b, bytes);
      assertThrows(CifException.class, () -> readAll(reader, 0));
      assertThrows(CifException.class, () -> readAll(reader, 1));
    }
  }

  @Test
  void newerVersionIsSaidSo() throws IOException {
    copy("dcsl");
    Path file = split.resolve("schema.cif");
    byte[] bytes = Files.readAllBytes(file);
    assertEquals('1', bytes[3]);
    bytes[3] = '2';
    Files.write(file, bytes);
    CifException e = assertThrows(CifException.class, () -> open(true));
    assertTrue(e.getMessage().contains("version 2"), e.getMessage());
  }

  @Test
  void undamagedGoldenSplitsReadWhole() throws IOException {
    for (String golden : Golden.splits().keySet()) {
      copy(golden);
      try (SplitReader reader = open(true)) {
        readEverything(reader);
        for (int i = 0; i < reader.schema().size(); i++) {
          assertTrue(reader.verify(i) > 0);
        }
      }
    }
  }
}
