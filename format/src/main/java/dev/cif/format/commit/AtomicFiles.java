package dev.cif.format.commit;

import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.schema.CifException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * Atomic operations on the files of a folder. HDFS and local file systems, and views and wrappers
 * of them, have three in one step each: exclusive creation, renaming to a name only if it is free,
 * and replacing a file. Nothing is known of other file systems. Hadoop's replacing rename deletes
 * first and then renames, unless a file system does better, and none declares that.
 */
public final class AtomicFiles {
  private static final String HDFS = "org.apache.hadoop.hdfs.DistributedFileSystem";

  private enum Kind {
    HDFS,
    LOCAL,
    OTHER
  }

  private final FileSystem fs;
  private final Kind kind;

  /** File system that holds the folder, below views and wrappers. */
  private final FileSystem storage;

  /** Path of the folder in that file system. */
  private final Path folder;

  private AtomicFiles(FileSystem fs, FileSystem storage, Path folder) {
    this.fs = fs;
    this.storage = storage;
    this.folder = folder;
    kind = kind(storage);
  }

  /** Returns the store of a folder, which must exist. */
  public static AtomicFiles of(FileSystem fs, Path folder) throws IOException {
    if (kind(fs) != Kind.OTHER) {
      return new AtomicFiles(fs, fs, fs.makeQualified(folder));
    }
    Path resolved = fs.resolvePath(folder);
    FileSystem below = below(fs, resolved.toUri());
    return new AtomicFiles(
        fs, below == null ? resolved.getFileSystem(fs.getConf()) : below, resolved);
  }

  private static Kind kind(FileSystem fs) {
    if ("file".equals(fs.getUri().getScheme())) {
      return Kind.LOCAL;
    }
    // By name, since HDFS's client need not be on the class path.
    for (Class<?> type = fs.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(HDFS)) {
        return Kind.HDFS;
      }
    }
    return Kind.OTHER;
  }

  /**
   * Returns the file system of a place among those that a view or wrapper uses; null if there is
   * none.
   */
  private static FileSystem below(FileSystem fs, URI place) {
    FileSystem[] children = kind(fs) == Kind.OTHER ? fs.getChildFileSystems() : null;
    if (children == null) {
      URI uri = fs.getUri();
      boolean same =
          Objects.equals(uri.getScheme(), place.getScheme())
              && Objects.equals(uri.getAuthority(), place.getAuthority());
      return same ? fs : null;
    }
    for (FileSystem child : children) {
      FileSystem found = below(child, place);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Returns true if {@link #replace} is one step here. */
  public boolean replacesInOneStep() {
    return kind != Kind.OTHER;
  }

  /**
   * Rejects a store that does not replace files in one step.
   *
   * @param column name of the column that was to be added
   * @throws CifException with the reason and a remedy
   */
  public void expectReplaces(String column) throws CifException {
    if (!replacesInOneStep()) {
      throw CifException.at(
          folder,
          column,
          -1,
          "a column is added by replacing the schema file in one step, which is known of HDFS and"
              + " of local files, not of "
              + storage.getUri().getScheme()
              + " ("
              + storage.getClass().getName()
              + "): a failure half-way would lose the split; write new split-directories with the"
              + " column instead");
    }
  }

  /**
   * Creates a file that does not exist.
   *
   * @throws IOException if the file exists, whoever has created it; it is unchanged then
   */
  public FSDataOutputStream create(Path file) throws IOException {
    if (kind != Kind.LOCAL) {
      return fs.create(file, false);
    }
    // Hadoop's local file system first checks and then creates.
    java.nio.file.Path local = local(file);
    Files.createDirectories(local.getParent());
    try {
      Files.createFile(local);
    } catch (java.nio.file.FileAlreadyExistsException e) {
      throw exists(file, e);
    }
    boolean opened = false;
    try {
      FSDataOutputStream out = fs.create(file, true);
      opened = true;
      return out;
    } finally {
      if (!opened) {
        Files.deleteIfExists(local);
      }
    }
  }

  /** Writes a file whose name nobody else uses. Removes it after a failure. */
  void write(Path file, byte[] bytes) throws IOException {
    boolean written = false;
    try {
      try (FSDataOutputStream out = create(file)) {
        out.write(bytes);
      }
      written = true;
    } finally {
      if (!written) {
        SplitFiles.deleteQuietly(fs, file);
      }
    }
  }

  /**
   * Renames a file of the folder to a name in it that is free.
   *
   * @throws FileAlreadyExistsException if the name is taken; both files are unchanged then
   * @throws FileNotFoundException if there is no such file
   */
  void move(Path from, Path to) throws IOException {
    if (kind == Kind.LOCAL) {
      moveLocal(from, to);
      return;
    }
    if (kind == Kind.OTHER && fs.exists(to)) {
      throw exists(to, null);
    }
    if (!fs.rename(from, to)) {
      if (!fs.exists(from)) {
        throw new FileNotFoundException(from + " does not exist");
      }
      throw fs.exists(to)
          ? exists(to, null)
          : new IOException(from + " cannot be renamed to " + to);
    }
  }

  /** Renames a local file by a hard link: a rename would replace an existing file. */
  private void moveLocal(Path from, Path to) throws IOException {
    dropChecksums(from, to);
    java.nio.file.Path source = local(from);
    try {
      Files.createLink(local(to), source);
      Files.deleteIfExists(source);
    } catch (java.nio.file.FileAlreadyExistsException e) {
      throw exists(to, e);
    } catch (NoSuchFileException e) {
      throw (IOException) new FileNotFoundException(from + " does not exist").initCause(e);
    } catch (UnsupportedOperationException | FileSystemException e) {
      // Without hard links, the JDK first checks and then renames.
      try {
        Files.move(source, local(to));
      } catch (java.nio.file.FileAlreadyExistsException taken) {
        throw exists(to, taken);
      }
    }
  }

  /** Renames a file of the folder to a name that nobody else uses, in one step. */
  void moveAside(Path from, Path unused) throws IOException {
    if (kind == Kind.LOCAL) {
      replace(from, unused);
    } else if (!fs.rename(from, unused)) {
      throw new FileNotFoundException(from + " cannot be renamed, or is gone");
    }
  }

  /**
   * Renames a file of the folder to another name in it, and replaces an existing file. This is one
   * step if {@link #replacesInOneStep}; else the existing file is deleted first.
   */
  // Not closed, since that would close the underlying file system.
  @SuppressWarnings("resource")
  public void replace(Path from, Path to) throws IOException {
    if (kind == Kind.LOCAL) {
      dropChecksums(from, to);
      try {
        Files.move(local(from), local(to), StandardCopyOption.ATOMIC_MOVE);
      } catch (NoSuchFileException e) {
        throw (IOException) new FileNotFoundException(from + " does not exist").initCause(e);
      }
    } else {
      new Replacing(storage).run(below(from), below(to));
    }
  }

  /** Access to Hadoop's rename with options, which is protected. */
  private static final class Replacing extends FilterFileSystem {
    Replacing(FileSystem fs) {
      super(fs);
    }

    @SuppressWarnings("deprecation")
    void run(Path from, Path to) throws IOException {
      rename(from, to, Options.Rename.OVERWRITE);
    }
  }

  /** Deletes Hadoop's checksum files, which would belong to the other local file for a moment. */
  private void dropChecksums(Path... files) throws IOException {
    for (Path file : files) {
      java.nio.file.Path local = local(file);
      Files.deleteIfExists(local.resolveSibling("." + local.getFileName() + ".crc"));
    }
  }

  private static FileAlreadyExistsException exists(Path file, Exception cause) {
    FileAlreadyExistsException e =
        new FileAlreadyExistsException(
            file + " exists: another process has written it; it is left as it is");
    e.initCause(cause);
    return e;
  }

  private Path below(Path file) {
    return new Path(folder, file.getName());
  }

  private java.nio.file.Path local(Path file) {
    return java.nio.file.Path.of(folder.toUri().getPath(), file.getName());
  }
}
