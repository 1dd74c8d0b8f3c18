package dev.cif.format.internal.file;

import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Entry of a folder's listing, whose path is made when it is asked for. A path takes longer than
 * all else of an entry, and planning needs few.
 */
public final class ListedFile extends FileStatus {
  private static final long serialVersionUID = 1L;

  private final Path folder;
  private final String name;

  /** Places of its blocks; null if they were not listed. */
  private final transient BlockLocation[] places;

  /**
   * Creates an entry.
   *
   * @param folder folder that was listed
   * @param name name in the folder; empty if the entry is what was listed, which is a file then
   * @param places places of its blocks; null if they were not listed
   */
  ListedFile(
      Path folder, String name, long length, boolean isFolder, long time, BlockLocation[] places) {
    super(length, isFolder, 0, 0, time, null);
    this.folder = folder;
    this.name = name.isEmpty() ? folder.getName() : name;
    this.places = places;
    if (name.isEmpty()) {
      setPath(folder);
    }
  }

  /** Returns the name of an entry of a listing. */
  public static String name(FileStatus file) {
    return file instanceof ListedFile listed ? listed.name : file.getPath().getName();
  }

  /** Returns the places of an entry's blocks; null if they were not listed. */
  public static BlockLocation[] places(FileStatus file) {
    if (file instanceof ListedFile listed) {
      return listed.places;
    }
    return file instanceof LocatedFileStatus located ? located.getBlockLocations() : null;
  }

  @Override
  public Path getPath() {
    if (super.getPath() == null) {
      setPath(SplitFiles.file(folder, name));
    }
    return super.getPath();
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
