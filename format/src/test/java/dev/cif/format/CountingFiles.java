package dev.cif.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.BatchListingOperations;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;

/** A file system that lists several folders at once, as HDFS does, and writes down requests. */
public final class CountingFiles extends FilterFileSystem implements BatchListingOperations {
  private final boolean refusesBatches;

  /** Names of the files that were opened. */
  public final List<Path> opened = Collections.synchronizedList(new ArrayList<>());

  /** For each listing the folders. */
  public final List<List<Path>> listings = Collections.synchronizedList(new ArrayList<>());

  public CountingFiles(FileSystem fs, boolean refusesBatches) {
    super(fs);
    this.refusesBatches = refusesBatches;
  }

  public void reset() {
    opened.clear();
    listings.clear();
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    opened.add(file);
    return super.open(file, bufferSize);
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    listings.add(List.of(folder));
    return super.listStatus(folder);
  }

  /** Gives each folder's files in two parts. */
  @Override
  public RemoteIterator<PartialListing<FileStatus>> batchedListStatusIterator(List<Path> folders)
      throws IOException {
    listings.add(folders);
    if (refusesBatches) {
      throw new IOException("too many folders: " + folders.size());
    }
    List<PartialListing<FileStatus>> parts = new ArrayList<>();
    for (Path folder : folders) {
      List<FileStatus> files = List.of(fs.listStatus(folder));
      parts.add(new PartialListing<>(folder, files.subList(0, files.size() / 2)));
      parts.add(new PartialListing<>(folder, files.subList(files.size() / 2, files.size())));
    }
    return RemoteIterators.remoteIteratorFromIterable(parts);
  }

  @Override
  public RemoteIterator<PartialListing<LocatedFileStatus>> batchedListLocatedStatusIterator(
      List<Path> files) {
    throw new UnsupportedOperationException();
  }
}
