package dev.cif.format;

import dev.cif.format.floors.Floors;
import dev.cif.format.schema.CifSchema;
import org.junit.jupiter.api.Test;

class FloorsTest {
  @Test
  void packagesUseLowerFloorsOnly() {
    new Floors(
            "dev.cif.format",
            "compact",
            "write",
            "commit",
            "scan",
            "read",
            "internal.sort",
            "internal.file",
            "internal.summary",
            "internal.auto",
            "internal.row",
            "internal",
            "internal.filter",
            "internal.encoding",
            "internal.codec",
            "value",
            "vector",
            "options",
            "internal.io",
            "schema")
        .check(CifSchema.class);
  }
}
