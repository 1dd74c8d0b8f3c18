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
 * File systems of the cluster that {@code HADOOP_CONF_DIR} describes, for commands with a Hive in
 * the process. That Hive has settings of its own for everything else. Other commands have the
 * folder on their class path.
 */
final class ClusterFiles {
  private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

  /** Settings that the Hive determines itself. */
  private static final Set<String> OF_HIVE = Set.of("fs.defaultFS", "hadoop.tmp.dir");

  private final Configuration settings = new Configuration(false);

  /**
   * Reads the settings.
   *
   * @param folder value of the environment variable; may be null or empty, for none
   */
  ClusterFiles(String folder) throws IOException {
    if (folder != null && !folder.isEmpty()) {
      for (String name : FILES) {
        Path file = Path.of(folder, name);
        if (Files.exists(file)) {
          // Added by its URL, to which its includes are relative.
          settings.addResource(file.toUri().toURL());
        }
      }
    }
  }

  /** Makes paths, and the user, be those of the cluster. */
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
