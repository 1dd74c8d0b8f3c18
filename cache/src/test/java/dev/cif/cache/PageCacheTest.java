package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.options.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Direct reads leave nothing in the page cache, where the tests' file system has them. */
class PageCacheTest {
  @TempDir Path folder;
  private final BufferCache cache = new BufferCache();
  private TestSplit split;

  @BeforeEach
  void write() throws IOException {
    cache.resize(64 << 20, 0);
    split = TestSplit.write(folder.resolve("split"), 1);
    String type = Files.getFileStore(folder).type();
    Mincore.drop(split.numbersFile());
    assumeTrue(
        Mincore.pages(split.numbersFile()) == 0,
        "the page cache of " + type + " keeps a file that it is to drop");
  }

  private void scan(boolean direct) throws IOException {
    split.expectScanned(
        TestFiles.near(),
        ReadOptions.DEFAULT.withColumnCache(new JobCache(cache, direct, Verify.ONCE)));
  }

  @Test
  void directReads_leaveNoPageOfTheFile() throws IOException {
    scan(true);
    assumeTrue(
        cache.counters().directRefused.sum() == 0,
        "direct reads are refused by " + Files.getFileStore(folder).type());
    assertEquals(0, Mincore.pages(split.numbersFile()));
    assertTrue(cache.counters().bytesDirect.sum() >= Files.size(split.numbersFile()));
  }

  @Test
  void readsThroughTheFileSystem_leaveTheFile() throws IOException {
    scan(false);
    assertTrue(Mincore.pages(split.numbersFile()) > 0);
  }
}
