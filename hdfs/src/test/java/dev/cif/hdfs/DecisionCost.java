package dev.cif.hdfs;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.net.Node;

/**
 * What a decision takes with the look-up in a real NameNode's namesystem, beside the default
 * policy's: the files exist, as they do when a writer asks for a block; the DataNodes are made up.
 */
final class DecisionCost {
  private static final long BLOCK = 128L << 20;
  private static final int REPLICATION = 3;
  private static final int ROUNDS = 5;

  private final MadeUpNodes madeUp;
  private final BlockStoragePolicy hot =
      BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT");
  private final Random random = new Random(1);

  private DecisionCost(int count) {
    madeUp = new MadeUpNodes(count);
  }

  private double micros(BlockPlacementPolicyDefault policy, String[][] paths) {
    long nanos = 0;
    long decisions = 0;
    for (String[] split : paths) {
      Node writer = madeUp.nodes.get(random.nextInt(madeUp.nodes.size()));
      for (String path : split) {
        List<DatanodeStorageInfo> chosen = new ArrayList<>();
        long start = System.nanoTime();
        policy.chooseTarget(
            path, REPLICATION, writer, chosen, false, new HashSet<>(), BLOCK, hot, null);
        nanos += System.nanoTime() - start;
        decisions++;
      }
    }
    return nanos / 1_000.0 / decisions;
  }

  private static String[][] create(NamenodeProtocols nameNode, String table, int splits, int files)
      throws IOException {
    String[][] paths = new String[splits][files];
    EnumSetWritable<CreateFlag> flag = new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE));
    for (int split = 0; split < splits; split++) {
      for (int file = 0; file < files; file++) {
        String path = String.format("%s/d=%d/%06d_0/%d-c.col", table, split / 1_000, split, file);
        nameNode.create(
            path,
            FsPermission.getFileDefault(),
            "writer",
            flag,
            true,
            (short) REPLICATION,
            BLOCK,
            null,
            null,
            null);
        paths[split][file] = path;
      }
    }
    return paths;
  }

  /** Makes each split one of a co-location group's. */
  private static void group(NamenodeProtocols nameNode, String[][] paths) throws IOException {
    for (int split = 0; split < paths.length; split++) {
      String folder = paths[split][0].substring(0, paths[split][0].lastIndexOf('/'));
      byte[] key = ("group/" + split).getBytes(StandardCharsets.US_ASCII);
      nameNode.setXAttr(
          folder, XAttrHelper.buildXAttr(GroupKey.ATTRIBUTE, key), EnumSet.of(XAttrSetFlag.CREATE));
    }
  }

  /** A namespace whose nodes are those that are made up. */
  private Folders withNodes(Namespace namespace) {
    return (Folders)
        Proxy.newProxyInstance(
            DecisionCost.class.getClassLoader(),
            new Class<?>[] {Folders.class},
            (proxy, method, args) ->
                method.getName().equals("nodes") ? madeUp.nodes : method.invoke(namespace, args));
  }

  /** Arguments: nodes, splits, files of a split. */
  public static void main(String[] args) throws Exception {
    DecisionCost cost = new DecisionCost(Integer.parseInt(args[0]));
    int splits = Integer.parseInt(args[1]);
    int files = Integer.parseInt(args[2]);
    java.nio.file.Path folder = Files.createTempDirectory("decision-cost");
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
    conf.set("dfs.block.replicator.classname", ColumnPlacementPolicy.class.getName());
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build()) {
      Namespace namespace =
          Namespace.of(
              (BlockPlacementPolicyDefault)
                  cluster.getNamesystem().getBlockManager().getBlockPlacementPolicy());
      for (int round = 0; round <= ROUNDS; round++) {
        String[][] paths =
            create(cluster.getNameNodeRpc(), "/warehouse/db.db/t" + round, splits, files);
        double byDefault =
            cost.micros(cost.madeUp.started(new BlockPlacementPolicyDefault() {}), paths);
        double byColumn =
            cost.micros(cost.madeUp.started(new ColumnPlacementPolicy(namespace)), paths);
        String[][] grouped =
            create(cluster.getNameNodeRpc(), "/warehouse/db.db/g" + round, splits, files);
        group(cluster.getNameNodeRpc(), grouped);
        ColumnPlacementPolicy policy = new ColumnPlacementPolicy(cost.withNodes(namespace));
        double byGroup = cost.micros(cost.madeUp.started(policy), grouped);
        System.out.printf(
            Locale.ROOT,
            "%s: default %.2f us/decision, column %.2f, ratio %.3f, of groups %.2f, ratio %.3f%n",
            round == 0 ? "warm-up" : "round " + round,
            byDefault,
            byColumn,
            byColumn / byDefault,
            byGroup,
            byGroup / byDefault);
      }
    } finally {
      FileUtil.fullyDelete(folder.toFile());
    }
  }
}
