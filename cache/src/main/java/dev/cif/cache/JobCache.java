package dev.cif.cache;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.options.ColumnCache;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The cache as one job reads through it.
 *
 * @param cache cache of the process
 * @param opener opener of files for reads past the page cache; null for none
 * @param verify time at which checksums of blocks are checked
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
      // The file system reports the fault of the file.
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

  /** Returns true if files are on this machine, so that the system itself guards them. */
  static boolean isLocal(FileSystem fs) {
    return "file".equals(fs.getUri().getScheme());
  }

  /**
   * Checks that the user may read a file. One user's reads must not serve all, so the file system
   * is asked once for each user.
   */
  private static void expectAllowed(FileSystem fs, Path file, Entry entry) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getUserName();
    if (!entry.users.contains(user)) {
      fs.access(file, FsAction.READ);
      entry.users.add(user);
    }
  }
}
