package dev.cif.hdfs.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

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
  /** Megabytes of a task's container, unless a job says otherwise. */
  public static final int TASK_MB = 512;

  /** Megabytes that a host has for containers. */
  static final int HOST_MB = 8192;

  /** Megabytes of a MapReduce job's master. */
  static final int MASTER_MB = 512;

  private static final int MASTER = 253;
  private static final int RACKS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";

  /** Pattern of a DataNode's report of a block that it has sent to a client. */
  private static final Pattern SENT =
      Pattern.compile(
          "src: /([0-9.]+):\\d+, dest: /([0-9.]+):\\d+, bytes: (\\d+), op: HDFS_READ,"
              + ".*blockid: [^ ]*:blk_(\\d+)_");

  /**
   * Bytes of a block that a DataNode has sent.
   *
   * @param from the DataNode's host
   * @param to the reader's host
   */
  public record Sent(String from, String to, long bytes, long block) {
    /** Returns true if the bytes crossed no network. */
    public boolean isLocal() {
      return from.equals(to);
    }
  }

  private record Daemon(String host, String name, Path out, Process process) {}

  private final Path folder;
  private final Network network;
  private final int count;
  private final Configuration conf;
  private final List<Daemon> daemons = new ArrayList<>();
  private final Thread hook = new Thread(this::end);

  private Hosts(Path folder, Network network, int count, Map<String, String> settings) {
    this.folder = folder.toAbsolutePath();
    this.network = network;
    this.count = count;
    this.conf = HostSettings.of(this.folder, master());
    settings.forEach(conf::set);
  }

  /**
   * Starts them, and waits until all are known to the NameNode and the ResourceManager.
   *
   * @param folder for all files, the daemons' output among them; empty or absent
   * @param count hosts with a DataNode and a NodeManager, in three racks
   * @param settings of Hadoop, that go before this class' own
   */
  public static Hosts start(Path folder, int count, Map<String, String> settings)
      throws IOException {
    Hosts hosts = new Hosts(folder, Network.open(), count, settings);
    Runtime.getRuntime().addShutdownHook(hosts.hook);
    try {
      hosts.start();
      return hosts;
    } catch (IOException | RuntimeException e) {
      hosts.close();
      throw e;
    }
  }

  /** Cleans up when the process ends. */
  private void end() {
    try {
      network.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the share of the hosts' memory that a job's master and a few tasks take. If YARN limits
   * a user to this share, a job gets a container only when another one ends, as in a busy cluster.
   * MapReduce's own limit of running tasks gives a job all its containers at once, some of them on
   * the wrong nodes (docs/HDFS.md).
   */
  public static double shareOfMemory(int hosts, int tasks, int taskMegabytes) {
    return (MASTER_MB + (tasks + 0.5) * taskMegabytes) / (hosts * HOST_MB);
  }

  /** Why no hosts can be made here, for example as this process isn't root's; null if they can. */
  public static String obstacle() {
    try (Network network = Network.open()) {
      network.join(network.address(1));
      return null;
    } catch (IOException e) {
      return "no hosts within this machine: " + e.getMessage();
    }
  }

  /** The hosts with DataNodes. Their names are their addresses, which need no look-up. */
  public List<String> names() {
    return IntStream.rangeClosed(1, count).mapToObj(network::address).toList();
  }

  private String master() {
    return network.address(MASTER);
  }

  private List<String> all() {
    return Stream.concat(names().stream(), Stream.of(master())).toList();
  }

  private void start() throws IOException {
    HostSettings.write(conf, folder.resolve("conf"));
    Files.createDirectories(folder.resolve("out"));
    StringBuilder addresses = new StringBuilder("127.0.0.1 localhost\n");
    StringBuilder racks = new StringBuilder();
    for (int i = 0; i < count; i++) {
      racks.append(names().get(i)).append(" /rack").append(i * RACKS / count).append('\n');
    }
    all().forEach(host -> addresses.append(host).append(' ').append(host).append('\n'));
    Files.writeString(folder.resolve("hosts"), addresses);
    Files.writeString(folder.resolve("racks"), racks);
    for (String host : all()) {
      network.join(host);
    }
    // Formatting names sources of metrics, as a cluster in this process may have done before.
    DefaultMetricsSystem.setMiniClusterMode(true);
    NameNode.format(conf());
    daemon(master(), NAME_NODE);
    daemon(master(), "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager");
    daemon(master(), "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer");
    for (String host : names()) {
      daemon(host, DATA_NODE);
      daemon(host, "org.apache.hadoop.yarn.server.nodemanager.NodeManager");
    }
    awaitNameNode();
    await(":8088/ws/v1/cluster/metrics", "\"activeNodes\":" + count + "\\b", 1);
  }

  /**
   * Restarts the NameNode with some settings changed, and waits until it is at work. First all
   * blocks get the replicas that they want: where the new one has to see them all before it leaves
   * safe mode, it would wait for ever.
   */
  public void restartNameNode(Map<String, String> changed) throws IOException {
    awaitReplicas(new org.apache.hadoop.fs.Path("/"));
    killNameNode();
    changed.forEach(conf::set);
    HostSettings.write(conf, folder.resolve("conf"));
    startNameNode();
  }

  /** Kills the NameNode, which isn't asked to end, and so leaves all as it is at that moment. */
  public void killNameNode() {
    kill(master(), NAME_NODE);
  }

  /** Kills a host's DataNode in the same way; the host stays, and refuses what calls it. */
  public void killDataNode(String host) {
    kill(host, DATA_NODE);
  }

  private void kill(String host, String name) {
    List<Daemon> killed =
        daemons.stream()
            .filter(daemon -> daemon.host.equals(host) && daemon.name.equals(name))
            .toList();
    killed.forEach(daemon -> daemon.process.destroyForcibly().onExit().join());
    daemons.removeAll(killed);
  }

  /** Starts the NameNode that was killed, and waits until it is at work. */
  public void startNameNode() throws IOException {
    daemon(master(), NAME_NODE);
    awaitNameNode();
  }

  /** Waits until the NameNode is at work, and knows all DataNodes that run. */
  private void awaitNameNode() throws IOException {
    String nameNode = ":9870/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo";
    await(nameNode, "\"Safemode\" : \"\"", 1);
    // Nodes that have reported their disks can be written to.
    await(nameNode, "capacity[\\\\]*\":[1-9]", holders().size());
  }

  /** The hosts whose DataNodes run. */
  private Set<String> holders() {
    return daemons.stream()
        .filter(daemon -> daemon.name.equals(DATA_NODE))
        .map(Daemon::host)
        .collect(Collectors.toSet());
  }

  /**
   * Waits until all blocks below a folder have the replicas that they want, on hosts that run: HDFS
   * has made up for hosts that were killed, and for those that were left out when files were
   * written. A file that is open waits for its writer.
   */
  public void awaitReplicas(org.apache.hadoop.fs.Path folder) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(conf())) {
      until(() -> wanting(fs, folder));
    }
  }

  /** Says which block has less replicas than it wants; null if none has. */
  private String wanting(FileSystem fs, org.apache.hadoop.fs.Path folder) throws IOException {
    Set<String> holders = holders();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(folder, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      for (BlockLocation block : file.getBlockLocations()) {
        long replicas = Arrays.stream(block.getHosts()).filter(holders::contains).count();
        if (replicas < Math.min(file.getReplication(), holders.size())) {
          return "HDFS doesn't copy " + file.getPath() + ": " + block;
        }
      }
    }
    return null;
  }

  /** Waits until the master's answer contains the wanted pattern {@code times} times. */
  private void await(String place, String wanted, int times) throws IOException {
    URL url = new URL("http://" + master() + place);
    Pattern pattern = Pattern.compile(wanted);
    until(
        () -> {
          String said;
          try (InputStream in = url.openStream()) {
            said = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (pattern.matcher(said).results().count() == times) {
              return null;
            }
          } catch (IOException e) {
            said = e.toString();
          }
          return url + " doesn't say " + wanted + ", see " + folder.resolve("out") + ": " + said;
        });
  }

  /** Says what is still wanting, or null. */
  private interface Check {
    String wanting() throws IOException;
  }

  /** Waits until nothing is wanting, while all daemons run. */
  private void until(Check check) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (String wanting = check.wanting(); wanting != null; wanting = check.wanting()) {
      if (System.nanoTime() > end) {
        throw new IOException(wanting);
      }
      expectRunning();
      pause();
    }
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
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException().initCause(e);
    }
  }

  /**
   * Returns the class path of daemons and tasks: the configuration, and this process's class path.
   */
  public String classPath() {
    return HostSettings.classPath(folder);
  }

  /** Returns the settings that clients need. */
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

  private void daemon(String host, String main) throws IOException {
    List<String> command = new ArrayList<>(network.at(host, folder.resolve("hosts")));
    command.addAll(List.of(java(), "-Xmx160m", "-Dcif.host=" + host));
    command.addAll(List.of(HostSettings.JVM.split(" ", -1)));
    command.addAll(List.of("-cp", classPath(), main));
    Path out = output(host, main);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
            .start();
    daemons.add(new Daemon(host, main, out, process));
  }

  private Path output(String host, String main) {
    String name = main.substring(main.lastIndexOf('.') + 1);
    return folder.resolve("out").resolve(host + "-" + name);
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
      lines.addAll(Files.readAllLines(output(host, DATA_NODE)));
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

  /** Limits what a host sends, and what it receives, to a number of megabits per second each. */
  public void limit(String host, int megabits) throws IOException {
    network.limit(host, megabits);
  }

  @Override
  public void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(hook);
    network.close();
  }
}
