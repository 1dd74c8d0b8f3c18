package dev.cif.format.read;

import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.ListedFile;
import dev.cif.format.options.ReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Split-directory as a listing of its folder shows it, without another request. Immutable. */
public final class ListedSplit {
  /** Approximate memory in bytes of a file, and of the place of a block. */
  private static final long FILE_BYTES = 16;

  private static final long PLACE_BYTES = 160;

  private final Path directory;
  private final long folderTime;
  private final long listedAt;
  private final long schemaLength;
  private final long schemaTime;

  /** Names and lengths of the files except the schema file. */
  private final String[] names;

  private final long[] lengths;

  private final Map<String, List<BlockHosts>> places;

  private ListedSplit(
      Path directory,
      long folderTime,
      FileStatus schemaFile,
      List<FileStatus> files,
      Map<String, List<BlockHosts>> places) {
    this.directory = directory;
    this.folderTime = PlanCache.settled(folderTime);
    listedAt = System.currentTimeMillis();
    schemaLength = schemaFile.getLen();
    schemaTime = schemaFile.getModificationTime();
    names = new String[files.size()];
    lengths = new long[files.size()];
    for (int i = 0; i < names.length; i++) {
      // The split-directories of a table have files of the same names, so names are shared.
      names[i] = ListedFile.name(files.get(i)).intern();
      lengths[i] = files.get(i).getLen();
    }
    this.places = places;
  }

  private ListedSplit(ListedSplit other, Map<String, List<BlockHosts>> places) {
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
   * Returns the split-directory with these files, or null if there is no schema file.
   *
   * @param folderTime modification time of the folder, from before it was listed; 0 if it is
   *     unknown, or does not change with the folder's content
   */
  static ListedSplit of(Path directory, long folderTime, FileStatus[] children) throws IOException {
    FileStatus schemaFile = null;
    List<FileStatus> files = new ArrayList<>();
    Map<String, List<BlockHosts>> places = new HashMap<>();
    for (FileStatus child : children) {
      if (!child.isFile()) {
        continue;
      }
      if (ListedFile.name(child).equals(SplitDirectories.SCHEMA_FILE)) {
        schemaFile = child;
        continue;
      }
      files.add(child);
      BlockLocation[] blocks = ListedFile.places(child);
      if (blocks != null) {
        places.put(ListedFile.name(child).intern(), BlockHosts.of(blocks));
      }
    }
    return schemaFile == null
        ? null
        : new ListedSplit(directory, folderTime, schemaFile, files, Map.copyOf(places));
  }

  /**
   * Returns the listing that this process has cached, or null if there is none that still holds.
   *
   * @param folder current status of the folder, in a file system in which its time changes with its
   *     content
   */
  public static ListedSplit known(FileStatus folder) {
    return PlanCache.SHARED.listed(folder.getPath(), folder.getModificationTime());
  }

  /**
   * Returns a text that is another when the schema file has another length or modification time.
   */
  public String stamp() {
    return directory + " " + schemaLength + " " + schemaTime;
  }

  /** Caches the listing for later plans, if its folder's time can show that it is outdated. */
  public void keep(ReadOptions options) {
    if (folderTime > 0 && options.schemaCacheSize() > 0) {
      PlanCache.SHARED.put(this, null, options.schemaCacheSize());
    }
  }

  public Path directory() {
    return directory;
  }

  /** Returns the listing with the places of a file added. */
  ListedSplit with(String file, List<BlockHosts> ofFile) {
    Map<String, List<BlockHosts>> all = new HashMap<>(places);
    all.put(file, ofFile);
    return new ListedSplit(this, Map.copyOf(all));
  }

  /** Returns the folder's modification time; 0 if it proves nothing. */
  long folderTime() {
    return folderTime;
  }

  /** Returns the time of the listing, by this machine's clock, in milliseconds. */
  long listedAt() {
    return listedAt;
  }

  /** Returns the length of the schema file in bytes. */
  long schemaLength() {
    return schemaLength;
  }

  /** Returns the modification time of the schema file. */
  long schemaTime() {
    return schemaTime;
  }

  /** Returns the length of all files except the schema file, in bytes. */
  public long length() {
    long all = 0;
    for (long length : lengths) {
      all += length;
    }
    return all;
  }

  /** Returns the names of all files except the schema file, including those that hold no data. */
  public List<String> files() {
    return List.of(names);
  }

  /** Returns the ids of changes that its schema file may have (FORMAT.md section 2.1). */
  public List<String> changes() {
    List<String> ids = new ArrayList<>();
    for (String name : names) {
      if (name.startsWith(ChangeFiles.SIGN)) {
        ids.add(name.substring(ChangeFiles.SIGN.length()));
      }
    }
    return ids;
  }

  /** Returns the length of a file in bytes; 0 if there is none of that name. */
  public long length(String file) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(file)) {
        return lengths[i];
      }
    }
    return 0;
  }

  /** Returns the places of the blocks of a file; null if they were not listed. */
  List<BlockHosts> places(String file) {
    return places.get(file);
  }

  /** Returns the approximate memory of files and places in bytes. */
  long bytes() {
    return FILE_BYTES * names.length
        + PLACE_BYTES * places.values().stream().mapToLong(List::size).sum();
  }
}
