package dev.cif.format.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The golden table of {@code testdata/tables}, which has a table file, for tests of any module. */
public final class GoldenTables {
  private GoldenTables() {}

  /** Copies the table into a folder, and returns that. */
  public static Path copyHistory(Path to) throws IOException {
    Path from = Path.of(System.getProperty("cif.testdata", "../testdata"), "tables", "history");
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    return to;
  }
}
