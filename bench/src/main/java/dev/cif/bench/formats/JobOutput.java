package dev.cif.bench.formats;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Output of a job as text. */
public final class JobOutput {
  private JobOutput() {}

  /** Returns the lines, sorted. */
  public static List<String> lines(FileSystem fs, Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (FileStatus file : fs.globStatus(new Path(folder, "part-*"))) {
      try (BufferedReader in =
          new BufferedReader(
              new InputStreamReader(fs.open(file.getPath()), StandardCharsets.UTF_8))) {
        in.lines().forEach(lines::add);
      }
    }
    Collections.sort(lines);
    return lines;
  }
}
