package dev.cif.itests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code bin/cif} on this machine, as the client of a {@link Cluster}. */
final class CommandLine {
  private final Path folder;
  private final Map<String, String> environment = new TreeMap<>();

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
    Files.copy(cluster.security(), conf.resolve("security.xml"));
    List<String> hosts = new ArrayList<>();
    hosts.add("127.0.0.1 localhost " + InetAddress.getLocalHost().getHostName());
    cluster.addresses().forEach((name, address) -> hosts.add(address + " " + name));
    Path hostsFile = Files.write(folder.resolve("hosts"), hosts);
    environment.put("HADOOP_CONF_DIR", conf.toString());
    String options = "-Djdk.net.hosts.file=" + hostsFile;
    if (cluster.hasKerberos()) {
      Realm realm = cluster.realm();
      options += " -Djava.security.krb5.conf=" + realm.configuration();
      environment.put("KRB5PRINCIPAL", Realm.CLIENT);
      environment.put("KRB5KEYTAB", realm.keytab().toString());
    }
    environment.put("CIF_JAVA_OPTS", options);
  }

  /**
   * The words of a load by a job. That no history server answers is known after one try.
   *
   * @param taskSize bytes that a task reads
   */
  static String[] loadByJob(String source, String table, int taskSize) {
    return new String[] {
      "load",
      "--from",
      "orc",
      source,
      "--to",
      table,
      "--jobs",
      "3",
      "--task-size",
      Integer.toString(taskSize),
      "-D",
      "ipc.client.connect.max.retries=1"
    };
  }

  /** Returns the output of a command; fails where it does. */
  String run(String... arguments) throws IOException, InterruptedException {
    Process process = start(arguments);
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(
          List.of(arguments) + ": " + printed + Files.readString(folder.resolve("errors")));
    }
    return printed;
  }

  /** Fails unless the files of each split-directory of a table are on the same nodes. */
  void expectTogether(String table) throws IOException, InterruptedException {
    JsonNode placed = new ObjectMapper().readTree(run("placement", "--json", table));
    assertFalse(placed.at("/folders").isEmpty(), placed.toString());
    for (JsonNode part : placed.at("/folders")) {
      assertEquals(1, part.at("/together").asDouble(), placed.toString());
    }
  }

  /** A command that begins. */
  Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Cluster.FOLDER.resolveSibling("bin").resolve("cif").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(folder.resolve("errors").toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }
}
