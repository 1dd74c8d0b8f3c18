package dev.cif.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A split-directory as a listing of its folder shows it: what can be told without another request.
 * Immutable.
 */
public final class ListedSplit {
  /** About what the place of a block takes in memory. */
  private static final long PLACE_BYTES = 160;

  private final Path directory;
  private final FileStatus schemaFile;
  private final long folderTime;
  private final long listedAt;
  private final Map<String, List<BlockPlace>> places;

  private ListedSplit(
      Path directory,
      FileStatus schemaFile,
      long folderTime,
      long listedAt,
      Map<String, List<BlockPlace>> places) {
    this.directory = directory;
    this.schemaFile = schemaFile;
    this.folderTime = folderTime;
    this.listedAt = listedAt;
    this.places = places;
  }

  /**
   * A split-directory whose schema file is among its files; null if there is none.
   *
   * @param folderTime modification time of the folder, from before it was listed; 0 if that is not
   *     known, or does not change with the folder's content
   */
  static ListedSplit of(Path directory, long folderTime, FileStatus[] files) throws IOException {
    FileStatus schemaFile = null;
    Map<String, List<BlockPlace>> places = new HashMap<>();
    for (FileStatus file : files) {
      String name = file.getPath().getName();
      if (file.isFile() && name.equals(SplitDirectories.SCHEMA_FILE)) {
        schemaFile =
            new FileStatus(file.getLen(), false, 0, 0, file.getModificationTime(), file.getPath());
      } else if (file.isFile() && file instanceof LocatedFileStatus located) {
        // Split-directories of a table have files of the same names.
        places.put(name.intern(), places(located.getBlockLocations()));
      }
    }
    return schemaFile == null
        ? null
        : new ListedSplit(
            directory,
            schemaFile,
            PlanCache.settled(folderTime),
            System.currentTimeMillis(),
            Map.copyOf(places));
  }

  private static List<BlockPlace> places(BlockLocation[] blocks) throws IOException {
    List<BlockPlace> places = new ArrayList<>();
    for (BlockLocation block : blocks == null ? new BlockLocation[0] : blocks) {
      places.add(BlockPlace.of(block));
    }
    return List.copyOf(places);
  }

  /**
   * What this process has listed before, if that is still so; null if that is not known.
   *
   * @param folder as it is listed now, in a file system where its time changes with its content
   */
  public static ListedSplit known(FileStatus folder) {
    return PlanCache.SHARED.listed(folder.getPath(), folder.getModificationTime());
  }

  public Path directory() {
    return directory;
  }

  /** The same without what it knows of places, which takes room for each file. */
  public ListedSplit withoutPlaces() {
    return new ListedSplit(directory, schemaFile, 0, listedAt, Map.of());
  }

  /** Path, length and modification time. */
  FileStatus schemaFile() {
    return schemaFile;
  }

  /** The folder's modification time; 0 if it says nothing. */
  long folderTime() {
    return folderTime;
  }

  /** When it was listed, by this machine's clock. */
  long listedAt() {
    return listedAt;
  }

  /** Where the blocks of a file are; null if that was not listed. */
  List<BlockPlace> places(String file) {
    return places.get(file);
  }

  /** About what the places take in memory. */
  long placesBytes() {
    return PLACE_BYTES * places.values().stream().mapToLong(List::size).sum();
  }
}
