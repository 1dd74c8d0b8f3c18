package dev.cif.hdfs;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Commands of {@code bench/hdfs/run}. */
@Command(
    name = "bench/hdfs/run",
    mixinStandardHelpOptions = true,
    description =
        "Figures of the placement policy of HDFS (docs/HDFS.md), in this process, with no cluster.",
    subcommands = {
      DecisionCost.Run.class,
      Load.class,
      Simulation.Run.class,
      GroupSpread.class,
      PolicyMemory.class
    })
final class Figures {
  private Figures() {}

  /** Ends the process with picocli's exit codes: 0, 1 after a failure, 2 for a wrong command. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Figures()).execute(args));
  }
}
