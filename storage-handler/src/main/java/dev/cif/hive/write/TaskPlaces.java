package dev.cif.hive.write;

import dev.cif.format.write.RollingSplitWriter;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Utilities;

/**
 * Paths of the split-directories of one task. The first goes to the path that Hive gives. If there
 * are more, that path becomes a folder with all of them. They are named like the task's file and
 * its copies ({@code 000000_0}, {@code 000000_0_copy_1}), because Hive takes the number of a bucket
 * from such names.
 */
final class TaskPlaces implements RollingSplitWriter.Places {
  /** Hive's prefixes for the output of a task that has not ended. */
  private static final Pattern TEMPORARY = Pattern.compile("^[_-]tmp\\.");

  private final FileSystem fs;
  private final Path place;

  TaskPlaces(FileSystem fs, Path place) {
    this.fs = fs;
    this.place = place;
  }

  /** Returns the number of the bucket, by Hive's rules; -1 if the name has none. */
  int bucket() {
    try {
      return Utilities.getBucketIdFromFile(name());
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Returns the name that the output of a task has once it has ended. */
  private String name() {
    return TEMPORARY.matcher(place.getName()).replaceFirst("");
  }

  @Override
  public Path of(int number) throws IOException {
    if (number == 0) {
      return place;
    }
    if (number == 1) {
      moveFirstBelow();
    }
    return new Path(place, name() + "_copy_" + number);
  }

  private void moveFirstBelow() throws IOException {
    Path aside = new Path(place.getParent(), "_rolling." + place.getName());
    fs.delete(aside, true);
    rename(place, aside);
    fs.mkdirs(place);
    rename(aside, new Path(place, name()));
  }

  private void rename(Path from, Path to) throws IOException {
    if (!fs.rename(from, to)) {
      throw new IOException(from + " cannot be renamed to " + to);
    }
  }

  /** Removes the complete split-directories. */
  void delete() throws IOException {
    fs.delete(place, true);
  }
}
