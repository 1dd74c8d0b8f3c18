package dev.cif.bench.zones;

import dev.cif.bench.system.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** {@code cif-zones watch} of a mounted device: the places of written files. */
final class Watch implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private final List<String> lines = new ArrayList<>();
  private final Thread reader = new Thread(this::read, "bench-watch");

  /** Begins to watch; files that are written from now on are seen. */
  Watch(String tool, String device) throws IOException {
    process =
        new ProcessBuilder(tool, "watch", device)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    output = process.inputReader();
    String first = output.readLine();
    if (first == null) {
      throw new IOException(tool + " watch ended with " + Program.waitFor(process));
    }
    reader.start();
  }

  private void read() {
    output.lines().forEach(lines::add);
  }

  /** Ends the watch; returns the files that were closed before. */
  List<FileOnDisk> end() throws IOException {
    // Process.destroy would close the pipe, and with it the last lines.
    process.toHandle().destroy();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    int status = Program.waitFor(process);
    if (status != 0) {
      throw new IOException("cif-zones watch ended with " + status);
    }
    return lines.stream().map(FileOnDisk::parse).toList();
  }

  /** Ends the watch, if it has not ended. */
  @Override
  public void close() {
    process.destroy();
  }

  /** Returns the files of a job in the local folders of NodeManagers. */
  static List<FileOnDisk> intermediate(List<FileOnDisk> files, String application) {
    Stream<FileOnDisk> local = files.stream().filter(file -> file.path().contains("-localDir-"));
    return local.filter(file -> file.path().contains("/" + application + "/")).toList();
  }
}
