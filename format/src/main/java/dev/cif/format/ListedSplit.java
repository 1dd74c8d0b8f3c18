package dev.cif.format;

import dev.cif.format.internal.file.ChangeFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A split-directory as a listing of its folder shows it: what can be told without another request.
 * Immutable.
 */
public final class ListedSplit {
  /** About what a file, and the place of a block, take in memory. */
  private static final long FILE_BYTES = 16;

  private static final long PLACE_BYTES = 160;

  private final Path directory;
  private final long folderTime;
  private final long listedAt;
  private final long schemaLength;
  private final long schemaTime;

  /** Names and lengths of the other files. */
  private final String[] names;

  private final long[] lengths;

  private final Map<String, List<BlockPlace>> places;

  private ListedSplit(
      Path directory,
      long folderTime,
      FileStatus schemaFile,
      List<FileStatus> files,
      Map<String, List<BlockPlace>> places) {
    this.directory = directory;
    this.folderTime = PlanCache.settled(folderTime);
    listedAt = System.currentTimeMillis();
    schemaLength = schemaFile.getLen();
    schemaTime = schemaFile.getModificationTime();
    names = new String[files.size()];
    lengths = new long[files.size()];
    for (int i = 0; i < names.length; i++) {
      // Split-directories of a table have files of the same names.
      names[i] = files.get(i).getPath().getName().intern();
      lengths[i] = files.get(i).getLen();
    }
    this.places = places;
  }

  private ListedSplit(ListedSplit other, Map<String, List<BlockPlace>> places) {
    directory = other.directory;
    folderTime = other.folderTime;
    listedAt = other.listedAt;
    schemaLength = other.schemaLength;
    schemaTime = other.schemaTime;
    names = other.names;
    lengths = other.lengths;
    this.places = places;
  }

  /**
   * A split-directory whose schema file is among its files; null if there is none.
   *
   * @param folderTime modification time of the folder, from before it was listed; 0 if that is not
   *     known, or does not change with the folder's content
   */
  static ListedSplit of(Path directory, long folderTime, FileStatus[] children) throws IOException {
    FileStatus schemaFile = null;
    List<FileStatus> files = new ArrayList<>();
    Map<String, List<BlockPlace>> places = new HashMap<>();
    for (FileStatus child : children) {
      if (!child.isFile()) {
        continue;
      }
      if (child.getPath().getName().equals(SplitDirectories.SCHEMA_FILE)) {
        schemaFile = child;
        continue;
      }
      files.add(child);
      if (child instanceof LocatedFileStatus located) {
        places.put(child.getPath().getName().intern(), BlockPlace.of(located.getBlockLocations()));
      }
    }
    return schemaFile == null
        ? null
        : new ListedSplit(directory, folderTime, schemaFile, files, Map.copyOf(places));
  }

  /**
   * What this process has listed before, if that is still so; null if that is not known.
   *
   * @param folder as it is listed now, in a file system where its time changes with its content
   */
  public static ListedSplit known(FileStatus folder) {
    return PlanCache.SHARED.listed(folder.getPath(), folder.getModificationTime());
  }

  /**
   * Keeps what was listed for later plans, where its folder's time tells whether it still holds.
   */
  public void keep(ReadOptions options) {
    if (folderTime > 0 && options.schemaCacheSize() > 0) {
      PlanCache.SHARED.put(this, null, options.schemaCacheSize());
    }
  }

  public Path directory() {
    return directory;
  }

  /** The same, with the places of a file. */
  ListedSplit with(String file, List<BlockPlace> ofFile) {
    Map<String, List<BlockPlace>> all = new HashMap<>(places);
    all.put(file, ofFile);
    return new ListedSplit(this, Map.copyOf(all));
  }

  /** The folder's modification time; 0 if it says nothing. */
  long folderTime() {
    return folderTime;
  }

  /** When it was listed, by this machine's clock. */
  long listedAt() {
    return listedAt;
  }

  /** Bytes of the schema file. */
  long schemaLength() {
    return schemaLength;
  }

  /** Modification time of the schema file. */
  long schemaTime() {
    return schemaTime;
  }

  /** Bytes of all files but the schema file. */
  public long length() {
    long all = 0;
    for (long length : lengths) {
      all += length;
    }
    return all;
  }

  /** Names of all files but the schema file, of which some may be no data. */
  public List<String> files() {
    return List.of(names);
  }

  /** Ids of changes that its schema file may have (FORMAT.md section 2.1). */
  public List<String> changes() {
    List<String> ids = new ArrayList<>();
    for (String name : names) {
      if (name.startsWith(ChangeFiles.SIGN)) {
        ids.add(name.substring(ChangeFiles.SIGN.length()));
      }
    }
    return ids;
  }

  /** Bytes of a file; 0 if there is none of that name. */
  public long length(String file) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(file)) {
        return lengths[i];
      }
    }
    return 0;
  }

  /** Where the blocks of a file are; null if that was not listed. */
  List<BlockPlace> places(String file) {
    return places.get(file);
  }

  /** About what files and places take in memory. */
  long bytes() {
    return FILE_BYTES * names.length
        + PLACE_BYTES * places.values().stream().mapToLong(List::size).sum();
  }
}
