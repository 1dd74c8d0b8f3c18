package dev.cif.bench.scan;

import dev.cif.bench.data.RowData;
import dev.cif.bench.formats.FormatUnderTest;
import dev.cif.bench.timing.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Format in this process, with a directory of its own. */
final class LocalLane implements Lane {
  private final FormatUnderTest format;
  private final RowData data;
  private final long rows;
  private final Path directory;

  LocalLane(FormatUnderTest format, RowData data, long rows, Path parent) {
    this.format = format;
    this.data = data;
    this.rows = rows;
    this.directory = parent.resolve(data.name() + "-" + rows).resolve(format.name());
  }

  @Override
  public String name() {
    return format.name();
  }

  @Override
  public String description() {
    return format.description();
  }

  @Override
  public long size() throws IOException {
    return Files.exists(directory) ? format.size(directory) : 0;
  }

  @Override
  public Measurement run(Task task) throws IOException {
    if (task == Task.WRITE) {
      empty(directory);
    }
    System.gc();
    long cpu = CpuTime.ofThread();
    long wall = System.nanoTime();
    long answer =
        switch (task) {
          case WRITE -> {
            format.write(data, rows, directory);
            yield 0;
          }
          case LOOKUP -> format.lookup(data, directory, data.lookupKey());
          default -> format.scan(data, directory, task.projection);
        };
    wall = System.nanoTime() - wall;
    cpu = CpuTime.ofThread() - cpu;
    return new Measurement(task == Task.WRITE ? size() : answer, wall, cpu);
  }

  private static void empty(Path directory) throws IOException {
    if (Files.exists(directory)) {
      List<Path> all;
      try (Stream<Path> walk = Files.walk(directory)) {
        all = walk.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : all) {
        Files.delete(path);
      }
    }
    Files.createDirectories(directory);
  }

  @Override
  public void close() {}
}
