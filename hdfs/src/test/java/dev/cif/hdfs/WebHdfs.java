package dev.cif.hdfs;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * An HDFS of two DataNodes with a table, for the tests of other languages: {@code WebHdfs HOME
 * SPLIT TARGET ...} keeps its data in HOME, copies the folder SPLIT to each TARGET, prints the port
 * of WebHDFS, and ends with its standard input.
 */
final class WebHdfs {
  private WebHdfs() {}

  public static void main(String[] args) throws IOException {
    HdfsConfiguration conf = new HdfsConfiguration();
    // Files of several blocks, which several nodes have.
    conf.setLong("dfs.blocksize", 1 << 20);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1 << 10);
    try (MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(conf, new File(args[0])).numDataNodes(2).build()) {
      hdfs.waitActive();
      for (int i = 2; i < args.length; i++) {
        FileUtil.copy(
            new File(args[1]),
            hdfs.getFileSystem(),
            new Path(args[i]),
            false,
            hdfs.getConfiguration(0));
      }
      System.out.write(
          (hdfs.getNameNode().getHttpAddress().getPort() + "\n").getBytes(StandardCharsets.UTF_8));
      System.out.flush();
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
