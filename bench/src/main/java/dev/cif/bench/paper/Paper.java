package dev.cif.bench.paper;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Commands of the experiments. */
@Command(
    name = "bench/paper/run",
    mixinStandardHelpOptions = true,
    description = "The paper's experiments, over again.",
    subcommands = {
      Figure7.class,
      Figure8.class,
      Figure9.class,
      Figure10.class,
      Figure11.class,
      Table1.class,
      Table2.class,
      AddColumn.class,
      CoLocation.class
    })
public final class Paper {
  Paper() {}

  /** Runs one experiment. */
  public static void main(String[] args) {
    CommandLine line = new CommandLine(new Paper());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(line.execute(args));
  }
}
