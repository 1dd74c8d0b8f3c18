package dev.cif.bench.timing;

import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Options of a command that measures in {@link Rounds}, with the command's own defaults. */
public final class RepeatOptions {
  @Option(
      names = "--runs",
      showDefaultValue = Visibility.ALWAYS,
      description = "Runs that count; the median is reported.")
  private int runs;

  @Option(
      names = {"--warm-up", "--warmup"},
      showDefaultValue = Visibility.ALWAYS,
      description = "Runs before them, to warm up.")
  private int warmUps;

  /** Creates options with defaults. */
  public RepeatOptions(int runs, int warmUps) {
    this.runs = runs;
    this.warmUps = warmUps;
  }

  public int runs() {
    return runs;
  }

  public int warmUps() {
    return warmUps;
  }

  public Rounds rounds() {
    return new Rounds(warmUps, runs);
  }
}
