package dev.cif.itests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Files as the NameNode tells of them, by WebHDFS. */
final class Hdfs {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Port of the NameNode, within its container. */
  static final int PORT = 9870;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Service nameNode;

  Hdfs(Service nameNode) {
    this.nameNode = nameNode;
  }

  /** A file: where it is below the folder that was asked for, how long, and since when. */
  record File(String path, long length, long modified) {}

  /** All files below a folder, by their paths; none if it is not there. */
  List<File> files(String folder) throws IOException, InterruptedException {
    List<File> files = new ArrayList<>();
    walk(
        folder,
        "",
        (path, status) -> {
          if (!isFolder(status)) {
            files.add(
                new File(
                    path, status.get("length").asLong(), status.get("modificationTime").asLong()));
          }
        });
    return files;
  }

  /** The paths of all files and folders below a folder. */
  List<String> paths(String folder) throws IOException, InterruptedException {
    List<String> paths = new ArrayList<>();
    walk(folder, "", (path, status) -> paths.add(path));
    return paths;
  }

  private void walk(String root, String below, BiConsumer<String, JsonNode> visitor)
      throws IOException, InterruptedException {
    JsonNode answer = ask("/webhdfs/v1" + root + below + "?op=LISTSTATUS&user.name=root");
    if (answer == null) {
      return;
    }
    Map<String, JsonNode> byName = new TreeMap<>();
    answer
        .at("/FileStatuses/FileStatus")
        .forEach(status -> byName.put(status.get("pathSuffix").asText(), status));
    for (Map.Entry<String, JsonNode> entry : byName.entrySet()) {
      String path = below + "/" + entry.getKey();
      visitor.accept(path, entry.getValue());
      if (isFolder(entry.getValue())) {
        walk(root, path, visitor);
      }
    }
  }

  private static boolean isFolder(JsonNode status) {
    return status.get("type").asText().equals("DIRECTORY");
  }

  /** The nodes of each file's blocks, one set a block. */
  List<Set<String>> nodes(String file) throws IOException, InterruptedException {
    JsonNode answer = ask("/webhdfs/v1" + file + "?op=GETFILEBLOCKLOCATIONS&user.name=root");
    if (answer == null) {
      throw new IOException("No such file: " + file);
    }
    List<Set<String>> blocks = new ArrayList<>();
    for (JsonNode block : answer.at("/BlockLocations/BlockLocation")) {
      Set<String> hosts = new TreeSet<>();
      block.get("hosts").forEach(host -> hosts.add(host.asText()));
      blocks.add(hosts);
    }
    return blocks;
  }

  /** Returns the number of DataNodes that the NameNode takes for alive. */
  int liveNodes() throws IOException, InterruptedException {
    JsonNode beans = ask("/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState");
    return beans.at("/beans/0/NumLiveDataNodes").asInt(-1);
  }

  /** The answer; null if there is no such file. */
  private JsonNode ask(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://" + nameNode.getHost() + ":" + nameNode.port(PORT) + path);
    HttpResponse<String> response =
        client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() == 404) {
      return null;
    }
    if (response.statusCode() != 200) {
      throw new IOException(uri + ": " + response.statusCode() + " " + response.body());
    }
    return JSON.readTree(response.body());
  }
}
