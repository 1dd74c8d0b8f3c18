package dev.cif.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.cli.command.TableReport.ColumnTotals;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Formats the metadata of {@code cif meta} as a self-contained page. */
final class MetaPage {
  /** Number of columns in the picture, at most: the page has as many colours. */
  private static final int LARGEST = 12;

  private MetaPage() {}

  /** Returns the page of a report with details. */
  static String text(TableReport report) throws IOException {
    ObjectNode data = MetaJson.of(report);
    addEncodings(report, data);
    addLargest(report, data);
    addNodes(report, data);
    // Within a page's script no text may end it, or begin a comment.
    String json = MetaJson.MAPPER.writeValueAsString(data).replace("<", "\\u003c");
    try (InputStream page = MetaPage.class.getResourceAsStream("meta.html")) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8).replace("/*DATA*/", json);
    }
  }

  /** Adds the encodings of each column, in the order of columns. */
  private static void addEncodings(TableReport report, ObjectNode data) {
    ArrayNode all = data.putArray("encodings");
    for (ColumnTotals column : report.columns) {
      ObjectNode blocks = all.addObject().put("read", column.blocksRead).putObject("blocks");
      column.encodings.forEach(blocks::put);
    }
  }

  /** Adds the largest columns, with their bytes in each split-directory. */
  private static void addLargest(TableReport report, ObjectNode data) {
    List<ColumnTotals> columns = report.columns;
    int[] largest =
        IntStream.range(0, columns.size())
            .boxed()
            .sorted(Comparator.comparingLong((Integer i) -> columns.get(i).bytes).reversed())
            .limit(LARGEST)
            .mapToInt(i -> i)
            .toArray();
    ArrayNode names = data.putArray("largest");
    for (int column : largest) {
      names.add(columns.get(column).column.name());
    }
    for (int i = 0; i < report.splits.size(); i++) {
      ArrayNode bytes = ((ObjectNode) data.get("splits").get(i)).putArray("largest");
      for (int column : largest) {
        bytes.add(report.splits.get(i).details().columnBytes().get(column));
      }
    }
  }

  /** Adds the nodes that have the split-directories; in HDFS only. */
  private static void addNodes(TableReport report, ObjectNode data) {
    TreeMap<String, Node> nodes = new TreeMap<>();
    for (int i = 0; i < report.splits.size(); i++) {
      Map<String, StoredFiles.Held> held = report.splits.get(i).details().hosts();
      if (!held.isEmpty()) {
        ArrayNode hosts = ((ObjectNode) data.get("splits").get(i)).putArray("hosts");
        new TreeSet<>(held.keySet()).forEach(hosts::add);
      }
      held.forEach((name, of) -> nodes.computeIfAbsent(name, n -> new Node()).add(of));
    }
    if (!nodes.isEmpty()) {
      ArrayNode list = data.putArray("nodes");
      nodes.forEach(
          (name, node) ->
              list.addObject()
                  .put("name", name)
                  .put("bytes", node.bytes)
                  .put("whole", node.whole)
                  .put("some", node.some));
    }
  }

  private static final class Node {
    long bytes;
    int whole;
    int some;

    void add(StoredFiles.Held held) {
      bytes += held.bytes();
      whole += held.isWhole() ? 1 : 0;
      some += held.isWhole() ? 0 : 1;
    }
  }
}
