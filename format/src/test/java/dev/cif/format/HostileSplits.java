package dev.cif.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Keeps the splits that Java refuses, for libcif to refuse too: where the property {@code
 * cif.differential.folder} names a folder, a copy {@code hostile-N} of each, and beside it {@code
 * hostile-N.refused}, which holds the file and the column that the error names and Java's message,
 * a line each.
 */
final class HostileSplits {
  /** A copy of longer files would take long. */
  private static final long MAX_FILE = 4 << 20;

  private static final AtomicInteger COUNT = new AtomicInteger();

  private HostileSplits() {}

  static void keep(Path split, String file, String column, String message) throws IOException {
    String folder = System.getProperty("cif.differential.folder");
    List<Path> files = folder == null ? List.of() : files(split);
    for (Path from : files) {
      if (Files.size(from) > MAX_FILE) {
        return;
      }
    }
    if (folder != null) {
      String name = "hostile-" + COUNT.incrementAndGet();
      Path to = Path.of(folder, name);
      for (Path from : files) {
        Files.copy(from, to.resolve(split.relativize(from).toString()));
      }
      String line = message.substring(0, Math.min(300, message.length())).replace('\n', ' ');
      String text = file + "\n" + column + "\n" + line + "\n";
      Files.writeString(Path.of(folder, name + ".refused"), text);
    }
  }

  /** The folder and what is in it, folders first. */
  private static List<Path> files(Path split) throws IOException {
    try (Stream<Path> files = Files.walk(split)) {
      return files.toList();
    }
  }
}
