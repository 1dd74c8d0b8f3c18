package dev.cif.embedded;

import dev.cif.hdfs.cluster.Seed;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS with the placement policy, of eight DataNodes with names of their own in three racks. */
final class NamedNodes {
  private static final String[] RACKS = {"/a", "/a", "/a", "/b", "/b", "/b", "/c", "/c"};

  /** Names of the nodes. */
  static final List<String> HOSTS = List.of("n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7");

  private NamedNodes() {}

  /**
   * Starts it.
   *
   * @param conf settings beside those of the cluster
   * @param replication of files, which are closed when all of their replicas are there
   */
  static MiniDFSCluster start(Path folder, Configuration conf, int replication) throws Exception {
    Configuration all = new HdfsConfiguration(conf);
    all.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
    all.set("dfs.block.replicator.classname", "dev.cif.hdfs.ColumnPlacementPolicy");
    all.setLong("cif.placement.seed", Seed.value());
    all.setInt("dfs.replication", replication);
    all.setInt("dfs.namenode.replication.min", replication);
    MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(all)
            .numDataNodes(HOSTS.size())
            .hosts(HOSTS.toArray(String[]::new))
            .racks(RACKS)
            .build();
    hdfs.waitActive();
    return hdfs;
  }
}
