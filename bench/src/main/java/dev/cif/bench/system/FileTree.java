package dev.cif.bench.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on folders and everything below them. */
public final class FileTree {
  private FileTree() {}

  /** Returns the files. */
  public static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  /** Returns the files without the checksums of Hadoop's local file system. */
  public static List<Path> dataFiles(Path folder) throws IOException {
    return files(folder).stream().filter(file -> !file.toString().endsWith(".crc")).toList();
  }

  /** Returns the bytes of these files. */
  public static long bytes(Path folder) throws IOException {
    return dataFiles(folder).stream().mapToLong(FileTree::size).sum();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a folder, if it exists. */
  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
