package dev.cif.cli.command;

import dev.cif.embedded.EmbeddedHive.Options;
import dev.cif.embedded.Engine;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options of the commands that keep a Hive's tables: its home and its engine. */
final class HiveOptions {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "cif-home",
      description = "The folder of warehouse and metastore; ${DEFAULT-VALUE} by default.")
  private Path home;

  @Option(
      names = "--engine",
      paramLabel = "tez|mr",
      defaultValue = "tez",
      description = "The execution engine; ${DEFAULT-VALUE} by default.")
  private Engine engine;

  @Option(
      names = "--transactions",
      description = "With transactional tables. Each statement takes longer, and none compacts.")
  private boolean transactions;

  @Option(
      names = "--hiveconf",
      paramLabel = "KEY=VALUE",
      description = "A Hive or Hadoop setting; may be given several times.")
  private Map<String, String> settings = Map.of();

  Options options() {
    Options options = Options.kept(home.toAbsolutePath().normalize()).withEngine(engine);
    if (transactions) {
      options = options.withTransactions();
    }
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      options = options.withConf(setting.getKey(), setting.getValue());
    }
    return options;
  }
}
