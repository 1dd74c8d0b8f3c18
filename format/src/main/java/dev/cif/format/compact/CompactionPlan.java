package dev.cif.format.compact;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.Column;
import dev.cif.format.ReadOptions;
import dev.cif.format.SplitReader;
import dev.cif.format.commit.TableInsert;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.scan.SplitFinder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Which split-directories of a data set become one. Those of one folder do that are small and have
 * the same columns. A column that some lack is no reason to write it for them: what it is there
 * (NULL, or a default) is for the reader to say. Immutable.
 *
 * @param splits all of the data set, in the order of their paths
 * @param groups what is to be joined; empty if nothing is
 */
public record CompactionPlan(List<FoundSplit> splits, List<SplitGroup> groups) {
  public CompactionPlan {
    splits = List.copyOf(splits);
    groups = List.copyOf(groups);
  }

  /** What a schema file says of a small split-directory. */
  private record Small(FoundSplit split, CifSchema schema, long rows) {}

  /**
   * Makes a plan; nothing is written.
   *
   * @param folder with split-directories at any depth
   * @param splitBytes about how many bytes a split-directory is to have. Those of half as many and
   *     more stay as they are, so that what was joined is not joined again
   * @param part what the name of a split-directory says of its rows, such as the number of a
   *     bucket: those of different parts are not joined
   * @throws CifException if there is no such folder, if there is no split-directory, or a schema
   *     file is damaged
   */
  public static CompactionPlan of(
      FileSystem fs, Path folder, long splitBytes, UnaryOperator<String> part) throws IOException {
    List<FoundSplit> found = find(fs, fs.makeQualified(folder));
    long least = splitBytes / 2;
    List<FoundSplit> small = found.stream().filter(s -> s.listed().length() < least).toList();
    Map<List<Object>, List<Small>> alike = new LinkedHashMap<>();
    for (Small one : Planner.visit(small, CompactionPlan::open)) {
      Path place = one.split.directory();
      List<Object> kind =
          List.of(home(place.getParent()), part.apply(place.getName()), columns(one.schema));
      alike.computeIfAbsent(kind, k -> new ArrayList<>()).add(one);
    }
    List<SplitGroup> groups = new ArrayList<>();
    alike.values().forEach(all -> fill(all, splitBytes, groups));
    return new CompactionPlan(found, groups);
  }

  /** Files of all split-directories, schema files included. */
  public long files() {
    return splits.stream().mapToLong(split -> 1 + split.listed().files().size()).sum();
  }

  /** Bytes of all files, but schema files. */
  public long bytes() {
    return splits.stream().mapToLong(split -> split.listed().length()).sum();
  }

  private static List<FoundSplit> find(FileSystem fs, Path root) throws IOException {
    List<FoundSplit> found;
    try {
      found = SplitFinder.find(List.of(new SplitFinder.Root(fs, root)), ReadOptions.UNCACHED);
    } catch (FileNotFoundException e) {
      throw CifException.at(root, null, -1, "there is no such folder", e);
    }
    if (found.isEmpty()) {
      throw CifException.at(
          root, null, -1, "no split-directory is here; one is a folder with a file schema.cif");
    }
    return found;
  }

  private static Small open(FoundSplit split) throws IOException {
    try (SplitReader reader = split.open(ReadOptions.UNCACHED)) {
      return new Small(split, reader.schema(), reader.rows());
    }
  }

  /** The folder whose rows these are: those of inserts (FORMAT.md section 2.2) are within it. */
  private static String home(Path folder) {
    StringBuilder home = new StringBuilder();
    for (Path at = folder; at != null; at = at.getParent()) {
      if (!at.getName().startsWith(TableInsert.PREFIX)) {
        home.insert(0, "/" + at.getName());
      }
    }
    return home.toString();
  }

  /** What tells columns apart, and their types, in whatever order. */
  private static List<String> columns(CifSchema schema) {
    return schema.columns().stream()
        .map(column -> identity(column) + " " + column.type())
        .sorted()
        .toList();
  }

  /** What a column is called for good: by its key, else by its name. */
  static String identity(Column column) {
    return column.key() == null
        ? "name " + CifSchema.foldCase(column.name())
        : "key " + column.key();
  }

  private static void fill(List<Small> alike, long splitBytes, List<SplitGroup> groups) {
    List<Small> open = new ArrayList<>();
    long bytes = 0;
    for (Small one : alike) {
      long more = one.split.listed().length();
      if (bytes + more > splitBytes) {
        close(open, bytes, groups);
        open = new ArrayList<>();
        bytes = 0;
      }
      open.add(one);
      bytes += more;
    }
    close(open, bytes, groups);
  }

  private static void close(List<Small> joined, long bytes, List<SplitGroup> groups) {
    if (joined.size() > 1) {
      groups.add(
          new SplitGroup(
              joined.get(0).split.directory().getParent(),
              joined.get(joined.size() - 1).schema,
              joined.stream().map(Small::split).toList(),
              joined.stream().mapToLong(Small::rows).sum(),
              bytes));
    }
  }
}
