package dev.cif.cli.command;

import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** Option {@code --metastore} of the commands that read rows, also of transactional tables. */
final class MetastoreOption {
  @Option(
      names = "--metastore",
      paramLabel = "URI",
      description = "Of a transactional table: who knows what counts, as thrift://host:9083.")
  private String uri;

  /** Names the metastore to those who ask it. File systems must be opened afterwards. */
  void addTo(Configuration conf) {
    if (uri != null) {
      conf.set("hive.metastore.uris", uri);
    }
  }
}
