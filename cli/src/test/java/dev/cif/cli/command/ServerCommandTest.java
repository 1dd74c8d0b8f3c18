package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.Main;
import dev.cif.embedded.EmbeddedHive;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCommandTest {
  /** Exit code of a JVM that SIGTERM has ended. */
  private static final int TERMINATED = 143;

  @TempDir Path folder;

  @Test
  void server_portInUse_isOneLineAndMakesNoHome() throws Exception {
    Path home = folder.resolve("home");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      String error = Run.bad(1, "server", "--port", taken.getLocalPort(), "--home", home);
      assertTrue(error.contains("localhost:" + taken.getLocalPort()), error);
      assertTrue(error.contains("take another port"), error);
    }
    assertTrue(Files.notExists(home));
  }

  @Test
  void server_unknownHost_isNamed() {
    String error = Run.bad(1, "server", "--host", "no.such.host.invalid");
    assertTrue(error.contains("No such host: no.such.host.invalid"), error);
  }

  /** A process of its own; what it does for its clients is EmbeddedServerTest's. */
  @Tag("nightly")
  @Test
  void server_holdsItsHomeUntilItIsTerminated() throws Exception {
    Path home = folder.resolve("home");
    Run.good("sql", "--home", home, "-e", "CREATE TABLE t STORED AS CIF AS SELECT 42 a");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    try (InputStream in = EmbeddedHive.class.getResourceAsStream("jvm.options")) {
      String flags = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      command.addAll(List.of(flags.trim().split("\\s+")));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("server", "--port", "0", "--home", home.toString()));
    File errors = folder.resolve("errors").toFile();
    Process server = new ProcessBuilder(command).redirectError(errors).start();
    try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
      String url = out.readLine();
      assertTrue(
          url != null && url.matches("jdbc:hive2://localhost:\\d+/default"),
          () -> url + errors(errors));
      String busy = Run.bad(1, "sql", "--home", home, "-e", "SELECT a FROM t");
      String holder = "in use by process " + server.pid() + ", a server at " + url;
      assertTrue(busy.contains(holder), busy);
      server.destroy();
      assertEquals(TERMINATED, server.waitFor(), () -> errors(errors));
      assertTrue(errors(errors).endsWith("Stopped.\n"), () -> errors(errors));
    } finally {
      server.destroyForcibly();
    }
    assertEquals(
        "42",
        Run.good("sql", "--home", home, "-e", "SELECT a FROM t")
            .out()
            .lines()
            .toList()
            .get(2)
            .strip());
  }

  private static String errors(File file) {
    try {
      return Files.readString(file.toPath());
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }
}
