package dev.cif.format.internal.file;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.Column;
import dev.cif.format.PlacementKey;
import dev.cif.format.SplitDirectories;
import dev.cif.format.StoragePolicy;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of a split-directory: their names, and how a schema file is read. */
public final class SplitFiles {
  /** How names of column files that are not published begin; the owner's name and a dot follow. */
  public static final String HIDDEN = "_added.";

  /** How names of files with the statistics of parts end. */
  static final String PARTS = ".parts";

  /** How names of filter files end. */
  static final String FILTERS = ".filters";

  private static final String COLUMN = ".col";

  /** How writers name files with the statistics of parts. */
  private static final Pattern PARTS_FILE =
      Pattern.compile("_[0-9]+-[a-z0-9_]*(\\.g[0-9]+)?\\.parts");

  /** How writers name filter files. */
  private static final Pattern FILTER_FILE =
      Pattern.compile("_[0-9]+-[a-z0-9_]*(\\.g[0-9]+)?(\\.with[0-9-]+)?\\.filters");

  private static final Logger LOG = LoggerFactory.getLogger(SplitFiles.class);

  /** Whether it was said that a file system has no storage policies. */
  private static final AtomicBoolean WITHOUT_POLICIES = new AtomicBoolean();

  private static final int MAX_NAME = 64;
  private static final int READ_ATTEMPTS = 5;

  /** Room for a schema file at first. */
  private static final int FIRST_BYTES = 4 << 20;

  private SplitFiles() {}

  /** The name of a column's file, of its {@code k}-th rewrite; 0 is the first. */
  public static String columnFile(Column column, int k) {
    String name = CifSchema.foldCase(column.name()).replaceAll("[^a-z0-9_]", "_");
    String start = column.id() + "-" + name.substring(0, Math.min(name.length(), MAX_NAME));
    return start + (k == 0 ? "" : ".g" + k) + COLUMN;
  }

  /** The name of the file with the statistics of a column's parts, beside its column file. */
  public static String partsFile(String columnFile) {
    return beside(columnFile, PARTS);
  }

  private static String beside(String columnFile, String end) {
    return columnFile.endsWith(COLUMN)
        ? "_" + columnFile.substring(0, columnFile.length() - COLUMN.length()) + end
        : columnFile + end;
  }

  /**
   * The name of a filter file, beside the column file of the key's first column.
   *
   * @param with ids of the key's other columns
   */
  public static String filterFile(String columnFile, List<Integer> with) {
    StringBuilder key = new StringBuilder();
    with.forEach(id -> key.append(key.length() == 0 ? ".with" : "-").append(id));
    return beside(columnFile, key + FILTERS);
  }

  /** Whether a file has filters by its name. */
  public static boolean isFilterFile(String name) {
    return FILTER_FILE.matcher(name).matches();
  }

  /** Whether a file has the statistics of a column's parts by its name. */
  public static boolean isPartsFile(String name) {
    return PARTS_FILE.matcher(name).matches();
  }

  /** Whether a file is the index of a schema file by its name. */
  public static boolean isIndexFile(String name) {
    return ColumnIndex.isName(name);
  }

  /**
   * The name of the index of a schema file, whether it has one or not.
   *
   * @param path of the schema file, for errors
   * @param bytes of the schema file
   */
  public static String indexFile(Path path, byte[] bytes) throws CifException {
    return ColumnIndex.name(SchemaFile.header(path, bytes).crc());
  }

  /**
   * The index of a schema file; null if it needs none.
   *
   * @param path of the schema file, for errors
   * @param bytes of the schema file
   * @param schemaFile what it says
   */
  public static byte[] index(Path path, byte[] bytes, SchemaFile schemaFile) throws IOException {
    SchemaFile.Header header = SchemaFile.header(path, bytes);
    boolean isNeeded = header.length() > ColumnIndex.SHORT_BYTES && schemaFile.changes().isEmpty();
    return isNeeded ? ColumnIndex.write(bytes, header.start(), schemaFile) : null;
  }

  /**
   * Compares the index of a split-directory's schema file with what it should be.
   *
   * @return its bytes; 0 if there is none
   * @throws CifException if it is another
   */
  public static long verifyIndex(FileSystem fs, Path directory) throws IOException {
    Path path = new Path(directory, SplitDirectories.SCHEMA_FILE);
    byte[] bytes = bytes(fs, path);
    byte[] index = index(path, bytes, SchemaFile.parse(path, bytes));
    Path file = file(directory, indexFile(path, bytes));
    if (index == null || !fs.exists(file)) {
      return 0;
    }
    try (FSDataInputStream in = fs.open(file)) {
      if (!Arrays.equals(index, in.readNBytes(index.length + 1))) {
        throw ColumnIndex.damaged(file, -1, "it is not what the schema file says", null);
      }
    }
    return index.length;
  }

  /** The name of a group file, by the first of its columns. */
  public static String groupFile(Column first) {
    return first.id() + "-group" + COLUMN;
  }

  /** True if a name leads to no other folder, and is the same file to all systems. */
  public static boolean isPlain(String name) {
    return name.indexOf('/') < 0 && name.indexOf('\0') < 0;
  }

  /** A file of the split; its name is taken as it is, whereas Path takes "a:b" for a URI. */
  public static Path file(Path directory, String name) {
    URI folder = directory.toUri();
    return new Path(folder.getScheme(), folder.getAuthority(), folder.getPath() + "/" + name);
  }

  /**
   * Marks a folder with the key by which it is placed. A placement that can't be had fails no
   * write: other file systems than HDFS know no such attributes, and HDFS can be set to have none.
   */
  public static void mark(FileSystem fs, Path directory, PlacementKey key) {
    try {
      byte[] value = key.toString().getBytes(StandardCharsets.US_ASCII);
      fs.setXAttr(directory, PlacementKey.ATTRIBUTE, value);
    } catch (UnsupportedOperationException e) {
      LOG.debug("Placed without regard to group {}: {}", key, directory, e);
    } catch (IOException e) {
      LOG.warn("Placed without regard to group {}: {}", key, directory, e);
    }
  }

  /**
   * Gives a file that was just created its policy, before it has a block. Where the file system has
   * no policies the file is written without one.
   *
   * @return the stream; closed if this fails
   * @throws CifException if the file system refuses the policy
   */
  public static FSDataOutputStream withPolicy(
      FileSystem fs, Path file, FSDataOutputStream out, StoragePolicy policy) throws IOException {
    boolean isDone = false;
    try {
      if (policy != StoragePolicy.NONE) {
        policy.set(fs, file, null);
      }
      isDone = true;
    } catch (UnsupportedOperationException e) {
      isDone = true;
      if (!WITHOUT_POLICIES.getAndSet(true)) {
        LOG.warn("There are no storage policies in {}; files are written without", fs.getUri(), e);
      }
    } finally {
      if (!isDone) {
        closeQuietly(out);
      }
    }
    return out;
  }

  /** Closes a file that is given up. */
  public static void closeQuietly(Closeable file) {
    IOUtils.closeStream(file);
  }

  /** Removes a file that no schema file names, if that is possible; if not, it does no harm. */
  public static void deleteQuietly(FileSystem fs, Path path) {
    try {
      fs.delete(path, false);
    } catch (IOException e) {
      LOG.debug("Left behind, since it cannot be removed: {}", path, e);
    }
  }

  /** Removes a folder if there is nothing in it; null is no folder. */
  public static void removeIfEmpty(FileSystem fs, Path directory) {
    try {
      if (directory != null && fs.exists(directory) && fs.listStatus(directory).length == 0) {
        fs.delete(directory, false);
      }
    } catch (IOException e) {
      LOG.debug("Left behind, since it cannot be removed: {}", directory, e);
    }
  }

  /** Whether files are of this machine, and need no connection to be read. */
  public static boolean isLocal(FileSystem fs) {
    return "file".equals(fs.getUri().getScheme());
  }

  /** Whether a folder's modification time is that of the last change of its list of files. */
  public static boolean hasFolderTimes(FileSystem fs) {
    return isLocal(fs) || "hdfs".equals(fs.getUri().getScheme());
  }

  /** Reads and checks the schema file of a split-directory. */
  public static SchemaFile read(FileSystem fs, Path directory) throws IOException {
    return read(fs, directory, null);
  }

  /**
   * Reads and checks what the schema file of a split-directory says of some columns, and maybe of
   * others; if it has an index, that is all that is read.
   *
   * @param wanted null for all
   */
  public static SchemaFile read(FileSystem fs, Path directory, WantedColumns wanted)
      throws IOException {
    Path path = new Path(directory, SplitDirectories.SCHEMA_FILE);
    try {
      return readOnce(fs, path, wanted);
    } catch (IOException e) {
      // What is wrong is looked up only now: to ask for a file's status is a request in HDFS.
      return readAgain(fs, path, wanted);
    }
  }

  private static SchemaFile readAgain(FileSystem fs, Path path, WantedColumns wanted)
      throws IOException {
    FileStatus status = status(fs, path);
    for (int attempt = 1; ; attempt++) {
      if (status.isDirectory()) {
        throw CifException.at(path, null, -1, "no schema file, but a folder");
      }
      try {
        return readOnce(fs, path, wanted);
      } catch (IOException e) {
        // One that was replaced in between was read as if it were still the one before.
        FileStatus now = status(fs, path);
        boolean same =
            now.getLen() == status.getLen()
                && now.getModificationTime() == status.getModificationTime();
        if (same || attempt == READ_ATTEMPTS) {
          throw e;
        }
        status = now;
      }
    }
  }

  private static FileStatus status(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getFileStatus(path);
    } catch (FileNotFoundException e) {
      throw CifException.at(
          path.getParent(), null, -1, "no split-directory: it has no file " + path.getName(), e);
    }
  }

  private static SchemaFile readOnce(FileSystem fs, Path path, WantedColumns wanted)
      throws IOException {
    byte[] bytes;
    long local;
    try (FSDataInputStream in = fs.open(path)) {
      byte[] start = in.readNBytes(SchemaFile.HEADER_BYTES);
      SchemaFile.Header header = SchemaFile.header(path, start);
      SchemaFile some = wanted == null ? null : SomeColumns.read(fs, path, in, header, wanted);
      if (some != null) {
        return some;
      }
      bytes = bytes(in, path, start, header);
      local = LocalBytes.of(fs, in, bytes.length);
    }
    return SchemaFile.parse(path, bytes).withLocalBytes(local);
  }

  /** The bytes of a schema file, and at most one more than its header says. */
  public static byte[] bytes(FileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      byte[] start = in.readNBytes(SchemaFile.HEADER_BYTES);
      return bytes(in, path, start, SchemaFile.header(path, start));
    }
  }

  private static byte[] bytes(
      FSDataInputStream in, Path path, byte[] start, SchemaFile.Header header) throws IOException {
    long length = header.fileLength();
    if (length > SchemaFile.MAX_BYTES) {
      throw CifException.at(path, null, -1, length + " bytes are more than a schema file can have");
    }
    int wanted = (int) Math.max(length, start.length);
    byte[] bytes = bytes(in, start, wanted);
    int more = bytes.length == wanted ? in.read() : -1;
    if (more >= 0) {
      bytes = Arrays.copyOf(bytes, wanted + 1);
      bytes[wanted] = (byte) more;
    }
    return bytes;
  }

  /**
   * The bytes of a stream, of which the first are read already; fewer than wanted if it ends.
   * Memory grows with what is there: a false length costs none.
   */
  static byte[] bytes(FSDataInputStream in, byte[] start, int wanted) throws IOException {
    byte[] bytes = Arrays.copyOf(start, Math.min(wanted, FIRST_BYTES));
    int count = start.length;
    for (int read = -1; read != 0 && count < wanted; count += read) {
      if (count == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, 4L * count));
      }
      read = in.readNBytes(bytes, count, bytes.length - count);
    }
    return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
  }
}
