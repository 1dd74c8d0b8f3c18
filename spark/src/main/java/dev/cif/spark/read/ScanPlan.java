package dev.cif.spark.read;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.ColumnSummaries;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.SplitWork;
import dev.cif.format.scan.TableWork;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ValueSummary;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.types.StructField;

/**
 * Plan of a scan: the split-directories that it needs, in one snapshot, and their work. Folders and
 * footers leave out what the conditions exclude. Immutable.
 */
final class ScanPlan {
  private static final int MOST_HOSTS = 3;

  /**
   * Sizes that decide how rows are divided, by Spark's settings of the same names.
   *
   * @param most greatest size of a task's files in bytes
   * @param open cost of opening a split-directory in bytes
   * @param tasks number of tasks that run at once
   */
  record Sizes(long most, long open, int tasks) {}

  private final ReadSpec spec;
  private final List<SplitWork> work;

  /** Split-directories in folders with rows that are wanted. */
  private final List<FoundSplit> splits;

  private ScanPlan(ReadSpec spec, List<SplitWork> work, List<FoundSplit> splits) {
    this.spec = spec;
    this.work = work;
    this.splits = splits;
  }

  /** Returns the plan of reading nothing. */
  static ScanPlan empty(ReadSpec spec) {
    return new ScanPlan(spec, List.of(), List.of());
  }

  /**
   * Lists a table and reads what the conditions need of it.
   *
   * @throws IOException if there is no such folder, or it holds other data
   */
  static ScanPlan of(ReadSpec spec, TableFolder folder, long small) throws IOException {
    ReadOptions options = folder.readOptions();
    List<FoundSplit> found = folder.splits();
    List<FoundSplit> left = new ArrayList<>();
    Predicate both = Predicate.and(List.of(spec.filter(), spec.prune()));
    boolean needsFooters = false;
    for (FoundSplit split : found) {
      Predicate folded = spec.folded(both, spec.folders(split.directory()));
      if (folded.isPossible()) {
        left.add(split);
        needsFooters |= !folded.paths().isEmpty();
      }
    }
    TableColumns columns = spec.columns();
    List<SplitWork> work =
        needsFooters
            ? TableWork.located(
                left, Planner.visit(left, s -> work(spec, s, columns, options)), options)
            : TableWork.of(left, options, small, columns, split -> positions(spec, split), null);
    return new ScanPlan(spec, work.stream().filter(Objects::nonNull).toList(), left);
  }

  /** Returns the work of a split-directory; null if it has no row that is wanted. */
  private static SplitWork work(
      ReadSpec spec, FoundSplit found, TableColumns columns, ReadOptions options)
      throws IOException {
    try (SplitReader split = found.open(options, columns)) {
      ColumnTypes types = spec.types();
      Predicate both = Predicate.and(List.of(spec.filter(), spec.prune()));
      Predicate folded = spec.folded(both, spec.folders(found.directory()));
      RowRanges chosen = Scan.select(split, folded, types);
      return chosen.isEmpty() ? null : SplitWork.of(split, positions(spec, split), chosen);
    }
  }

  private static List<Integer> positions(ReadSpec spec, SplitReader split) {
    List<Integer> positions = new ArrayList<>();
    for (StructField field : spec.stored()) {
      int stored = split.schema().indexOf(field.name());
      if (stored >= 0) {
        positions.add(stored);
      }
    }
    return positions;
  }

  /**
   * Returns the number of rows in the blocks that are left, less deleted ones; empty if some were
   * not counted.
   */
  OptionalLong rows() {
    long rows = 0;
    for (SplitWork split : work) {
      if (split.chosen() == null) {
        return OptionalLong.empty();
      }
      rows += split.leastRows();
    }
    return OptionalLong.of(rows);
  }

  /**
   * Returns the summaries of the columns that are read, by their names in lower case. They are of
   * all rows in the folders, before the condition on each row. None if split-directories are many.
   */
  Map<String, ValueSummary> summaries(ReadOptions options) throws IOException {
    Map<String, CifType> types = new HashMap<>();
    for (StructField field : spec.stored()) {
      CifType type = SparkTypes.cif(field.dataType());
      if (type.kind().isPrimitive()) {
        types.put(CifSchema.foldCase(field.name()), type);
      }
    }
    return types.isEmpty() || splits.size() > ColumnSummaries.MOST_SPLITS
        ? Map.of()
        : ColumnSummaries.read(splits, options, spec.columns(), types);
  }

  /** Returns the size of the wanted columns' files in bytes, as far as it is of these rows. */
  long bytes() {
    return work.stream().mapToLong(SplitWork::chosenLength).sum();
  }

  /** Divides the rows among tasks: large split-directories are cut, small ones joined. */
  InputPartition[] partitions(Sizes sizes) {
    long all = work.stream().mapToLong(split -> split.length() + sizes.open()).sum();
    long size =
        Math.max(
            1, Math.min(sizes.most(), Math.max(sizes.open(), all / Math.max(1, sizes.tasks()))));
    List<InputPartition> tasks = new ArrayList<>();
    List<PlannedSplit> task = new ArrayList<>();
    long length = 0;
    for (PlannedSplit part : parts(size)) {
      if (!task.isEmpty() && length + part.length() > size) {
        tasks.add(task(task));
        task = new ArrayList<>();
        length = 0;
      }
      task.add(part);
      length += part.length() + sizes.open();
    }
    if (!task.isEmpty()) {
      tasks.add(task(task));
    }
    return tasks.toArray(InputPartition[]::new);
  }

  private List<PlannedSplit> parts(long size) {
    List<PlannedSplit> parts = new ArrayList<>();
    long rows = 0;
    boolean isLimited = spec.limit() > 0 && !spec.hasFilter();
    for (SplitWork split : work) {
      if (isLimited && rows >= spec.limit()) {
        break;
      }
      if (split.length() <= size || split.chosen() == null || spec.hasAddress()) {
        parts.add(split.whole());
      } else {
        double expansion = (double) split.rawBytes() / split.length();
        parts.addAll(split.divide(Math.max(1, (long) (size * expansion))));
      }
      rows += split.chosen() == null ? 0 : split.leastRows();
    }
    return parts;
  }

  private static CifInputPartition task(List<PlannedSplit> parts) {
    Map<String, Long> bytes = new HashMap<>();
    for (PlannedSplit part : parts) {
      part.hosts().forEach(host -> bytes.merge(host, part.length(), Long::sum));
    }
    List<String> hosts =
        bytes.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .limit(MOST_HOSTS)
            .map(Map.Entry::getKey)
            .toList();
    return new CifInputPartition(List.copyOf(parts), hosts);
  }
}
