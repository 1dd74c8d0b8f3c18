package dev.cif.bench.stores.kudu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Daemon of Kudu's on ports that the system chooses. It ends with this process. */
final class Daemon implements Closeable {
  private static final long START_SECONDS = 120;
  private static final long STOP_SECONDS = 60;
  private static final double NANOS = 1e9;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Script of a shell that runs the daemon as a child, and ends it when its own standard input
   * ends.
   */
  private static final String CHILD =
      "exec 3<&0; \"$@\" 3<&- & daemon=$!;"
          + " { read -r _; kill $daemon 2>/dev/null; } <&3 & wait $daemon";

  private final Process shell;
  private final Path output;
  private final JsonNode addresses;

  /**
   * Starts a daemon, and waits until it can be reached.
   *
   * @param folder folder of its data; its log is beside it
   * @param flags flags besides those that are common to all
   */
  Daemon(String program, Path folder, List<String> flags) throws IOException {
    Files.createDirectories(folder);
    Path dump = folder.resolveSibling(folder.getFileName() + ".json");
    Files.deleteIfExists(dump);
    output = folder.resolveSibling(folder.getFileName() + ".log");
    List<String> command = new ArrayList<>(List.of("bash", "-c", CHILD, "bench"));
    command.add(home().resolve("bin").resolve(program).toString());
    command.addAll(
        List.of(
            "--fs_wal_dir=" + folder,
            "--server_dump_info_path=" + dump,
            "--server_dump_info_format=json",
            "--logtostderr",
            // A clock without synchronisation is enough for one machine.
            "--unlock_unsafe_flags",
            "--unlock_experimental_flags",
            "--time_source=system_unsync",
            "--rpc_server_allow_ephemeral_ports",
            "--rpc_bind_addresses=127.0.0.1:0",
            "--webserver_interface=127.0.0.1",
            "--webserver_port=0",
            "--webserver_doc_root=" + home().resolve("www")));
    command.addAll(flags);
    shell = start(command, output);
    addresses = addresses(dump);
  }

  private static Path home() {
    String home = System.getenv("BENCH_KUDU_HOME");
    if (home == null) {
      throw new IllegalStateException("BENCH_KUDU_HOME is not set: the folder of Kudu's daemons");
    }
    return Path.of(home);
  }

  private static Process start(List<String> command, Path output) throws IOException {
    for (String program : List.of("kudu", "kudu-master", "kudu-tserver")) {
      File file = home().resolve("bin").resolve(program).toFile();
      if (!file.canExecute() && !file.setExecutable(true)) {
        throw new IOException("cannot be executed: " + file);
      }
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    Map<String, String> environment = builder.environment();
    environment.put("LD_LIBRARY_PATH", home().resolve("lib").toString());
    environment.put("SASL_PATH", home().resolve("lib/sasl2").toString());
    return builder.start();
  }

  /** Runs Kudu's own tool; returns true if it succeeded. */
  boolean tool(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(home().resolve("bin/kudu").toString()));
    command.addAll(List.of(arguments));
    return wait(start(command, output), STOP_SECONDS) == 0;
  }

  private static int wait(Process process, long seconds) throws IOException {
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IOException("does not end: " + process.info().commandLine().orElse(""));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private JsonNode addresses(Path dump) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (System.nanoTime() < end && shell.isAlive()) {
      JsonNode found = Files.exists(dump) ? JSON.readTree(dump.toFile()) : null;
      if (found != null && found.has("version_info")) {
        return found;
      }
      Pause.brief();
    }
    close();
    throw new IOException("a daemon of Kudu's did not start; see " + output);
  }

  private static String first(JsonNode addresses) {
    JsonNode first = addresses.get(0);
    return first.get("host").asText() + ":" + first.get("port").asInt();
  }

  /** Returns the address for clients. */
  String address() {
    return first(addresses.get("bound_rpc_addresses"));
  }

  /** Returns the sum of some metrics, over all tablets. */
  long metric(String... names) throws IOException {
    String server = first(addresses.get("bound_http_addresses"));
    URI page = URI.create("http://" + server + "/metrics?metrics=" + String.join(",", names));
    long sum = 0;
    try (InputStream answer = page.toURL().openStream()) {
      for (JsonNode entity : JSON.readTree(answer)) {
        for (JsonNode metric : entity.get("metrics")) {
          sum += metric.get("value").asLong();
        }
      }
    }
    return sum;
  }

  /** Returns the CPU seconds that it has used. */
  double cpuSeconds() {
    return shell
        .children()
        .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / NANOS)
        .reduce(0.0, Double::sum);
  }

  @Override
  public void close() throws IOException {
    shell.getOutputStream().close();
    wait(shell, STOP_SECONDS);
  }
}
