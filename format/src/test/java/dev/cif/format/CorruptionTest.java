package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  private static final int PLACES = Boolean.getBoolean("cif.nightly") ? 40 : 10;

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
        replace(split.resolve(file.getFileName().toString()), Files.readAllBytes(file));
      }
    }
  }

  /** Writes a new file: some file systems wait for the disk when one is truncated. */
  private static void replace(Path file, byte[] bytes) throws IOException {
    Files.deleteIfExists(file);
    Files.write(file, bytes);
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

  private int columns() throws IOException {
    try (SplitReader reader = open(true)) {
      return reader.schema().size();
    }
  }

  /** Leaves column {@code k}, then the one behind it, in the schema file, so that it opens fast. */
  private void project(byte[] schema, int k) throws IOException {
    replace(split.resolve("schema.cif"), schema);
    HandMade.at(split)
        .editSchema(
            json -> {
              keep((ArrayNode) json.path("columns"), k);
              keep((ArrayNode) json.path("schema").path("fields"), k);
            });
  }

  private static void keep(ArrayNode array, int k) {
    JsonNode first = array.get(k);
    JsonNode second = array.get((k + 1) % array.size());
    array.removeAll().add(first).add(second);
  }

  private Path fileOfFirstColumn() throws IOException {
    try (SplitReader reader = open(true)) {
      return Path.of(reader.file(0).toUri().getPath());
    }
  }

  private void damageColumnFiles(String golden) throws IOException {
    copy(golden);
    Random random = new Random(1);
    byte[] schema = Files.readAllBytes(split.resolve("schema.cif"));
    int columns = columns();
    for (int column = 0; column < columns; column++) {
      project(schema, column);
      Path file = fileOfFirstColumn();
      byte[] good = Files.readAllBytes(file);
      for (int k = 0; k < PLACES; k++) {
        int at = k < 16 ? Math.min(k, good.length - 1) : random.nextInt(good.length);
        at = k >= 16 && k < 32 ? Math.max(0, good.length - 1 - (k - 16)) : at;
        byte[] bad = good.clone();
        bad[at] ^= (byte) (1 << random.nextInt(8));
        expectNamed(file, bad);
        expectNamed(file, Arrays.copyOf(good, at));
      }
      replace(file, good);
    }
  }

  private void expectNamed(Path file, byte[] bytes) throws IOException {
    replace(file, bytes);
    try (SplitReader reader = open(true)) {
      CifException e =
          assertThrows(
              CifException.class,
              () -> {
                readAll(reader, 0);
                // Key filters serve look-ups only.
                reader.verify(0);
              });
      assertTrue(e.getMessage().contains(file.getFileName().toString()), e.getMessage());
      assertTrue(e.getMessage().contains(reader.schema().column(0).name()), e.getMessage());
      // The other column is as readable as before.
      readAll(reader, 1);
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
    byte[] schema = Files.readAllBytes(split.resolve("schema.cif"));
    int columns = columns();
    for (int column = 0; column < columns; column++) {
      project(schema, column);
      Path file = fileOfFirstColumn();
      int blocksEnd;
      try (SplitReader reader = open(true)) {
        blocksEnd = 8 + reader.describe(0).blocks().stream().mapToInt(b -> b.length()).sum();
      }
      byte[] good = Files.readAllBytes(file);
      for (int k = 0; k < 2 * PLACES && blocksEnd > 8; k++) {
        byte[] bad = good.clone();
        for (int flips = random.nextInt(3); flips >= 0; flips--) {
          bad[8 + random.nextInt(blocksEnd - 8)] = (byte) random.nextInt(256);
        }
        replace(file, bad);
        String name = file.getFileName().toString();
        try (SplitReader reader = open(false)) {
          if (k % 2 == 0) {
            readAll(reader, 0);
          } else {
            readOneByOne(reader, random);
          }
        } catch (CifException e) {
          assertTrue(e.getMessage().contains(name), e.getMessage());
        } catch (UncheckedIOException e) {
          assertTrue(e.getMessage().contains(name), e.getMessage());
          assertEquals(CifException.class, e.getCause().getClass());
        }
      }
      replace(file, good);
    }
  }

  /** Some rows, each of their parts when it is asked for, and then the values under a key. */
  private static void readOneByOne(SplitReader reader, Random random) throws IOException {
    ColumnReader column = reader.column(reader.schema().column(0).name());
    for (int row = random.nextInt(40); row < column.rows(); row += 1 + random.nextInt(60)) {
      Model.of(column.value(row));
    }
    CifType type = column.type();
    if (type.kind() == CifType.Kind.MAP) {
      boolean isText = type.child(0).physical() == CifType.Physical.BYTES;
      MapKey key = isText ? MapKey.of("key-1") : MapKey.of(7);
      for (int row = 0; row < column.rows(); row += 100) {
        Value map = column.value(row);
        if (!map.isNull()) {
          map.find(key);
        }
      }
      column.readKey(0, (int) column.rows(), key, ColumnVector.create(type.child(1)));
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
      replace(file, bad);
      CifException e = assertThrows(CifException.class, () -> open(true));
      assertTrue(e.getMessage().contains("schema.cif"), e.getMessage());
    }
    for (int length = 0; length < good.length; length += 7) {
      replace(file, Arrays.copyOf(good, length));
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
      replace(file, bytes);
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
      replace(a, Files.readAllBytes(b));
      replace(b, bytes);
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
    replace(file, bytes);
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
