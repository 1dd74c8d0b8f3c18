package dev.cif.cache;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors("dev.cif.cache", "").check(CachedFile.class);
  }
}
