package dev.cif.bench.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory of the control group of this process.
 *
 * @param processBytes memory of the group's processes themselves
 * @param pageBytes memory of files in the page cache
 */
public record GroupMemory(long processBytes, long pageBytes) {

  /** Folder of a group's figures, and their names there. */
  private record Group(Path folder, String process, String pages, String limit) {}

  private static Group group() throws IOException {
    Path root = Path.of("/sys/fs/cgroup");
    Group second = null;
    for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (List.of(parts[1].split(",", -1)).contains("memory")) {
        return new Group(
            root.resolve("memory" + parts[2]), "total_rss", "total_cache", "memory.limit_in_bytes");
      }
      if (parts[1].isEmpty()) {
        second = new Group(root.resolve(parts[2].substring(1)), "anon", "file", "memory.max");
      }
    }
    if (second == null || !Files.exists(second.folder.resolve("memory.stat"))) {
      throw new IOException("No control group tells the memory of this process");
    }
    return second;
  }

  /** Returns the figures at this moment. */
  public static GroupMemory now() throws IOException {
    Group group = group();
    long process = 0;
    long pages = 0;
    for (String line : Files.readAllLines(group.folder.resolve("memory.stat"))) {
      String[] words = line.split(" ", -1);
      process = words[0].equals(group.process) ? Long.parseLong(words[1]) : process;
      pages = words[0].equals(group.pages) ? Long.parseLong(words[1]) : pages;
    }
    return new GroupMemory(process, pages);
  }

  /** Samples the figures ten times a second while work runs. */
  public static List<GroupMemory> during(Work work) throws Exception {
    List<GroupMemory> seen = new ArrayList<>();
    Thread watch =
        new Thread(
            () -> {
              try {
                while (!Thread.currentThread().isInterrupted()) {
                  seen.add(now());
                  Thread.sleep(100);
                }
              } catch (InterruptedException e) {
                // The work is done.
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            },
            "bench-memory");
    watch.start();
    try {
      work.run();
    } finally {
      watch.interrupt();
      watch.join();
    }
    seen.add(now());
    return seen;
  }

  /** Work that is watched. */
  public interface Work {
    void run() throws Exception;
  }

  /** Returns the group's limit in MiB; 0 for none. */
  private static long limitMegabytes() throws IOException {
    Group group = group();
    String text = Files.readString(group.folder.resolve(group.limit)).strip();
    // A missing limit is a word, or a number near the greatest.
    boolean isLimited = text.matches("[0-9]+") && Long.parseLong(text) < 1L << 50;
    return isLimited ? Long.parseLong(text) >> 20 : 0;
  }

  /** Describes the group's limit. */
  public static String limit() throws IOException {
    long megabytes = limitMegabytes();
    return megabytes == 0 ? "no limit of memory" : megabytes + " MiB of memory";
  }

  /**
   * Checks that this process runs under the given memory limit.
   *
   * @param megabytes limit in MiB; 0 for any
   */
  public static void expectLimit(long megabytes) throws IOException {
    if (megabytes != 0 && limitMegabytes() != megabytes) {
      throw new IOException(
          "This process has " + limit() + ", not " + megabytes + ": start it by the command");
    }
  }
}
