package dev.cif.hive.version;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class HiveFeaturesTest {
  @Test
  void expectKnown_olderHive_namesItAndTheOldestThatWorks() {
    for (String version : List.of("0.14.0", "1.2.2", "2.1.1-cdh6.3.2", "2.2.0")) {
      IllegalStateException e =
          assertThrows(
              IllegalStateException.class, () -> HiveFeatures.expectKnown(version), version);
      assertEquals(
          "CIF needs Hive 3.1.3 or newer, or Hive's classes of 2.3 within Spark; this is Hive "
              + version,
          e.getMessage());
    }
  }

  @Test
  void expectKnown_takesWhatRan_andWhatIsToCome() {
    for (String version :
        List.of("2.3.9", "3.1.3", "3.1.3000.7.1.9.0-387", "4.0.1", "4.2.0", "5.0.0", "unknown")) {
      HiveFeatures.expectKnown(version);
    }
    HiveFeatures.expectKnown(HiveFeatures.version());
  }
}
