package dev.cif.cli;

import dev.cif.format.floors.Floors;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors(
            "dev.cif.cli", "", "command", "impala", "load", "placement", "query", "source", "text")
        .check(Main.class);
  }
}
