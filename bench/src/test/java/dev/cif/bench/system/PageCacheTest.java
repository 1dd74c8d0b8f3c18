package dev.cif.bench.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
  private static final int BYTES = 1 << 20;

  /** Pages of a file that was just written are dirty: they are written first. */
  @Test
  void dropForgetsWhatWasJustWritten(@TempDir Path folder) throws IOException {
    assumeFalse(Files.getFileStore(folder).type().equals("tmpfs"), "memory is its only place");
    List<Path> files = List.of(folder.resolve("one file"), folder.resolve("other"));
    for (Path file : files) {
      Files.write(file, new byte[BYTES]);
    }
    assertEquals(2L * BYTES, PageCache.bytes(files));
    PageCache.drop(files);
    assertEquals(0, PageCache.bytes(files));
    assertEquals(BYTES, Files.readAllBytes(files.get(0)).length);
  }
}
