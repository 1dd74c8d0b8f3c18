package dev.cif.cli.command;

import dev.cif.cli.placement.FolderPlacement;
import dev.cif.cli.placement.PlacedSplit;
import dev.cif.cli.placement.Repair;
import dev.cif.cli.text.Amounts;
import dev.cif.cli.text.TextTable;
import dev.cif.format.SplitDirectories;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code cif placement}: shows which nodes hold a table's splits, and brings splits together. */
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
      "--repair raises the replication of files that are apart, waits for HDFS to copy them, and",
      "lowers it again. It wants the placement policy on the NameNode (docs/HDFS.md). Exit code 1",
      "if splits are still apart afterwards.",
    })
final class PlacementCommand implements Callable<Integer> {
  private static final int SPLITS_AT_A_TIME = 64;

  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "A table's folder, or any above or below it.")
  private String directory;

  @Option(names = "--repair", description = "Brings together what is apart.")
  private boolean repair;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description =
          "How long to wait for HDFS to copy " + SPLITS_AT_A_TIME + " splits (default 600).")
  private long patience;

  private final Map<String, FolderPlacement> folders = new TreeMap<>();
  private final FolderPlacement all = new FolderPlacement();

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    if (patience < 1) {
      throw new UsageException("--patience " + patience + ": give at least one second");
    }
    Path root = cif.path(directory);
    FileSystem fs = cif.fileSystem(root);
    if (repair && !(fs instanceof DistributedFileSystem)) {
      throw new CommandException(root + ": --repair works in HDFS, and this is " + fs.getUri());
    }
    List<PlacedSplit> apart = new ArrayList<>();
    for (Path split : splits(fs, root)) {
      PlacedSplit placed = PlacedSplit.of(fs, split);
      count(placed);
      if (!placed.isTogether()) {
        apart.add(placed);
      }
    }
    if (!repair) {
      for (PlacedSplit split : apart) {
        cif.err().println("apart: " + split.directory());
      }
    }
    print();
    return repair ? repair(fs, apart) : Cif.OK;
  }

  private static List<Path> splits(FileSystem fs, Path root) throws IOException, CommandException {
    try {
      List<Path> splits = SplitDirectories.list(fs, root);
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
  }

  private void print() {
    TextTable table =
        new TextTable(List.of("folder", ">splits", ">together", ">nodes", ">skew", ">to move"));
    folders.forEach((folder, placement) -> table.add(row(folder, placement)));
    if (folders.size() > 1) {
      table.add(row("all", all));
    }
    StringBuilder text = new StringBuilder();
    table.print(text);
    cif.out().print(text);
    cif.out().flush();
  }

  private static String[] row(String folder, FolderPlacement placement) {
    // Rounded down, so that 100 means all.
    double share = Math.floor(10_000.0 * placement.together() / placement.splits()) / 100;
    return new String[] {
      folder,
      Amounts.count(placement.splits()),
      String.format(Locale.ROOT, "%.2f%%", share),
      Amounts.count(placement.nodes()),
      String.format(Locale.ROOT, "%.3f", placement.skew()),
      Amounts.bytes(placement.bytesToMove())
    };
  }

  private int repair(FileSystem fs, List<PlacedSplit> apart) throws IOException, CommandException {
    List<PlacedSplit> still = new ArrayList<>();
    long[] moved = {0, 0};
    try {
      Repair work = new Repair(fs, patience);
      for (int from = 0; from < apart.size(); from += SPLITS_AT_A_TIME) {
        List<PlacedSplit> some =
            apart.subList(from, Math.min(apart.size(), from + SPLITS_AT_A_TIME));
        work.repair(
            some,
            (before, after) -> {
              moved[0] += after.isTogether() ? 1 : 0;
              moved[1] += after.isTogether() ? before.bytesToMove() : 0;
              if (!after.isTogether()) {
                still.add(after);
              }
            });
        cif.err()
            .println(
                "worked on "
                    + Amounts.count(from + some.size())
                    + " of "
                    + Amounts.count(apart.size(), "split")
                    + ", "
                    + Amounts.bytes(moved[1])
                    + " of "
                    + Amounts.bytes(all.bytesToMove())
                    + " copied");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted; replication is as it was", e);
    }
    for (PlacedSplit split : still) {
      cif.err().println("still apart: " + split.directory());
    }
    cif.out()
        .println(
            Amounts.count(moved[0], "split")
                + " brought together, "
                + Amounts.bytes(moved[1])
                + " copied, "
                + Amounts.count(still.size())
                + " still apart");
    return still.isEmpty() ? Cif.OK : Cif.DATA_ERROR;
  }
}
