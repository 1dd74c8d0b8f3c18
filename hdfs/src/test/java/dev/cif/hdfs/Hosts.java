package dev.cif.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/**
 * Several hosts within this machine, joined by a network: each is a network namespace of Linux with
 * an address and a name of its own, so that HDFS and YARN tell local from remote as on machines of
 * their own. One runs a NameNode and a ResourceManager, the others a DataNode and a NodeManager
 * each, all as processes of their own with Hadoop's main classes. The host of this process is on
 * the network too, and has no DataNode. Wants root, and {@code ip}, {@code tc} and {@code unshare}.
 *
 * <p>What they share: the kernel, its clock, processors, disks and page cache, and files: daemons
 * and tasks run on this process' class path.
 */
public final class Hosts implements Closeable {
  private static final int MAX_NETWORKS = 256;
  private static final int HERE = 254;
  private static final int MASTER = 253;
  private static final int RACKS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData";
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String OPENS = opens();

  /** As a DataNode tells of a block that it has sent to a client. */
  private static final Pattern SENT =
      Pattern.compile(
          "src: /([0-9.]+):\\d+, dest: /([0-9.]+):\\d+, bytes: (\\d+), op: HDFS_READ,"
              + ".*blockid: [^ ]*:blk_(\\d+)_");

  /**
   * Bytes of a block that a DataNode has sent.
   *
   * @param from the DataNode's host
   * @param to the name of the reader's host
   */
  public record Sent(String from, String to, long bytes, long block) {
    /** Whether they crossed no network. */
    public boolean isLocal() {
      return from.equals(to);
    }
  }

  private record Daemon(String host, Path out, Process process) {}

  private final Path folder;
  private final int network;
  private final int count;
  private final Configuration conf;
  private final List<Daemon> daemons = new ArrayList<>();
  private final Thread hook = new Thread(this::stop);

  private Hosts(Path folder, int network, int count, Map<String, String> settings) {
    this.folder = folder.toAbsolutePath();
    this.network = network;
    this.count = count;
    this.conf = new Configuration(false);
    configure();
    settings.forEach(conf::set);
  }

  /**
   * Starts them, and waits until all are known to the NameNode and the ResourceManager.
   *
   * @param folder for all files, the daemons' output among them; empty or absent
   * @param count hosts with a DataNode and a NodeManager, {@code h1}, {@code h2} ..., in racks
   * @param settings of Hadoop, that go before this class' own
   */
  public static Hosts start(Path folder, int count, Map<String, String> settings)
      throws IOException {
    Hosts hosts = new Hosts(folder, newNetwork(), count, settings);
    Runtime.getRuntime().addShutdownHook(hosts.hook);
    try {
      hosts.start();
      return hosts;
    } catch (IOException | RuntimeException e) {
      hosts.close();
      throw e;
    }
  }

  /** Whether this process may make hosts: whether it is root's. */
  public static boolean mayRun() {
    return System.getProperty("user.name").equals("root");
  }

  /** Makes a bridge, whose number no other run has. */
  private static int newNetwork() throws IOException {
    for (int i = 0; i < MAX_NETWORKS; i++) {
      if (Files.notExists(Path.of("/sys/class/net", bridge(i)))) {
        run("ip", "link", "add", bridge(i), "type", "bridge");
        return i;
      }
    }
    throw new IOException(MAX_NETWORKS + " networks of hosts are left: ip link del cif0, ...");
  }

  private static String bridge(int network) {
    return "cif" + network;
  }

  /** The name of a host's namespace, and of the bridge's end of its link. */
  private String space(String host) {
    return bridge(network) + "-" + host.substring(host.lastIndexOf('.') + 1);
  }

  private String address(int number) {
    return "10.213." + network + "." + number;
  }

  /** The hosts with DataNodes. Their names are their addresses, which need no look-up. */
  public List<String> names() {
    return IntStream.rangeClosed(1, count).mapToObj(this::address).toList();
  }

  private String master() {
    return address(MASTER);
  }

  /** The host of this process. */
  public String here() {
    return address(HERE);
  }

  private List<String> all() {
    return Stream.concat(names().stream(), Stream.of(master())).toList();
  }

  private void configure() {
    String master = master();
    conf.set("fs.defaultFS", "hdfs://" + master + ":8020");
    conf.set("hadoop.tmp.dir", folder.resolve("tmp") + "/${cif.host}");
    conf.set("net.topology.node.switch.mapping.impl", "org.apache.hadoop.net.TableMapping");
    conf.set("net.topology.table.file.name", folder.resolve("racks").toString());
    conf.set("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    conf.set("dfs.datanode.data.dir", folder.resolve("data").toUri() + "/${cif.host}");
    conf.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false);
    conf.setBoolean("dfs.permissions.enabled", false);
    // Clients outlive a restart of the NameNode.
    conf.setBoolean("dfs.client.retry.policy.enabled", true);
    // A host that is dead is known to be within ten seconds.
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.safemode.extension", 0);
    conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1_000);
    conf.setInt("dfs.namenode.stale.datanode.interval", 3_000);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setLong("dfs.datanode.du.reserved", 0);
    conf.set("yarn.resourcemanager.hostname", master);
    conf.set("yarn.nodemanager.local-dirs", folder.resolve("local") + "/${cif.host}");
    conf.set("yarn.nodemanager.log-dirs", folder.resolve("logs") + "/${cif.host}");
    conf.set("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
    conf.setFloat(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 100);
    conf.setInt("yarn.nodemanager.resource.memory-mb", 8192);
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 128);
    conf.setInt("yarn.nm.liveness-monitor.expiry-interval-ms", 5_000);
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.setInt("yarn.scheduler.capacity.root.default.capacity", 100);
    conf.setFloat("yarn.scheduler.capacity.maximum-am-resource-percent", 0.5f);
    // A task waits for a node that its split names rather than run elsewhere; no longer than each
    // node takes to call in, whatever is said here.
    conf.setInt("yarn.scheduler.capacity.node-locality-delay", 10_000);
    conf.setInt("yarn.scheduler.capacity.rack-locality-additional-delay", 10_000);
    // Nodes call in in time although tasks start.
    conf.setInt("yarn.nodemanager.container-executor.os.sched.priority.adjustment", 15);
    conf.set("yarn.application.classpath", folder.resolve("conf").toString());
    conf.set("mapreduce.framework.name", "yarn");
    conf.set("mapreduce.application.classpath", classPath().replace(':', ','));
    conf.set("mapreduce.jobhistory.address", master + ":10020");
    conf.set("mapreduce.jobhistory.webapp.address", master + ":19888");
    conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 200);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 512);
    conf.set("yarn.app.mapreduce.am.command-opts", "-Xmx256m " + OPENS + " " + JVM);
    conf.setInt("mapreduce.map.memory.mb", 512);
    conf.setInt("mapreduce.reduce.memory.mb", 512);
    conf.set("mapred.child.java.opts", "-Xmx256m " + OPENS + " " + JVM);
    conf.setInt("mapreduce.task.io.sort.mb", 10);
    conf.set("yarn.app.mapreduce.am.staging-dir", "/staging");
  }

  private void start() throws IOException {
    Path confs = Files.createDirectories(folder.resolve("conf"));
    Files.createDirectories(folder.resolve("out"));
    writeSettings();
    Files.writeString(confs.resolve("log4j.properties"), "log4j.rootLogger=OFF\n");
    // What DataNodes send, and what goes wrong, each to the daemon's output.
    Files.writeString(
        confs.resolve("log4j2.properties"),
        """
        rootLogger.level=WARN
        rootLogger.appenderRef.out.ref=out
        appender.out.type=Console
        appender.out.name=out
        appender.out.layout.type=PatternLayout
        appender.out.layout.pattern=%d %p %c{1}: %m%n
        logger.sent.level=DEBUG
        logger.sent.name=org.apache.hadoop.hdfs.server.datanode.DataNode.clienttrace
        """);
    StringBuilder addresses = new StringBuilder("127.0.0.1 localhost\n");
    StringBuilder racks = new StringBuilder();
    for (int i = 0; i < count; i++) {
      racks.append(names().get(i)).append(" /rack").append(i * RACKS / count).append('\n');
    }
    all().forEach(host -> addresses.append(host).append(' ').append(host).append('\n'));
    Files.writeString(folder.resolve("hosts"), addresses);
    Files.writeString(folder.resolve("racks"), racks);
    run("ip", "addr", "add", here() + "/24", "dev", bridge(network));
    run("ip", "link", "set", bridge(network), "up");
    for (String host : all()) {
      join(host);
    }
    NameNode.format(conf());
    daemon(master(), NAME_NODE);
    daemon(master(), "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager");
    daemon(master(), "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer");
    for (String host : names()) {
      daemon(host, "org.apache.hadoop.hdfs.server.datanode.DataNode");
      daemon(host, "org.apache.hadoop.yarn.server.nodemanager.NodeManager");
    }
    awaitLive(count);
  }

  /** Restarts the NameNode with some settings changed, and waits until it is at work. */
  public void restartNameNode(Map<String, String> changed) throws IOException {
    for (Daemon daemon : daemons) {
      if (daemon.out.equals(output(master(), "NameNode"))) {
        daemon.process.destroyForcibly().onExit().join();
      }
    }
    daemons.removeIf(daemon -> daemon.out.equals(output(master(), "NameNode")));
    changed.forEach(conf::set);
    writeSettings();
    daemon(master(), NAME_NODE);
    awaitLive(count);
  }

  /** Waits until so many hosts live, as the NameNode and the ResourceManager know. */
  private void awaitLive(int hosts) throws IOException {
    String nameNode = ":9870/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo";
    await(nameNode, "\"Safemode\" : \"\"", 1);
    // What has told of its disks, and so can be written to.
    await(nameNode, "capacity[\\\\]*\":[1-9]", hosts);
    await(":8088/ws/v1/cluster/metrics", "\"activeNodes\":" + hosts + "\\b", 1);
  }

  /** Waits until the master says something so many times. */
  private void await(String place, String wanted, int times) throws IOException {
    URL url = new URL("http://" + master() + place);
    Pattern pattern = Pattern.compile(wanted);
    String said = "";
    for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end; ) {
      try (InputStream in = url.openStream()) {
        said = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        if (pattern.matcher(said).results().count() == times) {
          return;
        }
      } catch (IOException e) {
        said = e.toString();
      }
      expectRunning();
      pause();
    }
    throw new IOException(
        url + " doesn't say " + wanted + ", see " + folder.resolve("out") + ": " + said);
  }

  private void expectRunning() throws IOException {
    for (Daemon daemon : daemons) {
      if (!daemon.process.isAlive()) {
        throw new IOException(
            daemon.out.getFileName() + " has ended: " + Files.readString(daemon.out));
      }
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(200);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void writeSettings() throws IOException {
    for (String name : List.of("core", "hdfs", "yarn", "mapred")) {
      write(folder.resolve("conf").resolve(name + "-site.xml"));
    }
    write(folder.resolve("conf").resolve("capacity-scheduler.xml"));
  }

  private void write(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      conf.writeXml(out);
    }
  }

  /** Makes a host and connects it. */
  private void join(String host) throws IOException {
    String space = space(host);
    String link = space;
    run("ip", "netns", "add", space);
    run("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", space);
    run("ip", "link", "set", link, "master", bridge(network), "up");
    run("ip", "-n", space, "addr", "add", host + "/24", "dev", "eth0");
    run("ip", "-n", space, "link", "set", "eth0", "up");
    run("ip", "-n", space, "link", "set", "lo", "up");
  }

  /** What Hadoop wants to see of Java, and what this process was allowed to. */
  private static String opens() {
    return Stream.concat(
            Stream.of("--add-opens=java.base/java.lang=ALL-UNNAMED"),
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens=")))
        .distinct()
        .collect(Collectors.joining(" "));
  }

  /** Of daemons and tasks: the configuration, and what this process has. */
  public String classPath() {
    return Stream.concat(
            Stream.of(folder.resolve("conf")),
            Arrays.stream(System.getProperty("java.class.path").split(":", -1)).map(Path::of))
        .map(path -> path.toAbsolutePath().toString())
        .collect(Collectors.joining(":"));
  }

  /** What clients have to set. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (Map.Entry<String, String> setting : conf) {
      settings.put(setting.getKey(), conf.getRaw(setting.getKey()));
    }
    return settings;
  }

  /** A configuration for clients on the host of this process. */
  public Configuration conf() {
    Configuration all = new Configuration();
    settings().forEach(all::set);
    return all;
  }

  private void daemon(String host, String main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of("ip", "netns", "exec", space(host), "unshare", "--uts", "sh", "-c"));
    command.add(
        "hostname "
            + host
            + " && mount --bind "
            + folder.resolve("hosts")
            + " /etc/hosts && exec \"$@\"");
    command.addAll(List.of("sh", java(), "-Xmx160m"));
    command.addAll(List.of((OPENS + " " + JVM).split(" ")));
    command.add("-Dcif.host=" + host);
    command.add("-cp");
    command.add(classPath());
    command.add(main);
    command.addAll(List.of(arguments));
    Path out = output(host, main.substring(main.lastIndexOf('.') + 1));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
            .start();
    daemons.add(new Daemon(host, out, process));
  }

  private Path output(String host, String daemon) {
    return folder.resolve("out").resolve(host + "-" + daemon);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * All that DataNodes have sent to clients up to now. They tell of it when it is sent or the
   * client has gone: waits until none has told anything for a while.
   */
  public List<Sent> sent() throws IOException {
    List<Sent> sent = told();
    for (int quiet = 0; quiet < 5; ) {
      pause();
      List<Sent> more = told();
      quiet = more.size() == sent.size() ? quiet + 1 : 0;
      sent = more;
    }
    return sent;
  }

  private List<Sent> told() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String host : names()) {
      lines.addAll(Files.readAllLines(output(host, "DataNode")));
    }
    // Each begins with the time.
    Collections.sort(lines);
    List<Sent> all = new ArrayList<>();
    for (String line : lines) {
      Matcher told = SENT.matcher(line);
      if (told.find()) {
        long bytes = Long.parseLong(told.group(3));
        all.add(new Sent(told.group(1), told.group(2), bytes, Long.parseLong(told.group(4))));
      }
    }
    return all;
  }

  /** Kills all processes of a host. */
  public void kill(String host) throws IOException {
    List<ProcessHandle> processes =
        run("ip", "netns", "pids", space(host))
            .lines()
            .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
            .toList();
    processes.forEach(ProcessHandle::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
    daemons.removeIf(daemon -> daemon.host.equals(host));
  }

  /** Lets a host send, and get, so many megabits a second; what stays within it is not slowed. */
  public void limit(String host, int megabits) throws IOException {
    String[] rule = {
      "root", "tbf", "rate", megabits + "mbit", "burst", "128kb", "latency", "200ms"
    };
    run(join("tc qdisc replace dev", List.of(space(host)), rule));
    run(join("tc -n", List.of(space(host), "qdisc", "replace", "dev", "eth0"), rule));
  }

  private static String[] join(String first, List<String> second, String... third) {
    return Stream.of(Stream.of(first.split(" ")), second.stream(), Stream.of(third))
        .flatMap(words -> words)
        .toArray(String[]::new);
  }

  private static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + output.strip());
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    return output;
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return (IOException) new InterruptedIOException().initCause(e);
  }

  private void stop() {
    for (String host : all()) {
      try {
        kill(host);
        run("ip", "netns", "del", space(host));
        // The kernel would do so too, later.
        run("ip", "link", "del", space(host));
      } catch (IOException e) {
        // It was not made; the others are still to be removed.
      }
    }
    try {
      run("ip", "link", "del", bridge(network));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(hook);
    stop();
  }
}
