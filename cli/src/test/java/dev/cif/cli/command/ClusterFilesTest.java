package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.embedded.EmbeddedHive.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFilesTest {
  @TempDir Path folder;

  private void write(String file, String properties) throws Exception {
    Files.writeString(
        folder.resolve(file),
        "<configuration xmlns:xi='http://www.w3.org/2001/XInclude'>"
            + properties
            + "</configuration>");
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }

  @Test
  void addTo_whatTheFilesAndTheirPartsSay_butForTheHiveNoDefault() throws Exception {
    write("core-site.xml", "<xi:include href='more.xml'/>" + property("fs.defaultFS", "hdfs://ha"));
    write("more.xml", property("ipc.client.connect.max.retries", "7"));
    write("hdfs-site.xml", property("dfs.nameservices", "ha"));
    write("hive-site.xml", property("hive.metastore.uris", "thrift://elsewhere:9083"));
    ClusterFiles cluster = new ClusterFiles(folder.toString());
    Configuration conf = new Configuration(false);
    cluster.addTo(conf);
    assertEquals("hdfs://ha", conf.get("fs.defaultFS"));
    assertEquals("7", conf.get("ipc.client.connect.max.retries"));
    Options options = cluster.addTo(Options.temporary(folder));
    assertEquals(
        Map.of("ipc.client.connect.max.retries", "7", "dfs.nameservices", "ha"), options.conf());
  }

  @Test
  void addTo_withoutAFolder_changesNothing() throws Exception {
    for (String none : new String[] {null, "", folder.resolve("nowhere").toString()}) {
      Configuration conf = new Configuration(false);
      new ClusterFiles(none).addTo(conf);
      assertEquals(0, conf.size());
      Options options = Options.temporary(folder);
      assertEquals(options, new ClusterFiles(none).addTo(options));
    }
  }
}
