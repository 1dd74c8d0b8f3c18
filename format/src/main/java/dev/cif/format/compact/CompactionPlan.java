package dev.cif.format.compact;

import dev.cif.format.commit.TableInsert;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
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
 * Plan of a compaction: the split-directories that are joined or written anew. It joins small ones
 * of one folder that have the same columns, and writes one anew if many of its rows are deleted. It
 * never writes a column that a split lacks: the reader decides if its value is NULL or a default.
 * Immutable.
 *
 * @param splits all split-directories of the data set, in the order of their paths
 * @param groups groups to be joined; empty if there are none
 */
public record CompactionPlan(List<FoundSplit> splits, List<SplitGroup> groups) {
  public CompactionPlan {
    splits = List.copyOf(splits);
    groups = List.copyOf(groups);
  }

  /** A split-directory is written anew if this share of its rows is deleted, or more. */
  public static final double WORN = 0.1;

  /**
   * Split-directory that may be joined, with its columns.
   *
   * @param rows number of rows, without deleted ones
   * @param deleted number of deleted rows
   */
  private record Small(FoundSplit split, CifSchema schema, long rows, long deleted) {
    boolean isWorn(double share) {
      return deleted > 0 && deleted >= share * (rows + deleted);
    }

    long length() {
      return split.listed().length();
    }
  }

  /**
   * Makes a plan; writes nothing.
   *
   * @param folder folder with split-directories at any depth
   * @param splitBytes approximate target size of a split-directory. Those of at least half of it
   *     stay, so that joined ones are not joined again. 0 if none are to be joined.
   * @param worn share of deleted rows from which a split-directory is written anew, 0 to 1
   * @param part function from the name of a split-directory to a part of the rows, such as the
   *     number of a bucket; different parts are not joined
   * @throws CifException if there is no such folder, if it has no split-directory, or a schema file
   *     is damaged
   */
  public static CompactionPlan of(
      FileSystem fs, Path folder, long splitBytes, double worn, UnaryOperator<String> part)
      throws IOException {
    List<FoundSplit> found = find(fs, fs.makeQualified(folder));
    long least = splitBytes / 2;
    List<FoundSplit> some =
        found.stream().filter(s -> s.listed().length() < least || mayBeWorn(s)).toList();
    Map<List<Object>, List<Small>> alike = new LinkedHashMap<>();
    List<SplitGroup> groups = new ArrayList<>();
    for (Small one : Planner.visit(some, CompactionPlan::open)) {
      if (one.length() >= least) {
        close(List.of(one), one.length(), worn, groups);
        continue;
      }
      Path place = one.split.directory();
      List<Object> kind =
          List.of(home(place.getParent()), part.apply(place.getName()), columns(one.schema));
      alike.computeIfAbsent(kind, k -> new ArrayList<>()).add(one);
    }
    alike.values().forEach(all -> fill(all, splitBytes, worn, groups));
    return new CompactionPlan(found, groups);
  }

  /** Returns the number of files of all split-directories, including schema files. */
  public long files() {
    return splits.stream().mapToLong(split -> 1 + split.listed().files().size()).sum();
  }

  /** Returns the size of all files except schema files, in bytes. */
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

  private static boolean mayBeWorn(FoundSplit split) {
    return split.listed().files().stream().anyMatch(SplitFiles::isDeletesFile);
  }

  private static Small open(FoundSplit split) throws IOException {
    try (SplitReader reader = split.open(ReadOptions.UNCACHED)) {
      long rows = reader.liveRows();
      return new Small(split, reader.schema(), rows, reader.rows() - rows);
    }
  }

  /**
   * Returns the folder that the rows belong to; inserts (FORMAT.md section 2.2) are folders in it.
   */
  private static String home(Path folder) {
    StringBuilder home = new StringBuilder();
    for (Path at = folder; at != null; at = at.getParent()) {
      if (!at.getName().startsWith(TableInsert.PREFIX)) {
        home.insert(0, "/" + at.getName());
      }
    }
    return home.toString();
  }

  /**
   * Returns the identities and types of the columns, in an order that does not depend on the
   * schema's.
   */
  private static List<String> columns(CifSchema schema) {
    return schema.columns().stream()
        .map(column -> identity(column) + " " + column.type())
        .sorted()
        .toList();
  }

  /** Returns the permanent identity of a column: its key, or else its name. */
  static String identity(Column column) {
    return column.key() == null
        ? "name " + CifSchema.foldCase(column.name())
        : "key " + column.key();
  }

  private static void fill(
      List<Small> alike, long splitBytes, double worn, List<SplitGroup> groups) {
    List<Small> open = new ArrayList<>();
    long bytes = 0;
    for (Small one : alike) {
      long more = one.length();
      if (bytes + more > splitBytes) {
        close(open, bytes, worn, groups);
        open = new ArrayList<>();
        bytes = 0;
      }
      open.add(one);
      bytes += more;
    }
    close(open, bytes, worn, groups);
  }

  private static void close(List<Small> joined, long bytes, double worn, List<SplitGroup> groups) {
    if (joined.size() > 1 || (joined.size() == 1 && joined.get(0).isWorn(worn))) {
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
