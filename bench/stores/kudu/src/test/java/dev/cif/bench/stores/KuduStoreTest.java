package dev.cif.bench.stores;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Kudu's own daemons give the generator's rows. */
@Tag("nightly")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class KuduStoreTest {
  @Test
  void recordsAndCountsAreTheGenerators(@TempDir Path folder) throws Exception {
    StoreContract.expectTheGenerators("kudu", folder);
  }

  /** Daemons that have ended take up the rows that they had. */
  @Test
  void whatWasLoadedIsMeasuredAgain(@TempDir Path folder) throws Exception {
    StoreContract.expectKept("kudu", folder);
  }
}
