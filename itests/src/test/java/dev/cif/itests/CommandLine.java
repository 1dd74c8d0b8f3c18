package dev.cif.itests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code bin/cif} on this machine, as the client of a {@link Cluster} with Kerberos. */
final class CommandLine {
  private final Path folder;
  private final Map<String, String> environment;

  /**
   * Writes down what a client knows of the cluster: its settings, and where its hosts are.
   *
   * @param folder for both
   */
  CommandLine(Cluster cluster, Path folder) throws IOException {
    this.folder = folder;
    Path conf = Files.createDirectory(folder.resolve("conf"));
    for (String service : List.of("core", "hdfs", "yarn", "mapred")) {
      String file = service + "-site.xml";
      Files.copy(Cluster.FOLDER.resolve("conf").resolve(file), conf.resolve(file));
    }
    Files.copy(Cluster.FOLDER.resolve("conf/kerberos/security.xml"), conf.resolve("security.xml"));
    List<String> hosts = new ArrayList<>();
    hosts.add("127.0.0.1 localhost " + InetAddress.getLocalHost().getHostName());
    cluster.addresses().forEach((name, address) -> hosts.add(address + " " + name));
    Path hostsFile = Files.write(folder.resolve("hosts"), hosts);
    environment =
        Map.of(
            "HADOOP_CONF_DIR",
            conf.toString(),
            "CIF_JAVA_OPTS",
            "-Djava.security.krb5.conf="
                + cluster.realm().configuration()
                + " -Djdk.net.hosts.file="
                + hostsFile,
            "KRB5PRINCIPAL",
            Realm.CLIENT,
            "KRB5KEYTAB",
            cluster.realm().keytab().toString());
  }

  /** What a command prints; fails where it does. */
  String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Cluster.FOLDER.resolveSibling("bin").resolve("cif").toString());
    command.addAll(List.of(arguments));
    Path errors = folder.resolve("errors");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(command + ": " + printed + Files.readString(errors));
    }
    return printed;
  }
}
