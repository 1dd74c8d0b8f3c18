package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The least of what the machine and the control groups leave. */
class AvailableMemoryTest {
  @TempDir Path root;

  private void file(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private long bytes() {
    return new AvailableMemory(root).bytes();
  }

  @Test
  void nothingThatTells_isNoBound() {
    assertEquals(Long.MAX_VALUE, bytes());
  }

  @Test
  void machine_isTheBoundWithoutGroups() throws IOException {
    file("proc/meminfo", "MemTotal:  900 kB\nMemFree:  10 kB\nMemAvailable:     500 kB\n");
    assertEquals(500 * 1024, bytes());
  }

  @Test
  void groupOfVersion2_leavesWhatItAndThoseAboveLeave() throws IOException {
    file("proc/meminfo", "MemAvailable: 500 kB\n");
    file("proc/self/cgroup", "0::/a/b\n");
    file("sys/fs/cgroup/a/b/memory.max", "max\n");
    file("sys/fs/cgroup/a/b/memory.current", "1000\n");
    assertEquals(500 * 1024, bytes());
    file("sys/fs/cgroup/a/memory.max", "9000\n");
    file("sys/fs/cgroup/a/memory.current", "3000\n");
    assertEquals(6000, bytes());
    file("sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file 700\n");
    assertEquals(6700, bytes());
    file("sys/fs/cgroup/a/b/memory.max", "1500\n");
    assertEquals(500, bytes());
    file("sys/fs/cgroup/a/b/memory.current", "1600\n");
    assertEquals(0, bytes());
  }

  @Test
  void groupOfVersion1_isThatOfItsController() throws IOException {
    file("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/a\n");
    file("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "4096\n");
    file("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "4000\n");
    file("sys/fs/cgroup/memory/a/memory.stat", "inactive_file 1\ntotal_inactive_file 10\n");
    assertEquals(106, bytes());
  }

  @Test
  void thisMachine_tells() {
    long bytes = new AvailableMemory(Path.of("/")).bytes();
    assertTrue(bytes > 0 && bytes < Long.MAX_VALUE, "" + bytes);
  }
}
