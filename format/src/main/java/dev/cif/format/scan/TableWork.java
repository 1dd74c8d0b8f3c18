package dev.cif.format.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.BlockHosts;
import dev.cif.format.read.ListedSplit;
import dev.cif.format.read.SplitPlaces;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Estimates the work of reading some columns of a table. It opens only a sample of many small
 * split-directories. The others are assumed to be alike, and become a task each without being
 * opened.
 */
public final class TableWork {
  /** Greatest number of small split-directories that are opened, spread evenly. */
  public static final int SAMPLE = 100;

  /** Number of them that suffice if they are alike, spread evenly, too. */
  public static final int ALIKE = 20;

  /** Greatest ratio of the expansions of split-directories that are alike. */
  private static final double MOST_RATIO = 1.5;

  /** Bytes that are added to both sides of an expansion: footers hide that of few rows. */
  private static final double OVERHEAD = 4096;

  private final List<FoundSplit> found;
  private final ReadOptions options;
  private final TableColumns table;
  private final Columns columns;

  /** Condition on the rows; null for none. */
  private final Rows rows;

  private TableWork(
      List<FoundSplit> found, ReadOptions options, TableColumns table, Columns columns, Rows rows) {
    this.found = found;
    this.options = options;
    this.table = table;
    this.columns = columns;
    this.rows = rows;
  }

  /** Selector of the columns to read of a split-directory; called by several threads. */
  public interface Columns {
    /** Returns positions in the split's schema. */
    List<Integer> of(SplitReader split) throws IOException;
  }

  /** Condition on the rows of a split-directory; called by several threads. */
  public interface Rows {
    /** Returns false if no row satisfies it. */
    boolean mayMatch(SplitReader split) throws IOException;
  }

  /**
   * Returns the work of reading some columns.
   *
   * @param small size in bytes of a split-directory that is not divided among tasks. One is small
   *     if its files have no more, and the wanted values before encoding are estimated at no more.
   * @param table columns with which split-directories are opened
   * @param rows condition on the rows; null for none. It is asked of split-directories that are
   *     opened, if they are not many: for it, their schema files are read anew.
   * @return work of each split-directory
   */
  public static List<SplitWork> of(
      List<FoundSplit> found,
      ReadOptions options,
      long small,
      TableColumns table,
      Columns columns,
      Rows rows)
      throws IOException {
    boolean areMany = found.size() > ColumnSummaries.MOST_SPLITS;
    TableWork all = new TableWork(found, options, table, columns, areMany ? null : rows);
    SplitWork[] work = new SplitWork[found.size()];
    int[] candidates =
        IntStream.range(0, work.length)
            .filter(i -> found.get(i).listed().length() <= small)
            .toArray();
    if (candidates.length > SAMPLE) {
      all.estimate(candidates, small, work);
    }
    all.open(IntStream.range(0, work.length).filter(i -> work[i] == null).boxed().toList(), work);
    return located(found, Arrays.asList(work), options);
  }

  /**
   * Totals of the opened split-directories from which the others are estimated: the files of wanted
   * columns.
   */
  private static final class Sample {
    final Set<String> files = new HashSet<>();
    long length;
    long rawBytes;

    /** Returns the size of these files in a split-directory in bytes. */
    long listed(ListedSplit split) {
      long all = 0;
      for (String file : files) {
        all += split.length(file);
      }
      return all;
    }
  }

  /** Adds those of a number of candidates, spread evenly, that are not opened; returns them. */
  private static List<Integer> spread(int[] candidates, List<Integer> opened, int number) {
    Set<Integer> known = new HashSet<>(opened);
    List<Integer> more = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      int candidate = candidates[(int) ((long) i * candidates.length / number)];
      if (!known.contains(candidate)) {
        more.add(candidate);
      }
    }
    opened.addAll(more);
    return more;
  }

  /** Returns true if the values of opened split-directories shrink similarly by encoding. */
  private static boolean areAlike(List<Integer> opened, SplitWork[] work) {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int i : opened) {
      double expansion = (work[i].rawBytes() + OVERHEAD) / (work[i].length() + OVERHEAD);
      least = Math.min(least, expansion);
      most = Math.max(most, expansion);
    }
    return most <= least * MOST_RATIO;
  }

  private void estimate(int[] candidates, long small, SplitWork[] work) throws IOException {
    List<Integer> opened = new ArrayList<>();
    Sample sample = new Sample();
    sample.files.addAll(open(spread(candidates, opened, ALIKE), work));
    if (!areAlike(opened, work)) {
      sample.files.addAll(open(spread(candidates, opened, SAMPLE), work));
    }
    for (int i : opened) {
      sample.length += work[i].length();
      sample.rawBytes += work[i].rawBytes();
    }
    double expansion = sample.length == 0 ? 0 : (double) sample.rawBytes / sample.length;
    long listed = opened.stream().mapToLong(i -> sample.listed(found.get(i).listed())).sum();
    // The share is below 1 if other columns are in the same files.
    double share = listed == 0 ? 1 : (double) sample.length / listed;
    for (int i : candidates) {
      ListedSplit split = found.get(i).listed();
      long length = Math.round(sample.listed(split) * share);
      long rawBytes = Math.round(length * expansion);
      if (work[i] == null && rawBytes <= small) {
        String largest = largest(split, length == 0 ? split.files() : sample.files);
        work[i] = SplitWork.estimate(found.get(i), length, rawBytes, largest);
      }
    }
  }

  /** Returns the name of the largest of some files; null if there are none. */
  private static String largest(ListedSplit split, Collection<String> files) {
    String largest = null;
    long most = -1;
    for (String file : files) {
      long length = split.length(file);
      if (length > most) {
        largest = file;
        most = length;
      }
    }
    return largest;
  }

  /** Opens some of the split-directories, and returns the names of the files of wanted columns. */
  private Set<String> open(List<Integer> some, SplitWork[] work) throws IOException {
    Set<String> files = new HashSet<>();
    Planner.visit(
        some,
        i -> {
          FoundSplit one = found.get(i);
          // A cached plan that missed a change must leave out no rows.
          try (SplitReader split =
              rows == null ? one.open(options, table) : one.read(options, table)) {
            List<Integer> wanted = columns.of(split);
            boolean isNeeded = rows == null || rows.mayMatch(split);
            work[i] = SplitWork.of(split, wanted, RowRanges.all(isNeeded ? split.rows() : 0));
            synchronized (files) {
              wanted.forEach(column -> files.add(split.fileName(column)));
            }
            return null;
          }
        });
    return files;
  }

  /** Some of the split-directories of one file system. */
  private record Group(FoundSplit first, List<Integer> members) {}

  /**
   * Returns the work with the places of the largest files.
   *
   * @param work work of each split-directory; null for one that is not needed, which stays null
   */
  public static List<SplitWork> located(
      List<FoundSplit> found, List<SplitWork> work, ReadOptions options) throws IOException {
    List<Group> groups = new ArrayList<>();
    Group group = null;
    for (int i = 0; i < work.size(); i++) {
      if (work.get(i) == null) {
        continue;
      }
      FoundSplit split = found.get(i);
      boolean joins =
          group != null
              && group.first.fs() == split.fs()
              && group.members.size() < SplitPlaces.filesAtOnce(split.fs());
      if (!joins) {
        group = new Group(split, new ArrayList<>());
        groups.add(group);
      }
      group.members.add(i);
    }
    List<SplitWork> located = new ArrayList<>(work);
    Planner.visit(
        groups,
        one -> {
          List<SplitPlaces.File> files = new ArrayList<>();
          for (int i : one.members) {
            files.add(new SplitPlaces.File(found.get(i).listed(), work.get(i).largest()));
          }
          List<List<BlockHosts>> places = SplitPlaces.of(one.first.fs(), files, options);
          for (int i = 0; i < places.size(); i++) {
            int member = one.members.get(i);
            located.set(member, work.get(member).at(places.get(i)));
          }
          return null;
        });
    return located;
  }
}
