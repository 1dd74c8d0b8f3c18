package dev.cif.cli.command;

import dev.cif.embedded.EmbeddedHive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The file systems of the cluster that {@code HADOOP_CONF_DIR} describes, for commands with a Hive
 * in the process: that one has settings of its own for all else. Other commands have the folder on
 * their class path.
 */
final class ClusterFiles {
  private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

  /** What the Hive says itself. */
  private static final Set<String> OF_HIVE = Set.of("fs.defaultFS", "hadoop.tmp.dir");

  private final Configuration settings = new Configuration(false);

  /**
   * Reads the settings.
   *
   * @param folder as the environment has it; may be null or empty, for none
   */
  ClusterFiles(String folder) throws IOException {
    if (folder != null && !folder.isEmpty()) {
      for (String name : FILES) {
        Path file = Path.of(folder, name);
        if (Files.exists(file)) {
          // By its URL, which what it includes is relative to.
          settings.addResource(file.toUri().toURL());
        }
      }
    }
  }

  /** Lets paths, and who asks, be those of the cluster. */
  void addTo(Configuration conf) {
    if (settings.size() == 0) {
      return;
    }
    for (Map.Entry<String, String> setting : settings) {
      conf.set(setting.getKey(), setting.getValue());
    }
    UserGroupInformation.setConfiguration(conf);
  }

  /** Lets a Hive read and write there. Its default stays the local file system. */
  EmbeddedHive.Options addTo(EmbeddedHive.Options options) {
    EmbeddedHive.Options all = options;
    for (Map.Entry<String, String> setting : settings) {
      if (!OF_HIVE.contains(setting.getKey())) {
        all = all.withConf(setting.getKey(), setting.getValue());
      }
    }
    return all;
  }
}
