package dev.cif.bench.zones;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * File that was written, with its place on the device.
 *
 * @param path path of the file when it was closed
 * @param extents places of its bytes on the device
 */
record FileOnDisk(String path, List<DiskExtent> extents) {
  private static final Pattern NUMBERS = Pattern.compile("([0-9]+)\\+([0-9]+)");
  private static final Pattern ATTEMPT = Pattern.compile("/attempt_[0-9]+_[0-9]+_([mr])_");

  /** Kind of a file of a job's intermediate data. */
  enum Kind {
    MAP_OUTPUT("map output"),
    REDUCE_MERGE("reduce merges"),
    JOB_FILE("the job's files");

    final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  /** Reads a line of {@code cif-zones watch}. */
  static FileOnDisk parse(String line) {
    String[] fields = line.split("\t", 3);
    if (fields.length != 3) {
      throw new IllegalArgumentException("no line of cif-zones watch: '" + line + "'");
    }
    List<DiskExtent> extents = new ArrayList<>();
    for (String text : fields[1].isEmpty() ? new String[0] : fields[1].split(",", -1)) {
      var numbers = NUMBERS.matcher(text);
      if (!numbers.matches()) {
        throw new IllegalArgumentException("no extent: '" + text + "' in '" + line + "'");
      }
      extents.add(
          new DiskExtent(Long.parseLong(numbers.group(1)), Long.parseLong(numbers.group(2))));
    }
    FileOnDisk file = new FileOnDisk(fields[2], List.copyOf(extents));
    if (file.bytes() != Long.parseLong(fields[0])) {
      throw new IllegalArgumentException("extents do not sum up to the bytes: '" + line + "'");
    }
    return file;
  }

  long bytes() {
    return extents.stream().mapToLong(DiskExtent::bytes).sum();
  }

  Kind kind() {
    var attempt = ATTEMPT.matcher(path);
    if (attempt.find()) {
      return attempt.group(1).equals("m") ? Kind.MAP_OUTPUT : Kind.REDUCE_MERGE;
    }
    return Kind.JOB_FILE;
  }
}
