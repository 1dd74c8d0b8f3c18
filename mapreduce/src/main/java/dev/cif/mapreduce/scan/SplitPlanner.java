package dev.cif.mapreduce.scan;

import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.scan.SplitWork;
import dev.cif.format.scan.TableWork;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;

/**
 * Divides the input of a job among tasks. It lists the split-directories, finds the schema of the
 * values, and leaves out split-directories that the predicate excludes. If the job asks for it, it
 * joins small ones and cuts large ones.
 */
public final class SplitPlanner {
  /** Number of split-directories whose schemas are held at once. */
  private static final int IN_ONE_GO = 1024;

  private final Configuration job;
  private final ScanOptions options;

  /** Test that a job needs a split-directory. */
  public interface Need {
    boolean test(SplitFields columns) throws IOException;
  }

  /**
   * Function that returns the rows of a split-directory that a job may need; null if it needs none.
   */
  private interface Choice {
    RowRanges of(SplitFields columns) throws IOException;
  }

  public SplitPlanner(Configuration job) {
    this.job = job;
    this.options = new ScanOptions(job);
  }

  /**
   * Returns the tasks' input.
   *
   * @param inputs folders or patterns of them
   * @throws InvalidInputException if a folder does not exist or a pattern finds none
   * @throws CifException if a setting names unknown columns, or the split-directories' schemas are
   *     not compatible
   */
  List<ColumnSplit> plan(Path[] inputs) throws IOException {
    Predicate predicate = options.predicate();
    return plan(inputs, columns -> chosen(columns, predicate), this::divide);
  }

  private static RowRanges chosen(SplitFields columns, Predicate predicate) throws IOException {
    RowRanges chosen = columns.scan(predicate, false, 0, Long.MAX_VALUE).chosen();
    return chosen.isEmpty() ? null : chosen;
  }

  /** Returns the tasks' input, with each needed split-directory as a whole, even without rows. */
  public List<ColumnSplit> planWhole(Path[] inputs, Need need) throws IOException {
    return plan(
        inputs,
        columns -> need.test(columns) ? RowRanges.all(columns.split().rows()) : null,
        work -> List.of(work.whole()));
  }

  private interface Division {
    List<PlannedSplit> of(SplitWork work) throws CifException;
  }

  private List<ColumnSplit> plan(Path[] inputs, Choice choice, Division division)
      throws IOException {
    Input input = list(job, inputs);
    List<FoundSplit> found = input.splits;
    Schema schema = schema(input);
    List<PlannedSplit> planned = new ArrayList<>();
    List<SplitWork> needed =
        Planner.visit(found, split -> work(split, input.columnsOf(split), schema, choice));
    for (SplitWork work : TableWork.located(found, needed, options.readOptions())) {
      if (work != null) {
        planned.addAll(division.of(work));
      }
    }
    return join(planned, input, schema);
  }

  /** Cuts a split-directory whose wanted files are larger than a task's should be. */
  private List<PlannedSplit> divide(SplitWork work) throws CifException {
    long size = options.splitSize();
    if (size == 0 || work.length() <= size) {
      return List.of(work.whole());
    }
    return work.divide(Math.max(1, (long) ((double) size * work.rawBytes() / work.length())));
  }

  /** Returns the split-directories of the input, in the order of their paths. */
  public static List<Path> directories(Configuration job, Path[] inputs) throws IOException {
    return list(job, inputs).splits.stream().map(found -> found.listed().directory()).toList();
  }

  /**
   * Split-directories of a job's input.
   *
   * @param tables table files by split-directory; none for one whose table has none
   */
  private record Input(List<FoundSplit> splits, Map<Path, DescribedTable> tables) {
    TableColumns columnsOf(FoundSplit split) {
      DescribedTable table = tables.get(split.directory());
      return table == null ? TableColumns.STORED : table.columnsOf(split.directory());
    }
  }

  private static Input list(Configuration job, Path[] inputs) throws IOException {
    List<SplitFinder.Root> roots = new ArrayList<>();
    Map<Path, DescribedTable> byRoot = new LinkedHashMap<>();
    List<IOException> missing = new ArrayList<>();
    for (Path input : inputs) {
      FileSystem fs = input.getFileSystem(job);
      FileStatus[] matches = fs.globStatus(input);
      if (matches == null) {
        missing.add(new FileNotFoundException("Input path does not exist: " + input));
      } else if (matches.length == 0) {
        missing.add(new FileNotFoundException("Input Pattern " + input + " matches 0 files"));
      } else {
        for (FileStatus match : matches) {
          // The pattern of a folder's content also finds _SUCCESS, which is no data.
          boolean hidden = matches.length > 1 && SplitDirectories.isHidden(match);
          if (!hidden) {
            DescribedTable table = DescribedTable.findCommitted(fs, match.getPath(), job);
            add(fs, match.getPath(), table, roots, byRoot);
          }
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new InvalidInputException(missing);
    }
    List<FoundSplit> found = SplitFinder.find(roots, new ScanOptions(job).readOptions());
    Map<Path, DescribedTable> tables = new HashMap<>();
    List<FoundSplit> own = new ArrayList<>();
    for (FoundSplit split : found) {
      DescribedTable table = tableOf(split.directory(), byRoot);
      if (table != null) {
        tables.put(split.directory(), table);
      }
      if (table == null || table.owns(split.fs(), split.directory())) {
        own.add(split);
      }
    }
    return new Input(own, tables);
  }

  private static void add(
      FileSystem fs,
      Path path,
      DescribedTable table,
      List<SplitFinder.Root> roots,
      Map<Path, DescribedTable> byRoot)
      throws IOException {
    if (table == null) {
      roots.add(new SplitFinder.Root(fs, path));
      return;
    }
    for (SplitFinder.Root root : table.roots(fs, path, true)) {
      roots.add(root);
      byRoot.put(root.fs().makeQualified(root.path()), table);
    }
  }

  /** Returns the table of the root that a split-directory was found below; null if it has none. */
  private static DescribedTable tableOf(Path directory, Map<Path, DescribedTable> byRoot) {
    for (Path above = directory; above != null && !byRoot.isEmpty(); above = above.getParent()) {
      DescribedTable table = byRoot.get(above);
      if (table != null) {
        return table;
      }
    }
    return null;
  }

  private Schema schema(Input input) throws IOException {
    List<FoundSplit> found = input.splits;
    Schema given = options.readSchema();
    ScanSchema known = new ScanSchema();
    List<String> columns = options.columns();
    for (DescribedTable table : new LinkedHashSet<>(input.tables.values())) {
      known.add(table.folder(), table.readable(), name -> given == null && isWanted(name, columns));
    }
    for (int from = 0; from < found.size(); from += IN_ONE_GO) {
      List<FoundSplit> some = found.subList(from, Math.min(from + IN_ONE_GO, found.size()));
      for (SplitReader reader :
          Planner.visit(some, split -> split.open(options.readOptions(), input.columnsOf(split)))) {
        DescribedTable table = input.tables.get(reader.directory());
        if (table == null) {
          known.add(
              reader.directory(), reader.schema(), n -> given == null && isWanted(n, columns));
        } else if (given == null) {
          table.expectReadable(reader.directory(), reader.schema());
        }
      }
    }
    if (found.isEmpty()) {
      return given == null ? known.resolve(List.of()) : ScanSchema.project(given, columns);
    }
    List<String> conditions =
        options.predicate().paths().stream().map(ColumnPath::column).distinct().toList();
    known.expectKnown(ScanOptions.PREDICATE, conditions);
    return given == null ? known.resolve(columns) : ScanSchema.project(given, columns);
  }

  private static boolean isWanted(String name, List<String> columns) {
    return columns == null
        || columns.stream().map(CifSchema::foldCase).anyMatch(CifSchema.foldCase(name)::equals);
  }

  /** Returns the work of reading a split-directory; null if it is not needed. */
  private SplitWork work(FoundSplit found, TableColumns table, Schema schema, Choice choice)
      throws IOException {
    SplitReader reader = found.open(options.readOptions(), table);
    try (SplitFields columns = SplitFields.open(reader, schema, GenericData.get(), true)) {
      RowRanges chosen = choice.of(columns);
      if (chosen == null) {
        return null;
      }
      return work(columns, chosen);
    }
  }

  /** Returns the work of reading some rows of columns. */
  static SplitWork work(SplitFields columns, RowRanges chosen) {
    SplitReader split = columns.split();
    List<Integer> wanted = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int stored = split.schema().indexOf(columns.name(i));
      if (stored >= 0) {
        wanted.add(stored);
      }
    }
    return SplitWork.of(split, wanted, chosen);
  }

  /** Joins split-directories of one host to a task, up to the size that the job asks for. */
  private List<ColumnSplit> join(List<PlannedSplit> planned, Input input, Schema schema)
      throws CifException {
    long size = options.splitSize();
    Map<String, List<PlannedSplit>> byHost = new LinkedHashMap<>();
    for (PlannedSplit p : planned) {
      String host = size == 0 || p.hosts().isEmpty() ? "" : p.hosts().get(0);
      byHost.computeIfAbsent(host, h -> new ArrayList<>()).add(p);
    }
    List<ColumnSplit> splits = new ArrayList<>();
    for (List<PlannedSplit> ofHost : byHost.values()) {
      List<PlannedSplit> task = new ArrayList<>();
      long length = 0;
      for (PlannedSplit p : ofHost) {
        if (!task.isEmpty() && length + p.length() > size) {
          splits.add(split(task, input, length, schema));
          task.clear();
          length = 0;
        }
        task.add(p);
        length += p.length();
      }
      if (!task.isEmpty()) {
        splits.add(split(task, input, length, schema));
      }
    }
    return splits;
  }

  private static ColumnSplit split(
      List<PlannedSplit> task, Input input, long length, Schema schema) {
    List<ColumnSplit.Part> parts =
        task.stream()
            .map(part -> ColumnSplit.Part.of(part, input.tables.get(part.directory())))
            .toList();
    // Hosts that have all of them; the first is common to all.
    List<String> hosts = new ArrayList<>(task.get(0).hosts());
    task.forEach(p -> hosts.retainAll(p.hosts()));
    return new ColumnSplit(parts, length, hosts, schema);
  }
}
