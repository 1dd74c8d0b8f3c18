package dev.cif.format.internal.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BatchListingOperations;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists folders with the places of their files, in as few requests as the file system allows. */
public final class Listings {
  private static final Logger LOG = LoggerFactory.getLogger(Listings.class);

  /** HDFS's default of dfs.batched.ls.limit. */
  private static final int MOST_FOLDERS = 100;

  private Listings() {}

  /** How many folders one call of {@link #of} should be given. */
  public static int foldersAtOnce(FileSystem fs) {
    return fs instanceof BatchListingOperations ? MOST_FOLDERS : 1;
  }

  /** The content of each folder; of a file, the file. */
  public static List<FileStatus[]> of(FileSystem fs, List<Path> folders) throws IOException {
    if (folders.size() > 1 && fs instanceof BatchListingOperations batch) {
      try {
        return together(batch, folders);
      } catch (IOException | UnsupportedOperationException e) {
        // A NameNode that can't, or takes fewer; or the fault of one folder, told of below.
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
    RemoteIterator<PartialListing<LocatedFileStatus>> parts =
        fs.batchedListLocatedStatusIterator(List.copyOf(found.keySet()));
    while (parts.hasNext()) {
      PartialListing<LocatedFileStatus> part = parts.next();
      List<FileStatus> files = found.get(part.getListedPath());
      if (files == null) {
        throw new IOException("not asked for: " + part.getListedPath());
      }
      files.addAll(part.get());
    }
    return folders.stream().map(f -> found.get(f).toArray(new FileStatus[0])).toList();
  }
}
