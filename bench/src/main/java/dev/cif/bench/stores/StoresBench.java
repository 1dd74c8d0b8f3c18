package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.timing.Followers;
import dev.cif.bench.timing.Leader;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures an event index in several stores, each in its own JVM, by turns. */
@Command(
    name = "bench/stores/run",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "An index of events in MapFile, Avro, Parquet, ORC, CIF and servers.")
public final class StoresBench implements Callable<Integer> {
  private static final int SPLIT_ROWS = 100_000;
  private static final int LEAST_SPLITS = 4;

  /** Request to a follower to close its store. */
  private static final String CLOSE = "close";

  @Option(
      names = "--dir",
      defaultValue = "bench/target/stores/data",
      description = "where the stores are; what is there of the same rows is not loaded again")
  private Path directory;

  @Option(names = "--rows", defaultValue = "1000000", description = "of the index")
  private long rows;

  @Option(
      names = "--splits",
      defaultValue = "0",
      description = "partitions; 0 for one for 100,000 rows, and at least 4")
  private int splits;

  @Option(names = "--stores", split = ",", description = "their names; all if not given")
  private List<String> stores;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(3, 2);

  @Option(names = "--lookups", defaultValue = "1000", description = "of a run, at most")
  private int lookups;

  @Option(
      names = "--lookup-seconds",
      defaultValue = "10",
      description = "of a run, after which it begins no look-up")
  private int lookupSeconds;

  @Option(names = "--clients", defaultValue = "8", description = "threads that look up at once")
  private int clients;

  @Option(
      names = "--cold",
      defaultValue = "5",
      description = "look-ups of a cold store; 0 for none")
  private int cold;

  @Option(
      names = "--scan-splits",
      defaultValue = "2147483647",
      description = "partitions that are scanned, at most; those of the lowest numbers")
  private int scanSplits;

  @Option(names = "--load-only", description = "loads the stores for later runs, and ends")
  private boolean isLoadOnly;

  @Option(
      names = "--out",
      defaultValue = "bench/target/stores/results",
      description = "folder of the results")
  private Path out;

  @Option(names = "--follow", hidden = true)
  private String follows;

  @Spec private CommandLine.Model.CommandSpec spec;

  public static void main(String[] args) {
    System.exit(new CommandLine(new StoresBench()).execute(args));
  }

  private StoreTasks measure(EventIndex index, String store) {
    return new StoreTasks(index, store, directory, amounts());
  }

  private StoreTasks.Amounts amounts() {
    return new StoreTasks.Amounts(lookups, lookupSeconds, clients, cold, scanSplits);
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    int parts = splits > 0 ? splits : (int) Math.max(LEAST_SPLITS, rows / SPLIT_ROWS);
    EventIndex index = new EventIndex(rows, parts, GeneratedData.SEED);
    if (follows != null) {
      follow(index);
      return 0;
    }
    stores = stores == null ? EventStores.names() : stores;
    EventStores.expect(stores);
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    try (Followers followers =
        new Followers(
            StoresBench.class,
            arguments,
            store -> List.of("--follow", store),
            EventStores::flags)) {
      lead(index, followers);
      for (String store : stores) {
        followers.ask(store, CLOSE);
      }
    }
    return 0;
  }

  private void follow(EventIndex index) throws Exception {
    Leader leader = new Leader();
    try (StoreTasks measure = measure(index, follows)) {
      leader.serve(
          what -> {
            if (what instanceof StoreTask task) {
              return measure.run(task);
            }
            return what.equals(CLOSE) ? null : measure.store().description();
          });
    }
    leader.answer(CLOSE);
  }

  private void lead(EventIndex index, Followers followers) throws Exception {
    Map<String, String> descriptions = new LinkedHashMap<>();
    for (String store : stores) {
      descriptions.put(store, (String) followers.ask(store, "description"));
    }
    Map<StoreTask, Map<String, List<StoreRun>>> outcomes = new EnumMap<>(StoreTask.class);
    for (StoreTask task : isLoadOnly ? List.of(StoreTask.LOAD) : List.of(StoreTask.values())) {
      if (!task.isCold() || cold > 0) {
        boolean isOnce = task == StoreTask.LOAD || task.isCold();
        Rounds rounds = isOnce ? new Rounds(0, 1) : repeats.rounds();
        outcomes.put(
            task, rounds.run(task.name(), stores, store -> (StoreRun) followers.ask(store, task)));
      }
    }
    if (!isLoadOnly) {
      expectCounts(outcomes.get(StoreTask.SCAN));
      new StoresReport(index, descriptions, outcomes, repeats.warmUps(), repeats.runs(), amounts())
          .write(out);
    }
  }

  /** Checks that all scans found the same number of rows, and some. */
  static void expectCounts(Map<String, List<StoreRun>> scans) {
    Map<String, Long> counts = new LinkedHashMap<>();
    scans.forEach((store, runs) -> counts.put(store, runs.get(0).amount()));
    if (counts.values().stream().distinct().count() != 1 || counts.containsValue(0L)) {
      throw new IllegalStateException("rows that the scans found: " + counts);
    }
  }
}
