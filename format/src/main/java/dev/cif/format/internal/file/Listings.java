package dev.cif.format.internal.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BatchListingOperations;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists folders and locates files, in as few requests as the file system allows. If one request
 * lists many folders, it omits the locations, and a second one asks for those of the files that
 * matter. An entry with locations costs several times as much as one without.
 */
public final class Listings {
  private static final Logger LOG = LoggerFactory.getLogger(Listings.class);

  /** Default of HDFS's dfs.batched.ls.limit. */
  private static final int MOST_FOLDERS = 100;

  private Listings() {}

  /** Returns the number of folders that one call of {@link #of} should be given. */
  public static int foldersAtOnce(FileSystem fs) {
    return fs instanceof BatchListingOperations ? MOST_FOLDERS : 1;
  }

  /**
   * Returns the content of each folder, or the file itself for a file. The entries have locations
   * unless many folders are listed at once. {@link ListedFile} has names and locations of both.
   */
  public static List<FileStatus[]> of(FileSystem fs, List<Path> folders) throws IOException {
    boolean isHdfs = isHdfs(fs);
    boolean isOne = folders.size() == 1;
    if ((isHdfs || !isOne) && fs instanceof BatchListingOperations batch) {
      try {
        return isHdfs ? HdfsListings.of(fs, folders, isOne) : together(batch, folders);
      } catch (IOException | UnsupportedOperationException e) {
        // The NameNode can't, or takes fewer; or one folder is at fault, which the loop below
        // reports.
        LOG.debug("Listed one by one: {} folders from {} on", folders.size(), folders.get(0), e);
      }
    }
    List<FileStatus[]> listings = new ArrayList<>();
    for (Path folder : folders) {
      listings.add(
          SplitFiles.isLocal(fs) ? fs.listStatus(folder) : all(fs.listLocatedStatus(folder)));
    }
    return listings;
  }

  private static boolean isHdfs(FileSystem fs) {
    try {
      return "hdfs".equals(fs.getUri().getScheme()) && HdfsListings.isFor(fs);
    } catch (LinkageError e) {
      // HDFS's client is not on the class path, or it is not the one that made the file system.
      return false;
    }
  }

  private static FileStatus[] all(RemoteIterator<LocatedFileStatus> files) throws IOException {
    List<FileStatus> all = new ArrayList<>();
    while (files.hasNext()) {
      all.add(files.next());
    }
    return all.toArray(new FileStatus[0]);
  }

  private static List<FileStatus[]> together(BatchListingOperations fs, List<Path> folders)
      throws IOException {
    Map<Path, List<FileStatus>> found = new LinkedHashMap<>();
    folders.forEach(folder -> found.put(folder, new ArrayList<>()));
    RemoteIterator<PartialListing<FileStatus>> parts =
        fs.batchedListStatusIterator(List.copyOf(found.keySet()));
    while (parts.hasNext()) {
      PartialListing<FileStatus> part = parts.next();
      List<FileStatus> files = found.get(part.getListedPath());
      if (files == null) {
        throw new IOException("not asked for: " + part.getListedPath());
      }
      files.addAll(part.get());
    }
    return folders.stream().map(f -> found.get(f).toArray(new FileStatus[0])).toList();
  }

  /** Returns the blocks of each file; none for a file that is gone. */
  public static List<BlockLocation[]> places(FileSystem fs, List<PlacedFile> files)
      throws IOException {
    if (files.size() > 1 && fs instanceof BatchListingOperations batch) {
      try {
        return isHdfs(fs)
            ? HdfsListings.places(fs, files.stream().map(PlacedFile::plainPath).toList())
            : placesTogether(batch, files.stream().map(PlacedFile::path).toList());
      } catch (IOException | UnsupportedOperationException e) {
        LOG.debug("Asked one by one: places of {} files from {} on", files.size(), files.get(0), e);
      }
    }
    List<BlockLocation[]> places = new ArrayList<>();
    for (PlacedFile file : files) {
      places.add(places(fs, file.path()));
    }
    return places;
  }

  private static BlockLocation[] places(FileSystem fs, Path file) throws IOException {
    try {
      return fs.getFileBlockLocations(file, 0, Long.MAX_VALUE);
    } catch (FileNotFoundException e) {
      // Removed or replaced since it was listed. Whoever reads it reports that.
      return new BlockLocation[0];
    }
  }

  private static List<BlockLocation[]> placesTogether(BatchListingOperations fs, List<Path> files)
      throws IOException {
    Map<Path, BlockLocation[]> found = new HashMap<>();
    RemoteIterator<PartialListing<LocatedFileStatus>> parts =
        fs.batchedListLocatedStatusIterator(files);
    while (parts.hasNext()) {
      for (LocatedFileStatus file : parts.next().get()) {
        found.put(file.getPath(), file.getBlockLocations());
      }
    }
    List<BlockLocation[]> places = new ArrayList<>();
    for (Path file : files) {
      BlockLocation[] blocks = found.get(file);
      if (blocks == null) {
        throw new IOException("no answer: " + file);
      }
      places.add(blocks);
    }
    return places;
  }
}
