package dev.cif.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Throughput of a NameNode with the policy beside one with the default policy, when many threads
 * send requests. Both get the same requests, one NameNode after the other in each round; the order
 * alternates from round to round. In the end each block of this policy is checked: it must be with
 * its split.
 */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description =
        "A NameNode that many threads write splits to, beside one with the default policy.")
final class Load implements Callable<Integer> {
  private static final String[] NAMES = {"default", "this policy", "ratio"};

  @Option(
      names = "--threads",
      defaultValue = "8",
      description = "Clients that ask at a time (${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--nodes",
      defaultValue = "1000",
      description = "Made-up DataNodes, 25 a rack (${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--splits",
      defaultValue = "50",
      description = "Splits that a client writes in a round (${DEFAULT-VALUE}).")
  private int splits;

  @Option(
      names = "--files",
      defaultValue = "10",
      description = "Files of a split, of one block, 2 at least (${DEFAULT-VALUE}).")
  private int files;

  @Option(
      names = "--reads",
      defaultValue = "20",
      description = "Files whose block locations are asked for, for each split (${DEFAULT-VALUE}).")
  private int reads;

  @Option(
      names = "--remembered",
      defaultValue = "100",
      description =
          "cif.placement.remembered.splits: columns that are added to others are placed by block"
              + " locations (${DEFAULT-VALUE}).")
  private int remembered;

  @Option(
      names = "--rounds",
      defaultValue = "31",
      description = "Rounds that count (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "5",
      description = "Rounds before that (${DEFAULT-VALUE}).")
  private int warmUps;

  /**
   * Throughput (requests/s) and the median and 99th percentile of {@code addBlock} (us) of one
   * round.
   */
  private record Round(double perSecond, double median, double p99) {}

  @Override
  public Integer call() throws Exception {
    if (LoggerFactory.getLogger(BlockPlacementPolicy.class).isDebugEnabled()) {
      throw new IllegalStateException("HDFS logs each decision: what is timed would be the log");
    }
    files = Math.max(2, files);
    double[][][] figures = new double[3][NAMES.length][rounds];
    Progress progress = new Progress();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (LoadedNameNode byDefault = new LoadedNameNode(null, 0, nodes);
        LoadedNameNode byColumn =
            new LoadedNameNode(ColumnPlacementPolicy.class, remembered, nodes)) {
      for (int round = -warmUps; round < rounds; round++) {
        progress.at("timing", "round " + (round + warmUps), round + warmUps, rounds + warmUps);
        boolean columnFirst = (round & 1) == 0;
        Round first = run(columnFirst ? byColumn : byDefault, round, pool);
        Round second = run(columnFirst ? byDefault : byColumn, round, pool);
        if (round >= 0) {
          note(figures, round, columnFirst ? second : first, columnFirst ? first : second);
        }
      }
      progress.clear();
      check(byDefault, byColumn);
    } finally {
      pool.shutdown();
    }
    print(figures);
    return 0;
  }

  private static void note(double[][][] figures, int round, Round byDefault, Round byColumn) {
    double[][] both = {
      {byDefault.perSecond, byColumn.perSecond},
      {byDefault.median, byColumn.median},
      {byDefault.p99, byColumn.p99}
    };
    for (int figure = 0; figure < both.length; figure++) {
      figures[figure][0][round] = both[figure][0];
      figures[figure][1][round] = both[figure][1];
      figures[figure][2][round] = both[figure][1] / both[figure][0];
    }
  }

  private Round run(LoadedNameNode nameNode, int round, ExecutorService pool) throws Exception {
    long[][] nanos = new long[threads][splits * (files + 1)];
    CyclicBarrier begin = new CyclicBarrier(threads + 1);
    List<Future<Integer>> clients = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      Client client = new Client(nameNode, round, thread, nanos[thread]);
      clients.add(
          pool.submit(
              () -> {
                begin.await();
                return client.work();
              }));
    }
    begin.await();
    long start = System.nanoTime();
    long requests = 0;
    for (Future<Integer> client : clients) {
      requests += client.get();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long[] sorted =
        Arrays.stream(nanos).flatMapToLong(Arrays::stream).filter(n -> n > 0).sorted().toArray();
    return new Round(
        requests / seconds, at(sorted, sorted.length / 2), at(sorted, sorted.length * 99 / 100));
  }

  private static double at(long[] sortedNanos, int at) {
    return sortedNanos[at] / 1e3;
  }

  private static String folder(int round, int thread, int split) {
    return String.format("/warehouse/db.db/r=%d/t=%d/%06d_0", round, thread, split);
  }

  /** A client's requests of a round. */
  private final class Client {
    private final LoadedNameNode nameNode;
    private final int round;
    private final int thread;
    private final long[] nanos;
    private final Random random;
    private int timed;
    private int requests;

    Client(LoadedNameNode nameNode, int round, int thread, long... nanos) {
      this.nameNode = nameNode;
      this.round = round;
      this.thread = thread;
      this.nanos = nanos;
      random = new Random(31L * round + thread);
    }

    /**
     * Writes splits, adds a column to a split of the round before for each, and reads. Returns the
     * number of requests.
     */
    int work() throws IOException {
      for (int split = 0; split < splits; split++) {
        String[] paths = new String[files];
        for (int file = 0; file < files; file++) {
          paths[file] = folder(round, thread, split) + "/" + file + "-c.col";
        }
        write(paths);
        if (round > -warmUps) {
          write(folder(round - 1, thread, split) + "/99-late.col");
        }
        for (int read = 0; read < reads; read++) {
          int of = random.nextInt(round + warmUps + 1) - warmUps;
          int other = of == round ? random.nextInt(split + 1) : random.nextInt(splits);
          nameNode.locations(folder(of, thread, other) + "/" + random.nextInt(files) + "-c.col");
          requests++;
        }
      }
      return requests;
    }

    /** Writes files as a task does, which has all of them open at a time. */
    private void write(String... paths) throws IOException {
      String name = "client" + thread;
      long[] ids = new long[paths.length];
      LocatedBlock[] blocks = new LocatedBlock[paths.length];
      for (int i = 0; i < paths.length; i++) {
        ids[i] = nameNode.create(paths[i], name);
      }
      for (int i = 0; i < paths.length; i++) {
        long start = System.nanoTime();
        blocks[i] = nameNode.addBlock(paths[i], name, ids[i]);
        nanos[timed++] = System.nanoTime() - start;
      }
      for (int i = 0; i < paths.length; i++) {
        nameNode.receive(blocks[i]);
        nameNode.complete(paths[i], name, blocks[i], ids[i]);
      }
      requests += paths.length * (3 + LoadedNameNode.REPLICATION);
    }
  }

  /** Checks that all splits of this policy are together, and none of the default policy's. */
  private void check(LoadedNameNode byDefault, LoadedNameNode byColumn) throws IOException {
    int together = 0;
    for (int round = -warmUps; round < rounds; round++) {
      for (int thread = 0; thread < threads; thread++) {
        for (int split = 0; split < splits; split++) {
          String folder = folder(round, thread, split);
          Set<Set<String>> sets = nodeSets(byColumn, folder, round < rounds - 1);
          if (sets.size() != 1) {
            throw new IllegalStateException(folder + " is apart: " + sets);
          }
          together += nodeSets(byDefault, folder, false).size() == 1 ? 1 : 0;
        }
      }
    }
    if (together > 0) {
      throw new IllegalStateException(together + " splits are together by the default policy");
    }
  }

  private Set<Set<String>> nodeSets(LoadedNameNode nameNode, String folder, boolean hasLate)
      throws IOException {
    Set<Set<String>> sets = new HashSet<>();
    for (int file = 0; file < files; file++) {
      sets.add(nameNode.nodes(folder + "/" + file + "-c.col"));
    }
    if (hasLate) {
      sets.add(nameNode.nodes(folder + "/99-late.col"));
    }
    return sets;
  }

  private void print(double[][][] figures) {
    System.out.printf(
        Locale.ROOT,
        "%d threads, %,d nodes, splits of %d files of 1 block, 3 replicas; medians of %d rounds"
            + " (middle half), after %d to warm up%n",
        threads,
        nodes,
        files,
        rounds,
        warmUps);
    System.out.printf("%-24s %-28s %-28s %s%n", "", NAMES[0], NAMES[1], NAMES[2]);
    String[] whats = {"requests a second", "addBlock, us, p50", "addBlock, us, p99"};
    for (int figure = 0; figure < whats.length; figure++) {
      double[][] of = figures[figure];
      System.out.printf(
          "%-24s %-28s %-28s %s%n",
          whats[figure], Spread.of(of[0]), Spread.of(of[1]), Spread.of(of[2]));
    }
  }
}
