package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.cache.CachedScanTest.Way;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file that is not what it was is never taken for what it was. */
class StaleFileTest {
  @TempDir Path folder;
  private final BufferCache cache = new BufferCache();
  private TestSplit split;

  @BeforeEach
  void write() throws IOException {
    cache.resize(64 << 20, 0);
    split = TestSplit.write(folder.resolve("split"), 1);
  }

  private ReadOptions options(Way way) {
    return ReadOptions.DEFAULT.withColumnCache(
        new JobCache(cache, way != Way.THROUGH_PAGE_CACHE, Verify.ONCE));
  }

  /** Puts other files in place of the split's, of the same names and, mostly, lengths. */
  private TestSplit replace() throws IOException {
    TestSplit other = TestSplit.write(folder.resolve("other"), 2);
    try (Stream<Path> files = Files.list(folder.resolve("other"))) {
      for (Path file : files.toList()) {
        Path to = folder.resolve("split").resolve(file.getFileName());
        Files.move(file, to, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return new TestSplit(split.directory(), other.seed());
  }

  @ParameterizedTest
  @EnumSource
  void replacedSplit_hasItsNewValues(Way way) throws IOException {
    split.expectScanned(way.files(), options(way));
    replace().expectScanned(way.files(), options(way));
    assertEquals(2, cache.files());
  }

  @ParameterizedTest
  @EnumSource
  void replacedSplitOfTheSameLengthAndTime_hasItsNewValues(Way way) throws IOException {
    FileTime time = Files.getLastModifiedTime(split.numbersFile());
    long length = Files.size(split.numbersFile());
    split.expectScanned(way.files(), options(way));
    TestSplit other = replace();
    assertEquals(length, Files.size(split.numbersFile()));
    Files.setLastModifiedTime(split.numbersFile(), time);
    other.expectScanned(way.files(), options(way));
  }

  @ParameterizedTest
  @EnumSource
  void deletedFile_isMissing(Way way) throws IOException {
    split.expectScanned(way.files(), options(way));
    Files.delete(split.numbersFile());
    CifException e =
        assertThrows(CifException.class, () -> split.expectScanned(way.files(), options(way)));
    assertTrue(e.getMessage().contains("does not exist"), e.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void fileTruncatedBehindItsFooter_isTruncated(Way way) throws IOException {
    try (SplitReader reader = split.open(way.files(), options(way))) {
      reader.describe(0);
      truncate();
      CifException e =
          assertThrows(
              CifException.class,
              () -> split.expectScanned(reader, scan -> scan, 0, TestSplit.ROWS));
      assertTrue(e.getMessage().contains("truncated"), e.getMessage());
    }
    CifException e =
        assertThrows(CifException.class, () -> split.expectScanned(way.files(), options(way)));
    assertTrue(e.getMessage().contains("truncated"), e.getMessage());
  }

  private void truncate() throws IOException {
    try (var file = Files.newByteChannel(split.numbersFile(), StandardOpenOption.WRITE)) {
      file.truncate(file.size() / 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void fileThatGoesOn_isOfAnotherSplit(Way way) throws IOException {
    split.expectScanned(way.files(), options(way));
    Files.write(split.numbersFile(), new byte[] {1}, StandardOpenOption.APPEND);
    CifException e =
        assertThrows(CifException.class, () -> split.expectScanned(way.files(), options(way)));
    assertTrue(e.getMessage().contains("goes on"), e.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void fileReplacedAfterItsFooterCameFromTheCache_isAnError(Way way) throws IOException {
    try (SplitReader first = split.open(way.files(), options(way))) {
      first.describe(0);
    }
    try (SplitReader reader = split.open(way.files(), options(way))) {
      reader.describe(0);
      TestSplit other = replace();
      CifException e =
          assertThrows(
              CifException.class,
              () -> split.expectScanned(reader, scan -> scan, 0, TestSplit.ROWS));
      assertTrue(e.getMessage().contains("was replaced while it was read"), e.getMessage());
      other.expectScanned(way.files(), options(way));
    }
    assertEquals(cache.bytes(), cache.idleBytes());
  }

  @ParameterizedTest
  @EnumSource
  void damagedBlock_isFoundEachTime(Way way) throws IOException {
    byte[] bytes = Files.readAllBytes(split.numbersFile());
    bytes[bytes.length / 2] ^= 1;
    Files.write(split.numbersFile(), bytes);
    for (int i = 0; i < 2; i++) {
      CifException e =
          assertThrows(CifException.class, () -> split.expectScanned(way.files(), options(way)));
      assertTrue(e.getMessage().contains("checksum"), e.getMessage());
    }
  }
}
