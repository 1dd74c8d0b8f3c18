package dev.cif.hdfs.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A network within this machine: hosts that are network namespaces, on a bridge. The host of this
 * process is on it too. Names of hosts are their addresses, which need no look-up.
 */
final class Network implements Closeable {
  private static final int MAX_NETWORKS = 256;
  private static final int HERE = 254;

  /** Has 1 if the firewall sees what bridges forward; not there if the kernel can't. */
  private static final Path FILTERED = Path.of("/proc/sys/net/bridge/bridge-nf-call-iptables");

  private final int number;
  private final List<String> hosts = new ArrayList<>();

  private Network(int number) {
    this.number = number;
  }

  /** A network of its own; wants root, and {@code ip}. */
  static Network open() throws IOException {
    for (int i = 0; i < MAX_NETWORKS; i++) {
      Network network = new Network(i);
      if (Files.notExists(Path.of("/sys/class/net", network.bridge()))) {
        run("ip", "link", "add", network.bridge(), "type", "bridge");
        run("ip", "addr", "add", network.address(HERE) + "/24", "dev", network.bridge());
        run("ip", "link", "set", network.bridge(), "up");
        network.pass("-I");
        return network;
      }
    }
    throw new IOException(
        MAX_NETWORKS + " networks were left by runs that were killed: ip link del cif0, ...");
  }

  /**
   * Has a firewall pass what the bridge forwards, or no longer. Where Docker has run, the machine's
   * firewall sees that, and drops it.
   *
   * @param change {@code -I} or {@code -D}
   */
  private void pass(String change) throws IOException {
    if (Files.exists(FILTERED) && Files.readString(FILTERED).strip().equals("1")) {
      run("iptables", change, "FORWARD", "-i", bridge(), "-o", bridge(), "-j", "ACCEPT");
    }
  }

  private String bridge() {
    return "cif" + number;
  }

  /** The address of a host of the network. */
  String address(int host) {
    return "10.213." + number + "." + host;
  }

  /** The name of a host's namespace, and of the bridge's end of its link. */
  private String space(String host) {
    return bridge() + "-" + host.substring(host.lastIndexOf('.') + 1);
  }

  /** Makes a host and connects it. */
  void join(String host) throws IOException {
    String space = space(host);
    hosts.add(host);
    run("ip", "netns", "add", space);
    run("ip", "link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space);
    run("ip", "link", "set", space, "master", bridge(), "up");
    run("ip", "-n", space, "addr", "add", host + "/24", "dev", "eth0");
    run("ip", "-n", space, "link", "set", "eth0", "up");
    run("ip", "-n", space, "link", "set", "lo", "up");
  }

  /**
   * The words before a command that make it run on a host.
   *
   * @param names a file of addresses and names, which the host has as its {@code /etc/hosts}
   */
  List<String> at(String host, Path names) {
    String enter = "hostname \"$0\" && mount --bind \"$1\" /etc/hosts && shift && exec \"$@\"";
    return List.of(
        "ip",
        "netns",
        "exec",
        space(host),
        "unshare",
        "--uts",
        "sh",
        "-c",
        enter,
        host,
        names.toString());
  }

  /** Kills all processes of a host. */
  private void kill(String host) throws IOException {
    for (List<ProcessHandle> left = processes(host); !left.isEmpty(); left = processes(host)) {
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(process -> process.onExit().join());
    }
  }

  private List<ProcessHandle> processes(String host) throws IOException {
    return run("ip", "netns", "pids", space(host))
        .lines()
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
        .toList();
  }

  /** Limits what a host sends, and what it receives, to a number of megabits per second each. */
  void limit(String host, int megabits) throws IOException {
    String rule = " root tbf rate " + megabits + "mbit burst 128kb latency 200ms";
    run(("tc qdisc replace dev " + space(host) + rule).split(" ", -1));
    run(("tc -n " + space(host) + " qdisc replace dev eth0" + rule).split(" ", -1));
  }

  private static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output.strip());
    }
    return output;
  }

  /** Kills all processes of the hosts, and removes all. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (String host : hosts) {
      try {
        kill(host);
        // With the namespace it would go too, but at a time of the kernel's choice.
        run("ip", "link", "del", space(host));
        run("ip", "netns", "del", space(host));
      } catch (IOException | RuntimeException e) {
        // The others are still to be removed.
        failure = new IOException(host + " is left: " + e.getMessage(), e);
      }
    }
    hosts.clear();
    pass("-D");
    run("ip", "link", "del", bridge());
    if (failure != null) {
      throw failure;
    }
  }
}
