package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactCommandTest {
  private static final int ROWS = 60;

  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void load() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      lines.append(i).append(",text ").append(i).append('\n');
    }
    table = Run.table(folder, lines, "a int, b string", "--rows-per-split", 10);
  }

  private void rename(int split, String name) throws Exception {
    Files.move(table.resolve("split-0000" + split), table.resolve(name));
  }

  private String rows() {
    return Run.good("cat", table).out();
  }

  @Test
  void compact_makesOneOfSix_andSaysSo() throws Exception {
    String rows = rows();
    String dry = Run.good("compact", "--dry-run", table).out();
    assertTrue(dry.contains("6 splits would become 1; nothing was written"), dry);
    assertTrue(Files.notExists(table.resolve("_cif_changes")));
    String done = Run.good("compact", table, "--option", "cif.block.rows=7").out();
    assertTrue(done.matches("(?s).*before +6 +18 .*after +1 +3 .*"), done);
    assertEquals(rows, rows());
    assertTrue(Run.good("meta", table).out().contains("split-00000.c"));
    String verified = Run.good("verify", table).out();
    assertTrue(verified.startsWith("1 split, 4 files, 60 rows"), verified);
    done = Run.good("compact", table).out();
    assertTrue(done.matches("(?s).*before +1 +3 .*after +1 +3 .*"), done);
  }

  @Test
  void compact_ofBuckets_keepsThemUnlessToldOtherwise() throws Exception {
    String[] names = {
      "000000_0", "000000_0_copy_1", "000000_1.c01234567", "000001_0", "000001_0_copy_1", "other"
    };
    for (int i = 0; i < names.length; i++) {
      rename(i, names[i]);
    }
    String rows = rows();
    Run.good("compact", table);
    assertEquals(rows, rows());
    String[] left = table.toFile().list((dir, name) -> !name.startsWith("_"));
    java.util.Arrays.sort(left);
    String all = String.join(" ", left);
    assertTrue(all.matches("000000_0\\.c\\w{8} 000001_0\\.c\\w{8} other"), all);
    String done = Run.good("compact", "--not-bucketed", table).out();
    assertTrue(done.matches("(?s).*before +3 .*after +1 .*"), done);
    assertEquals(rows, rows());
  }

  @Test
  void compact_ofNothing_isRefused_andWritesNothing() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertTrue(Run.bad(1, "compact", empty).contains("no split-directory is here"));
    assertEquals(0, empty.toFile().list().length);
    Path missing = folder.resolve("missing");
    assertTrue(Run.bad(1, "compact", missing).contains("there is no such folder"));
    assertTrue(Files.notExists(missing));
  }

  @Test
  void compact_ofATransactionalTable_isRefused() throws Exception {
    Path base = Files.createDirectory(table.resolve("delta_0000001_0000001_0000"));
    Files.move(table.resolve("split-00000"), base.resolve("000000_0"));
    for (Path place : new Path[] {table, base}) {
      String refused = Run.bad(1, "compact", place);
      assertTrue(refused.contains("ALTER TABLE ... COMPACT"), refused);
    }
    assertTrue(Files.notExists(table.resolve("_cif_changes")));
  }
}
