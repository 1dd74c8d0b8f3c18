package dev.cif.cli.command;

import dev.cif.cli.placement.FolderPlacement;
import dev.cif.cli.placement.PlacedKey;
import dev.cif.cli.placement.PlacedSplit;
import dev.cif.cli.placement.Repair;
import dev.cif.cli.text.Amounts;
import dev.cif.cli.text.Cell;
import dev.cif.cli.text.TextTable;
import dev.cif.format.options.PlacementKey;
import dev.cif.format.read.SplitDirectories;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * Command {@code cif placement}: shows the nodes that hold a table's splits, and brings splits
 * together.
 */
@Command(
    name = "placement",
    description = "Shows whether the files of split-directories are on the same nodes.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A line for each folder with splits: how many, the share of those all of whose blocks are on",
      "the same nodes, the nodes that hold something, the skew (standard deviation of the bytes a",
      "node, over their mean), and what --repair would copy. Splits that are apart are listed on",
      "standard error.",
      "Of co-location groups a line each: how many keys (corresponding buckets), the share of"
          + " those",
      "all of whose splits, in all folders given, are on the same nodes, and how many splits. Keys",
      "that are apart are listed too.",
      "--repair raises the replication of files that are apart, waits for HDFS to copy them, and",
      "lowers it again. It wants the placement policy on the NameNode, and cif.placement.listen"
          + " set",
      "to true there (docs/HDFS.md). Exit code 1 if splits or keys are still apart afterwards.",
    })
final class PlacementCommand implements Callable<Integer> {
  private static final int SPLITS_AT_A_TIME = 64;

  @ParentCommand private Cif cif;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "A table's folder, or any above or below it; several, to compare their groups.")
  private List<String> directories;

  @Option(names = "--repair", description = "Brings together what is apart.")
  private boolean repair;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description =
          "How long to wait for HDFS to copy " + SPLITS_AT_A_TIME + " splits (default 600).")
  private long patience;

  @Mixin private JsonOption json;

  private final Map<String, FolderPlacement> folders = new TreeMap<>();
  private final FolderPlacement all = new FolderPlacement();
  private final Map<PlacementKey, PlacedKey> keys =
      new TreeMap<>(
          Comparator.comparing(PlacementKey::group).thenComparingInt(PlacementKey::number));

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    if (patience < 1) {
      throw new UsageException("--patience " + patience + ": give at least one second");
    }
    FileSystem fs = null;
    Set<Path> splits = new LinkedHashSet<>();
    for (String directory : directories) {
      Path root = cif.path(directory);
      FileSystem of = cif.fileSystem(root);
      if (repair && !(of instanceof DistributedFileSystem)) {
        throw new CommandException(root + ": --repair works in HDFS, and this is " + of.getUri());
      }
      if (fs != null && !fs.getUri().equals(of.getUri())) {
        throw new CommandException(root + " is not in " + fs.getUri() + ", as those before it");
      }
      fs = of;
      splits.addAll(splits(fs, root));
    }
    Map<Path, PlacedSplit> apart = new LinkedHashMap<>();
    try (Progress progress = Progress.counting(cif.err(), "asked of", "split", splits.size())) {
      int asked = 0;
      for (Path split : splits) {
        PlacedSplit placed = PlacedSplit.of(fs, split);
        count(placed);
        if (!placed.isTogether()) {
          apart.put(split, placed);
        }
        progress.update(++asked);
      }
    }
    List<PlacedKey> apartKeys = keys.values().stream().filter(k -> !k.isTogether()).toList();
    if (!repair) {
      apart.keySet().forEach(split -> cif.err().println("apart: " + split));
      apartKeys.forEach(key -> cif.err().println("apart: " + describe(key)));
    }
    print();
    return repair ? repair(fs, apart, apartKeys) : Cif.OK;
  }

  private static String describe(PlacedKey key) {
    return key.key() + " of " + Amounts.count(key.splits().size(), "split");
  }

  private List<Path> splits(FileSystem fs, Path root) throws IOException, CommandException {
    try {
      List<Path> splits =
          Progress.waiting(
              cif.err(), "listing split-directories", () -> SplitDirectories.list(fs, root));
      if (splits.isEmpty()) {
        throw new CommandException(
            root + ": no split-directory is here; one is a folder with a file schema.cif");
      }
      return splits;
    } catch (FileNotFoundException e) {
      throw new CommandException(root + ": there is no such folder", e);
    }
  }

  private void count(PlacedSplit split) {
    String folder = split.directory().getParent().toUri().getPath();
    folders.computeIfAbsent(folder, f -> new FolderPlacement()).add(split);
    all.add(split);
    split.key().ifPresent(key -> keys.computeIfAbsent(key, PlacedKey::new).add(split));
  }

  private void print() throws IOException {
    TextTable table =
        new TextTable(List.of("folder", ">splits", ">together", ">nodes", ">skew", ">to move"));
    folders.forEach((folder, placement) -> table.add(row(folder, placement)));
    if (folders.size() > 1) {
      table.add(row("all", all));
    }
    Map<String, TextTable> tables = new LinkedHashMap<>();
    tables.put("folders", table);
    TextTable groups = groups();
    if (groups != null) {
      tables.put("groups", groups);
    }
    json.print(cif.out(), tables);
  }

  /** Returns the table of groups; null if there are none. */
  private TextTable groups() {
    Map<String, List<PlacedKey>> groups = new TreeMap<>();
    keys.forEach(
        (key, placed) -> groups.computeIfAbsent(key.group(), g -> new ArrayList<>()).add(placed));
    if (groups.isEmpty()) {
      return null;
    }
    TextTable table = new TextTable(List.of("group", ">keys", ">together", ">splits"));
    groups.forEach(
        (group, ofGroup) ->
            table.add(
                Cell.text(group),
                Cell.count(ofGroup.size()),
                share(ofGroup.stream().filter(PlacedKey::isTogether).count(), ofGroup.size()),
                Cell.count(ofGroup.stream().mapToLong(key -> key.splits().size()).sum())));
    return table;
  }

  /**
   * Returns a share in percent, rounded down, so that 100 means all; for programs as a fraction of
   * 1.
   */
  private static Cell share(long some, long all) {
    String text = String.format(Locale.ROOT, "%.2f%%", Math.floor(10_000.0 * some / all) / 100);
    return new Cell(text, some / (double) all);
  }

  private static Cell[] row(String folder, FolderPlacement placement) {
    return new Cell[] {
      Cell.text(folder),
      Cell.count(placement.splits()),
      share(placement.together(), placement.splits()),
      Cell.count(placement.nodes()),
      new Cell(String.format(Locale.ROOT, "%.3f", placement.skew()), placement.skew()),
      Cell.bytes(placement.bytesToMove())
    };
  }

  private int repair(FileSystem fs, Map<Path, PlacedSplit> apart, List<PlacedKey> apartKeys)
      throws IOException, CommandException {
    Map<PlacementKey, PlacedKey> mended = new LinkedHashMap<>();
    for (PlacedKey key : apartKeys) {
      mended.put(key.key(), new PlacedKey(key.key()));
      for (Path split : key.splits()) {
        apart.put(split, PlacedSplit.of(fs, split));
      }
    }
    List<PlacedSplit> work = List.copyOf(apart.values());
    List<String> still = new ArrayList<>();
    long[] bytes = {0};
    try {
      Repair worker = new Repair(fs, patience);
      for (int from = 0; from < work.size(); from += SPLITS_AT_A_TIME) {
        List<PlacedSplit> some = work.subList(from, Math.min(work.size(), from + SPLITS_AT_A_TIME));
        worker.repair(
            some,
            (after, copied) -> {
              if (after.isTogether()) {
                bytes[0] += copied;
              } else {
                still.add(after.directory().toString());
              }
              after.key().map(mended::get).ifPresent(key -> key.add(after));
            });
        cif.err()
            .println(
                "worked on "
                    + Amounts.count(from + some.size())
                    + " of "
                    + Amounts.count(work.size(), "split")
                    + ", "
                    + Amounts.bytes(bytes[0])
                    + " copied");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted; replication is as it was", e);
    }
    int together = work.size() - still.size();
    mended.values().stream()
        .filter(key -> !key.isTogether())
        .forEach(key -> still.add(describe(key)));
    still.forEach(what -> cif.err().println("still apart: " + what));
    // The JSON on standard output must stay alone.
    (json.isGiven() ? cif.err() : cif.out())
        .println(
            Amounts.count(together, "split")
                + " brought together, "
                + Amounts.bytes(bytes[0])
                + " copied, "
                + Amounts.count(still.size())
                + " still apart");
    return still.isEmpty() ? Cif.OK : Cif.DATA_ERROR;
  }
}
