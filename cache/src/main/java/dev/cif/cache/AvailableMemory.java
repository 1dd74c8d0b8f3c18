package dev.cif.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Memory that a process can still get: the machine's {@code MemAvailable}, or the rest that the
 * limits of its control groups leave, if that is less. Thread-safe.
 */
final class AvailableMemory {
  private static final long UNKNOWN = Long.MAX_VALUE;

  private final Path root;

  /**
   * Creates an instance for the current process.
   *
   * @param root root of the system's files, in which {@code proc} and {@code sys} are
   */
  AvailableMemory(Path root) {
    this.root = root;
  }

  /** Returns the available memory in bytes; {@link Long#MAX_VALUE} if no file tells it. */
  long bytes() {
    long least = kilobytes("proc/meminfo", "MemAvailable:");
    for (String line : lines(root.resolve("proc/self/cgroup"))) {
      // A line is <hierarchy>:<controllers>:<path>; version 2 has no controllers.
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && parts[1].isEmpty()) {
        least = Math.min(least, ofGroups("sys/fs/cgroup", parts[2], VERSION_2));
      } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
        least = Math.min(least, ofGroups("sys/fs/cgroup/memory", parts[2], VERSION_1));
      }
    }
    return least;
  }

  /** Names of a group's files, and of the memory that can be taken from the page cache at once. */
  private record Version(String limit, String used, String cached) {}

  private static final Version VERSION_1 =
      new Version("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file");

  private static final Version VERSION_2 =
      new Version("memory.max", "memory.current", "inactive_file");

  /**
   * Returns the least that a group or one above it leaves; a container sees its own group as the
   * root.
   */
  private long ofGroups(String mount, String group, Version version) {
    Path top = root.resolve(mount);
    Path at = top.resolve(group.substring(1)).normalize();
    long least = UNKNOWN;
    for (; at != null && at.startsWith(top); at = at.getParent()) {
      least = Math.min(least, ofGroup(at, version));
    }
    return least;
  }

  private long ofGroup(Path group, Version version) {
    long limit = number(group.resolve(version.limit));
    long used = number(group.resolve(version.used));
    if (limit == UNKNOWN || used == UNKNOWN) {
      return UNKNOWN;
    }
    long cached = value(group.resolve("memory.stat"), version.cached);
    return Math.max(0, limit - used + (cached == UNKNOWN ? 0 : cached));
  }

  private long kilobytes(String file, String name) {
    long value = value(root.resolve(file), name);
    return value == UNKNOWN ? UNKNOWN : value * 1024;
  }

  private static long value(Path file, String name) {
    for (String line : lines(file)) {
      String[] words = line.split("\\s+", -1);
      if (words.length >= 2 && words[0].equals(name)) {
        return number(words[1]);
      }
    }
    return UNKNOWN;
  }

  private static long number(Path file) {
    List<String> lines = lines(file);
    return lines.isEmpty() ? UNKNOWN : number(lines.get(0));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      // Version 2 writes a missing limit as a word.
      return UNKNOWN;
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return List.of();
    }
  }
}
