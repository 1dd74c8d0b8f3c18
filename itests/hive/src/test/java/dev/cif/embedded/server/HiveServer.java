package dev.cif.embedded.server;

import com.sun.tools.attach.VirtualMachine;
import dev.cif.cache.ColumnCacheMXBean;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.apache.hadoop.conf.Configuration;

/**
 * A HiveServer2 in a process of its own and a session in it. The process has this one's class path
 * without what is ours or comes with our jar, and a {@code hive-site.xml} that keeps all files, the
 * metastore among them, in one folder.
 */
final class HiveServer implements AutoCloseable {
  private static final Pattern NOT_HIVES =
      Pattern.compile(
          ".*/target/(test-)?classes|.*/cif-[a-z-]+-[^/]*\\.jar"
              + "|.*/(aircompressor|zstd-jni|jna|avro|picocli|jsoup)-[^/]*\\.jar");

  private static final int CONNECTION_ATTEMPTS = 600;
  private static final int PAUSE_MILLIS = 100;

  private final Process process;
  private final Path log;
  private final URLClassLoader driverLoader;
  private Connection connection;

  private HiveServer(Process process, Path log, URLClassLoader driverLoader) {
    this.process = process;
    this.log = log;
    this.driverLoader = driverLoader;
  }

  /**
   * Starts a server.
   *
   * @param jars in front of its class path
   * @param auxJars its {@code hive.aux.jars.path}
   */
  static HiveServer start(Path folder, List<Path> jars, String auxJars) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path conf = Files.createDirectory(folder.resolve("conf"));
    Files.createDirectory(folder.resolve("tmp"));
    try (OutputStream site = Files.newOutputStream(conf.resolve("hive-site.xml"))) {
      site(folder, port, auxJars).writeXml(site);
    }
    Path log = folder.resolve("log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(System.getProperty("hive.opens").split(" ")));
    command.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
    command.addAll(List.of("-cp", classPath(conf, jars)));
    command.add("org.apache.hive.service.server.HiveServer2");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    HiveServer server = new HiveServer(process, log, driverLoader());
    try {
      server.connect("jdbc:hive2://localhost:" + port + "/default");
      return server;
    } catch (Exception e) {
      server.close();
      throw e;
    }
  }

  private static String classPath(Path conf, List<Path> jars) {
    List<String> entries = new ArrayList<>(List.of(conf.toString()));
    jars.forEach(jar -> entries.add(jar.toString()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!NOT_HIVES.matcher(entry.replace(File.separatorChar, '/')).matches()) {
        entries.add(entry);
      }
    }
    entries.add(System.getProperty("hive.server.lib") + "/*");
    return String.join(File.pathSeparator, entries);
  }

  /** Returns the loader of Hive's JDBC driver, which the class path of tests has not. */
  private static URLClassLoader driverLoader() throws IOException {
    List<URL> urls = new ArrayList<>();
    try (Stream<Path> jars = Files.list(Path.of(System.getProperty("hive.server.lib")))) {
      for (Path jar : jars.toList()) {
        urls.add(jar.toUri().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(new URL[0]), HiveServer.class.getClassLoader());
  }

  private void connect(String url) throws Exception {
    Driver driver =
        (Driver)
            driverLoader
                .loadClass("org.apache.hive.jdbc.HiveDriver")
                .getDeclaredConstructor()
                .newInstance();
    Properties user = new Properties();
    user.setProperty("user", "test");
    for (int attempt = 1; connection == null; attempt++) {
      try {
        connection = driver.connect(url, user);
      } catch (SQLException e) {
        boolean ended = process.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        if (ended || attempt == CONNECTION_ATTEMPTS) {
          throw new IOException("HiveServer2 does not start: " + Files.readString(log), e);
        }
      }
    }
  }

  /** Runs a statement and gives the first column of its rows. */
  List<String> run(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          while (result.next()) {
            rows.add(result.getString(1));
          }
        }
      }
    }
    return rows;
  }

  /** Returns a figure of the server's column cache, by JMX. */
  @SuppressWarnings("BanJNDI") // The server is a child of this process.
  long cache(ToLongFunction<ColumnCacheMXBean> figure) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
    try (JMXConnector jmx =
        JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))) {
      return figure.applyAsLong(
          JMX.newMXBeanProxy(
              jmx.getMBeanServerConnection(),
              new ObjectName("dev.cif:type=ColumnCache"),
              ColumnCacheMXBean.class));
    } finally {
      machine.detach();
    }
  }

  private static Configuration site(Path folder, int port, String auxJars) {
    Configuration site = new Configuration(false);
    site.set("hive.aux.jars.path", auxJars);
    site.set("hive.server2.thrift.port", Integer.toString(port));
    site.set("hive.server2.thrift.bind.host", "localhost");
    site.set("hive.server2.webui.port", "-1");
    site.set("hive.server2.enable.doAs", "false");
    site.set("hive.server2.logging.operation.enabled", "false");
    site.set("hive.server2.materializedviews.registry.impl", "DUMMY");
    site.set("hive.server2.tez.initialize.default.sessions", "false");
    // Its log's threads take a library that only Hive's distribution has.
    site.set("hive.async.log.enabled", "false");
    site.set("fs.defaultFS", "file:///");
    site.set("hive.metastore.warehouse.dir", folder.resolve("warehouse").toUri().toString());
    site.set("hive.metastore.warehouse.external.dir", folder.resolve("tables").toUri().toString());
    for (String key :
        List.of(
            "hadoop.tmp.dir",
            "hive.downloaded.resources.dir",
            "hive.exec.local.scratchdir",
            "hive.exec.scratchdir",
            "hive.jar.directory",
            "hive.querylog.location",
            "hive.user.install.directory",
            "tez.local.cache.root.folder",
            "tez.staging-dir")) {
      site.set(key, folder.resolve("tmp").resolve(key).toString());
    }
    // The folder must be there.
    site.set("tez.local.cache.root.folder", folder.resolve("tmp").toString());
    site.set("javax.jdo.option.ConnectionURL", "jdbc:derby:memory:metastore;create=true");
    site.set("javax.jdo.option.ConnectionDriverName", "org.apache.derby.jdbc.EmbeddedDriver");
    site.set("datanucleus.schema.autoCreateAll", "true");
    site.set("hive.metastore.schema.verification", "false");
    site.set("hive.metastore.try.direct.sql", "false");
    site.set("metastore.try.direct.sql", "false");
    site.set("hive.metastore.event.db.notification.api.auth", "false");
    site.set("hive.notification.event.poll.interval", "0s");
    site.set("hive.scheduled.queries.executor.enabled", "false");
    site.set("hive.support.concurrency", "false");
    site.set("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager");
    site.set("hive.security.authorization.enabled", "false");
    site.set("hive.execution.engine", "tez");
    site.set("hive.tez.container.size", "512");
    site.set("tez.local.mode", "true");
    site.set("tez.local.mode.without.network", "true");
    site.set("tez.ignore.lib.uris", "true");
    site.set("tez.runtime.optimize.local.fetch", "true");
    site.set("tez.runtime.io.sort.mb", "16");
    site.set("tez.runtime.unordered.output.buffer.size-mb", "16");
    return site;
  }

  @Override
  public void close() throws SQLException, IOException {
    try {
      if (connection != null) {
        connection.close();
      }
    } finally {
      process.destroyForcibly().onExit().join();
      driverLoader.close();
    }
  }
}
