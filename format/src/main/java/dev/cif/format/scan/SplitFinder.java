package dev.cif.format.scan;

import dev.cif.format.CifException;
import dev.cif.format.ListedSplit;
import dev.cif.format.ReadOptions;
import dev.cif.format.SplitDirectories;
import dev.cif.format.SplitDirectories.Content;
import dev.cif.format.internal.file.Listings;
import dev.cif.format.internal.file.SplitFiles;
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
    final long time;
    final List<Folder<T>> below = new ArrayList<>();
    ListedSplit split;
    T result;

    Folder(FileSystem fs, Path root) {
      this.fs = fs;
      this.path = root;
      this.root = root;
      time = 0;
    }

    Folder(FileSystem fs, FileStatus status, Path root, boolean isCached) {
      this.fs = fs;
      path = status.getPath();
      this.root = root;
      boolean hasTime = isCached && SplitFiles.hasFolderTimes(fs);
      time = hasTime ? status.getModificationTime() : 0;
      split = hasTime ? ListedSplit.known(status) : null;
    }

    void collect(List<T> results) {
      if (result != null) {
        results.add(result);
      }
      below.forEach(folder -> folder.collect(results));
    }
  }

  /** As {@link #visit(List, ReadOptions, FileRoot, Visit)}; a file that holds data is an error. */
  public static <T> List<T> visit(List<Root> roots, ReadOptions options, Visit<T> visit)
      throws IOException {
    return visit(roots, options, null, visit);
  }

  /**
   * Visits the split-directories at or below some folders.
   *
   * @param options whether what is known of earlier visits is taken
   * @param files what becomes of roots that are files
   * @return what the visits gave that was not null, root by root, in the order of the paths
   * @throws java.io.FileNotFoundException if a root does not exist
   * @throws CifException if a folder holds other data
   */
  public static <T> List<T> visit(
      List<Root> roots, ReadOptions options, FileRoot files, Visit<T> visit) throws IOException {
    boolean isCached = options.schemaCacheSize() > 0;
    List<Folder<T>> tree = new ArrayList<>();
    roots.forEach(root -> tree.add(new Folder<>(root.fs, root.path)));
    List<Folder<T>> level = tree;
    while (!level.isEmpty()) {
      List<Folder<T>> next = new ArrayList<>();
      for (int from = 0; from < level.size(); from += IN_ONE_GO) {
        List<Folder<T>> some = level.subList(from, Math.min(level.size(), from + IN_ONE_GO));
        list(some, isCached, level == tree ? files : null);
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

  /** Lists the folders that are not known, those of one file system together. */
  private static <T> void list(List<Folder<T>> folders, boolean isCached, FileRoot files)
      throws IOException {
    List<List<Folder<T>>> groups = new ArrayList<>();
    FileSystem fs = null;
    for (Folder<T> folder : folders) {
      if (folder.split != null) {
        continue;
      }
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
            look(group.get(i), listings.get(i), isCached, files);
          }
          return null;
        });
  }

  private static <T> void look(
      Folder<T> folder, FileStatus[] children, boolean isCached, FileRoot files)
      throws IOException {
    if (files != null && isFile(folder.path, children)) {
      Path instead = files.folder(folder.fs, folder.path);
      if (instead != null) {
        folder.below.add(new Folder<>(folder.fs, instead));
      }
      return;
    }
    Content content = SplitDirectories.content(folder.path, folder.time, children, folder.root);
    folder.split = content.split();
    for (FileStatus below : content.folders()) {
      folder.below.add(new Folder<>(folder.fs, below, folder.root, isCached));
    }
  }

  /** A file is listed as itself. */
  private static boolean isFile(Path path, FileStatus[] children) {
    return children.length == 1
        && children[0].isFile()
        && children[0].getPath().toUri().getPath().equals(path.toUri().getPath());
  }
}
