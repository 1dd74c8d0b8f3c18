package dev.cif.cli.command;

import dev.cif.embedded.EmbeddedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif server}: a HiveServer2 for clients of JDBC. */
@Command(
    name = "server",
    description = "Runs a HiveServer2 inside this process, for clients of JDBC.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Prints the address for JDBC when it takes connections, and runs until Ctrl-C or TERM. Tables"
          + " are",
      "kept under --home, and are those of cif sql, which can't have the home at the same time. Any"
          + " user",
      "name will do; there is no password. It is one process for people who try things: not for"
          + " many",
      "users, and not for a network that you don't trust."
    })
final class ServerCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  /** Time to wait at the end for running statements, in seconds. */
  private static final int CLOSE_SECONDS = 60;

  @ParentCommand private Cif cif;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "10000",
      description = "Where it listens; 0: at any that is free. ${DEFAULT-VALUE} by default.")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      defaultValue = "localhost",
      description =
          "Name or address where it listens; ${DEFAULT-VALUE} by default, which other machines"
              + " don't reach.")
  private String host;

  @Mixin private HiveOptions hiveOptions;

  @Override
  public Integer call() throws IOException, UsageException, InterruptedException {
    if (port < 0 || port > MAX_PORT) {
      throw new UsageException("--port " + port + ": 0 to " + MAX_PORT);
    }
    EmbeddedServer server =
        Progress.waiting(
            cif.err(),
            "starting Hive",
            () -> EmbeddedServer.open(hiveOptions.options(), host, port));
    // The hook runs before Hadoop closes its file systems.
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> close(server),
            FileSystem.SHUTDOWN_HOOK_PRIORITY + 1,
            CLOSE_SECONDS,
            TimeUnit.SECONDS);
    if (!InetAddress.getByName(host).isLoopbackAddress()) {
      cif.err()
          .println("Anybody who reaches " + host + " can read and write: there is no password.");
    }
    cif.out().println(server.url());
    cif.out().flush();
    cif.err().println("Takes connections; Ctrl-C ends it.");
    // Waits until a signal ends the process.
    new CountDownLatch(1).await();
    return Cif.OK;
  }

  private void close(EmbeddedServer server) {
    try {
      server.close();
      cif.err().println("Stopped.");
    } catch (IOException | RuntimeException e) {
      cif.report(e.getMessage() == null ? e.toString() : e.getMessage(), e);
    }
  }
}
