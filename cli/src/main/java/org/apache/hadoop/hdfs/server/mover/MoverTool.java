package org.apache.hadoop.hdfs.server.mover;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ToolRunner;

/** Runs HDFS's Mover within this process; its entry is visible in its package only. */
public final class MoverTool {
  private MoverTool() {}

  /**
   * Moves the blocks below a folder to the storages that their policies want, like {@code hdfs
   * mover -p}.
   *
   * @return the Mover's exit code; 0 if all blocks are where they belong
   */
  public static int run(FileSystem fs, Path folder) throws Exception {
    Configuration conf = new Configuration(fs.getConf());
    FileSystem.setDefaultUri(conf, fs.getUri());
    return ToolRunner.run(conf, new Mover.Cli(), new String[] {"-p", folder.toUri().getPath()});
  }
}
