package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Cost of the policy's decisions beside the default policy's, inside a real NameNode's namesystem.
 * The files are real; the DataNodes are made up and differ in fullness.
 *
 * <p>Each case is timed for both policies in each round; the order of the two alternates from round
 * to round. The report gives the medians of the rounds, and the quartiles. Before anything is
 * timed, each answer of this policy is checked: it must be on the split's nodes.
 */
final class DecisionCost {
  /** A policy, with the map in which HDFS looks a block up before it asks the policy about it. */
  record Contender(BlockPlacementPolicyDefault policy, Map<?, ?> corrupt) {}

  /** The i-th question of a case. */
  interface Question {
    Object ask(Contender contender, int i) throws Exception;
  }

  /** Check that an answer is right. */
  interface Check {
    boolean isRight(int i, Object answer);
  }

  /**
   * Questions of one kind.
   *
   * @param count number of questions, which are all asked in a pass
   * @param passes number of passes in a round
   * @param prepare question asked before each pass, of a policy that remembers nothing, and not
   *     timed; null if the policy remembers the questions of all passes before
   * @param locked true if HDFS holds the namesystem's lock meanwhile
   */
  record Case(
      String name,
      int count,
      int passes,
      Question prepare,
      boolean locked,
      Question question,
      Check check) {}

  private final MadeUpNameNode nameNode;
  private final int rounds;
  private final int warmUps;
  private final Progress progress = new Progress();
  private final Contender byDefault;
  private final Contender byColumn;

  private DecisionCost(MadeUpNameNode nameNode, int rounds, int warmUps) throws Exception {
    this.nameNode = nameNode;
    this.rounds = rounds;
    this.warmUps = warmUps;
    byDefault = new Contender(nameNode.byDefault(), Map.of());
    byColumn = newColumn();
  }

  private Contender newColumn() throws ReflectiveOperationException {
    return new Contender(nameNode.byColumn(), nameNode.corruptBlocks());
  }

  /** Returns the time of a question in microseconds. */
  private double time(Case asked, boolean column) throws Exception {
    long nanos = 0;
    for (int pass = 0; pass < asked.passes; pass++) {
      Contender contender = prepared(asked, column);
      nanos += nanos(asked, contender);
    }
    return nanos / 1_000.0 / asked.passes / asked.count;
  }

  private Contender prepared(Case asked, boolean column) throws Exception {
    boolean isNew = column && asked.prepare != null;
    Contender contender = isNew ? newColumn() : column ? byColumn : byDefault;
    for (int i = 0; asked.prepare != null && i < asked.count; i++) {
      asked.prepare.ask(contender, i);
    }
    return contender;
  }

  private long nanos(Case asked, Contender contender) throws Exception {
    if (asked.locked) {
      nameNode.namesystem().writeLock();
    }
    try {
      long start = System.nanoTime();
      for (int i = 0; i < asked.count; i++) {
        if (asked.question.ask(contender, i) == null) {
          throw new IllegalStateException(asked.name + ": no answer");
        }
      }
      return System.nanoTime() - start;
    } finally {
      if (asked.locked) {
        nameNode.namesystem().writeUnlock();
      }
    }
  }

  /** Checks this policy's answers. */
  private void check(Case asked) throws Exception {
    Contender contender = prepared(asked, true);
    for (int i = 0; i < asked.count; i++) {
      if (!asked.check.isRight(i, asked.question.ask(contender, i))) {
        throw new IllegalStateException(asked.name + ": a wrong answer, the " + i + "th");
      }
    }
  }

  private void run(List<Case> cases) throws Exception {
    for (Case asked : cases) {
      check(asked);
    }
    double[][][] micros = new double[cases.size()][3][rounds];
    for (int round = -warmUps; round < rounds; round++) {
      for (int i = 0; i < cases.size(); i++) {
        progress.at("timing", "round " + (round + warmUps), round + warmUps, rounds + warmUps);
        boolean columnFirst = (round & 1) == 0;
        double first = time(cases.get(i), columnFirst);
        double second = time(cases.get(i), !columnFirst);
        if (round >= 0) {
          micros[i][0][round] = columnFirst ? second : first;
          micros[i][1][round] = columnFirst ? first : second;
          micros[i][2][round] = micros[i][1][round] / micros[i][0][round];
        }
      }
    }
    progress.clear();
    System.out.println(line("", "default, us", "this policy, us", "ratio"));
    for (int i = 0; i < cases.size(); i++) {
      double[][] of = micros[i];
      System.out.println(
          line(cases.get(i).name, Spread.of(of[0]), Spread.of(of[1]), Spread.of(of[2])));
    }
  }

  private static String line(String name, String byDefault, String byColumn, String ratio) {
    return String.format("%-56s %-24s %-24s %s", name, byDefault, byColumn, ratio).stripTrailing();
  }

  /** The command line. */
  @Command(
      name = "decision-cost",
      mixinStandardHelpOptions = true,
      description = "What an answer of the placement policy takes beside the default policy's.")
  static final class Run implements Callable<Integer> {
    @Option(
        names = "--nodes",
        defaultValue = "1000",
        description = "Made-up DataNodes, 25 a rack (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
        names = "--splits",
        defaultValue = "1000",
        description = "New splits, and those of 10 blocks that exist (${DEFAULT-VALUE}).")
    private int splits;

    @Option(
        names = "--files",
        defaultValue = "10",
        description = "Files of a new split, 2 at least (${DEFAULT-VALUE}).")
    private int files;

    @Option(
        names = "--rounds",
        defaultValue = "61",
        description = "Rounds that count (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
        names = "--warm-up",
        defaultValue = "9",
        description = "Rounds before that (${DEFAULT-VALUE}).")
    private int warmUps;

    @Override
    public Integer call() throws Exception {
      if (LoggerFactory.getLogger(BlockPlacementPolicy.class).isDebugEnabled()) {
        throw new IllegalStateException("HDFS logs each decision: what is timed would be the log");
      }
      MadeUpNodes madeUp = new MadeUpNodes(nodes);
      try (MadeUpNameNode nameNode = new MadeUpNameNode(madeUp)) {
        DecisionCases cases = new DecisionCases(nameNode);
        List<Case> all = new ArrayList<>(cases.ofNewSplits(splits, Math.max(2, files)));
        for (int[] shape : new int[][] {{10, 1}, {10, 8}, {100, 1}, {100, 8}}) {
          int blocks = shape[0] * shape[1];
          all.addAll(cases.ofOldSplits(Math.max(1, splits * 10 / blocks), shape[0], shape[1]));
        }
        all.addAll(cases.ofOtherFiles(splits));
        all.addAll(new RequestCases(nameNode).ofNewSplits(splits));
        System.out.printf(
            Locale.ROOT,
            "%,d nodes, up to %.0f%% full, 1 of %d full; 3 replicas; medians of %d rounds (middle"
                + " half), after %d to warm up%n",
            nodes,
            100 * DecisionCases.MOST_FULL,
            DecisionCases.FULL_EVERY,
            rounds,
            warmUps);
        new DecisionCost(nameNode, rounds, warmUps).run(all);
      }
      return 0;
    }
  }
}
