package dev.cif.hive;

import dev.cif.format.CifSchema;
import dev.cif.format.SplitWriter;
import dev.cif.format.WriteOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Utilities;

/**
 * Writes the rows of one task: a split-directory at the place that Hive gives or, once that has
 * grown to a size, a folder at that place with several of them. Those are named like the task's
 * file and its copies ({@code 000000_0}, {@code 000000_0_copy_1}), because Hive takes the number of
 * a bucket from such names.
 */
final class RollingSplitWriter implements Closeable {
  /** Hive's prefixes for the output of a task that has not ended. */
  private static final Pattern TEMPORARY = Pattern.compile("^[_-]tmp\\.");

  private final FileSystem fs;
  private final Path place;
  private final CifSchema schema;
  private final WriteOptions options;
  private final long limit;
  private SplitWriter current;
  private int finished;
  private long rows;
  private long rawBytes;

  /**
   * @param options of all split-directories; if they name a co-location group, its part is the
   *     bucket, which is that of Hive's place
   * @param limit bytes written at which a split-directory is closed and the next one begun
   */
  RollingSplitWriter(FileSystem fs, Path place, CifSchema schema, WriteOptions options, long limit)
      throws IOException {
    this.fs = fs;
    this.place = place;
    this.schema = schema;
    this.options = options.ofPart(bucket(place));
    this.limit = limit;
    current = SplitWriter.create(fs, place, schema, this.options);
  }

  /** The number of the bucket, by Hive's rules; -1 if the name has none. */
  private static int bucket(Path place) {
    try {
      return Utilities.getBucketIdFromFile(name(place));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** The name that the output of a task has once it has ended. */
  private static String name(Path place) {
    return TEMPORARY.matcher(place.getName()).replaceFirst("");
  }

  /** The writer of the next row; another one after {@link #rollIfLarge}. */
  SplitWriter current() {
    return current;
  }

  /** Begins another split-directory if the current one has reached the limit. */
  void rollIfLarge() throws IOException {
    if (current.bytesWritten() < limit) {
      return;
    }
    finish();
    if (finished == 1) {
      moveFirstBelow();
    }
    current = SplitWriter.create(fs, below(finished), schema, options);
  }

  private void finish() throws IOException {
    current.close();
    rows += current.rows();
    rawBytes += current.rawBytes();
    finished++;
  }

  private void moveFirstBelow() throws IOException {
    Path aside = new Path(place.getParent(), "_rolling." + place.getName());
    fs.delete(aside, true);
    rename(place, aside);
    fs.mkdirs(place);
    rename(aside, below(0));
  }

  private void rename(Path from, Path to) throws IOException {
    if (!fs.rename(from, to)) {
      throw new IOException(from + " cannot be renamed to " + to);
    }
  }

  private Path below(int number) {
    return new Path(place, number == 0 ? name(place) : name(place) + "_copy_" + number);
  }

  /** Rows of all split-directories. */
  long rows() {
    return rows + (finishedAll() ? 0 : current.rows());
  }

  /** Bytes before encoding of all split-directories. */
  long rawBytes() {
    return rawBytes + (finishedAll() ? 0 : current.rawBytes());
  }

  private boolean finishedAll() {
    return current == null;
  }

  @Override
  public void close() throws IOException {
    if (current != null && finished > 0 && current.rows() == 0) {
      current.abort();
    } else if (current != null) {
      finish();
    }
    current = null;
  }

  /** Gives everything up and removes it, what was finished as well. */
  void abort() throws IOException {
    if (current != null) {
      current.abort();
    }
    if (finished > 0) {
      fs.delete(place, true);
    }
  }
}
