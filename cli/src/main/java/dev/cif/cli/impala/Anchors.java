package dev.cif.cli.impala;

import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * Anchor files: one for each split-directory of a table, in a folder of their own with the same
 * folders of partitions. An anchor is text, with a line feed after each line:
 *
 * <pre>
 * CIF-ANCHOR 1
 * split &lt;path of the split-directory, relative to the anchor's folder&gt;
 * table &lt;path of the table's folder, likewise&gt;
 * column &lt;name in Impala&gt; &lt;column or part of one&gt;     (any number of such lines)
 * </pre>
 *
 * Its name ends with {@code .lz4}, by which Impala hands it to a scanner plug-in.
 */
public final class Anchors {
  static final String HEADER = "CIF-ANCHOR 1\n";
  private static final String SUFFIX = ".lz4";

  private final FileSystem fs;
  private final Configuration conf;
  private final Path table;
  private final Path folder;
  private final List<PartColumn> parts;
  private long written;
  private long unchanged;
  private long removed;

  /**
   * Changes that an update made.
   *
   * @param written number of anchors that are new or have changed
   * @param unchanged number of anchors that were there already
   * @param removed number of anchors whose split-directory is gone
   */
  public record Changes(long written, long unchanged, long removed) {}

  /**
   * Creates the anchors of a table.
   *
   * @param fs file system of the table and of the folder
   * @param table folder of the table
   * @param folder folder of the anchors; it must hold nothing else
   * @param parts columns that are parts of the table's columns
   */
  public Anchors(
      FileSystem fs, Configuration conf, Path table, Path folder, List<PartColumn> parts) {
    this.fs = fs;
    this.conf = conf;
    this.table = fs.makeQualified(table);
    this.folder = fs.makeQualified(folder);
    this.parts = List.copyOf(parts);
  }

  /**
   * Writes the anchors of all split-directories and removes the others. Correct anchors stay
   * untouched. Folders stay, so that partitions do.
   *
   * @param splits the table's split-directories
   * @throws CifException if the folder holds a file that is no anchor; nothing is written then
   */
  public Changes update(List<Path> splits) throws IOException {
    checkApart();
    Set<Path> wanted = new HashSet<>();
    for (Path split : splits) {
      wanted.add(anchorOf(fs.makeQualified(split)));
    }
    Set<Path> gone = new HashSet<>();
    collectOthers(folder, wanted, gone);
    for (Path split : splits) {
      Path qualified = fs.makeQualified(split);
      write(anchorOf(qualified), content(qualified));
    }
    for (Path anchor : gone) {
      fs.delete(anchor, false);
      removed++;
    }
    return new Changes(written, unchanged, removed);
  }

  private void checkApart() throws CifException {
    if (isWithin(folder, table) || isWithin(table, folder)) {
      throw new CifException(
          folder
              + ": anchors need a folder apart from the table "
              + table
              + ", since each engine reads all files below its own");
    }
  }

  private static boolean isWithin(Path path, Path ancestor) {
    return path.equals(ancestor) || !ancestor.toUri().relativize(path.toUri()).isAbsolute();
  }

  private Path anchorOf(Path split) {
    String below = table.toUri().relativize(split.toUri()).getPath();
    // The table itself may be one split-directory.
    return new Path(folder, (below.isEmpty() ? split.getName() : below) + SUFFIX);
  }

  private String content(Path split) throws CifException {
    Path from = anchorOf(split).getParent();
    String path = relative(from, split);
    if (path.indexOf('\n') >= 0) {
      throw new CifException(split + ": an anchor cannot hold a path with a line feed; rename it");
    }
    StringBuilder text = new StringBuilder(HEADER).append("split ").append(path).append('\n');
    text.append("table ").append(relative(from, table)).append('\n');
    for (PartColumn part : parts) {
      text.append("column ").append(part.name()).append(' ').append(part.path()).append('\n');
    }
    return text.toString();
  }

  /** Returns the path that leads from a folder to another. */
  private static String relative(Path from, Path to) {
    String[] start = from.toUri().getPath().split("/", -1);
    String[] end = to.toUri().getPath().split("/", -1);
    int common = 0;
    while (common < Math.min(start.length, end.length) && start[common].equals(end[common])) {
      common++;
    }
    return "../".repeat(start.length - common)
        + String.join("/", Arrays.asList(end).subList(common, end.length));
  }

  /** Finds anchors that are not wanted. */
  private void collectOthers(Path directory, Set<Path> wanted, Set<Path> gone) throws IOException {
    FileStatus[] children;
    try {
      children = fs.listStatus(directory);
    } catch (FileNotFoundException e) {
      return;
    }
    for (FileStatus child : children) {
      Path path = child.getPath();
      if (SplitDirectories.isHidden(child) || SplitDirectories.isLoop(child)) {
        continue;
      }
      if (child.isDirectory()) {
        collectOthers(path, wanted, gone);
      } else if (!path.getName().endsWith(SUFFIX) || !startsAsAnchor(path)) {
        throw new CifException(
            path + ": no anchor; Impala would read it as rows of the table: move it away");
      } else if (!wanted.contains(path)) {
        gone.add(path);
      }
    }
  }

  private boolean startsAsAnchor(Path file) throws IOException {
    byte[] header = HEADER.getBytes(StandardCharsets.UTF_8);
    try (FSDataInputStream in = fs.open(file)) {
      return Arrays.equals(in.readNBytes(header.length), header);
    }
  }

  private void write(Path anchor, String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    if (Arrays.equals(bytes, read(anchor, bytes.length + 1))) {
      unchanged++;
      return;
    }
    Path temporary = new Path(anchor.getParent(), "_" + anchor.getName() + "." + UUID.randomUUID());
    boolean renamed = false;
    try {
      try (FSDataOutputStream out = fs.create(temporary, false)) {
        out.write(bytes);
      }
      // FileSystem.rename does not replace files in HDFS.
      FileContext.getFileContext(fs.getUri(), conf)
          .rename(temporary, anchor, Options.Rename.OVERWRITE);
      renamed = true;
    } finally {
      if (!renamed) {
        fs.delete(temporary, false);
      }
    }
    written++;
  }

  /** Reads the first bytes of a file; returns null if there is none. */
  private byte[] read(Path file, int most) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(in.readNBytes(most));
      return bytes.toByteArray();
    } catch (FileNotFoundException e) {
      return null;
    }
  }
}
