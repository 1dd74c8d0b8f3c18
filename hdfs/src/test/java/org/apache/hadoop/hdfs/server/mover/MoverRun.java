package org.apache.hadoop.hdfs.server.mover;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Runs the Mover, whose entry is visible in its package only. */
public final class MoverRun {
  private MoverRun() {}

  /** Runs it to its end below a folder; returns its exit code. */
  public static int run(URI nameNode, Path folder, Configuration conf) throws Exception {
    return Mover.run(Map.of(nameNode, List.of(folder)), conf);
  }
}
