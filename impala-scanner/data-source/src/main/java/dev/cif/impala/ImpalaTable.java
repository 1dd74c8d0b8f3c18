package dev.cif.impala;

import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.schema.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Split-directories of a table, listed once. Immutable.
 *
 * @param fs file system, shared by Hadoop and thus never closed
 * @param snapshot changes that apply
 * @param described table file (FORMAT.md section 2.4); null if there is none
 */
record ImpalaTable(
    InitString settings,
    FileSystem fs,
    List<ImpalaSplit> splits,
    Snapshot snapshot,
    DescribedTable described) {
  /** Maximum number of splits that are read for an estimate. Others are assumed to be similar. */
  static final int SAMPLE = 256;

  /**
   * Lists a table.
   *
   * @throws CifException if its folder does not exist or has files of another format
   */
  static ImpalaTable list(InitString settings) throws IOException {
    FileSystem fs = settings.path().getFileSystem(new Configuration());
    Path root = fs.makeQualified(settings.path());
    DescribedTable described = DescribedTable.find(fs, root);
    List<FoundSplit> found;
    try {
      found =
          described == null
              ? SplitFinder.find(List.of(new SplitFinder.Root(fs, root)), settings.options())
              : described.splits(fs, root, true, settings.options());
    } catch (FileNotFoundException e) {
      throw CifException.at(
          root,
          null,
          -1,
          "there is no such folder; correct \"" + InitString.PATH + "\" of the init string",
          e);
    }
    List<ImpalaSplit> splits = new ArrayList<>();
    for (FoundSplit split : found) {
      splits.add(ImpalaSplit.of(root, split.directory(), described));
    }
    // All splits have the same snapshot.
    Snapshot snapshot = found.isEmpty() ? Snapshot.NONE : found.get(0).snapshot();
    return new ImpalaTable(settings, fs, splits, snapshot, described);
  }

  /** Returns the splits whose partition values alone do not exclude all rows. */
  List<ImpalaSplit> matching(Conditions conditions) throws IOException {
    List<ImpalaSplit> matching = new ArrayList<>();
    for (ImpalaSplit split : splits) {
      if (conditions.on(split, settings).isPossible()) {
        matching.add(split);
      }
    }
    return matching;
  }

  /**
   * Returns the number of rows in the blocks that the conditions leave. Reads schema files and
   * footers.
   */
  long estimate(Conditions conditions) throws IOException {
    List<ImpalaSplit> matching = matching(conditions);
    int sampled = Math.min(matching.size(), SAMPLE);
    List<ImpalaSplit> sample = new ArrayList<>();
    for (int i = 0; i < sampled; i++) {
      // The sample is evenly spread, so that early and late splits count alike.
      sample.add(matching.get((int) ((long) i * matching.size() / sampled)));
    }
    long rows = 0;
    for (long left : Planner.visit(sample, split -> rowsLeft(split, conditions))) {
      rows += left;
    }
    return sampled == matching.size()
        ? rows
        : Math.round((double) rows / sampled * matching.size());
  }

  private long rowsLeft(ImpalaSplit split, Conditions conditions) throws IOException {
    try (SplitReader reader = open(split)) {
      return conditions.isEmpty()
          ? reader.liveRows()
          : Scan.select(reader, onBlocks(reader, split, conditions), ColumnResolution::type)
              .count();
    }
  }

  /** Returns the conditions that may prune blocks of a split. */
  Predicate onBlocks(SplitReader reader, ImpalaSplit split, Conditions conditions)
      throws IOException {
    Set<ColumnPath> doubles = settings.doubles(conditions.columns());
    // Statistics describe the stored values.
    return conditions
        .on(split, settings)
        .mapLeaves(
            leaf ->
                isSeenAsStored(reader, leaf.path())
                        && !(doubles.contains(leaf.path())
                            && ColumnResolution.isRounded(reader, leaf.path()))
                    ? leaf
                    : Predicate.unknown());
  }

  /** Returns false if rows may show other values of a column or part than a split has. */
  private boolean isSeenAsStored(SplitReader reader, ColumnPath path) {
    int column = reader.schema().indexOf(path.column());
    if (column < 0) {
      return true;
    }
    CifType leaf;
    try {
      leaf = path.typeIn(reader.schema().column(column).type());
    } catch (IllegalArgumentException e) {
      // The scan says what does not fit.
      return true;
    }
    boolean isReplaced =
        leaf != null
            && leaf.physical() == Physical.BYTES
            && settings.invalidUtf8() == InitString.InvalidUtf8.REPLACE;
    return !isReplaced && (leaf == null || !JsonTexts.isJson(leaf));
  }

  /** Returns true if the table file names a column, which split-directories may then lack. */
  boolean isColumn(String name) {
    return described != null && described.readable().indexOf(name) >= 0;
  }

  SplitReader open(ImpalaSplit split) throws IOException {
    if (described == null) {
      return SplitReader.open(fs, split.directory(), settings.options(), snapshot);
    }
    // Partitions may lie in another file system.
    FileSystem own = split.directory().getFileSystem(fs.getConf());
    TableColumns columns = described.columnsOf(split.directory());
    return SplitReader.open(own, split.directory(), settings.options(), snapshot, columns);
  }
}
