package dev.cif.embedded.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.Principal;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Hadoop's local file system, which asks the JDK for permissions, owners and links. Hadoop without
 * its native library starts a process each time: chmod for a new file, ls for permissions, readlink
 * for a rename. Hive creates dozens of files per statement.
 */
final class RawLocalFiles extends RawLocalFileSystem {
  private static final boolean UNIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

  /** The operating system's name for the user; Hive may set {@code user.name}. */
  private static final String USER = ProcessHandle.current().info().user().orElse("");

  /** Permissions and the sticky bit, the only mode bits that Hadoop knows. */
  private static final int MODE = 01777;

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    if (!UNIX) {
      super.setPermission(path, permission);
      return;
    }
    try {
      Files.setAttribute(nio(path), "unix:mode", permission.toShort() & MODE);
    } catch (NoSuchFileException e) {
      throw absent(path, e);
    }
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path);
    if (!UNIX) {
      return status;
    }
    Map<String, Object> attributes;
    try {
      attributes = Files.readAttributes(nio(path), "unix:mode,owner,group");
    } catch (NoSuchFileException e) {
      throw absent(path, e);
    }
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getAccessTime(),
        new FsPermission((short) ((Integer) attributes.get("mode") & MODE)),
        user(((Principal) attributes.get("owner")).getName()),
        ((Principal) attributes.get("group")).getName(),
        status.getPath());
  }

  /**
   * Returns the owner's name for Hadoop, where this process may have logged in by another name. A
   * user that it acts for owns none of its files.
   */
  private static String user(String owner) throws IOException {
    if (!owner.equals(USER)) {
      return owner;
    }
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    return (user.getRealUser() == null ? user : user.getRealUser()).getShortUserName();
  }

  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    return Files.isSymbolicLink(nio(path)) ? super.getFileLinkStatus(path) : getFileStatus(path);
  }

  private java.nio.file.Path nio(Path path) {
    return pathToFile(path).toPath();
  }

  private static FileNotFoundException absent(Path path, NoSuchFileException cause) {
    FileNotFoundException absent = new FileNotFoundException("File " + path + " does not exist");
    absent.initCause(cause);
    return absent;
  }
}
