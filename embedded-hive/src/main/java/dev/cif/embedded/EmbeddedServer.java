package dev.cif.embedded;

import dev.cif.embedded.EmbeddedHive.Options;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hive.service.cli.CLIService;
import org.apache.hive.service.cli.HiveSQLException;
import org.apache.hive.service.cli.SessionHandle;
import org.apache.hive.service.cli.session.HiveSession;
import org.apache.hive.service.cli.thrift.ThriftBinaryCLIService;

/**
 * HiveServer2's service for JDBC and ODBC in this process, over the same home, metastore and
 * settings as {@link EmbeddedHive}. It leaves out the server's web page, ZooKeeper and pool of Tez
 * sessions: each session has a Tez of its own.
 *
 * <p>It asks for no password. One Hive may be open in a process.
 */
public final class EmbeddedServer implements AutoCloseable {
  private final HiveProcess process;
  private final CLIService sessions;
  private final ThriftBinaryCLIService thrift;
  private final String host;

  private EmbeddedServer(HiveProcess process, String host) {
    this.process = process;
    this.host = host;
    HiveConf conf = process.conf();
    sessions = new CLIService(null, true);
    thrift = new ThriftBinaryCLIService(sessions);
    // Threads that are started here print to the files of logs/.
    process.output().enter();
    try {
      sessions.init(conf);
      thrift.init(conf);
      sessions.start();
      thrift.start();
    } finally {
      process.output().leave();
    }
  }

  /**
   * Starts a server, and returns when it takes connections.
   *
   * @param host name or address to listen at; 0.0.0.0 for all addresses of the machine
   * @param port port to listen at; 0 for any that is free
   * @throws IOException if the port is in use, the home cannot be written or another process has it
   * @throws IllegalStateException if a Hive is open in this process, or JVM flags are missing
   */
  public static EmbeddedServer open(Options options, String host, int port) throws IOException {
    int free = freePort(host, port);
    Options with =
        options
            .withConf("hive.server2.thrift.bind.host", host)
            .withConf("hive.server2.thrift.port", Integer.toString(free));
    HiveProcess process = HiveProcess.begin(with, "a server at " + url(host, free));
    try {
      return new EmbeddedServer(process, host);
    } catch (RuntimeException e) {
      throw process.notStarted(e);
    }
  }

  /** Returns a free port. Hive itself would end the process if it couldn't listen. */
  private static int freePort(String host, int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return socket.getLocalPort();
    } catch (UnknownHostException e) {
      throw new IOException("No such host: " + host, e);
    } catch (BindException e) {
      throw new IOException(
          "The server can't listen at "
              + host
              + ":"
              + port
              + " ("
              + e.getMessage()
              + "): stop the program that does, or take another port",
          e);
    }
  }

  /** Returns the address for JDBC. */
  public String url() {
    return url(host, thrift.getPortNumber());
  }

  private static String url(String host, int port) {
    return "jdbc:hive2://" + host + ":" + port + "/default";
  }

  /** Ends all sessions and their statements, and shuts the metastore down. */
  @Override
  public synchronized void close() throws IOException {
    process.output().enter();
    try (process) {
      thrift.stop();
      for (HiveSession session : List.copyOf(sessions.getSessionManager().getSessions())) {
        close(session.getSessionHandle());
      }
      sessions.stop();
    } finally {
      process.output().leave();
    }
  }

  private void close(SessionHandle session) throws IOException {
    try {
      sessions.closeSession(session);
    } catch (HiveSQLException e) {
      // The client may have closed the session meanwhile; any other failure is reported.
      if (sessions.getSessionManager().getSessions().stream()
          .anyMatch(s -> s.getSessionHandle().equals(session))) {
        throw new IOException("A session did not end: " + e.getMessage(), e);
      }
    }
  }
}
