package dev.cif.format.scan;

import dev.cif.format.CifException;
import dev.cif.format.ListedSplit;
import dev.cif.format.SplitDirectories;
import dev.cif.format.SplitDirectories.Content;
import dev.cif.format.internal.file.Listings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds split-directories below folders, as strictly as {@link SplitDirectories#listStrictly}, many
 * folders at a time. Each folder is listed once, and visited with what its listing says.
 */
public final class SplitFinder {
  /** Folders whose listings are held at once. */
  private static final int IN_ONE_GO = 2000;

  private SplitFinder() {}

  /** Where to look. */
  public record Root(FileSystem fs, Path path) {}

  /** What is to be done with a split-directory; called by several threads. */
  public interface Visit<T> {
    T of(FileSystem fs, ListedSplit split) throws IOException;
  }

  /** What a file stands for that was given as a root. */
  public interface FileRoot {
    /** The folder to look into, or null for none. */
    Path folder(FileSystem fs, Path file) throws IOException;
  }

  /** A folder that was found, and what is below it. */
  private static final class Folder<T> {
    final FileSystem fs;
    final Path path;
    final Path root;
    final List<Folder<T>> below = new ArrayList<>();
    ListedSplit split;
    T result;

    Folder(FileSystem fs, Path path, Path root) {
      this.fs = fs;
      this.path = path;
      this.root = root;
    }

    void collect(List<T> results) {
      if (result != null) {
        results.add(result);
      }
      below.forEach(folder -> folder.collect(results));
    }
  }

  /** As {@link #visit(List, FileRoot, Visit)}; a file that holds data is an error. */
  public static <T> List<T> visit(List<Root> roots, Visit<T> visit) throws IOException {
    return visit(roots, null, visit);
  }

  /**
   * Visits the split-directories at or below some folders.
   *
   * @param files what becomes of roots that are files
   * @return what the visits gave that was not null, root by root, in the order of the paths
   * @throws java.io.FileNotFoundException if a root does not exist
   * @throws CifException if a folder holds other data
   */
  public static <T> List<T> visit(List<Root> roots, FileRoot files, Visit<T> visit)
      throws IOException {
    List<Folder<T>> tree = new ArrayList<>();
    roots.forEach(root -> tree.add(new Folder<>(root.fs, root.path, root.path)));
    List<Folder<T>> level = tree;
    while (!level.isEmpty()) {
      List<Folder<T>> next = new ArrayList<>();
      for (int from = 0; from < level.size(); from += IN_ONE_GO) {
        List<Folder<T>> some = level.subList(from, Math.min(level.size(), from + IN_ONE_GO));
        list(some, level == tree ? files : null);
        List<Folder<T>> splits = some.stream().filter(folder -> folder.split != null).toList();
        List<T> results = Planner.visit(splits, folder -> visit.of(folder.fs, folder.split));
        for (int i = 0; i < splits.size(); i++) {
          splits.get(i).result = results.get(i);
          splits.get(i).split = null;
        }
        some.forEach(folder -> next.addAll(folder.below));
      }
      level = next;
    }
    List<T> results = new ArrayList<>();
    tree.forEach(folder -> folder.collect(results));
    return results;
  }

  /** Lists folders, those of one file system together. */
  private static <T> void list(List<Folder<T>> folders, FileRoot files) throws IOException {
    List<List<Folder<T>>> groups = new ArrayList<>();
    FileSystem fs = null;
    for (Folder<T> folder : folders) {
      boolean joins =
          folder.fs == fs
              && groups.get(groups.size() - 1).size() < Listings.foldersAtOnce(folder.fs);
      if (!joins) {
        groups.add(new ArrayList<>());
        fs = folder.fs;
      }
      groups.get(groups.size() - 1).add(folder);
    }
    Planner.visit(
        groups,
        group -> {
          List<FileStatus[]> listings =
              Listings.of(group.get(0).fs, group.stream().map(folder -> folder.path).toList());
          for (int i = 0; i < group.size(); i++) {
            look(group.get(i), listings.get(i), files);
          }
          return null;
        });
  }

  private static <T> void look(Folder<T> folder, FileStatus[] children, FileRoot files)
      throws IOException {
    if (files != null && isFile(folder.path, children)) {
      Path instead = files.folder(folder.fs, folder.path);
      if (instead != null) {
        folder.below.add(new Folder<>(folder.fs, instead, instead));
      }
      return;
    }
    Content content = SplitDirectories.content(folder.path, children, folder.root);
    folder.split = content.split();
    for (Path below : content.folders()) {
      folder.below.add(new Folder<>(folder.fs, below, folder.root));
    }
  }

  /** A file is listed as itself. */
  private static boolean isFile(Path path, FileStatus[] children) {
    return children.length == 1
        && children[0].isFile()
        && children[0].getPath().toUri().getPath().equals(path.toUri().getPath());
  }
}
