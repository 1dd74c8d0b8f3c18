package dev.cif.format.scan;

import dev.cif.format.internal.file.Listings;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ListedSplit;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitDirectories.Content;
import dev.cif.format.scan.SnapshotFinder.Located;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds split-directories below folders, and those of their changes that count, many folders at a
 * time. Each folder is listed once, or twice if a change was committed recently.
 */
public final class SplitFinder {
  private SplitFinder() {}

  /**
   * Root of a search.
   *
   * @param isStrict true if data outside of split-directories is an error, see {@link
   *     SplitDirectories#listStrictly}
   */
  public record Root(FileSystem fs, Path path, boolean isStrict) {
    /** Creates a strict root. */
    public Root(FileSystem fs, Path path) {
      this(fs, path, true);
    }
  }

  /** Resolver of roots that are files. */
  public interface FileRoot {
    /** Returns the folder to search in place of a file, or null for none. */
    Path folder(FileSystem fs, Path file) throws IOException;
  }

  /** Folder that was found, and the folders below it. */
  private static final class Folder {
    final FileSystem fs;
    final Path path;

    /** Root of the strict search that found it; null if the search was not strict. */
    final Path root;

    final long time;
    final List<Folder> below = new ArrayList<>();
    ListedSplit split;

    Folder(FileSystem fs, Path path, Path root) {
      this.fs = fs;
      this.path = path;
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

    void collect(List<Located> found) {
      if (split != null) {
        found.add(new Located(fs, split));
      }
      below.forEach(folder -> folder.collect(found));
    }
  }

  /**
   * Finds split-directories as {@link #find(List, ReadOptions, FileRoot)} does; a file that holds
   * data is an error.
   */
  public static List<FoundSplit> find(List<Root> roots, ReadOptions options) throws IOException {
    return find(roots, options, null);
  }

  /**
   * Finds the split-directories at or below some folders.
   *
   * @param options options that allow or forbid listings of earlier plans
   * @param files resolver of roots that are files; null if they are not resolved
   * @return split-directories root by root, in the order of the paths
   * @throws java.io.FileNotFoundException if a root does not exist
   * @throws CifException if a folder holds other data
   */
  public static List<FoundSplit> find(List<Root> roots, ReadOptions options, FileRoot files)
      throws IOException {
    long start = System.nanoTime();
    List<Located> listed = list(roots, options, files);
    SnapshotFinder changes = SnapshotFinder.of(listed, start);
    if (changes.needsSecondLook()) {
      start = System.nanoTime();
      listed = list(roots, options, files);
      changes = SnapshotFinder.of(listed, start);
    }
    Snapshot snapshot = changes.snapshot();
    return listed.stream()
        .map(split -> new FoundSplit(split.fs(), split.split(), snapshot))
        .toList();
  }

  private static List<Located> list(List<Root> roots, ReadOptions options, FileRoot files)
      throws IOException {
    List<Folder> tree = new ArrayList<>();
    roots.forEach(r -> tree.add(new Folder(r.fs, r.path, r.isStrict ? r.path : null)));
    List<Folder> level = tree;
    while (!level.isEmpty()) {
      look(level, options, level == tree ? files : null);
      level = level.stream().flatMap(folder -> folder.below.stream()).toList();
    }
    List<Located> found = new ArrayList<>();
    tree.forEach(folder -> folder.collect(found));
    return found;
  }

  /** Lists the folders that are not known, together per file system. */
  private static void look(List<Folder> folders, ReadOptions options, FileRoot files)
      throws IOException {
    List<List<Folder>> groups = new ArrayList<>();
    FileSystem fs = null;
    for (Folder folder : folders) {
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
            look(group.get(i), listings.get(i), options, files);
          }
          return null;
        });
  }

  private static void look(
      Folder folder, FileStatus[] children, ReadOptions options, FileRoot files)
      throws IOException {
    if (files != null && isFile(folder.path, children)) {
      Path instead = files.folder(folder.fs, folder.path);
      if (instead != null) {
        folder.below.add(new Folder(folder.fs, instead, instead));
      }
      return;
    }
    Content content = SplitDirectories.content(folder.path, folder.time, children, folder.root);
    folder.split = content.split();
    if (folder.split != null) {
      folder.split.keep(options);
    }
    boolean isCached = options.schemaCacheSize() > 0;
    for (FileStatus below : content.folders()) {
      folder.below.add(new Folder(folder.fs, below, folder.root, isCached));
    }
  }

  /** Returns true if the path is a file: its listing is the file itself. */
  private static boolean isFile(Path path, FileStatus[] children) {
    return children.length == 1
        && children[0].isFile()
        && children[0].getPath().toUri().getPath().equals(path.toUri().getPath());
  }
}
