package dev.cif.format.internal.file;

import dev.cif.format.options.PlacementKey;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.WantedColumns;
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

/** Names of the files of a split-directory, and the reading of its schema file. */
public final class SplitFiles {
  /**
   * Prefix of the names of column files that are not published; the owner's name and a dot follow.
   */
  public static final String HIDDEN = "_added.";

  /** Name of the schema file, whose presence makes a folder a split-directory. */
  public static final String SCHEMA_FILE = "schema.cif";

  /** Suffix of the names of files with the statistics of parts. */
  static final String PARTS = ".parts";

  /** Suffix of the names of filter files. */
  static final String FILTERS = ".filters";

  /** Suffix of the names of files with deleted rows. */
  static final String DELETES = ".deletes";

  private static final String COLUMN = ".col";

  /** Form of the names that writers give to files with the statistics of parts. */
  private static final Pattern PARTS_FILE =
      Pattern.compile("_[0-9]+-[a-z0-9_]*(\\.g[0-9]+)?\\.parts");

  /** Form of the names that writers give to filter files. */
  private static final Pattern FILTER_FILE =
      Pattern.compile("_[0-9]+-[a-z0-9_]*(\\.g[0-9]+)?(\\.with[0-9-]+)?\\.filters");

  private static final Logger LOG = LoggerFactory.getLogger(SplitFiles.class);

  /** True if a warning was logged that a file system has no storage policies. */
  private static final AtomicBoolean WITHOUT_POLICIES = new AtomicBoolean();

  private static final int MAX_NAME = 64;
  private static final int READ_ATTEMPTS = 5;

  private SplitFiles() {}

  /**
   * Returns true if a file, or a folder with all that is in it, is hidden by its name. Names of
   * columns may begin like hidden ones, and so may those of folders {@code key=value}.
   */
  public static boolean isHidden(String name, boolean isFolder) {
    boolean isPartition = isFolder && name.indexOf('=') >= 0;
    return !isPartition && (name.startsWith("_") || name.startsWith("."));
  }

  /** Returns the name of a column's file after {@code k} rewrites; 0 is the first file. */
  public static String columnFile(Column column, int k) {
    String name = CifSchema.foldCase(column.name()).replaceAll("[^a-z0-9_]", "_");
    String start = column.id() + "-" + name.substring(0, Math.min(name.length(), MAX_NAME));
    return start + (k == 0 ? "" : ".g" + k) + COLUMN;
  }

  /**
   * Returns the name of the file with the statistics of a column's parts, next to its column file.
   */
  public static String partsFile(String columnFile) {
    return beside(columnFile, PARTS);
  }

  private static String beside(String columnFile, String end) {
    return columnFile.endsWith(COLUMN)
        ? "_" + columnFile.substring(0, columnFile.length() - COLUMN.length()) + end
        : columnFile + end;
  }

  /**
   * Returns the name of a filter file, next to the column file of the key's first column.
   *
   * @param with ids of the key's other columns
   */
  public static String filterFile(String columnFile, List<Integer> with) {
    StringBuilder key = new StringBuilder();
    with.forEach(id -> key.append(key.length() == 0 ? ".with" : "-").append(id));
    return beside(columnFile, key + FILTERS);
  }

  /** Returns true if a name is that of a filter file. */
  public static boolean isFilterFile(String name) {
    return FILTER_FILE.matcher(name).matches();
  }

  /** Returns true if a name is that of a file with the statistics of a column's parts. */
  public static boolean isPartsFile(String name) {
    return PARTS_FILE.matcher(name).matches();
  }

  /**
   * Returns the name of the file with the rows that are deleted after a change.
   *
   * @param change id of the change
   */
  public static String deletesFile(String change) {
    return "_" + change + DELETES;
  }

  /** Returns true if a name is that of a file with deleted rows. */
  public static boolean isDeletesFile(String name) {
    return name.startsWith("_") && name.endsWith(DELETES);
  }

  /** Returns true if a name is that of an index of a schema file. */
  public static boolean isIndexFile(String name) {
    return ColumnIndex.isName(name);
  }

  /**
   * Returns the name of the index of a schema file, even if it has none.
   *
   * @param path path of the schema file, for errors
   * @param bytes bytes of the schema file
   */
  public static String indexFile(Path path, byte[] bytes) throws CifException {
    return ColumnIndex.name(HeadedJson.SCHEMA.header(path, bytes).crc());
  }

  /**
   * Returns the index of a schema file, or null if it needs none.
   *
   * @param path path of the schema file, for errors
   * @param bytes bytes of the schema file
   * @param schemaFile content of the schema file
   */
  public static byte[] index(Path path, byte[] bytes, SchemaFile schemaFile) throws IOException {
    HeadedJson.Header header = HeadedJson.SCHEMA.header(path, bytes);
    boolean isNeeded =
        header.length() > ColumnIndex.SHORT_BYTES
            && schemaFile.changes().isEmpty()
            && schemaFile.deletes() == null;
    return isNeeded ? ColumnIndex.write(bytes, header.start(), schemaFile) : null;
  }

  /**
   * Compares the index of a split-directory's schema file with the one that it should have.
   *
   * @return length of the index in bytes; 0 if there is none
   * @throws CifException if it differs
   */
  public static long verifyIndex(FileSystem fs, Path directory) throws IOException {
    Path path = new Path(directory, SCHEMA_FILE);
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

  /** Returns the name of a group file, which its first column determines. */
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
   * Marks a folder with the key by which it is placed. A failure is logged and fails no write: only
   * HDFS knows such attributes, and it can be set to have none.
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
   * Sets the policy of a file that was just created, before it has a block. If the file system has
   * no policies, the file is written without one.
   *
   * @return stream of the file; closed if this fails
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

  /** Closes a file that is given up, and ignores errors. */
  public static void closeQuietly(Closeable file) {
    IOUtils.closeStream(file);
  }

  /**
   * Removes a file that no schema file names. A failure is only logged, since the file does no
   * harm.
   */
  public static void deleteQuietly(FileSystem fs, Path path) {
    try {
      fs.delete(path, false);
    } catch (IOException e) {
      LOG.debug("Left behind, since it cannot be removed: {}", path, e);
    }
  }

  /** Removes a folder if it is empty. Null means no folder. */
  public static void removeIfEmpty(FileSystem fs, Path directory) {
    try {
      if (directory != null && fs.exists(directory) && fs.listStatus(directory).length == 0) {
        fs.delete(directory, false);
      }
    } catch (IOException e) {
      LOG.debug("Left behind, since it cannot be removed: {}", directory, e);
    }
  }

  /** Returns true if files are on this machine, and need no connection to be read. */
  public static boolean isLocal(FileSystem fs) {
    return "file".equals(fs.getUri().getScheme());
  }

  /**
   * Returns true if a folder's modification time is that of the last change of its list of files.
   */
  public static boolean hasFolderTimes(FileSystem fs) {
    return isLocal(fs) || "hdfs".equals(fs.getUri().getScheme());
  }

  /** Reads and checks the schema file of a split-directory. */
  public static SchemaFile read(FileSystem fs, Path directory) throws IOException {
    return read(fs, directory, null);
  }

  /**
   * Reads and checks the description of some columns, and perhaps of others, from the schema file
   * of a split-directory. If it has an index, no more is read.
   *
   * @param wanted columns that are wanted; null for all
   */
  public static SchemaFile read(FileSystem fs, Path directory, WantedColumns wanted)
      throws IOException {
    Path path = new Path(directory, SCHEMA_FILE);
    try {
      return readOnce(fs, path, wanted);
    } catch (IOException e) {
      // The cause is looked up only now: to ask for a file's status is a request in HDFS.
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
        // If the file was replaced meanwhile, the error may stem from mixing both.
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
      byte[] start = in.readNBytes(HeadedJson.HEADER_BYTES);
      HeadedJson.Header header = HeadedJson.SCHEMA.header(path, start);
      SchemaFile some =
          wanted == null ? null : PartialSchemaReader.read(fs, path, in, header, wanted);
      if (some != null) {
        return some;
      }
      bytes = bytes(in, path, start, header);
      local = LocalBytes.of(fs, in, bytes.length);
    }
    return SchemaFile.parse(path, bytes).withLocalBytes(local);
  }

  /**
   * Reads a whole file that others may have written, so that it has any length.
   *
   * @param max greatest length in bytes that it may have
   * @param what kind of the file, for errors
   * @throws CifException if it is longer
   */
  static byte[] readBounded(FileSystem fs, Path path, int max, String what) throws IOException {
    byte[] bytes;
    try (FSDataInputStream in = fs.open(path)) {
      bytes = in.readNBytes(max + 1);
    }
    if (bytes.length > max) {
      throw CifException.at(path, null, max, what + " cannot have more than " + max + " bytes");
    }
    return bytes;
  }

  /** Reads a schema file. Returns at most one byte more than its header says. */
  public static byte[] bytes(FileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      byte[] start = in.readNBytes(HeadedJson.HEADER_BYTES);
      return bytes(in, path, start, HeadedJson.SCHEMA.header(path, start));
    }
  }

  private static byte[] bytes(
      FSDataInputStream in, Path path, byte[] start, HeadedJson.Header header) throws IOException {
    long length = header.fileLength();
    if (length > SchemaFile.MAX_BYTES) {
      throw CifException.at(path, null, -1, length + " bytes are more than a schema file can have");
    }
    int wanted = (int) Math.max(length, start.length);
    byte[] bytes = GrowingBytes.behind(start, wanted, in::readNBytes);
    int more = bytes.length == wanted ? in.read() : -1;
    if (more >= 0) {
      bytes = Arrays.copyOf(bytes, wanted + 1);
      bytes[wanted] = (byte) more;
    }
    return bytes;
  }
}
