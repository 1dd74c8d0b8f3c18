package dev.cif.format.read;

import dev.cif.format.internal.file.Listings;
import dev.cif.format.internal.file.PlacedFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.ReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;

/** Locates files of split-directories. */
public final class SplitPlaces {
  private SplitPlaces() {}

  /**
   * File of a split-directory.
   *
   * @param name name of the file; null for none
   */
  public record File(ListedSplit split, String name) {}

  /** Returns the number of files that one call of {@link #of} should be given. */
  public static int filesAtOnce(FileSystem fs) {
    return Listings.foldersAtOnce(fs);
  }

  /**
   * Returns the places of each file's blocks, in order. Asks for unknown ones together, and caches
   * them for later plans. Returns none on a local file system, where every task is equally near,
   * and none for files that are gone.
   *
   * @param files files of one file system, at most {@link #filesAtOnce}
   */
  public static List<List<BlockHosts>> of(FileSystem fs, List<File> files, ReadOptions options)
      throws IOException {
    boolean isLocal = SplitFiles.isLocal(fs);
    List<List<BlockHosts>> places = new ArrayList<>();
    List<Integer> unknown = new ArrayList<>();
    List<PlacedFile> paths = new ArrayList<>();
    for (File file : files) {
      boolean isNowhere = isLocal || file.name == null;
      List<BlockHosts> known = isNowhere ? List.of() : file.split.places(file.name);
      if (known == null) {
        unknown.add(places.size());
        paths.add(new PlacedFile(file.split.directory(), file.name));
      }
      places.add(known);
    }
    List<BlockLocation[]> asked = Listings.places(fs, paths);
    for (int i = 0; i < paths.size(); i++) {
      File file = files.get(unknown.get(i));
      places.set(unknown.get(i), BlockHosts.of(asked.get(i)));
      file.split.with(file.name, places.get(unknown.get(i))).keep(options);
    }
    return places;
  }
}
