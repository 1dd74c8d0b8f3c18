package dev.cif.cache;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.ColumnCache;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The cache as one job reads through it.
 *
 * @param cache of the process
 * @param opener how files are read past the page cache; null if they are not
 * @param verify when checksums of blocks are checked
 */
record JobCache(BufferCache cache, DirectFile.Opener opener, Verify verify) implements ColumnCache {
  JobCache(BufferCache cache, boolean direct, Verify verify) {
    this(cache, direct ? DirectFile::open : null, verify);
  }

  @Override
  public File open(FileSystem fs, Path path, int checksum, Source plain) throws IOException {
    Path file = fs.makeQualified(path);
    boolean isLocal = isLocal(fs);
    if (isLocal && !new java.io.File(file.toUri().getPath()).canRead()) {
      // The file system tells what is wrong with it.
      return null;
    }
    Identity identity = Identity.of(fs.getFileStatus(file), checksum, isLocal);
    Entry entry = cache.hold(file, identity);
    boolean isOpened = false;
    try {
      if (!isLocal) {
        expectAllowed(fs, file, entry);
      }
      CachedFile opened = new CachedFile(this, fs, entry, opener, plain);
      isOpened = true;
      return opened;
    } finally {
      if (!isOpened) {
        cache.release(entry);
      }
    }
  }

  /** Whether files are of this machine, so that the system itself guards them. */
  static boolean isLocal(FileSystem fs) {
    return "file".equals(fs.getUri().getScheme());
  }

  /** What one user has read is not for all: the file system is asked once for each. */
  private static void expectAllowed(FileSystem fs, Path file, Entry entry) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getUserName();
    if (!entry.users.contains(user)) {
      fs.access(file, FsAction.READ);
      entry.users.add(user);
    }
  }
}
