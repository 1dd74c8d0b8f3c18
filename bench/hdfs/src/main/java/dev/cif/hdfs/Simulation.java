package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A large cluster in one process: the policy's real code, called by a {@link SimulatedNameNode}
 * and, through it, by a {@link SimulatedBalancer}. It reports how evenly the nodes are filled and
 * how many splits are together, beside the default policy.
 */
final class Simulation {
  /**
   * Share of the nodes' capacity in use when all is written; when a tenth of them fails, it is 60%.
   */
  private static final double UTILIZATION = 0.54;

  private static final int SPLITS_A_STEP = 200;

  /** Number of steps of a wait, at most: those of a day. */
  private static final int MAX_STEPS = 28_800;

  private static final int MAX_ITERATIONS = 1_000;

  /** State of the cluster after a phase. */
  private record State(
      String phase, double variation, double together, int lost, long copied, String said) {}

  private final SimulatedBlocks blocks;
  private final SimulatedNameNode nameNode;
  private final String name;
  private final Progress progress;

  Simulation(int nodes, int splits, int files, boolean together)
      throws ReflectiveOperationException {
    this(nodes, splits, files, together, new Progress());
  }

  private Simulation(int nodes, int splits, int files, boolean together, Progress progress)
      throws ReflectiveOperationException {
    blocks = new SimulatedBlocks(nodes, splits, files, UTILIZATION);
    Fields.seed(blocks.madeUp.topology, 1);
    nameNode = new SimulatedNameNode(blocks, together);
    name = together ? "this policy" : "default";
    this.progress = progress;
  }

  double together() {
    return blocks.together();
  }

  double variation() {
    return blocks.variation();
  }

  /** Writes all splits, each from a random node. */
  void load() {
    for (int split = 0; split < blocks.splits; split++) {
      if (split % SPLITS_A_STEP == 0) {
        nameNode.step();
        progress.at(name, "load", split, blocks.splits);
      }
      nameNode.write(split);
    }
    nameNode.step();
  }

  /** Lets nodes fail at once, and waits until HDFS has copied their blocks. */
  boolean fail(int count) {
    List<Integer> live = new ArrayList<>();
    for (int i = 0; i < blocks.nodes().size(); i++) {
      if (blocks.isLive(i)) {
        live.add(i);
      }
    }
    Collections.shuffle(live, nameNode.random);
    BitSet failing = new BitSet();
    live.subList(0, count).forEach(failing::set);
    nameNode.fail(failing);
    return settle();
  }

  /** Waits until no task is pending; returns false if there is one after {@link #MAX_STEPS}. */
  private boolean settle() {
    int most = nameNode.work();
    for (int i = 0; i < MAX_STEPS && nameNode.work() > 0; i++) {
      nameNode.step();
      progress.at(name, "copying", Math.max(0, most - nameNode.work()), most);
    }
    return nameNode.work() == 0;
  }

  /** Replaces up to {@code count} failed nodes by empty ones. */
  void join(int count) {
    blocks.replace(count);
  }

  /** Runs the Balancer to its end, and waits for its consequences; returns a summary. */
  String balance(double threshold) {
    long start = nameNode.now();
    SimulatedBalancer balancer = new SimulatedBalancer(nameNode, threshold);
    String end =
        balancer.run(
            MAX_ITERATIONS,
            () -> progress.at(name, "balancing", balancer.iterations(), MAX_ITERATIONS));
    long millis = nameNode.now() - start;
    return String.format(
        Locale.ROOT,
        "%s after %d iterations, %.1f h, %,d blocks moved by it%s",
        end,
        balancer.iterations(),
        millis / 3_600_000.0,
        balancer.moves(),
        settle() ? "" : "; HDFS still copies");
  }

  private State state(String phase, String said) {
    return new State(phase, variation(), together(), blocks.lost(), nameNode.copied(), said);
  }

  private List<State> history(int failing, int joining, double threshold) {
    List<State> states = new ArrayList<>();
    load();
    states.add(state("loading", ""));
    boolean isDone = fail(failing);
    states.add(state(failing + " nodes failed", isDone ? "" : "HDFS still copies"));
    String said = balance(threshold);
    states.add(state("and the Balancer has run", said));
    if (joining > 0) {
      join(joining);
      said = balance(threshold);
      states.add(state("and again, with " + joining + " empty nodes", said));
    }
    return states;
  }

  /** The command line. */
  @Command(
      name = "simulation",
      mixinStandardHelpOptions = true,
      description = "A large cluster with the placement policy, and with the default policy.")
  static final class Run implements Callable<Integer> {
    @Option(
        names = "--nodes",
        defaultValue = "1000",
        description = "Nodes, 25 a rack (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
        names = "--splits",
        defaultValue = "1000000",
        description = "Splits (${DEFAULT-VALUE}).")
    private int splits;

    @Option(
        names = "--files",
        defaultValue = "4",
        description = "Files of a split, each of one block of 128 MB (${DEFAULT-VALUE}).")
    private int files;

    @Option(
        names = "--fail",
        defaultValue = "100",
        description = "Nodes that fail at a time (${DEFAULT-VALUE}).")
    private int fail;

    @Option(
        names = "--join",
        defaultValue = "20",
        description = "Empty nodes that join then (${DEFAULT-VALUE}).")
    private int join;

    @Option(
        names = "--threshold",
        defaultValue = "1",
        description = "The Balancer's, in hundredths of a node's room (${DEFAULT-VALUE}).")
    private int threshold;

    @Override
    public Integer call() throws Exception {
      Progress progress = new Progress();
      Map<Boolean, Future<List<State>>> states = new LinkedHashMap<>();
      Simulation ours = null;
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        for (boolean together : new boolean[] {false, true}) {
          Simulation cluster = new Simulation(nodes, splits, files, together, progress);
          ours = cluster;
          states.put(
              together, threads.submit(() -> cluster.history(fail, join, threshold / 100.0)));
        }
        List<State> byDefault = states.get(false).get();
        List<State> byColumn = states.get(true).get();
        progress.clear();
        System.out.printf(
            Locale.ROOT,
            "%,d nodes, %,d splits of %d files of one block, 3 replicas; the Balancer's threshold"
                + " %d%%%n",
            nodes,
            splits,
            files,
            threshold);
        print(byDefault, byColumn);
      } finally {
        threads.shutdownNow();
        threads.awaitTermination(1, TimeUnit.MINUTES);
      }
      System.out.println(ours.peaks());
      return 0;
    }
  }

  private String peaks() {
    return String.format(
        Locale.ROOT,
        "at most at a time: %,d splits watched, %,d moves of splits known; now %,d remembered",
        nameNode.mostWatched(),
        nameNode.mostMoves(),
        nameNode.remembered());
  }

  private static void print(List<State> byDefault, List<State> byColumn) {
    System.out.printf(
        "%-34s %-12s %9s %6s %9s %9s %11s%n",
        "after", "policy", "variation", "ratio", "together", "lost", "copied");
    for (int i = 0; i < byDefault.size(); i++) {
      print("default", byDefault.get(i), 1);
      print("this policy", byColumn.get(i), byColumn.get(i).variation / byDefault.get(i).variation);
    }
  }

  private static void print(String policy, State state, double ratio) {
    System.out.printf(
        Locale.ROOT,
        "%-34s %-12s %9.5f %6.2f %8.4f%% %9d %,11d%s%n",
        state.phase,
        policy,
        state.variation,
        ratio,
        100 * state.together,
        state.lost,
        state.copied,
        state.said.isEmpty() ? "" : "  " + state.said);
  }
}
