package dev.cif.bench.system;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The page cache's contents of some files. */
public final class PageCache {
  /** Number of file names that fit on a command line. */
  private static final int AT_ONCE = 1000;

  private PageCache() {}

  /** Drops files from the page cache, after writing their dirty pages. */
  public static void drop(List<Path> files) throws IOException {
    for (Path file : files) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        channel.force(false);
      }
      try {
        LibC.forget(file.toString());
      } catch (LastErrorException e) {
        throw new IOException("the page cache keeps " + file, e);
      }
    }
  }

  /** Returns the bytes of files in the page cache, by util-linux's fincore. */
  public static long bytes(List<Path> files) throws IOException {
    long bytes = 0;
    for (int from = 0; from < files.size(); from += AT_ONCE) {
      List<String> command =
          new ArrayList<>(List.of("fincore", "--bytes", "--noheadings", "--output", "RES"));
      files
          .subList(from, Math.min(from + AT_ONCE, files.size()))
          .forEach(file -> command.add(file.toString()));
      bytes += run(command).lines().mapToLong(line -> Long.parseLong(line.strip())).sum();
    }
    return bytes;
  }

  private static String run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (Program.waitFor(process) != 0) {
      throw new IOException("failed: " + command);
    }
    return out;
  }

  /** System calls; constants are those of Linux on x86-64 and aarch64. */
  private static final class LibC {
    private static final int O_CLOEXEC = 0x80000;
    private static final int DONT_NEED = 4;

    static {
      Native.register(LibC.class, Platform.C_LIBRARY_NAME);
    }

    static void forget(String path) {
      int fd = open(path, O_CLOEXEC);
      try {
        // The call returns the error's number, and doesn't set errno.
        int error = posix_fadvise(fd, 0, 0, DONT_NEED);
        if (error != 0) {
          throw new LastErrorException(error);
        }
      } finally {
        close(fd);
      }
    }

    private static native int open(String path, int flags) throws LastErrorException;

    private static native int posix_fadvise(int fd, long position, long bytes, int advice);

    private static native int close(int fd) throws LastErrorException;
  }
}
