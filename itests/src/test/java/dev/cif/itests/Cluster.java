package dev.cif.itests;

import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/**
 * The services of {@code compose.yaml}, with the same settings and start scripts, and the jars that
 * Maven has gathered: PostgreSQL, Hive Metastore, HiveServer2, a NameNode with the placement
 * policy, a ResourceManager, and three workers, each with a DataNode and a NodeManager.
 */
final class Cluster implements AutoCloseable {
  /** Folder of this module, with {@code conf} and {@code start}. */
  static final Path FOLDER = Path.of(System.getProperty("itests.folder"));

  static final Path HIVE_JAR = Path.of(System.getProperty("hive.jar"));
  private static final Duration START = Duration.ofMinutes(4);
  private static final int JDBC_PORT = 10_000;
  private static final int WORKERS = 3;
  private static final String AUX_JAR = "cif-storage-handler-hive.jar";
  private static final String ON_CLASS_PATH = "on-class-path";

  /** With Kerberos: what the container of the realm makes, and all read. Else null. */
  private final Path secrets;

  private final Network network =
      Network.builder()
          .createNetworkCmdModifier(command -> command.withLabels(Map.of(Service.LABEL, "network")))
          .build();
  private final Map<String, Service> services = new LinkedHashMap<>();
  private final Path jars;

  private Cluster(boolean withKerberos) throws IOException {
    jars = Files.createTempDirectory(FOLDER.resolve("target"), "jars");
    secrets = withKerberos ? Files.createTempDirectory(FOLDER.resolve("target"), "secrets") : null;
    postgres();
    if (withKerberos) {
      hadoop("kdc", "kdc").withExposedPorts(Realm.PORT);
    }
    hadoop("namenode", "namenode").withExposedPorts(Hdfs.PORT);
    hadoop("resourcemanager", "resourcemanager");
    for (int worker = 1; worker <= WORKERS; worker++) {
      // With Kerberos, Hadoop's shuffle between hosts wants its native library, which is not here.
      hadoop("worker" + worker, withKerberos && worker > 1 ? "datanode" : "worker");
    }
    hadoop("metastore", "metastore");
    hadoop("hiveserver2", "hiveserver2").withExposedPorts(JDBC_PORT);
  }

  /** Starts all services, and returns when HiveServer2 takes connections. */
  static Cluster start() throws IOException, InterruptedException {
    return start(false);
  }

  /**
   * Starts a cluster whose users prove who they are. Calls, and blocks of HDFS, are encrypted on
   * their way. {@link #hdfs} is closed.
   */
  static Cluster startWithKerberos() throws IOException, InterruptedException {
    return start(true);
  }

  private static Cluster start(boolean withKerberos) throws IOException, InterruptedException {
    Cluster cluster = new Cluster(withKerberos);
    try {
      cluster.putHiveJar(HIVE_JAR, false);
      Startables.deepStart(cluster.services.values()).join();
      if (!withKerberos) {
        cluster.awaitLiveNodes(WORKERS);
      }
      cluster.awaitHiveServer();
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      cluster.printLogs();
      cluster.close();
      throw e;
    }
  }

  private void postgres() {
    services.put(
        "postgres",
        new Service(network, "postgres")
            .withCommand("postgres")
            .withEnv("POSTGRES_DB", "metastore")
            .withEnv("POSTGRES_USER", "hive")
            .withEnv("POSTGRES_PASSWORD", "hive"));
  }

  private Service hadoop(String name, String script) {
    List<Bind> binds = new ArrayList<>();
    bind(binds, FOLDER.resolve("conf"), "/etc/cif-itests/conf");
    bind(binds, FOLDER.resolve("start"), "/etc/cif-itests/start");
    bind(binds, lib("hadoop"), "/opt/hadoop/share/hadoop/common/lib");
    bind(binds, lib("hive"), "/opt/hive/lib");
    bind(binds, lib("tez"), "/opt/tez/lib");
    bind(binds, Path.of(System.getProperty("itests.metastore")), "/opt/metastore");
    bind(binds, Path.of(System.getProperty("hdfs.jar")), "/opt/cif/hdfs/cif-hdfs.jar");
    if (hasKerberos()) {
      bind(binds, security(), "/etc/cif-itests/conf/security.xml");
      bind(binds, FOLDER.resolve("conf/kerberos/krb5.conf"), "/etc/krb5.conf");
      bind(
          binds,
          secrets,
          "/etc/cif-itests/secrets",
          name.equals("kdc") ? AccessMode.rw : AccessMode.ro);
    }
    if (name.equals("hiveserver2")) {
      bind(binds, jars, "/opt/cif/jars");
    }
    Service service =
        new Service(network, name)
            .withCommand("/etc/cif-itests/start/" + script + ".sh")
            .withCreateContainerCmdModifier(command -> command.getHostConfig().withBinds(binds));
    services.put(name, service);
    return service;
  }

  private static Path lib(String service) {
    return FOLDER.resolve("services").resolve(service).resolve("target/lib");
  }

  private static void bind(List<Bind> binds, Path from, String to) {
    bind(binds, from, to, AccessMode.ro);
  }

  private static void bind(List<Bind> binds, Path from, String to, AccessMode mode) {
    if (!Files.exists(from)) {
      throw new IllegalStateException("Not built: " + from);
    }
    binds.add(new Bind(from.toAbsolutePath().normalize().toString(), new Volume(to), mode));
  }

  /**
   * Puts a jar where HiveServer2's {@code hive.aux.jars.path} has it; it is read at the next start.
   *
   * @param onClassPath whether the server's class path has it as well
   */
  void putHiveJar(Path jar, boolean onClassPath) throws IOException {
    Path next = jars.resolve("next");
    Files.copy(jar, next, StandardCopyOption.REPLACE_EXISTING);
    Files.move(next, jars.resolve(AUX_JAR), StandardCopyOption.ATOMIC_MOVE);
    Files.deleteIfExists(jars.resolve(ON_CLASS_PATH));
    if (onClassPath) {
      Files.createFile(jars.resolve(ON_CLASS_PATH));
    }
  }

  /**
   * Restarts HiveServer2 with settings that no session can change for its own threads.
   *
   * @param settings of Hive, as options of its JVM; empty for those of the files
   */
  void restartHiveServer(String settings) throws IOException, InterruptedException {
    Files.writeString(jars.resolve("options"), settings);
    restartHiveServer();
  }

  Service service(String name) {
    return services.get(name);
  }

  /** The address of each service, by which this machine reaches it. */
  Map<String, String> addresses() {
    Map<String, String> addresses = new TreeMap<>();
    services.forEach((name, service) -> addresses.put(name, service.address()));
    return addresses;
  }

  Hdfs hdfs() {
    return new Hdfs(service("namenode"));
  }

  boolean hasKerberos() {
    return secrets != null;
  }

  /** The settings of all clients and services that say who must prove who he is. */
  Path security() {
    return FOLDER.resolve(hasKerberos() ? "conf/kerberos/security.xml" : "conf/security.xml");
  }

  /**
   * YARN's list of applications.
   *
   * @param state of those that are listed, as YARN calls it
   */
  String applications(String state) throws IOException, InterruptedException {
    String list = "yarn application -list -appStates " + state;
    return service("resourcemanager")
        .run("sh", "-c", ". /etc/cif-itests/start/options.sh; " + list);
  }

  /** A new session; with Kerberos, one of the realm's client. */
  Session session() throws SQLException {
    return !hasKerberos() ? new Session(address()) : realm().session(address());
  }

  /** Returns the address of HiveServer2, for JDBC. */
  String address() {
    Service server = service("hiveserver2");
    return "jdbc:hive2://" + server.getHost() + ":" + server.port(JDBC_PORT) + "/default";
  }

  /** With Kerberos only. */
  Realm realm() {
    return new Realm(service("kdc"), secrets);
  }

  /** Ends HiveServer2 as a crash does, and starts it again. */
  void restartHiveServer() throws InterruptedException {
    Service server = service("hiveserver2");
    server.kill();
    startHiveServerAgain();
  }

  void startHiveServerAgain() throws InterruptedException {
    service("hiveserver2").startAgain();
    awaitHiveServer();
  }

  private void awaitHiveServer() throws InterruptedException {
    Await.until(
        "HiveServer2 takes connections",
        START,
        () -> {
          try (Session session = session()) {
            // Not compiled, so that no hook is asked.
            return session.rows("SET hive.execution.engine").contains("hive.execution.engine=tez");
          }
        });
  }

  /**
   * Ends the DataNode of a worker as a crash does. Its NodeManager goes on, and the NameNode learns
   * of it later.
   */
  void killDataNode(String worker) throws IOException, InterruptedException {
    service(worker).run("pkill", "-9", "-f", "server.datanode.DataNode");
  }

  /** Starts what {@link #killDataNode} has ended, and returns when it is alive. */
  void startDataNodeAgain(String worker) throws IOException, InterruptedException {
    service(worker).run("sh", "-c", "/etc/cif-itests/start/datanode.sh > /proc/1/fd/1 2>&1 &");
    awaitLiveNodes(WORKERS);
  }

  void awaitLiveNodes(int number) throws InterruptedException {
    Await.until(number + " DataNodes live", START, () -> hdfs().liveNodes() == number);
  }

  /** Prints the complaints of the services. */
  void printLogs() {
    services.forEach(
        (name, service) -> {
          if (service.getContainerId() != null) {
            service.getLogs().lines().forEach(line -> System.err.println(name + "  " + line));
          }
        });
  }

  @Override
  public void close() throws IOException {
    services.values().parallelStream().forEach(Service::stop);
    network.close();
    delete(jars);
    if (secrets != null) {
      delete(secrets);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
