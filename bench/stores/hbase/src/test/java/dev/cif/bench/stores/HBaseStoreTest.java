package dev.cif.bench.stores;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HBase's own servers give the generator's rows. */
@Tag("nightly")
class HBaseStoreTest {
  @Test
  void recordsAndCountsAreTheGenerators(@TempDir Path folder) throws Exception {
    StoreContract.expectTheGenerators("hbase", folder);
  }

  /** Servers that have ended take up the rows that they had. */
  @Test
  void whatWasLoadedIsMeasuredAgain(@TempDir Path folder) throws Exception {
    StoreContract.expectKept("hbase", folder);
  }
}
