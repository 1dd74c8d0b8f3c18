package dev.cif.cli.source;

import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The rows of several files, one after the other, each with the columns of its folders ({@link
 * PartitionFolderSource}).
 *
 * <p>The first file gives the schema. Columns of the others are found by name, ignoring case. A
 * column that a file lacks is NULL in its rows. A column that only a later file has, or that has
 * another type there, is an error: nothing is dropped silently.
 */
public final class SourceFiles implements Closeable {
  private final SourceFormat format;
  private final SourceOptions options;
  private final List<SourceFile> files;

  /** Schema if it was given, or null if the first of the files gives it. */
  private final CifSchema known;

  private final CifSchema schema;
  private final ReaderThread thread;
  private RecordSource current;
  private int index;
  private long bytesBefore;
  private long rowsOfFile;
  private TextCheck check;
  private final Set<String> warned = new HashSet<>();
  private final List<String> warnings = new ArrayList<>();

  /**
   * Positions of the current file's columns in the row, or null if its schema is the first file's.
   */
  private int[] targets;

  private SourceFiles(
      SourceFormat format,
      SourceOptions options,
      List<SourceFile> files,
      CifSchema known,
      ReaderThread thread)
      throws IOException {
    this.format = format;
    this.thread = thread;
    this.known = known;
    this.options = options;
    this.files = files;
    this.current = PartitionFolderSource.open(format, files.get(0), options, known);
    this.schema = known == null ? current.schema() : known;
    try {
      warn();
      if (schema.size() == 0) {
        String why = warnings.isEmpty() ? "the file has none" : String.join("; ", warnings);
        throw files.get(0).error("", "there is no column to load: " + why, null);
      }
      FieldNames.expectDistinct(schema, files.get(0).path());
      this.targets = targets(current.schema());
    } catch (IOException e) {
      current.close();
      throw e;
    }
  }

  /**
   * Opens files, or ranges of them.
   *
   * @param files at least one
   * @param schema that of the first of all files, or null if it is the first of these
   * @throws SourceException if the first cannot be read
   */
  public static SourceFiles open(
      SourceFormat format, SourceOptions options, List<SourceFile> files, CifSchema schema)
      throws IOException {
    ReaderThread thread = new ReaderThread(options);
    try {
      return thread.call(() -> new SourceFiles(format, options, files, schema, thread));
    } catch (IOException e) {
      thread.close();
      throw e;
    } catch (ReaderThread.StalledException
        | RuntimeException
        | LinkageError
        | VirtualMachineError e) {
      thread.close();
      throw files.get(0).error("", SourceFile.why(e), e);
    }
  }

  /**
   * Lists the files at some paths, in the order in which they are loaded.
   *
   * @param places files, folders (all files below them, without those that are hidden: files and
   *     folders whose name begins with _ or ., but no folder {@code key=value}), or glob patterns
   * @throws SourceException if there is no file
   */
  public static List<SourceFile> list(SourceFormat format, List<Path> places, Configuration conf)
      throws IOException {
    List<SourceFile> files = new ArrayList<>();
    for (Path place : places) {
      FileSystem fs = place.getFileSystem(conf);
      FileStatus[] found =
          fs.exists(place) ? new FileStatus[] {fs.getFileStatus(place)} : matches(fs, place);
      if (found == null || found.length == 0) {
        throw new SourceException(place + ": there is no such file or folder");
      }
      for (FileStatus status : found) {
        collect(fs, status, conf, files);
      }
    }
    if (files.isEmpty()) {
      throw new SourceException(places + ": there is no " + format.text() + " file in it");
    }
    return files;
  }

  private static FileStatus[] matches(FileSystem fs, Path pattern) throws IOException {
    try {
      return fs.globStatus(pattern);
    } catch (IllegalArgumentException e) {
      throw new SourceException(
          pattern
              + ": Hadoop's patterns match no names with a colon; name the files or their folder",
          e);
    }
  }

  private static void collect(
      FileSystem fs, FileStatus status, Configuration conf, List<SourceFile> files)
      throws IOException {
    if (status.isFile()) {
      files.add(new SourceFile(status, conf));
      return;
    }
    FileStatus[] children = fs.listStatus(status.getPath());
    Arrays.sort(children);
    for (FileStatus child : children) {
      if (!SplitDirectories.isHidden(child) && !SplitDirectories.isLoop(child)) {
        collect(fs, child, conf, files);
      }
    }
  }

  /** Returns the bytes of all files. */
  public long totalBytes() {
    return files.stream().mapToLong(SourceFile::size).sum();
  }

  /** The columns of the rows. */
  public CifSchema schema() {
    return schema;
  }

  /**
   * Appends the values of the next rows, one to each vector for each.
   *
   * @param batch one vector a column, of the column's type, in schema order
   * @param wanted rows
   * @return how many there were; fewer than wanted at the end
   * @throws SourceException if a file holds something that the schema cannot, or its reader makes
   *     no progress; values may then have been appended to some of the vectors
   */
  public int read(ColumnVector[] batch, int wanted) throws IOException {
    try {
      return thread.call(
          () -> {
            int count = 0;
            while (count < wanted && next(batch)) {
              thread.step();
              count++;
            }
            return count;
          });
    } catch (ReaderThread.StalledException
        | RuntimeException
        | LinkageError
        | VirtualMachineError e) {
      throw files.get(index).error("", SourceFile.why(e), e);
    }
  }

  private boolean next(ColumnVector[] row) throws IOException {
    if (format.isText()) {
      return nextOfAll(row);
    }
    if (check == null || !check.isOf(row)) {
      check = new TextCheck(new SourceText(options), row);
    }
    check.begin();
    boolean more = nextOfAll(row);
    try {
      check.end(schema);
    } catch (IllegalArgumentException e) {
      SourceFile file = files.get(index);
      throw file.error(file.place("row", rowsOfFile), e.getMessage(), e);
    }
    return more;
  }

  private boolean nextOfAll(ColumnVector[] row) throws IOException {
    while (current != null) {
      if (current.next(targets == null ? row : arranged(row))) {
        rowsOfFile++;
        fill(row);
        return true;
      }
      advance();
    }
    return false;
  }

  private ColumnVector[] arranged(ColumnVector[] row) {
    ColumnVector[] arranged = new ColumnVector[targets.length];
    for (int i = 0; i < targets.length; i++) {
      arranged[i] = row[targets[i]];
    }
    return arranged;
  }

  /** Appends NULL to the columns that the current file lacks. */
  private void fill(ColumnVector[] row) {
    if (targets == null || targets.length == row.length) {
      return;
    }
    boolean[] present = new boolean[row.length];
    for (int target : targets) {
      present[target] = true;
    }
    for (int i = 0; i < row.length; i++) {
      if (!present[i]) {
        row[i].appendNull();
      }
    }
  }

  private void advance() throws IOException {
    current.close();
    current = null;
    rowsOfFile = 0;
    bytesBefore += files.get(index).size();
    index++;
    if (index < files.size()) {
      current = PartitionFolderSource.open(format, files.get(index), options, known);
      warn();
      targets = targets(current.schema());
    }
  }

  /** Keeps a warning of each column that the current file has and the load passes over. */
  private void warn() throws SourceException {
    SourceFile file = files.get(index);
    for (Map.Entry<String, String> column : current.passedOver().entrySet()) {
      if (schema.indexOf(column.getKey()) >= 0) {
        throw file.error("", "column '" + column.getKey() + "' " + column.getValue(), null);
      }
      if (warned.add(column.getKey())) {
        warnings.add(
            file.path()
                + ": column '"
                + column.getKey()
                + "' is passed over: it "
                + column.getValue());
      }
    }
  }

  /** Takes the warnings since the last call: columns of the files that are passed over. */
  public List<String> takeWarnings() {
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  private int[] targets(CifSchema other) throws SourceException {
    if (other.equals(schema)) {
      return null;
    }
    int[] found = new int[other.size()];
    for (int i = 0; i < found.length; i++) {
      Column column = other.column(i);
      found[i] = schema.indexOf(column.name());
      Column first = found[i] < 0 ? null : schema.column(found[i]);
      if (first == null || !first.type().equals(column.type())) {
        throw new SourceException(
            files.get(index).path()
                + ": column '"
                + column.name()
                + "' of type "
                + column.type()
                + (first == null ? " is not in " : " is of type " + first.type() + " in ")
                + (known == null ? files.get(0).path() + ", " : "")
                + "the first file; load them apart");
      }
    }
    return found;
  }

  /** Bytes of the files that have been read, about; for progress. */
  public long bytesRead() {
    long now = current == null ? 0 : Math.min(current.bytesRead(), files.get(index).size());
    return bytesBefore + now;
  }

  @Override
  public void close() throws IOException {
    thread.close();
    if (current != null && !thread.isStalled()) {
      current.close();
    }
  }
}
