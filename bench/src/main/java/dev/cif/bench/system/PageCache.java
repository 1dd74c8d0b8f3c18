package dev.cif.bench.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The page cache, as far as it has some files. */
public final class PageCache {
  /** A command line has room for so many names. */
  private static final int AT_ONCE = 1000;

  private PageCache() {}

  /** Lets the page cache forget files, by GNU dd. */
  public static void drop(List<Path> files) throws IOException {
    run(
        files,
        "for file; do dd of=\"$file\" oflag=nocache conv=notrunc,fdatasync count=0 status=none;"
            + " done");
  }

  /** Bytes of files that the page cache has, by util-linux's fincore. */
  public static long bytes(List<Path> files) throws IOException {
    return run(files, "fincore --bytes --noheadings --output RES \"$@\"")
        .lines()
        .mapToLong(line -> Long.parseLong(line.strip()))
        .sum();
  }

  private static String run(List<Path> files, String script) throws IOException {
    StringBuilder out = new StringBuilder();
    for (int from = 0; from < files.size(); from += AT_ONCE) {
      List<String> command = new ArrayList<>(List.of("bash", "-ec", script, "bench"));
      files
          .subList(from, Math.min(from + AT_ONCE, files.size()))
          .forEach(file -> command.add(file.toString()));
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      out.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      try {
        if (process.waitFor() != 0) {
          throw new IOException("failed: " + script);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
    return out.toString();
  }
}
