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
  private final Path directory;
  private final FileStatus schemaFile;
  private final Map<String, List<BlockPlace>> places;

  private ListedSplit(Path directory, FileStatus schemaFile, Map<String, List<BlockPlace>> places) {
    this.directory = directory;
    this.schemaFile = schemaFile;
    this.places = places;
  }

  /** A split-directory whose schema file is among its files; null if there is none. */
  static ListedSplit of(Path directory, FileStatus[] files) throws IOException {
    FileStatus schemaFile = null;
    Map<String, List<BlockPlace>> places = new HashMap<>();
    for (FileStatus file : files) {
      String name = file.getPath().getName();
      if (file.isFile() && name.equals(SplitDirectories.SCHEMA_FILE)) {
        // Not the listed one itself, which holds where its blocks are.
        schemaFile =
            new FileStatus(file.getLen(), false, 0, 0, file.getModificationTime(), file.getPath());
      } else if (file instanceof LocatedFileStatus located && file.isFile()) {
        places.put(name, places(located.getBlockLocations()));
      }
    }
    return schemaFile == null ? null : new ListedSplit(directory, schemaFile, places);
  }

  private static List<BlockPlace> places(BlockLocation[] blocks) throws IOException {
    List<BlockPlace> places = new ArrayList<>();
    for (BlockLocation block : blocks == null ? new BlockLocation[0] : blocks) {
      places.add(BlockPlace.of(block));
    }
    return places;
  }

  public Path directory() {
    return directory;
  }

  /** The same without what it knows of places, which takes room for each file. */
  public ListedSplit withoutPlaces() {
    return new ListedSplit(directory, schemaFile, Map.of());
  }

  /** Path, length and modification time. */
  FileStatus schemaFile() {
    return schemaFile;
  }

  /** Where the blocks of a file are; null if that was not listed. */
  List<BlockPlace> places(String file) {
    return places.get(file);
  }
}
