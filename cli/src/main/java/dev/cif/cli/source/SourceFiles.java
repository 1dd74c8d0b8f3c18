package dev.cif.cli.source;

import dev.cif.format.CifSchema;
import dev.cif.format.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Rows of several files, one after the other.
 *
 * <p>The first file gives the schema. Columns of the others are found by name, ignoring case. A
 * column that a file lacks is NULL in its rows. A column that only a later file has, or that has
 * another type there, is an error: nothing is dropped silently.
 */
public final class SourceFiles implements RecordSource {
  private final SourceFormat format;
  private final SourceOptions options;
  private final List<SourceFile> files;

  /** Schema if it was given, or null if the first of the files gives it. */
  private final CifSchema known;

  private final CifSchema schema;
  private RecordSource current;
  private int index;
  private long bytesBefore;

  /**
   * Positions of the current file's columns in the row, or null if its schema is the first file's.
   */
  private int[] targets;

  private SourceFiles(
      SourceFormat format, SourceOptions options, List<SourceFile> files, CifSchema known)
      throws IOException {
    this.format = format;
    this.known = known;
    this.options = options;
    this.files = files;
    this.current = format.open(files.get(0), options, known);
    this.schema = known == null ? current.schema() : known;
    try {
      this.targets = targets(current.schema());
    } catch (IOException e) {
      current.close();
      throw e;
    }
  }

  /**
   * Opens the files at some paths.
   *
   * @throws SourceException if there is no file, or one cannot be read
   * @throws IllegalArgumentException if an option does not fit the format
   * @see #list
   */
  public static SourceFiles open(
      SourceFormat format, SourceOptions options, List<Path> places, Configuration conf)
      throws IOException {
    format.check(options);
    return new SourceFiles(format, options, list(format, places, conf), null);
  }

  /**
   * Opens files, or ranges of them.
   *
   * @param files at least one
   * @param schema schema of the first of all files, or null if that is the first of these
   */
  public static SourceFiles open(
      SourceFormat format, SourceOptions options, List<SourceFile> files, CifSchema schema)
      throws IOException {
    return new SourceFiles(format, options, files, schema);
  }

  /**
   * Lists the files at some paths, in the order in which they are loaded.
   *
   * @param places files, folders (all files below them, but none whose name begins with _ or .), or
   *     glob patterns
   * @throws SourceException if there is no file
   */
  public static List<SourceFile> list(SourceFormat format, List<Path> places, Configuration conf)
      throws IOException {
    List<SourceFile> files = new ArrayList<>();
    for (Path place : places) {
      FileSystem fs = place.getFileSystem(conf);
      FileStatus[] found =
          fs.exists(place) ? new FileStatus[] {fs.getFileStatus(place)} : fs.globStatus(place);
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
      String name = child.getPath().getName();
      boolean hidden = name.startsWith("_") || name.startsWith(".");
      if (!hidden) {
        collect(fs, child, conf, files);
      }
    }
  }

  /** Returns the bytes of all files. */
  public long totalBytes() {
    return files.stream().mapToLong(SourceFile::size).sum();
  }

  @Override
  public CifSchema schema() {
    return schema;
  }

  @Override
  public boolean next(ColumnVector[] row) throws IOException {
    while (current != null) {
      if (current.next(targets == null ? row : arranged(row))) {
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
    bytesBefore += files.get(index).size();
    if (++index < files.size()) {
      current = format.open(files.get(index), options, known);
      targets = targets(current.schema());
    }
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

  @Override
  public long bytesRead() {
    long now = current == null ? 0 : Math.min(current.bytesRead(), files.get(index).size());
    return bytesBefore + now;
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
    }
  }
}
